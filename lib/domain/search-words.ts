import { trimTitle } from '@/lib/contract/blank';
import type { BookmarkType } from '@/lib/domain/query/query';
import { readablePath, searchablePath } from '@/lib/domain/readable-path';
import { tagKey } from '@/lib/domain/tag-key';

export interface SearchableText {
  title: string;
  tags: readonly string[];
  /** Displayed host, without `www.`. */
  domain: string;
  description: string;
  /** The user's own text. */
  notes?: string;
  /** The part of the URL after the host, readable. */
  path: string;
}

const wordLength = 64;

const plainAscii = /^[\u0000-\u007f]*$/;
const accents = /[\u0300-\u036f]+/g;
// Letters that Unicode does not decompose, although users type the plain ones.
const lookalikes: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i', ŋ: 'n', ĸ: 'k',
  ς: 'σ',
}; // prettier-ignore
const lookalike = /[ßæœøđðłþħŧıŋĸς]/g;

/** Folds case, accents and Unicode normalization: `Ação`, `ação` and `ACAO` become equal. */
export function foldText(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase();
  // Styled letters have case only after decomposition, and lower-casing may produce decomposable letters.
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(lookalike, (letter) => lookalikes[letter] ?? letter);
}

const titleKeyLength = 200;

/** Returns the sort key of a title; a bookmark without a title is sorted by its displayed URL. */
export function titleKey({ title, domain, path }: Pick<SearchableText, 'title' | 'domain' | 'path'>): string {
  const folded = foldText(trimTitle(title) || domain + path);
  return folded.length <= titleKeyLength ? folded : Array.from(folded).slice(0, titleKeyLength).join('');
}

/** Sort key of bookmarks without a readable title, after all others. */
export const encryptedTitleKey = '\u{10FFFF}';

// Han and kana are written without spaces, so each character is a word, like each emoji.
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]|[\p{L}\p{N}\p{M}]+/gu;
const asciiWord = /[a-z0-9]+/g;

/** Returns the folded words in text order, with repetitions; words are truncated to 64 UTF-16 code units. */
export function splitWords(text: string): string[] {
  const folded = foldText(text);
  const words = folded.match(plainAscii.test(folded) ? asciiWord : word) ?? [];
  return words.map((found) =>
    found.length > wordLength ? found.slice(0, wordLength).toWellFormed() : found,
  );
}

// Names that end or begin with a sign: `C++`, `C#`, `A*`, `.NET`.
const symbolName =
  /(?<![\p{L}\p{N}.])(?:[\p{L}\p{N}]{1,12}\+\+|[a-z]{1,2}#|[a-z]\*|\.[a-z]{2}[a-z0-9]*)(?![\p{L}\p{N}+#*])/gu;

// Words joined by one sign: `e-mail`, `HTTP/2`, `Next.js`.
const joinedName = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-/._'’·&][\p{L}\p{N}]+){1,2}(?![\p{L}\p{N}])/gu;
const joinedLength = 24;

const joinedOf = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Returns the words by which a text is found: those of {@link splitWords}, names with signs as a whole, and joined
 * words also as one.
 */
export function indexedWords(text: string): string[] {
  const folded = foldText(text);
  const names = folded.match(symbolName) ?? [];
  const joined = (folded.match(joinedName) ?? [])
    .map(joinedOf)
    .filter((name) => name.length <= joinedLength && /\p{L}/u.test(name));
  return [...splitWords(text), ...names, ...joined];
}

/** Returns the lexeme of a complete tag; equivalent tags have the same lexeme. */
export const tagLexeme = (tag: string): string => `#${tagKey(tag)}`;

/** Returns the lexeme of a bookmark type. */
export const typeLexeme = (type: BookmarkType): string => `%${type}`;

/** Returns the lexeme of a host; a bookmark has those of its host and all parent domains. */
export const hostLexeme = (host: string): string => `/${host.toLowerCase()}`;

/** Returns the lexeme of a word in a host. */
export const hostWordLexeme = (word: string): string => `h${word}`;

/** Quotes a lexeme for a `tsvector` or `tsquery` literal. */
export const quoteLexeme = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;

const addressStart = /^(?:https?:\/\/)?(?:www\.)?/i;

/**
 * Returns the folded words of a query word without the prefix of a URL, which is not indexed, and with a readable path,
 * as it is indexed, so that a pasted URL finds its bookmark. A name with a sign is one word: `c++`.
 */
export function queryWords(text: string): string[] {
  const folded = foldText(searchablePath(readablePath(text.replace(addressStart, ''))));
  const words: string[] = [];
  let end = 0;
  for (const { 0: name, index } of folded.matchAll(symbolName)) {
    words.push(...splitWords(folded.slice(end, index)), name);
    end = index + name.length;
  }
  return [...words, ...splitWords(folded.slice(end))];
}

/**
 * Returns other spellings of a query word, each as folded words that all have to match: `email` for `e-mail`, `iphone`
 * and `15` for `iphone15`.
 */
export function otherSpellings(text: string): string[][] {
  const words = queryWords(text);
  const [only] = words;
  if (words.length === 1 && only !== undefined) {
    const parts = only.match(/\p{L}+|\p{N}+/gu) ?? [];
    return parts.length === 2 && parts.every((part) => part.length > 1 || /\p{N}/u.test(part)) ? [parts] : [];
  }
  const joined = words.join('');
  const isOneName = words.length <= 3 && joined.length <= joinedLength && !/\s/.test(text.trim());
  return isOneName && /\p{L}/u.test(joined) && words.every((word) => !isSign(word)) ? [[joined]] : [];
}

const isSign = (found: string): boolean => /^[^a-z0-9]$/u.test(found) || /[+#*.]/.test(found);
