'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useUrlText } from '@/components/common/use-url-text';
import { editedQuery, isInterpreted } from '@/components/features/search/query-text';
import {
  filterOf,
  modeOf,
  parseSearch,
  type SearchAddress,
  searchHref,
} from '@/components/features/search/search-address';
import { useSpaces } from '@/components/features/search/search-controls';
import { useMergedResult } from '@/components/features/search/use-local-found';
import { alternatives } from '@/components/features/search/alternatives';
import { accountQueries } from '@/lib/api/account';
import { searchMinLength, searchQueries } from '@/lib/api/search';

/** Syncs the search in the URL and the text of the field, in both directions. */
function useSearchAddress() {
  const search = parseSearch(Object.fromEntries(useSearchParams()));
  const { text, type, leave, replace } = useUrlText(search.q, (q) =>
    // Typed text is a new search, in which conditions are understood again.
    window.history.replaceState(null, '', searchHref({ ...search, q, mode: undefined })),
  );
  return {
    search,
    text,
    type,
    leave,
    /** Navigates to another search; the back button returns here. */
    go: (next: SearchAddress) => {
      replace(next.q);
      if (searchHref(next) !== searchHref(search)) window.history.pushState(null, '', searchHref(next));
    },
  };
}

/** Returns the search in the URL, its results, and functions to change it. */
export function usePageSearch() {
  const address = useSearchAddress();
  const { go } = address;
  const search = useKnownSearch(address.search);
  const { data: plan = 'free' } = useQuery({ ...accountQueries.current(), select: ({ plan }) => plan });
  const filter = filterOf(search, plan);
  const isLongEnough = search.q.length >= searchMinLength;
  const response = useQuery({
    ...searchQueries.page(filter, 1),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const result = useMergedResult(isLongEnough ? response.data : undefined, search);
  const isCurrent = result !== undefined && !response.isPlaceholderData;
  const isAsked = modeOf(search, plan) === 'ask';
  const isUnderstood = isAsked && result !== undefined && isInterpreted(search.q, result.query);
  /** The query in the grammar, which selections change: the interpretation of the text. */
  const query = isCurrent ? result.query.text : search.q;
  const { without } = editedQuery(query);
  return {
    ...address,
    search,
    plan,
    filter,
    result,
    isLongEnough,
    isCurrent,
    /** Whether the search waits for the network. */
    isOffline: response.fetchStatus === 'paused' && !isCurrent,
    /** Whether conditions were understood from plain words. */
    isUnderstood,
    query,
    /** Changes the query, and the space if one is given, with the same collection. */
    change: (q: string, space = search.space) => go({ ...search, q, space }),
    /** Searches for the words as typed, without the conditions understood from them. */
    searchWords: () => go({ ...search, mode: 'keyword' }),
    alternatives:
      result && isCurrent
        ? alternatives({
            text: search.q,
            isUnderstood,
            plan,
            result,
            without,
            isNarrowed: search.collection !== undefined || search.space !== undefined,
          })
        : [],
  };
}

/** Returns the search of the URL, without the limit to a space that no longer exists. */
function useKnownSearch(search: SearchAddress): SearchAddress {
  const spaces = useSpaces();
  const isGone =
    search.space !== undefined && spaces.length > 0 && spaces.every(({ uuid }) => uuid !== search.space);
  return isGone ? { ...search, space: undefined } : search;
}

export type PageSearch = ReturnType<typeof usePageSearch>;
