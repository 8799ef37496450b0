'use client';

import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { listScope } from '@/lib/bookmark/scope';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { OfflineLibrary } from '@/lib/offline/offline-store';
import { indexSpaces, searchSpaces, type SearchableSpace } from '@/lib/offline/search-library';

export interface OfflineView {
  readonly query: string;
  /** Null shows all spaces. */
  readonly space: string | null;
  readonly collection: string | null;
}

export interface OfflineRows {
  readonly bookmarks: readonly Bookmark[];
  /** Number of rows that match the whole query; the closest ones follow. */
  readonly full: number;
  readonly parsed: boolean;
  /** Whether the query or a smart collection is searched for; otherwise this is a plain list. */
  readonly isSearch: boolean;
  /** Whether the index that a search needs is not built yet. */
  readonly isPending: boolean;
}

/** Minimum length of a query, as in the service. */
const shortest = 2;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Returns the rows of a view of the copy. */
export function useOfflineSearch(library: OfflineLibrary, view: OfflineView, timeZone: string): OfflineRows {
  const index = useIndex(library);
  const query = useDeferredValue(view.query.trim());
  const { space, collection } = view;
  return useMemo(() => {
    const spaces = library.spaces.filter((one) => isShown(one.space.uuid, space));
    const chosen = spaces.flatMap(({ collections }) => collections).find(({ uuid }) => uuid === collection);
    const isSearch = [...query].length >= shortest || (chosen?.smart ?? null) !== null;
    if (!isSearch) {
      const all = spaces.flatMap(({ bookmarks }) => bookmarks);
      const scope = listScope(collection === null ? {} : { collection });
      const inside = all.filter((row) => scope.holds(row) === true);
      // The copy of a space is sorted.
      const bookmarks = spaces.length > 1 ? inside.sort(scope.compare) : inside;
      return { bookmarks, full: bookmarks.length, parsed: true, isSearch, isPending: false };
    }
    if (index === null) return { bookmarks: [], full: 0, parsed: true, isSearch, isPending: true };
    const searched = index.filter(
      (one) =>
        isShown(one.space.uuid, space) &&
        (collection === null || one.collections.some(({ uuid }) => uuid === collection)),
    );
    const options = { text: query, collection: collection ?? undefined, now: new Date(), timeZone };
    return { ...searchSpaces(searched, options), isSearch, isPending: false };
  }, [library, index, query, space, collection, timeZone]);
}

const isShown = (uuid: string, space: string | null): boolean => space === null || uuid === space;

/**
 * Returns the index of the copy, rebuilt after unlocking and locking; until then the previous one, but never
 * after locking.
 */
function useIndex(library: OfflineLibrary): readonly SearchableSpace[] | null {
  const decrypted = useDecrypted();
  const [built, setBuilt] = useState<{ readonly size: number; readonly index: SearchableSpace[] } | null>(
    null,
  );
  useEffect(() => {
    const building = new AbortController();
    const { signal } = building;
    void indexSpaces(library.spaces, decrypted, { pause, signal }).then((index) => {
      if (index !== null && !signal.aborted) setBuilt({ size: decrypted.size, index });
    });
    return () => building.abort();
  }, [library, decrypted]);
  return built !== null && built.size <= decrypted.size ? built.index : null;
}
