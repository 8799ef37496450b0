/** Where something stands in a text, in UTF-16 units. */
export interface Range {
  start: number;
  end: number;
}

const snippetLength = 160;
/** Of the text in front of what was found, when there is enough behind it. */
const leadLength = 60;
/** What is read on each side: more than is shown, since spaces are drawn together. */
const readLength = 600;
const ellipsis = '…';

/**
 * What was found with what stands around it, at most 160 characters in one line. It is cut between words, marked by
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
