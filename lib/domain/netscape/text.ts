import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';

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

// `trim` would also take what stands for itself in HTML, such as a no-break space.
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
 * A copy that stands alone. A slice keeps the whole text alive that it was cut from, which for a folder's name would
 * be a chunk of the file for as long as the import runs.
 */
export const detach = (text: string): string => `${text}               `.slice(0, text.length);
