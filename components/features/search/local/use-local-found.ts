'use client';

import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from 'next-intl';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useOpened } from '@/components/entities/use-opened';
import { loadLocal, type Local, type LocalFound } from '@/components/features/search/local/load-local';
import { useSpaces } from '@/components/features/search/space-limit';
import type { SearchResult } from '@/lib/contract/schemas/search';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import { collectionQueries } from '@/lib/queries/collections';
import type { SearchFilter } from '@/lib/queries/search';

/** What a search finds among the bookmarks that are open on this device; null while none is. */
export function useLocalFound(
  result: SearchResult | undefined,
  { collection, space }: Pick<SearchFilter, 'collection' | 'space'>,
): LocalFound | null {
  // Bookmarks are decrypted for the current space only.
  const current = useSpaces().find(({ isCurrent }) => isCurrent)?.uuid;
  const isOpen = useOpened().size > 0 && (space === undefined || space === current);
  const local = useLocal(isOpen);
  const timeZone = useTimeZone() ?? 'UTC';
  const query = result?.query;
  const isKnown = result?.tiers.some((tier) => tier < bookmarkTiers) === true;
  // Only what speaks of collections needs to know them.
  const asks = isOpen && (collection !== undefined || query?.text.includes('@') === true);
  const { data } = useQuery({ ...collectionQueries.list({}), enabled: asks });
  const collections = asks ? data?.content : undefined;
  return useMemo(() => {
    if (!isOpen || local === null || local.index.bookmarks.length === 0 || query === undefined) return null;
    return local.find({ query, collection, collections: collections ?? [], isKnown }, timeZone);
  }, [isOpen, local, query, collection, collections, isKnown, timeZone]);
}

// One load serves every search of the page.
let loaded: Local | null = null;
const noWatch = () => () => undefined;
const noIndex = () => null;

function useLocal(isOpen: boolean) {
  const [local, setLocal] = useState(loaded);
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  useEffect(() => {
    if (isOpen && local === null) {
      // Where it cannot be loaded the results of the service stand alone.
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
