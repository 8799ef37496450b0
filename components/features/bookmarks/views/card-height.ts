import { hasFoot } from '@/components/entities/bookmark-card';
import { bookmarkTitle, isLocked } from '@/components/entities/bookmark-text';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { ListPart } from '@/lib/contract/views';

// In rem, as card.css sets them.
const coverRem = { desktop: 8.25, touch: 6.5 } as const;
const drawnRem = 4;
const titleLineRem = { cards: 1.25, moodboard: 1.125 } as const;
const addressRem = 1.25;
const descriptionRem = 2.5;
const notesRem = 1.375;
const footRem = 1.875;
const paddingRem = { cards: 1.5, moodboard: 1.25 } as const;
/** Both borders, in pixels. */
const borderPx = 2;

interface Column {
  /** Both in pixels. */
  readonly width: number;
  readonly rem: number;
}

/** Height of every card in pixels: a title has two lines. */
export function cardHeight(parts: readonly ListPart[], isTouch: boolean, { rem }: Column): number {
  const has = (part: ListPart, height: number) => (parts.includes(part) ? height : 0);
  const sum =
    has('cover', coverRem[isTouch ? 'touch' : 'desktop']) +
    paddingRem.cards +
    2 * titleLineRem.cards +
    addressRem +
    has('description', descriptionRem) +
    has('notes', notesRem) +
    footRem;
  return sum * rem + borderPx;
}

/** Pictures that are much longer or wider are cut. */
const ratio = { min: 0.4, max: 1.6 } as const;

const unknownRem = 13;

/** Height of a card of the moodboard in pixels: that of its own picture and texts. */
export function ownHeight(
  bookmark: Bookmark | undefined,
  parts: readonly ListPart[],
  { width, rem }: Column,
  linesOf: TitleLines,
): number {
  if (bookmark === undefined) return unknownRem * rem;
  const inner = width - borderPx;
  const has = (part: ListPart, text: string | null) => parts.includes(part) && Boolean(text);
  const texts = isLocked(bookmark)
    ? titleLineRem.moodboard
    : linesOf(bookmarkTitle(bookmark), inner - paddingRem.moodboard * rem, rem) * titleLineRem.moodboard +
      addressRem;
  const rest =
    texts +
    paddingRem.moodboard +
    (has('description', bookmark.description) ? descriptionRem : 0) +
    (has('notes', bookmark.notes) ? notesRem : 0) +
    (hasFoot(parts) ? footRem : 0);
  return Math.round(
    (parts.includes('cover') ? pictureHeight(bookmark, inner, rem) : 0) + rest * rem + borderPx,
  );
}

function pictureHeight({ cover, encrypted }: Bookmark, width: number, rem: number): number {
  if (cover === null || encrypted) return drawnRem * rem;
  return width * Math.min(ratio.max, Math.max(ratio.min, cover.height / cover.width));
}

/** Returns the number of lines that a title takes in a width, at most two. */
export type TitleLines = (title: string, width: number, rem: number) => 1 | 2;

/** Measures titles with the font of the page. The stylesheet cuts off what takes more lines than were measured. */
export function measureTitles(): TitleLines {
  const context = document.createElement('canvas').getContext('2d');
  const { fontFamily } = getComputedStyle(document.body);
  const widths = new Map<string, number>();
  return (title, width, rem) => {
    const key = `${rem} ${title}`;
    let known = widths.get(key);
    if (known === undefined) {
      if (context) context.font = `500 ${0.8125 * rem}px ${fontFamily}`;
      known = context?.measureText(title).width ?? 0;
      widths.set(key, known);
    }
    return known > width ? 2 : 1;
  };
}
