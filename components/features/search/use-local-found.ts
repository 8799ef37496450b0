'use client';
import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from 'next-intl';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { scoresOf } from '@/lib/api/closeness';
import { loadLocal, type Local, type LocalFound } from '@/components/features/search/load-local';
import { useSpaces } from '@/components/features/search/search-controls';
import { collectionList } from '@/lib/api/collection-editing';
import { collectionQueries } from '@/lib/api/collections';
import type { SearchFilter } from '@/lib/api/search';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { SearchResult } from '@/lib/contract/search';

/** Returns the hits among the bookmarks decrypted on this device; null while there are none. */
export function useLocalFound(
  result: SearchResult | undefined,
  { collection, space }: Pick<SearchFilter, 'collection' | 'space'>,
): LocalFound | null {
  // Bookmarks are decrypted for the current space only.
  const current = useSpaces().find(({ isCurrent }) => isCurrent)?.uuid;
  const isOpen = useDecrypted().size > 0 && (space === undefined || space === current);
  const local = useLocal(isOpen);
  const timeZone = useTimeZone() ?? 'UTC';
  const query = result?.query;
  const isKnown = result?.matches.some(({ form }) => form === 'exact') === true;
  // Only queries about collections need the list of collections.
  const needsCollections = isOpen && (collection !== undefined || query?.text.includes('@') === true);
  const { data } = useQuery({ ...collectionList({}), enabled: needsCollections });
  const collections = needsCollections ? data?.content : undefined;
  return useMemo(() => {
    if (!isOpen || local === null || local.index.bookmarks.length === 0 || query === undefined) return null;
    return local.find({ query, collection, collections: collections ?? [], isKnown }, timeZone);
  }, [isOpen, local, query, collection, collections, isKnown, timeZone]);
}

// Loaded once for all searches of the page.
let loaded: Local | null = null;
const noWatch = () => () => undefined;
const noIndex = () => null;

function useLocal(isOpen: boolean) {
  const [local, setLocal] = useState(loaded);
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  useEffect(() => {
    if (isOpen && local === null) {
      // If it cannot be loaded, only the results of the service are shown.
      void loadLocal().then(
        (module) => setLocal((loaded = module)),
        () => undefined,
      );
    }
    return isOpen ? local?.followVault(defaultCollection) : undefined;
  }, [isOpen, local, defaultCollection]);
  const index = useSyncExternalStore(local?.watchIndex ?? noWatch, local?.localIndex ?? noIndex, noIndex);
  return useMemo(() => (local && index ? { find: local.find, index } : null), [local, index]);
}

/** The response of the service merged with the hits on this device: one ranked list with a common total. */
export interface MergedResult extends SearchResult {
  /** How many of the total only this device can find. */
  readonly localTotal: number;
}

/** Bookmarks stay encrypted here; only the reasons contain found text. */
function mergeResult(result: SearchResult, found: LocalFound | null): MergedResult {
  if (found === null) return { ...result, localTotal: 0 };
  const { pagination } = result;
  const scores = scoresOf(result);
  const { rows, total } = found.mergeRows(
    { total: pagination.total, rows: new Map(result.bookmarks.entries()) },
    found,
    ({ uuid }) => scores.get(uuid) ?? 1,
  );
  const bookmarks: Bookmark[] = [];
  for (let row = rows.get(0); row !== undefined; row = rows.get(bookmarks.length)) bookmarks.push(row);
  return {
    ...result,
    bookmarks,
    scores:
      result.scores.length === 0
        ? []
        : bookmarks.map(({ uuid }) => scores.get(uuid) ?? found.scoreOf(uuid) ?? 1),
    full: result.full + found.hits.filter(({ rank }) => rank.score >= 1).length,
    matches: [...result.matches, ...bookmarks.flatMap(({ uuid }) => found.explain(uuid) ?? [])],
    pagination: { ...pagination, total },
    query: {
      ...result.query,
      words: result.query.words.map((word) => ({
        ...word,
        found: [...(found.words.find(({ text }) => text === word.text)?.found ?? word.found)],
      })),
    },
    suggestion: total > result.pagination.total ? null : result.suggestion,
    localTotal: total - pagination.total,
  };
}

/**
 * Returns the response of the service merged with the hits on this device, which disappear when the keys are
 * locked.
 */
export function useMergedResult(
  result: SearchResult | undefined,
  where: Pick<SearchFilter, 'collection' | 'space'>,
): MergedResult | undefined {
  const found = useLocalFound(result, where);
  return useMemo(() => result && mergeResult(result, found), [result, found]);
}
