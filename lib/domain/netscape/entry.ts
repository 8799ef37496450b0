import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import type { ImportRowReason } from '@/lib/contract/imports';
import { limits } from '@/lib/contract/limits';
import { isFuture } from '@/lib/domain/future-date';
import { parseBookmarkUrl, type BookmarkUrl } from '@/lib/domain/url';

/** A folder of a bookmark file. Names are not unique; folders are distinguished by their parents. */
export interface NetscapeFolder {
  /** Sequential number, from 1. */
  readonly id: number;
  readonly parent: NetscapeFolder | null;
  /** The name in the file; empty for a folder without a name. */
  readonly name: string;
  /** 1 for a top-level folder. */
  readonly depth: number;
  /** Number of entries before it in the file. */
  readonly before: number;
  description: string;
  addedAt: Date | null;
  modifiedAt: Date | null;
  /** Other attributes of the folder, to be written again on export. */
  extra: NetscapeExtra;
}

/** The default collection in a JSON export. */
export interface DefaultCollection {
  readonly color: string;
  readonly description: string;
  readonly shared: 'listed' | 'public' | null;
}

/** Attributes that only other programs use, with unchanged values. */
export type NetscapeExtra = Readonly<Record<string, string>>;

/**
 * Problems of an entry: `invalid_date` and `future_date` (the date is omitted), `cut` (a text was truncated to the limit),
 * `url_too_long` (the URL is omitted, since a truncated URL is wrong), `encrypted` (it was encrypted in another account,
 * which alone can decrypt it), `invalid_visits` (the count is not a number), `unclosed_comment` (the rest of the file is
 * inside the comment and is not read), `escaped_twice` (the title contained escaped entities, which are decoded).
 */
export type NetscapeNote =
  | 'invalid_date'
  | 'future_date'
  | 'cut'
  | 'url_too_long'
  | 'encrypted'
  | 'invalid_visits'
  | 'unclosed_comment'
  | 'escaped_twice';

/** Adds a note unless it is already present. */
export function addNote(notes: NetscapeNote[], note: NetscapeNote): void {
  if (!notes.includes(note)) notes.push(note);
}

/** An envelope, which is bound to the account that is importing it and to the uuid of its bookmark. */
export interface EncryptedEntry {
  readonly uuid: string;
  readonly cipher: string;
}

/** One bookmark of a file, in file order. */
export interface NetscapeEntry {
  /** Line number of its `<A`, from 1. */
  readonly line: number;
  /** The URL with entities decoded once; empty if missing. It may have any scheme and must not be used as a link. */
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
  /** The encrypted bookmark that is restored; the entry has no other content then. */
  readonly encrypted?: EncryptedEntry;
  /** Marks another folder of the preceding entry instead of a separate entry. */
  readonly isPlace?: boolean;
}

/** Whether the entry has what a bookmark requires: a url of any kind, or an envelope. */
export const isImportable = ({ url, encrypted }: NetscapeEntry): boolean =>
  url.trim() !== '' || encrypted !== undefined;

/** Returns why an entry is not imported unchanged, as contract codes; `warning` is that of its URL. */
export function reasonsOf(
  { notes, encrypted }: Pick<NetscapeEntry, 'notes' | 'encrypted'>,
  warning: BookmarkUrl['warning'],
): ImportRowReason[] {
  const reasons: ImportRowReason[] = [];
  if (notes.includes('cut') || notes.includes('url_too_long')) reasons.push('too_long');
  if (notes.includes('unclosed_comment')) reasons.push('unclosed_comment');
  else if (notes.includes('encrypted')) reasons.push('encrypted');
  else if (warning === 'empty' && !encrypted && !notes.includes('url_too_long')) reasons.push('missing_url');
  if (warning === 'scheme') reasons.push('inert_link');
  if (warning === 'invalid') reasons.push('invalid_url');
  if (notes.includes('invalid_date')) reasons.push('invalid_date');
  if (notes.includes('future_date')) reasons.push('future_date');
  if (notes.includes('invalid_visits')) reasons.push('invalid_visits');
  if (notes.includes('escaped_twice')) reasons.push('escaped_twice');
  return reasons;
}

/**
 * Omits dates of creation and change that lie in the future, so that the entry counts as created at the import. Only the
 * former is noted.
 */
export function withoutFutureDates(entry: NetscapeEntry, now: Date): NetscapeEntry {
  const { addedAt, modifiedAt, notes } = entry;
  if (!isFuture(addedAt, now) && !isFuture(modifiedAt, now)) return entry;
  return {
    ...entry,
    addedAt: isFuture(addedAt, now) ? null : addedAt,
    modifiedAt: isFuture(modifiedAt, now) ? null : modifiedAt,
    notes: isFuture(addedAt, now) ? [...notes, 'future_date'] : notes,
  };
}

