import { trimTitle } from '@/lib/contract/blank';
import { bookmarkType } from '@/lib/domain/bookmark-type';
import type { BookmarkType } from '@/lib/domain/query/query';
import {
  type SearchableText,
  foldText,
  hostLexeme,
  quoteLexeme,
  splitWords,
  tagLexeme,
  typeLexeme,
} from '@/lib/domain/search-words';

/** Which rule of indexing a row was written by. A row of an older one is reindexed in the background. */
export const indexVersion = 1;

const descriptionLength = 8_000;
const pathLength = 1_000;
const hostsMax = 10;

const titleKeyLength = 200;

/** The sort key of the title; a bookmark without one is sorted by its displayed address. */
export function titleKey({ title, domain, path }: Pick<SearchableText, 'title' | 'domain' | 'path'>): string {
  const folded = foldText(trimTitle(title) || domain + path);
  return folded.length <= titleKeyLength ? folded : Array.from(folded).slice(0, titleKeyLength).join('');
}

/** The sort key of what has no readable title, after every other. */
export const encryptedTitleKey = '\u{10FFFF}';

/** A host, without its port too, and every host above it. */
export function hostsAbove(domain: string): string[] {
  if (domain === '') return [];
  const port = domain.startsWith('[') ? -1 : domain.indexOf(':');
  const host = port < 0 ? domain : domain.slice(0, port);
  const labels = host.startsWith('[') ? [host] : host.split('.').slice(-hostsMax);
  const hosts = labels.map((_, index) => labels.slice(index).join('.'));
  return port < 0 ? hosts : [domain, ...hosts];
}

/**
 * What the index keeps of a bookmark, as a `tsvector` in PostgreSQL's own notation. Each word carries the code of the
 * best field that contains it, so that the index alone decides "in the title"; title, tags and host name
 * their words each, the rest only those that none of them has. Each whole tag follows `#`, each host that the
 * bookmark is under behind `/`, its type behind `%`.
 */
export function searchVector(text: SearchableText, type: BookmarkType | null = bookmarkType(text)): string {
  const lexemes = new Set<string>();
  const named = new Set<string>();
  const name = (code: string, words: readonly string[]): void => {
    for (const found of words) {
      named.add(found);
      lexemes.add(code + found);
    }
  };
  name('t', splitWords(text.title));
  for (const tag of text.tags) {
    name('g', splitWords(tag));
    lexemes.add(quoteLexeme(tagLexeme(tag)));
  }
  name('h', splitWords(text.domain));
  for (const host of hostsAbove(text.domain)) lexemes.add(quoteLexeme(hostLexeme(host)));
  if (type !== null) lexemes.add(typeLexeme(type));
  const rest = `${text.description.slice(0, descriptionLength)} ${text.path.slice(0, pathLength)}`;
  for (const found of splitWords(rest)) {
    if (!named.has(found)) lexemes.add(`x${found}`);
  }
  return [...lexemes].join(' ');
}

/** The columns that are written with every readable bookmark: see [Note: Search columns]. */
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
