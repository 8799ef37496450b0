import type { Bookmark } from '@/lib/contract/bookmarks';
import type { MatchField } from '@/lib/contract/search';
import { SearchedText, type QueryWord, type Range } from '@/lib/domain/query/highlight';

const snippetLength = 160;
/** Of the text in front of what was found, when there is enough behind it. */
const leadLength = 60;
/** What is read on each side: more than is shown, since spaces are drawn together. */
const readLength = 600;
const ellipsis = '…';

/**
 * A match with its context, at most 160 characters in one line. It is cut between words, marked by
 * ellipses; a text without spaces is cut between the signs that a reader sees as one.
 */
export function snippetAround(text: string, { start, end }: Range): string {
  const isBegun = start > readLength;
  const isGoingOn = text.length - end > readLength;
  const before = oneLine(text.slice(isBegun ? start - readLength : 0, start)).trimStart();
  const found = cutEnd(oneLine(text.slice(start, end)), snippetLength - 2 * ellipsis.length, false);
  const after = oneLine(text.slice(end, end + readLength)).trimEnd();
  const room = snippetLength - found.length;
  const lead = cutStart(before, Math.max(Math.min(leadLength, room), room - after.length), isBegun);
  return lead + found + cutEnd(after, room - lead.length, isGoingOn);
}

// Spaces of every kind, and signs that would turn or break the line that they are shown in.
const oneLine = (text: string): string =>
  text.toWellFormed().replace(/[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** Where an address can be cut. */
const addressSign = /[/?&=#.:_-]/;

/** The end of a text in so many characters, its ellipsis counted; `isCut` when something is missing already. */
function cutStart(text: string, length: number, isCut: boolean): string {
  if (!isCut && text.length <= length) return text;
  const window = text.slice(-(length + longestSign));
  let kept = '';
  for (const sign of signsOf(window).reverse()) {
    if (kept.length + sign.length > length - ellipsis.length) break;
    kept = sign + kept;
  }
  const dropped = text.slice(0, text.length - kept.length);
  const border = dropped.endsWith(' ') ? 0 : kept.indexOf(' ') + 1 || kept.search(addressSign) + 1;
  return ellipsis + kept.slice(border).trimStart();
}

/** The beginning of a text in so many characters. */
function cutEnd(text: string, length: number, isCut: boolean): string {
  if (!isCut && text.length <= length) return text;
  let kept = '';
  for (const sign of signsOf(text.slice(0, length + longestSign))) {
    if (kept.length + sign.length > length - ellipsis.length) break;
    kept += sign;
  }
  if (text.charAt(kept.length) === ' ') return kept.trimEnd() + ellipsis;
  const space = kept.lastIndexOf(' ');
  const border = space > 0 ? space : /[/?&=#.:_-][^/?&=#.:_-]*$/.exec(kept)?.index;
  return kept.slice(0, border).trimEnd() + ellipsis;
}

/** No sign that counts as one is longer; a family of emoji takes a third of it. */
const longestSign = 48;
const plainAscii = /^[\u0000-\u007f]*$/;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const signsOf = (text: string): string[] =>
  plainAscii.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment);

/** What a bookmark says: all null where it cannot be read. */
export type ExplainedRecord = Pick<Bookmark, 'title' | 'domain' | 'path' | 'description' | 'tags'>;

/** The text of a bookmark's page, as far as it is looked through. */
export interface PageText {
  readonly title: string;
  readonly text: string;
}

export interface Explanation {
  field: MatchField;
  snippet: string | null;
}

/** A field that words can match; `snippet` shows the match, unless a row shows the field as it is. */
interface ShownField {
  field: MatchField;
  searched: SearchedText;
  snippet?: (range: Range) => string;
}

/** Characters of host and path that a row shows. */
const shownAddress = 60;

/**
 * Why a bookmark was found: the best field that each word matches, and of these the last, which is the
 * one that decides its rank. A word without a match is left out: another one of the query matched in
 * its place. Null when no word matches.
 */
export function explainHit(
  record: ExplainedRecord,
  words: readonly QueryWord[],
  page?: PageText,
): Explanation | null {
  const places = placesOf(record, page);
  let last = -1;
  let range: Range | null = null;
  for (const word of words) {
    const found = bestPlace(places, word);
    if (found === null || found.rank <= last) continue;
    last = found.rank;
    range = found.range;
  }
  const place = places[last];
  if (place === undefined || range === null) return null;
  return { field: place.field, snippet: place.snippet?.(range) ?? null };
}

/** Whether every word matches a field of the bookmark itself. */
export const isExplained = (record: ExplainedRecord, words: readonly QueryWord[]): boolean => {
  const places = placesOf(record);
  return words.every((word) => bestPlace(places, word) !== null);
};

function bestPlace(places: readonly ShownField[], word: QueryWord): { rank: number; range: Range } | null {
  for (const [rank, place] of places.entries()) {
    const range = place.searched.find(word);
    if (range !== null) return { rank, range };
  }
  return null;
}

/** All fields that words can match, the best explanation first. */
function placesOf(
  { title, tags, domain, path, description }: ExplainedRecord,
  page: PageText = { title: '', text: '' },
): ShownField[] {
  const address = (domain ?? '') + (path ?? '');
  const shown = (field: MatchField, text: string | null): ShownField => ({
    field,
    searched: new SearchedText(text ?? ''),
  });
  const told = (field: MatchField, text: string | null): ShownField => ({
    ...shown(field, text),
    snippet: (range) => snippetAround(text ?? '', range),
  });
  return [
    shown('title', title),
    shown('tags', tags),
    shown('host', domain),
    // Of a long one the last sign that is shown is the ellipsis.
    shown('url', address.length <= shownAddress ? address : address.slice(0, shownAddress - 1)),
    told('description', description),
    told('url', address),
    told('text', page.text),
    told('text', page.title),
  ];
}
