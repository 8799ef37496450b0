'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { editedQuery } from '@/components/features/search/query-text';
import { filterOf, isQuestion } from '@/components/features/search/search-filter';
import { useSpaces } from '@/components/features/search/space-limit';
import type { SearchAddress } from '@/components/features/search/search-address';
import { useSearchAddress } from '@/components/features/search/use-search-address';
import { useMergedResult } from '@/components/features/search/local/use-merged-result';
import { waysOn } from '@/components/features/search/ways-on';
import { accountQueries } from '@/lib/queries/account';
import { searchMinLength, searchQueries } from '@/lib/queries/search';

/** The search of the address, what is known of its answer, and how to lead to another one. */
export function usePageSearch() {
  const address = useSearchAddress();
  const { go } = address;
  const search = useKnownSearch(address.search);
  const { data: plan = 'free' } = useQuery({ ...accountQueries.current(), select: ({ plan }) => plan });
  const filter = filterOf(search, plan);
  const isAsked = search.q.length >= searchMinLength;
  const answer = useQuery({
    ...searchQueries.page(filter, 1),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const result = useMergedResult(isAsked ? answer.data : undefined, search);
  const isCurrent = result !== undefined && !answer.isPlaceholderData;
  const asked = isQuestion(search, plan);
  /** The query as grammar, which choices change: of a question, what was understood of it. */
  const query = isCurrent ? result.query.text : search.q;
  const { without } = editedQuery(query);
  return {
    ...address,
    search,
    plan,
    filter,
    result,
    isAsked,
    isCurrent,
    isQuestion: asked,
    /** The address asks a question that the plan does not hold. */
    isRefused: search.mode === 'ask' && !asked,
    query,
    /** Leads to a query in the grammar, in the same place. */
    change: (q: string) => go({ q, collection: search.collection, space: search.space }),
    ways:
      result && isCurrent
        ? waysOn({
            text: search.q,
            isQuestion: asked,
            plan,
            result,
            without,
            isNarrowed: search.collection !== undefined || search.space !== undefined,
          })
        : [],
  };
}

/** The search of the address, without a limit to a space that the account does not have any more. */
function useKnownSearch(search: SearchAddress): SearchAddress {
  const spaces = useSpaces();
  const isGone =
    search.space !== undefined && spaces.length > 0 && spaces.every(({ uuid }) => uuid !== search.space);
  return isGone ? { ...search, space: undefined } : search;
}

export type PageSearch = ReturnType<typeof usePageSearch>;
