/**
 * Letters that the typefaces of the picture have, by Unicode range: Latin, Greek, Cyrillic and the signs of ordinary
 * text. A letter beyond them would make the drawing library ask strangers for a typeface, so none is ever given to it.
 */
export const drawableRanges =
  '\\u0020-\\u007e\\u00a1-\\u00a8\\u00aa-\\u00ac\\u00af-\\u0148\\u014a-\\u017f\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03ce\\u0400-\\u045f\\u2013\\u2014\\u2018-\\u201a\\u201c-\\u201e\\u2022\\u2026\\u20ac';

const notDrawable = new RegExp(`[^${drawableRanges}]`, 'gu');
const carriesMeaning = /[\p{L}\p{N}]/u;

/** The text as it can be drawn, without emoji and other signs; null where letters of it would be missing. */
export function drawable(text: string, length: number): string | null {
  const plain = text.toWellFormed().normalize('NFC').replace(/\s+/g, ' ');
  const missing = plain.match(notDrawable)?.join('') ?? '';
  if (carriesMeaning.test(missing)) return null;
  const drawn = plain.replace(notDrawable, '').replace(/ +/g, ' ').trim();
  if (drawn === '') return null;
  return drawn.length <= length ? drawn : `${drawn.slice(0, length - 1).trimEnd()}…`;
}