/** Returns the names from the top level to the folder; empty for no folder. */
export function folderPath(folder: NetscapeFolder | null): string[] {
  const path: string[] = [];
  for (let at = folder; at !== null; at = at.parent) path.push(at.name);
  return path.reverse();
}

/** Limits of one file; a file that exceeds them is rejected. */
export const netscapeLimits = {
  entries: 1_000_000,
  folders: 50_000,
  /**
   * Total weight of the folders: the characters of their paths and attributes, and those of a short name for each level.
   * All folders of a file are in memory at once.
   */
  folderWeight: 4_000_000,
  /** Deeper folders are merged into the folder at this depth, so that paths stay printable. */
  depth: 512,
  /** Total length of the names in a path; folders beyond it are merged into their parent. */
  pathLength: 4_096,
  folderNameLength: 1_000,
} as const;

/** The file exceeds a limit. */
export class NetscapeLimitError extends Error {
  constructor(readonly limit: 'entries' | 'folders' | 'folderWeight') {
    super(`the file exceeds the limit of ${limit}: ${netscapeLimits[limit]}`);
  }
}

/**
 * Attributes that only Markwell writes, in addition to those of browsers, so that a library can be restored completely:
 * the position of a bookmark or collection in the manual order, which folders cannot represent, the color of a
 * collection, the rules of a smart collection, the number of visits, and the URL of a bookmark that would run a script
 * as a link. `name` and `shared` are read from JSON only: folders are named for browsers, and a browser file never
 * publishes anything.
 * They are read with the `extra` of an entry or folder, but not stored there.
 */
export const ownAttributes = {
  place: 'markwell_place',
  name: 'markwell_name',
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

/** Decodes text between tags: normalizes line ends to LF, trims it, and decodes entities once. */
export function decodeText(raw: string): string {
  const text = trimmed(raw);
  return decode(text.includes('\r') ? text.replace(lineEnds, '\n') : text);
}

/** Decodes single-line text, where any run of white space becomes one space. */
export function decodeLine(raw: string): string {
  const text = trimmed(raw);
  return decode(unevenGap.test(text) ? text.replace(gap, ' ') : text);
}

// `trim` would also remove characters that HTML preserves, such as a no-break space.
const trimmed = (raw: string): string =>
  raw.charCodeAt(0) > 32 && raw.charCodeAt(raw.length - 1) > 32 ? raw : raw.replace(around, '');

/** Trims text whose entities are already decoded and normalizes its line ends. */
export const trimText = (text: string): string => trimmed(text.replace(lineEnds, '\n'));

/** An ampersand that was escaped together with an entity, by a program that escapes twice. */
export const escapedTwice = /&amp;(?=(?:#\d{1,7}|#x[\da-f]{1,6}|amp|apos|gt|lt|nbsp|quot);)/gi;

/**
 * Decodes the title of an entry. Some programs export titles that were escaped before: `&amp;#39;` is an apostrophe,
 * and a note is added.
 */
export function decodeTitle(raw: string, notes: NetscapeNote[]): string {
  const once = raw.replace(escapedTwice, '&');
  if (once !== raw) addNote(notes, 'escaped_twice');
  return decodeLine(once);
}

/** Decodes an attribute value: `?a=1&copy=2` keeps its `&copy`, as in a browser. */
export const decodeAttribute = (raw: string): string => (raw.includes('&') ? decodeHTMLAttribute(raw) : raw);

const decode = (text: string): string => (text.includes('&') ? decodeHTML(text) : text);

/** Replaces characters that UTF-8 or PostgreSQL cannot store: NUL and lone surrogates. */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole;
}

/** Truncates a text to `max` code points without splitting one. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

// Most URLs are far shorter, however much of them is encoded, and need not be parsed.
const longUrl = 2_000;

/** Whether a URL exceeds the maximum length as it is, or as it is stored: encoding can make it longer. */
export const isUrlTooLong = (url: string): boolean =>
  url.length > longUrl &&
  [url, parseBookmarkUrl(url).url].some((text) => cutText(text, limits.urlLength) !== text);

/**
 * Returns a flat copy. A slice retains the whole string that it was taken from, which for a folder name would be a
 * chunk of the file for the duration of the import.
 */
export const detach = (text: string): string => `${text}               `.slice(0, text.length);
