import { decodeLabel } from '@/lib/domain/display-host';

export interface LetterTile {
  /** One upper-case letter or digit, or a dot if the host has none. */
  readonly letter: string;
  /** Background, `#rrggbb`; white text has a contrast of at least 4.5:1. */
  readonly color: string;
}

/** Muted colors, dark enough for white letters and distinguishable at 28 pixels. */
export const TILE_COLORS = [
  '#8a3b12',
  '#a03014',
  '#8b1e3f',
  '#7a2f6b',
  '#5b3f8c',
  '#3d4a94',
  '#2b5a8c',
  '#1f6473',
  '#1d6b57',
  '#3f6b2a',
  '#6b5a14',
  '#5a4a3f',
] as const;

/** Returns the placeholder icon of a site: its first letter on a color derived from its host. */
export function letterTile(host: string): LetterTile {
  const name = host
    .trim()
    .toLowerCase()
    .replace(/^www\.(?=.+\.)/, '');
  return { letter: firstLetter(name), color: TILE_COLORS[hash(name) % TILE_COLORS.length] ?? TILE_COLORS[0] };
}

/** Returns the tile as a square SVG document of 28 by 28; the caller rounds the corners. */
export function letterTileSvg(host: string): string {
  const { letter, color } = letterTile(host);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="28" height="28" viewBox="0 0 28 28">' +
    `<rect width="28" height="28" fill="${color}"/>` +
    '<text x="14" y="14" dy=".36em" text-anchor="middle" fill="#fff" font-size="13" font-weight="600" ' +
    `font-family="Inter,system-ui,sans-serif">${letter}</text></svg>`
  );
}

function firstLetter(name: string): string {
  const label = name.startsWith('xn--') ? decodeLabel(name.slice(0, (name + '.').indexOf('.'))) : name;
  // The tile contains only letters and digits, so it needs no escaping in HTML or SVG.
  const [letter = '·'] = /[\p{L}\p{N}]/u.exec(label ?? name.slice(4)) ?? [];
  const [upper = letter] = letter.toUpperCase();
  return upper;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
