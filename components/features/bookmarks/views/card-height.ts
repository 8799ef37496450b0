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

/** Height of a card in pixels. One that is not loaded is as high as it can be. */
export function cardHeight(
  bookmark: Bookmark | undefined,
  parts: readonly ListPart[],
  isTouch: boolean,
  { width, rem }: Column,
  linesOf: TitleLines,
): number {
  const inner = width - borderPx - paddingRem.cards * rem;
  const lines = bookmark === undefined ? 2 : titleLines(bookmark, inner, rem, linesOf);
  const has = (part: 'description' | 'notes', height: number) =>
    parts.includes(part) && (bookmark === undefined || bookmark[part]) ? height : 0;
  const sum =
    (parts.includes('cover') ? coverRem[isTouch ? 'touch' : 'desktop'] : 0) +
    paddingRem.cards +
    lines * titleLineRem.cards +
    addressRem +
    has('description', descriptionRem) +
    has('notes', notesRem) +
    footRem;
  return sum * rem + borderPx;
}

/** The masked title of a locked bookmark has one line. */
const titleLines = (bookmark: Bookmark, width: number, rem: number, linesOf: TitleLines): 1 | 2 =>
  isLocked(bookmark) ? 1 : linesOf(bookmarkTitle(bookmark), width, rem);

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

/** The size of titles in rem, as card.css sets it. */
const titleRem = { cards: 0.875, moodboard: 0.8125 } as const;
/** Widths are measured for a whole text, and its words may be rounded one by one. */
const roundingPx = 1;

/** Measures titles with the font of the page. The stylesheet cuts off what takes more lines than were measured. */
export function measureTitles(layout: keyof typeof titleRem): TitleLines {
  const context = document.createElement('canvas').getContext('2d');
  const { fontFamily } = getComputedStyle(document.body);
  const widths = new Map<string, number>();
  return (title, width, rem) => {
    const key = `${rem} ${title}`;
    let known = widths.get(key);
    if (known === undefined) {
      if (context) context.font = `500 ${titleRem[layout] * rem}px ${fontFamily}`;
      known = context?.measureText(title).width ?? 0;
      widths.set(key, known);
    }
    return known > width - roundingPx ? 2 : 1;
  };
}

/** Height of the card at a place of the list; without a bookmark, its page is not loaded. */
export type HeightOfCard = (place: number, bookmark: Bookmark | undefined, column: Column) => number;

/**
 * Keeps the height of a card while its page is not loaded. If it became unknown again, a page that is dropped would move
 * the window to where it is needed, and loading it would move the window away, without end.
 */
export function keepHeights(
  heightOf: (bookmark: Bookmark | undefined, column: Column) => number,
): HeightOfCard {
  const known = new Map<number, number>();
  return (place, bookmark, column) => {
    if (bookmark === undefined) return known.get(place) ?? heightOf(undefined, column);
    const height = heightOf(bookmark, column);
    known.set(place, height);
    return height;
  };
}
