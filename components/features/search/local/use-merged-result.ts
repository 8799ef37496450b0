'use client';

import { useMemo } from 'react';
import { mergeResult, type MergedResult } from '@/components/features/search/local/merge-result';
import { useLocalFound } from '@/components/features/search/local/use-local-found';
import type { SearchResult } from '@/lib/contract/schemas/search';

/** The answer of the service together with what is found on this device; the hits from here go with the keys. */
export function useMergedResult(
  result: SearchResult | undefined,
  collection?: string,
): MergedResult | undefined {
  const found = useLocalFound(result, collection);
  return useMemo(() => result && mergeResult(result, found), [result, found]);
}
