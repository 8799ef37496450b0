'use client';
import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from 'next-intl';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import { PlacedRows } from '@/components/features/bookmarks/placed-rows';
import type { UnlockedList, UnlockedRowsProps } from '@/components/features/bookmarks/unlocked-list';
import { collectionList } from '@/lib/api/collection-editing';
import { collectionQueries } from '@/lib/api/collections';
import { smartQueries } from '@/lib/api/smart';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import { emptyIndex, type LocalIndex } from '@/lib/vault/build-index';
import { findLocal, findsLocked, type LocalHit, type LocalSearch } from '@/lib/vault/find-local';
import { followVault, localIndex, watchIndex } from '@/lib/vault/local-index';

/** Returns the unlocked bookmarks that match a smart collection; null until that is known. */
function useMatchingRows(collection: string): UnlockedList | null {
  const timeZone = useTimeZone() ?? 'UTC';
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  const { data } = useQuery(collectionList({}));
  const collections = data?.content;
  const query = collections?.find(({ uuid }) => uuid === collection)?.smart?.query ?? '';
  // The service maps words to others that the library contains: its result is used here too.
  const { data: matchResult, isPending } = useQuery(smartQueries.matches(query));
  useEffect(() => followVault(defaultCollection), [defaultCollection]);
  const index = useSyncExternalStore(watchIndex, localIndex, () => emptyIndex);
  return useMemo(() => {
    if (collections === undefined || isPending || index === emptyIndex) return null;
    const words = matchResult?.query.words ?? [];
    const isKnown = matchResult?.tiers.some((tier) => tier < bookmarkTiers) === true;
    return findMatches(
      index,
      { query: { text: '', words }, collection, collections, isKnown, timeZone },
      defaultCollection,
    );
  }, [collections, isPending, index, matchResult, collection, timeZone, defaultCollection]);
}

/** Returns the unlocked bookmarks that currently match a smart collection. */
export function findMatches(
  index: LocalIndex,
  search: Omit<LocalSearch, 'now'> & Partial<Pick<LocalSearch, 'now'>>,
  defaultCollection: string | undefined,
): UnlockedList {
  const localSearch = { now: new Date(), ...search };
  const { hits, shared } = findLocal(index, localSearch);
  const rowOf = ({ bookmark: { row }, rank }: LocalHit, isAdded: boolean) => ({
    bookmark: row,
    keys: rank,
    isAdded,
  });
  return {
    rows: [...hits.map((hit) => rowOf(hit, true)), ...shared.map((hit) => rowOf(hit, false))],
    holdsLocked: findsLocked(localSearch, defaultCollection),
  };
}

type Props = UnlockedRowsProps & { readonly source: BookmarkSource & { kind: 'collection' } };

/** Unlocked bookmarks in a smart collection. */
export const MatchingRows = (props: Props) => (
  <PlacedRows {...props} decrypted={useMatchingRows(props.source.uuid)} />
);
