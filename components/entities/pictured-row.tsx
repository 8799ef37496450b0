import type { CSSProperties } from 'react';

/** The letter of a site in an illustration, drawn with the classes of the real list. */
export const PicturedTile = ({ letter, color }: { letter: string; color: string }) => (
  <span className="tile" style={{ '--tile': color } as CSSProperties}>
    {letter}
  </span>
);

/** A collection in an illustration. */
export const PicturedChip = ({ name, color }: { name: string; color: string }) => (
  <span className="chip" style={{ '--dot': color } as CSSProperties}>
    {name}
  </span>
);
