'use client';

import { useMemo } from 'react';
import { mergeResult, type MergedResult } from '@/components/features/search/local/merge-result';
import { useLocalFound } from '@/components/features/search/local/use-local-found';
import type { SearchResult } from '@/lib/contract/schemas/search';
import type { SearchFilter } from '@/lib/queries/search';

/** The answer of the service together with what is found on this device; the hits from here go with the keys. */
export function useMergedResult(
  result: SearchResult | undefined,
  where: Pick<SearchFilter, 'collection' | 'space'>,
): MergedResult | undefined {
  const found = useLocalFound(result, where);
  return useMemo(() => result && mergeResult(result, found), [result, found]);
}
