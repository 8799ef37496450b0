import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { limits } from '@/lib/contract/limits';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { addProblem, type ImportProblem } from '@/lib/formats/entry';

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
export function decodeTitle(raw: string, problems: ImportProblem[]): string {
  const once = raw.replace(escapedTwice, '&');
  if (once !== raw) addProblem(problems, 'escaped_twice');
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
