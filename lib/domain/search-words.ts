import type { BookmarkType } from '@/lib/domain/query/query';
import { tagKey } from '@/lib/domain/tag-key';

export interface SearchableText {
  title: string;
  tags: readonly string[];
  /** Host as it is shown, without `www.`. */
  domain: string;
  description: string;
  /** What follows the host. */
  path: string;
}

const wordLength = 64;

const plainAscii = /^[\u0000-\u007f]*$/;
const accents = /[\u0300-\u036f]+/g;
// Letters that Unicode does not decompose, although a reader types the plain ones.
const lookalikes: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i', ŋ: 'n', ĸ: 'k',
  ς: 'σ',
}; // prettier-ignore
const lookalike = /[ßæœøđðłþħŧıŋĸς]/g;

/** Text in which case, accents and the way of encoding do not count: `Ação`, `ação` and `ACAO` are one. */
export function foldText(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase();
  // A styled letter shows its case only once it is decomposed, and a letter in lower case may come apart again.
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(lookalike, (letter) => lookalikes[letter] ?? letter);
}

// Han and kana are written without spaces: each sign is a word. So is an emoji.
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]|[\p{L}\p{N}\p{M}]+/gu;
const asciiWord = /[a-z0-9]+/g;

/** Folded words in the order of the text, with repetitions; a word of more than 64 units is cut there. */
export function splitWords(text: string): string[] {
  const folded = foldText(text);
  const words = folded.match(plainAscii.test(folded) ? asciiWord : word) ?? [];
  return words.map((found) =>
    found.length > wordLength ? found.slice(0, wordLength).toWellFormed() : found,
  );
}

/** The lexeme of a whole tag; tags that count as the same have the same one. */
export const tagLexeme = (tag: string): string => `#${tagKey(tag)}`;

/** The lexeme of a type of bookmark. */
export const typeLexeme = (type: BookmarkType): string => `%${type}`;

/** The lexeme of a host; a bookmark has that of its own host and of every one above it. */
export const hostLexeme = (host: string): string => `/${host.toLowerCase()}`;

/** The lexeme of a word of a host. */
export const hostWordLexeme = (word: string): string => `h${word}`;

/** A lexeme quoted for a literal of `tsvector` or `tsquery`. */
export const quoteLexeme = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;

const addressStart = /^(?:https?:\/\/)?(?:www\.)?/i;

/**
 * The folded words of a word of a query, without the prefix of an address, since no
 * bookmark's words contain it: a pasted address finds its bookmark.
 */
export const queryWords = (text: string): string[] => splitWords(text.replace(addressStart, ''));
