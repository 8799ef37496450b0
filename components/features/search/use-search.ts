'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '@/components/common/use-debounced';
import { completed, useCompletion, withoutCompletion } from '@/components/features/search/use-completion';
import { editedQuery, isInterpreted } from '@/components/features/search/query-text';
import { modeOf } from '@/components/features/search/search-address';
import { spaceOfHit, type NameOption, type SearchOption } from '@/components/features/search/search-option';
import { firstClosest } from '@/lib/api/closeness';
import { type MergedResult, useMergedResult } from '@/components/features/search/use-local-found';
import { alternatives } from '@/components/features/search/alternatives';
import type { Alternative } from '@/components/features/search/search-option';
import type { Plan } from '@/lib/contract/account';
import type { SearchResult } from '@/lib/contract/search';
import { searchMinLength, searchPreviewSize, searchQueries, type SearchFilter } from '@/lib/api/search';

/** Delay after typing before the search is sent. */
const pauseMs = 300;

/** Searches while the user types in the modal. */
export function useSearch(plan: Plan) {
  const field = useSearchText(plan);
  const { query, mode, space } = field;
  // Text inserted by a selection is searched at once; typed text, after a delay.
  const paused = useDebounced(query, pauseMs, { since: field.typedAt, onSettle: useAsk({ mode, space }) });
  const settled = field.isHurried ? query : paused;
  const isLongEnough = query.length >= searchMinLength;
  const preview = useQuery({
    ...searchQueries.preview({ q: settled, mode, space }),
    placeholderData: keepPreviousData,
  });
  const result = useMergedResult(
    isLongEnough && settled.length >= searchMinLength ? preview.data : undefined,
    field,
  );
  const isCompleting = field.completing.completion !== null;
  const isCurrent = settled === query && !preview.isPlaceholderData && preview.data !== undefined;
  const alternatives = result && isCurrent ? alternativesOf(field, plan, result) : [];

  return {
    ...field,
    isLongEnough,
    isCompleting,
    /** Whether there is nothing to show yet, and a request is pending. */
    isPending: isLongEnough && result === undefined && !preview.isError && preview.fetchStatus !== 'paused',
    isError: isLongEnough && preview.isError && !preview.isFetching,
    /** Whether the search waits for the network. */
    isOffline: isLongEnough && preview.fetchStatus === 'paused',
    retry: () => void preview.refetch(),
    /** Whether the result belongs to the current text of the field. */
    isCurrent,
    result,
    alternatives,
    options: isCompleting ? field.completing.options : optionsOf(result, alternatives),
  };
}

export type Search = ReturnType<typeof useSearch>;

/** Sends the request directly when the delay ends, before the modal is rendered with the text. */
function useAsk(filter: Pick<SearchFilter, 'mode' | 'space'>) {
  const client = useQueryClient();
  return (q: string) => {
    if (q.length < searchMinLength) return;
    // The modal handles a failure like a result, through the query.
    client.query(searchQueries.preview({ q, ...filter })).catch(() => undefined);
  };
}

interface FieldText {
  readonly text: string;
  readonly caret: number;
  /** Whether it was inserted by a selection. */
  readonly isHurried: boolean;
  /** Whether its words are searched as typed, without conditions understood from them. */
  readonly isLiteral: boolean;
  /** When it was typed, in milliseconds of `performance.now()`. */
  readonly typedAt?: number;
}

/** State of the field: its text, how it is read, and the name being typed in it. */
function useSearchText(plan: Plan) {
  const [{ text, caret, isHurried, isLiteral, typedAt }, set] = useState<FieldText>({
    text: '',
    caret: 0,
    isHurried: false,
    isLiteral: false,
  });
  const [space, limit] = useState<string | undefined>();
  const completing = useCompletion(text, caret, space);
  const { completion } = completing;
  const query = (completion === null ? text : withoutCompletion(text, completion)).trim();
  return {
    text,
    caret,
    query,
    isHurried,
    typedAt,
    completing,
    isLiteral,
    mode: modeOf({ mode: isLiteral ? 'keyword' : undefined }, plan),
    /** Uuid of the space that the search is limited to. */
    space,
    limit,
    type: (typed: string, at: number) => {
      set({ text: typed, caret: at, isHurried: false, isLiteral: false, typedAt: performance.now() });
    },
    /** The caret has moved in a text; ignored if the text has changed since. */
    moveCaret: (at: number, within: string) =>
      set((now) => (now.caret === at || now.text !== within ? now : { ...now, caret: at })),
    /** Puts a text into the field; literal for a search of its words as typed. */
    put: (next: string, literal = isLiteral) =>
      set({ text: next, caret: next.length, isHurried: true, isLiteral: literal }),
    complete: ({ condition, space: limitedTo }: NameOption) => {
      if (!completion) return;
      set({ ...completed(text, completion, condition), isHurried: true, isLiteral });
      if (limitedTo !== undefined) limit(limitedTo);
    },
    clear: () => {
      set({ text: '', caret: 0, isHurried: false, isLiteral: false });
      limit(undefined);
    },
  };
}

const alternativesOf = (
  { query, mode, space }: Pick<ReturnType<typeof useSearchText>, 'query' | 'mode' | 'space'>,
  plan: Plan,
  result: SearchResult,
): Alternative[] =>
  alternatives({
    text: query,
    isUnderstood: mode === 'ask' && isInterpreted(query, result.query),
    plan,
    result,
    without: editedQuery(result.query.text).without,
    isNarrowed: space !== undefined,
  });

function optionsOf(result: MergedResult | undefined, alternatives: readonly Alternative[]): SearchOption[] {
  if (result === undefined) return [];
  const bookmarks = result.bookmarks.slice(0, searchPreviewSize);
  const closestFrom = firstClosest(result) ?? bookmarks.length;
  const matches = new Map(result.matches.map((match) => [match.uuid, match]));
  const { total } = result.pagination;
  const found: SearchOption[] = [
    ...bookmarks.map((bookmark, index): SearchOption => ({
      kind: 'bookmark',
      bookmark,
      match: matches.get(bookmark.uuid),
      isClosest: index >= closestFrom,
      space: spaceOfHit(result.spaces, bookmark.uuid),
    })),
    ...(total > bookmarks.length ? [{ kind: 'all', total } as const] : []),
    ...result.collections.slice(0, 4).map((collection): SearchOption => ({
      kind: 'collection',
      collection,
      space: spaceOfHit(result.spaces, collection.uuid),
    })),
  ];
  // With results, only suggestions of the intended search are useful.
  const offered = total === 0 ? alternatives : alternatives.filter(({ kind }) => kind === 'suggestion');
  return [...offered.map((alternative): SearchOption => ({ kind: 'alternative', alternative })), ...found];
}
