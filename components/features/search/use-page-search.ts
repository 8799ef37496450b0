'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useUrlText } from '@/components/common/use-url-text';
import { editedQuery } from '@/components/features/search/query-text';
import {
  filterOf,
  isQuestion,
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
  const { text, type, replace } = useUrlText(search.q, (q) =>
    window.history.replaceState(null, '', searchHref({ ...search, q })),
  );
  return {
    search,
    text,
    type,
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
  const isQuestionMode = isQuestion(search, plan);
  /** The query in the grammar, which selections change: for a question, its interpretation. */
  const query = isCurrent ? result.query.text : search.q;
  const { without } = editedQuery(query);
  const isRanked = isQuestionMode && (!isCurrent || result.query.closest);
  return {
    ...address,
    search,
    plan,
    filter,
    result,
    isLongEnough,
    isCurrent,
    isQuestion: isQuestionMode,
    /** Whether the URL contains a question, which the plan does not include. */
    isRefused: search.mode === 'ask' && !isQuestionMode,
    query,
    /**
     * Changes the query, and the space if one is given, with the same collection. The words of a question that only rank its results
     * do not become a filter.
     */
    change: (q: string, space = search.space) =>
      go({ ...search, q, space, mode: isRanked ? 'ask' : undefined }),
    /** Searches for the words of a question literally. */
    searchWords: () => go({ ...search, mode: undefined }),
    alternatives:
      result && isCurrent
        ? alternatives({
            text: search.q,
            isQuestion: isQuestionMode,
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
