import { bookmarkType } from '@/lib/domain/bookmark-type';
import type { BookmarkType } from '@/lib/domain/query/query';
import { searchablePath } from '@/lib/domain/readable-path';
import {
  type SearchableText,
  hostLexeme,
  quoteLexeme,
  indexedWords,
  splitWords,
  tagLexeme,
  titleKey,
  typeLexeme,
} from '@/lib/domain/search-words';

/**
 * Version of the rules of the columns that are derived from a row's texts and URL. Rows of an older version are
 * reindexed in the background.
 */
export const indexVersion = 3;

const descriptionLength = 8_000;
const notesLength = 8_000;
const pathLength = 1_000;
const hostsMax = 10;

/** Returns a host with and without its port, and all its parent domains. */
export function hostsAbove(domain: string): string[] {
  if (domain === '') return [];
  const port = domain.startsWith('[') ? -1 : domain.indexOf(':');
  const host = port < 0 ? domain : domain.slice(0, port);
  const labels = host.startsWith('[') ? [host] : host.split('.').slice(-hostsMax);
  const hosts = labels.map((_, index) => labels.slice(index).join('.'));
  return port < 0 ? hosts : [domain, ...hosts];
}

/**
 * Returns the index entry of a bookmark as a `tsvector` in PostgreSQL notation. Each word is prefixed with the code of
 * its best field, so that the index alone can decide "in the title"; title, tags and host each index all their words,
 * the notes and the other texts only the remaining ones. Each complete tag is prefixed with `#`, the host and each
 * parent domain with `/`, the type with `%`.
 */
export function searchVector(text: SearchableText, type: BookmarkType | null = bookmarkType(text)): string {
  const lexemes = new Set<string>();
  const indexed = new Set<string>();
  const addWords = (code: string, words: readonly string[]): void => {
    for (const found of words) {
      indexed.add(found);
      lexemes.add(lexemeOf(code + found));
    }
  };
  addWords('t', indexedWords(text.title));
  for (const tag of text.tags) {
    addWords('g', indexedWords(tag));
    lexemes.add(quoteLexeme(tagLexeme(tag)));
  }
  addWords('h', splitWords(text.domain));
  for (const host of hostsAbove(text.domain)) lexemes.add(quoteLexeme(hostLexeme(host)));
  if (type !== null) lexemes.add(typeLexeme(type));
  const path = searchablePath(text.path.slice(0, pathLength));
  const rest = [...indexedWords(text.description.slice(0, descriptionLength)), ...splitWords(path)];
  for (const found of rest) {
    if (!indexed.has(found)) lexemes.add(lexemeOf(`x${found}`));
  }
  for (const found of indexedWords((text.notes ?? '').slice(0, notesLength))) {
    if (!indexed.has(found)) lexemes.add(lexemeOf(`n${found}`));
  }
  return [...lexemes].join(' ');
}

/** Returns the folded words of an annotation in the syntax of `tsvector`, without codes, like those of a page. */
export const highlightVector = (texts: { quote: string; note?: string | undefined; tags?: string }): string =>
  [...new Set(splitWords(`${texts.quote} ${texts.note ?? ''} ${texts.tags ?? ''}`))].join(' ');

/** Quotes a lexeme with a sign, such as `tc++`. */
const lexemeOf = (lexeme: string): string => (/[+#*.]/.test(lexeme) ? quoteLexeme(lexeme) : lexeme);

/** Columns that are written with every readable bookmark: see [Note: Search columns]. */
export interface SearchColumns {
  titleKey: string;
  search: string;
  type: BookmarkType | null;
  indexVersion: number;
}

export function searchColumns(text: SearchableText): SearchColumns {
  const type = bookmarkType(text);
  return { titleKey: titleKey(text), search: searchVector(text, type), type, indexVersion };
}
