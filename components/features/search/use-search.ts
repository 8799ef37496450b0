'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDebounced } from '@/components/common/use-debounced';
import { collectionName } from '@/components/entities/collection-chip';
import type { SearchOption } from '@/components/features/search/search-option';
import {
  collectionBeingTyped,
  matchingCollections,
  withoutCollection,
} from '@/components/features/search/search-text';
import type { CollectionSummary } from '@/lib/contract/schemas/collection';
import type { SearchResult } from '@/lib/contract/schemas/search';
import { collectionQueries } from '@/lib/queries/collections';
import { searchMinLength, searchPreviewSize, searchQueries } from '@/lib/queries/search';

/** A pause in typing after which is searched. */
const pauseMs = 300;

/** What the modal searches for while somebody types, and what it has found. */
export function useSearch() {
  const t = useTranslations('Search');
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<CollectionSummary | null>(null);
  const query = withoutCollection(text).trim();
  const settled = useDebounced(query, pauseMs);
  const isAsked = query.length >= searchMinLength;
  const preview = useQuery({
    ...searchQueries.preview({ q: settled, collection: filter?.uuid }),
    placeholderData: keepPreviousData,
  });
  const { data: collections = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
  });

  const typed = collectionBeingTyped(text);
  const nameOf = (collection: CollectionSummary) => collectionName(collection, t('uncategorized'));
  const filters: SearchOption[] =
    typed === null
      ? []
      : matchingCollections(collections, nameOf, typed).map((collection) => ({ kind: 'filter', collection }));
  const result = isAsked && settled.length >= searchMinLength ? preview.data : undefined;
  const isCurrent = settled === query && !preview.isPlaceholderData && preview.data !== undefined;

  return {
    text,
    setText,
    filter,
    setFilter,
    query,
    nameOf,
    isAsked,
    /** Nothing to show yet, and something on its way. */
    isPending: isAsked && result === undefined && !preview.isError,
    isError: isAsked && preview.isError,
    retry: () => void preview.refetch(),
    /** The answer is to what stands in the field now. */
    isCurrent,
    result,
    isTypingFilter: typed !== null,
    options: typed === null ? optionsOf(result) : filters,
    clear: () => {
      setText('');
      setFilter(null);
    },
  };
}

export type Search = ReturnType<typeof useSearch>;

function optionsOf(result: SearchResult | undefined): SearchOption[] {
  if (result === undefined) return [];
  const bookmarks = result.bookmarks.slice(0, searchPreviewSize);
  const { total } = result.pagination;
  return [
    ...bookmarks.map((bookmark): SearchOption => ({ kind: 'bookmark', bookmark })),
    ...(total > bookmarks.length ? [{ kind: 'all', total } as const] : []),
    ...result.collections.slice(0, 4).map((collection): SearchOption => ({ kind: 'collection', collection })),
  ];
}
