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
 * as it is indexed, so that a pasted URL finds its bookmark.
 */
export const queryWords = (text: string): string[] =>
  splitWords(searchablePath(readablePath(text.replace(addressStart, ''))));
