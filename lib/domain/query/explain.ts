import type { Bookmark } from '@/lib/contract/bookmarks';
import type { MatchField } from '@/lib/contract/search';
import { SearchedText, type QueryWord, type Range } from '@/lib/domain/query/highlight';
import { splitWords } from '@/lib/domain/search-words';

const snippetLength = 160;
/** Maximum text before a match if enough follows it. */
const leadLength = 60;
/** Characters read on each side of a match: more than shown, since white space is collapsed. */
const readLength = 600;
const ellipsis = '…';

/**
 * Returns a match with its context, at most 160 characters in one line. It is cut between words, marked by ellipses;
 * text without spaces is cut between grapheme clusters.
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

// White space, and control characters that would change the text direction or break the line.
const oneLine = (text: string): string =>
  text.toWellFormed().replace(/[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** Characters at which a URL can be cut. */
const urlSeparator = /[/?&=#.:_-]/;

/** Returns the end of a text in `length` characters including the ellipsis; `isCut` if text is already missing. */
function cutStart(text: string, length: number, isCut: boolean): string {
  if (!isCut && text.length <= length) return text;
  const window = text.slice(-(length + maxGraphemeLength));
  let result = '';
  for (const grapheme of graphemesOf(window).reverse()) {
    if (result.length + grapheme.length > length - ellipsis.length) break;
    result = grapheme + result;
  }
  const dropped = text.slice(0, text.length - result.length);
  const border = dropped.endsWith(' ') ? 0 : result.indexOf(' ') + 1 || result.search(urlSeparator) + 1;
  return ellipsis + result.slice(border).trimStart();
}

/** Returns the beginning of a text in `length` characters including the ellipsis. */
function cutEnd(text: string, length: number, isCut: boolean): string {
  if (!isCut && text.length <= length) return text;
  let result = '';
  for (const grapheme of graphemesOf(text.slice(0, length + maxGraphemeLength))) {
    if (result.length + grapheme.length > length - ellipsis.length) break;
    result += grapheme;
  }
  if (text.charAt(result.length) === ' ') return result.trimEnd() + ellipsis;
  const space = result.lastIndexOf(' ');
  const border = space > 0 ? space : /[/?&=#.:_-][^/?&=#.:_-]*$/.exec(result)?.index;
  return result.slice(0, border).trimEnd() + ellipsis;
}

/** Longer than any grapheme cluster; a family emoji has a third of it. */
const maxGraphemeLength = 48;
const plainAscii = /^[\u0000-\u007f]*$/;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const graphemesOf = (text: string): string[] =>
  plainAscii.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Text fields of a bookmark; all null if it is locked. */
export type ExplainedRecord = Pick<Bookmark, 'title' | 'domain' | 'path' | 'description' | 'tags'> &
  Partial<Pick<Bookmark, 'notes'>>;

/** The searched part of the texts of a bookmark: of its page, and passages and notes of its annotations. */
export interface BookmarkTexts {
  readonly page?: { readonly title: string; readonly text: string } | undefined;
  readonly annotations?: readonly string[] | undefined;
}

export interface Explanation {
  field: MatchField;
  snippet: string | null;
  /** The folded word of the query, and the folded word of the field that matches it. */
  word: string;
  matched: string;
}

/** A field that words can match; `snippet` returns an excerpt unless rows show the complete field. */
interface ShownField {
  field: MatchField;
  searched: SearchedText;
  snippet?: (range: Range) => string;
}

/** Number of characters of host and path that a row shows. */
const shownUrlLength = 60;

/**
 * Explains why a bookmark was found: determines the best field that each word matches, and returns the worst of these,
 * which determines the rank. Words without a match are ignored, since an alternative of the query matched instead.
 * Null when no word matches.
 */
export function explainHit(
  record: ExplainedRecord,
  words: readonly QueryWord[],
  texts?: BookmarkTexts,
): Explanation | null {
  const fields = fieldsOf(record, texts);
  let last = -1;
  let reason: { range: Range; word: string } | null = null;
  for (const word of words) {
    const found = bestField(fields, word);
    if (found === null || found.rank <= last) continue;
    last = found.rank;
    reason = { range: found.range, word: word.text };
  }
  const candidate = fields[last];
  if (candidate === undefined || reason === null) return null;
  const { range, word } = reason;
  const matched = splitWords(candidate.searched.text.slice(range.start, range.end));
  return {
    field: candidate.field,
    snippet: candidate.snippet?.(range) ?? null,
    word,
    matched: matched.find((one) => one.includes(word)) ?? matched[0] ?? word,
  };
}

/** Whether every word matches a field of the bookmark itself. */
export const isExplained = (record: ExplainedRecord, words: readonly QueryWord[]): boolean => {
  const fields = fieldsOf(record);
  return words.every((word) => bestField(fields, word) !== null);
};

function bestField(fields: readonly ShownField[], word: QueryWord): { rank: number; range: Range } | null {
  for (const [rank, candidate] of fields.entries()) {
    const range = candidate.searched.find(word);
    if (range !== null) return { rank, range };
  }
  return null;
}

/** Returns all fields that words can match, best explanation first. */
function fieldsOf(
  { title, tags, domain, path, description, notes = null }: ExplainedRecord,
  { page = { title: '', text: '' }, annotations = [] }: BookmarkTexts = {},
): ShownField[] {
  const address = (domain ?? '') + (path ?? '');
  const shown = (field: MatchField, text: string | null): ShownField => ({
    field,
    searched: new SearchedText(text ?? ''),
  });
  const withSnippet = (field: MatchField, text: string | null): ShownField => ({
    ...shown(field, text),
    snippet: (range) => snippetAround(text ?? '', range),
  });
  return [
    shown('title', title),
    shown('tags', tags),
    shown('host', domain),
    // For a long URL, the last visible character is the ellipsis.
    shown('url', address.length <= shownUrlLength ? address : address.slice(0, shownUrlLength - 1)),
    withSnippet('description', description),
    withSnippet('notes', notes),
    withSnippet('url', address),
    ...annotations.map((text) => withSnippet('annotation', text)),
    withSnippet('text', page.text),
    withSnippet('text', page.title),
  ];
}
