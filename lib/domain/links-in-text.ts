import { isLiveUrl, isScriptUrl } from '@/lib/domain/live-url';

const scheme = /https?:\/\//gi;

/**
 * A character that is in no URL, or only encoded: spaces, quotes and angle brackets, and the punctuation and brackets of
 * Chinese, Japanese and Arabic text, which follows a URL without a space.
 */
const end =
  /[\s<>"'`“”‘’„‚«»‹›،؛؟\u3001-\u3004\u3008-\u3020\u3030\u303D\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]/;

/** Punctuation of the sentence after a URL. */
const afterLink = '.,;:!?([{';
const repeatedScheme = /^(?:https?:\/\/)+(?=https?:\/\/)/i;
const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** A web URL in a text, with its position. */
export interface FoundLink {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the web URLs in a text with their positions, in order. */
export function findLinks(text: string): FoundLink[] {
  const links: FoundLink[] = [];
  let from = 0;
  for (const { index } of text.matchAll(scheme)) {
    if (index < from) continue;
    const found = text.slice(index, endOfSentence(text, endOfLink(text, index)));
    from = index + found.length;
    const url = found.replace(repeatedScheme, '');
    if (isLiveUrl(url)) links.push({ url, start: index, end: from });
  }
  return links;
}

/** Returns the web URLs in a text, in order. */
export const linksInText = (text: string): string[] => findLinks(text).map(({ url }) => url);

/** Returns the position before the punctuation that ends at `end`. */
function endOfSentence(text: string, end: number): number {
  let at = end;
  while (at > 0 && afterLink.includes(text.charAt(at - 1))) at -= 1;
  return at;
}

/** A closing bracket belongs to a URL that has its opening one, as on Wikipedia, and otherwise to the text. */
function endOfLink(text: string, start: number): number {
  const open: string[] = [];
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (end.test(sign)) return at;
    const opener = openers[sign];
    if (opener !== undefined && open.pop() !== opener) return at;
    if (sign === '(' || sign === '[' || sign === '{') open.push(sign);
  }
  return text.length;
}

/** The addresses in a text that is more than one address, and the words around a single one. */
export interface AddressedText {
  /** Distinct, in order; at least one. */
  readonly urls: readonly string[];
  /** The text without its only address; empty if there are several. */
  readonly rest: string;
}

const otherScheme = /^(?!https?:)[a-z][a-z\d+.-]*:\S*$/i;
const onlyPunctuation = /^[.,;:!?)\]}([{]*$/;
const restLength = 500;

/** Finds the addresses in typed or pasted text. Null if it has none, or is an address itself, of the web or not. */
export function addressesIn(typed: string): AddressedText | null {
  const text = typed.trim();
  if (otherScheme.test(text) || isScriptUrl(text)) return null;
  const links = findLinks(text);
  const [first] = links;
  if (first === undefined) return null;
  const isItself = text.startsWith(first.url) && onlyPunctuation.test(text.slice(first.url.length));
  if (isItself) return null;
  const urls = [...new Map(links.map(({ url }) => [new URL(url).href, url])).values()];
  return { urls, rest: urls.length > 1 ? '' : wordsAround(text, links) };
}

// Replaces a link, so that its wrapping is recognized.
const mark = '\u0000';
const markdownLink = new RegExp(`!?\\[([^\\]]*)\\]\\(\\s*<?${mark}[^)]*\\)`, 'g');
const wrappedLink = new RegExp(
  `[<("'“”‘’«»‹›「」『』（）【】《》[]+\\s*${mark}\\s*[>)"'“”‘’«»‹›「」『』（）【】《》\\]]+`,
  'g',
);
const separatorsBefore = /[\s:：|>→=–—-]+$/;
const separatorsAfter = /^[\s,;:.|–—-]+/;
const listMark = /^[*•–—-]\s+/;
const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
  '«': '»',
  '「': '」',
};

function wordsAround(text: string, links: readonly FoundLink[]): string {
  const plain = text.replaceAll(mark, ' ');
  let marked = '';
  let from = 0;
  for (const { start, end: to } of links) {
    marked += plain.slice(from, start) + mark;
    from = to;
  }
  marked += plain.slice(from);
  const pieces = marked.replace(markdownLink, `$1 ${mark}`).replace(wrappedLink, mark).split(mark);
  const words = pieces
    .map((piece, index) => {
      const after = index > 0 ? piece.replace(separatorsAfter, '') : piece;
      return index < pieces.length - 1 ? after.replace(separatorsBefore, '') : after;
    })
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(listMark, '');
  const isQuoted = words.length > 1 && quotes[words.charAt(0)] === words.at(-1);
  const bare = isQuoted ? words.slice(1, -1) : words;
  return /[\p{L}\p{N}]/u.test(bare) ? [...bare].slice(0, restLength).join('') : '';
}
