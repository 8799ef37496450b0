import { orderOfHits, sortKeysOf, type RankedHit } from '@/lib/bookmark/scope';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Clock } from '@/lib/domain/query/dates';
import { parseQuery } from '@/lib/domain/query/parse';
import type { OfflineSpace } from '@/lib/offline/offline-store';
import type { DecryptedTexts } from '@/lib/vault/decrypted';
import { buildIndex, type LocalIndex, type Pause, type ReadableText } from '@/lib/vault/build-index';
import { findLocal, findsLocked, type LocalSearch } from '@/lib/vault/find-local';

/** A space of the copy, prepared for searching. */
export interface SearchableSpace extends OfflineSpace {
  readonly defaultCollection: string | undefined;
  /** Index of the bookmarks that this device can read. */
  readonly index: LocalIndex;
  /** Locked bookmarks, which match by their unencrypted fields. */
  readonly locked: readonly Bookmark[];
}

export interface OfflineSearch extends Clock {
  readonly text: string;
  /** Restricts the search to this collection. */
  readonly collection?: string | undefined;
}

export interface OfflineHits {
  readonly bookmarks: readonly Bookmark[];
  /** Number of bookmarks that match the whole query; the others, the closest ones, follow. */
  readonly full: number;
  /** False if part of the text could not be parsed as a filter and was searched as words. */
  readonly parsed: boolean;
}

/** Cached per bookmark, since the index caches its computations by these objects. */
const plainTexts = new WeakMap<Bookmark, ReadableText>();

function plainText(row: Bookmark): ReadableText {
  const cached = plainTexts.get(row);
  if (cached) return cached;
  const { cipher, tags } = row;
  const [title, url, domain, path, description, notes] = [
    row.title,
    row.url,
    row.domain,
    row.path,
    row.description,
    row.notes,
  ].map((text) => text ?? '') as [string, string, string, string, string, string];
  const text = { cipher, tags, title, url, domain, path, description, notes };
  plainTexts.set(row, text);
  return text;
}

/** Prepares spaces for searching, in small slices; null when the signal aborts it. */
export async function indexSpaces(
  spaces: readonly OfflineSpace[],
  decrypted: DecryptedTexts,
  { pause, signal }: { readonly pause: Pause; readonly signal: AbortSignal },
): Promise<SearchableSpace[] | null> {
  const searchable: SearchableSpace[] = [];
  for (const one of spaces) {
    const texts = new Map<string, ReadableText>(decrypted);
    for (const row of one.bookmarks) if (!row.encrypted) texts.set(row.uuid, plainText(row));
    const defaultCollection = one.collections.find(({ isDefault }) => isDefault)?.uuid;
    const index = await buildIndex(one.bookmarks, texts, { pause, signal, defaultCollection });
    if (index === null) return null;
    const readable = new Set(index.bookmarks.map(({ row }) => row.uuid));
    const locked = one.bookmarks.filter(({ uuid }) => !readable.has(uuid));
    searchable.push({ ...one, defaultCollection, index, locked });
  }
  // A word counts as misspelled only if no space contains it.
  const lexicon = [...new Set(searchable.flatMap(({ index }) => index.lexicon))];
  return searchable.map((one) => ({ ...one, index: { ...one.index, lexicon } }));
}

/** Searches the copy with the same grammar, matcher and order as unlocked bookmarks. */
export function searchSpaces(
  spaces: readonly SearchableSpace[],
  { text, ...options }: OfflineSearch,
): OfflineHits {
  const { query, parsed } = parseQuery(text);
  const found: { row: Bookmark; rank: RankedHit }[] = [];
  for (const { index, locked, collections, defaultCollection } of spaces) {
    const search: LocalSearch = { ...options, query: { text, words: [] }, collections, isKnown: false };
    const { hits, shared } = findLocal(index, search);
    for (const { bookmark, rank } of [...hits, ...shared]) found.push({ row: bookmark.row, rank });
    for (const row of locked.filter(findsLocked(search, defaultCollection)))
      found.push({ row, rank: { ...sortKeysOf(row), score: 1 } });
  }
  const order = orderOfHits(query.sort);
  const isFull = ({ rank }: (typeof found)[number]): boolean => rank.score >= 1;
  const bookmarks = found
    .sort((one, other) => Number(isFull(other)) - Number(isFull(one)) || order(one.rank, other.rank))
    .slice(0, query.limit ?? undefined);
  return { bookmarks: bookmarks.map(({ row }) => row), full: bookmarks.filter(isFull).length, parsed };
}
