'use client';

import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from 'next-intl';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { OpenedList } from '@/components/features/bookmarks/list/opened-rows/opened-list';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import { collectionQueries } from '@/lib/queries/collections';
import { smartQueries } from '@/lib/queries/smart';
import { emptyIndex, type LocalIndex } from '@/lib/vault/search/build-index';
import { findLocal, findsLocked, type LocalHit, type LocalSearch } from '@/lib/vault/search/find-local';
import { followVault, localIndex, watchIndex } from '@/lib/vault/search/local-index';

/** The opened bookmarks that a smart collection gathers; null until that is known. */
export function useGatheredRows(collection: string): OpenedList | null {
  const timeZone = useTimeZone() ?? 'UTC';
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  const { data } = useQuery(collectionQueries.list({}));
  const collections = data?.content;
  const query = collections?.find(({ uuid }) => uuid === collection)?.smart?.query ?? '';
  // The service takes words for others that its library has: what it says of them holds here too.
  const { data: meant, isPending } = useQuery(smartQueries.gathered(query));
  useEffect(() => followVault(defaultCollection), [defaultCollection]);
  const index = useSyncExternalStore(watchIndex, localIndex, () => emptyIndex);
  return useMemo(() => {
    if (collections === undefined || isPending || index === emptyIndex) return null;
    const words = meant?.query.words ?? [];
    const isKnown = meant?.tiers.some((tier) => tier < bookmarkTiers) === true;
    return gather(
      index,
      { query: { text: '', words }, collection, collections, isKnown, timeZone },
      defaultCollection,
    );
  }, [collections, isPending, index, meant, collection, timeZone, defaultCollection]);
}

/** What a smart collection gathers of what is open, as of now. */
export function gather(
  index: LocalIndex,
  search: Omit<LocalSearch, 'now'> & Partial<Pick<LocalSearch, 'now'>>,
  defaultCollection: string | undefined,
): OpenedList {
  const asked = { now: new Date(), ...search };
  const { hits, shared } = findLocal(index, asked);
  const rowOf = ({ bookmark: { row, titleKey } }: LocalHit, isAdded: boolean) => ({
    uuid: row.uuid,
    key: titleKey,
    bookmark: row,
    isAdded,
  });
  return {
    rows: [...hits.map((hit) => rowOf(hit, true)), ...shared.map((hit) => rowOf(hit, false))],
    holdsLocked: findsLocked(asked, defaultCollection),
  };
}
