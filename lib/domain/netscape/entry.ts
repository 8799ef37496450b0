import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import type { ImportRowReason } from '@/lib/contract/imports';
import type { BookmarkUrl } from '@/lib/domain/url';

/** A folder of a bookmark file. Names are not unique; the chain of parents is what tells folders apart. */
export interface NetscapeFolder {
  /** 1 for the first folder of the file, counting up. */
  readonly id: number;
  readonly parent: NetscapeFolder | null;
  /** As the file has it; empty for a folder without a name. */
  readonly name: string;
  /** 1 for a folder at the top. */
  readonly depth: number;
  /** Entries of the file that come before it. */
  readonly before: number;
  description: string;
  addedAt: Date | null;
  modifiedAt: Date | null;
  /** What else the file says of the folder, to be written again on export. */
  extra: NetscapeExtra;
}

/** What a JSON export says of its default collection. */
export interface DefaultCollection {
  readonly color: string;
  readonly description: string;
  readonly shared: 'listed' | 'public' | null;
}

/** Attributes that mean something to other programs only; values as they stood. */
export type NetscapeExtra = Readonly<Record<string, string>>;

/**
 * What could not be taken as it stood: `invalid_date` (the date is left out), `cut` (a text was longer than can be
 * kept), `url_too_long` (the url is left out, since a cut url is a wrong one), `encrypted` (only its account can read it),
 * `invalid_visits` (their number is none), `unclosed_comment` (the rest of the file is inside it and is not read).
 */
export type NetscapeNote =
  'invalid_date' | 'cut' | 'url_too_long' | 'encrypted' | 'invalid_visits' | 'unclosed_comment';

/** Adds a note that is not there yet. */
export function addNote(notes: NetscapeNote[], note: NetscapeNote): void {
  if (!notes.includes(note)) notes.push(note);
}

/** One bookmark of a file, in the order of the file. */
export interface NetscapeEntry {
  /** Line of its `<A`, from 1. */
  readonly line: number;
  /** As written, entities decoded once; empty where the file gives none. It may be of any scheme: never a live link. */
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly addedAt: Date | null;
  readonly modifiedAt: Date | null;
  readonly visitedAt: Date | null;
  readonly favorite: boolean;
  readonly highlighted: boolean;
  readonly folder: NetscapeFolder | null;
  readonly extra: NetscapeExtra;
  readonly notes: readonly NetscapeNote[];
  /** A further folder of the entry before it, and no entry of its own. */
  readonly isPlace?: boolean;
}

/** Why the entry is not imported as it is, by the codes of the contract; `warning` is that of its url. */
export function reasonsOf(
  { notes }: Pick<NetscapeEntry, 'notes'>,
  warning: BookmarkUrl['warning'],
): ImportRowReason[] {
  const reasons: ImportRowReason[] = [];
  if (notes.includes('cut') || notes.includes('url_too_long')) reasons.push('too_long');
  if (notes.includes('unclosed_comment')) reasons.push('unclosed_comment');
  else if (notes.includes('encrypted')) reasons.push('encrypted');
  else if (warning === 'empty' && !notes.includes('url_too_long')) reasons.push('missing_url');
  if (warning === 'scheme') reasons.push('inert_link');
  if (warning === 'invalid') reasons.push('invalid_url');
  if (notes.includes('invalid_date')) reasons.push('invalid_date');
  if (notes.includes('invalid_visits')) reasons.push('invalid_visits');
  return reasons;
}

/** The names from the top down to the folder; empty for no folder. */
export function folderPath(folder: NetscapeFolder | null): string[] {
  const path: string[] = [];
  for (let at = folder; at !== null; at = at.parent) path.push(at.name);
  return path.reverse();
}

/** Bounds of one file; a file beyond them is refused rather than taken in part. */
export const netscapeLimits = {
  entries: 1_000_000,
  folders: 50_000,
  /** Folders below are taken as the folder at this depth, so that paths stay printable. */
  depth: 512,
  /** Characters of all names from the top down to a folder; deeper ones are taken as their parent. */
  pathLength: 4_096,
  folderNameLength: 1_000,
} as const;

/** A file that holds more than can be taken. */
export class NetscapeLimitError extends Error {
  constructor(readonly limit: 'entries' | 'folders') {
    super(`the file holds more than ${netscapeLimits[limit]} ${limit}`);
  }
}

/**
 * Attributes that only this product writes, beside those of every browser, so that a library comes back as it was:
 * the place of a bookmark or a collection in the manual order, which folders do not tell, the color of a collection, the
 * rules of a smart one, how often a bookmark was visited, and the url of one that would run a script as a link. `shared`
 * is read from JSON only: a file for browsers publishes nothing.
 * They are read with the `extra` of an entry or a folder, and not stored as such.
 */
export const ownAttributes = {
  place: 'markwell_place',
  color: 'markwell_color',
  smart: 'markwell_smart',
  shared: 'markwell_shared',
  visits: 'markwell_visits',
  url: 'markwell_url',
} as const;

const lineEnds = /\r\n?/g;
const gap = /[\t\n\f\r ]+/g;
const unevenGap = /[\t\n\f\r]| {2}/;
const around = /^[\t\n\f\r ]+|[\t\n\f\r ]+$/g;

/** Text between tags: line ends as LF, white space around dropped, entities decoded once. */
export function decodeText(raw: string): string {
  const text = trimmed(raw);
  return decode(text.includes('\r') ? text.replace(lineEnds, '\n') : text);
}

/** The same for text on one line, where any run of white space counts as one space. */
export function decodeLine(raw: string): string {
  const text = trimmed(raw);
  return decode(unevenGap.test(text) ? text.replace(gap, ' ') : text);
}

// `trim` would also remove characters that HTML keeps, such as a no-break space.
const trimmed = (raw: string): string =>
  raw.charCodeAt(0) > 32 && raw.charCodeAt(raw.length - 1) > 32 ? raw : raw.replace(around, '');

/** The same for text whose entities are decoded already. */
export const trimText = (text: string): string => trimmed(text.replace(lineEnds, '\n'));

/** An attribute's value: `?a=1&copy=2` keeps its `&copy`, as in a browser. */
export const decodeAttribute = (raw: string): string => (raw.includes('&') ? decodeHTMLAttribute(raw) : raw);

const decode = (text: string): string => (text.includes('&') ? decodeHTML(text) : text);

/** Text that UTF-8 and PostgreSQL can hold: no NUL, no half of a surrogate pair. */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole;
}

/** At most `max` code points of a text; a code point is never parted. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/**
 * A flat copy. A slice retains the whole text that it was cut from, which for a folder's name would
 * be a chunk of the file for as long as the import runs.
 */
export const detach = (text: string): string => `${text}               `.slice(0, text.length);
