'use client';

import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyFeature } from '@/components/common/lazy-feature';
import { accountQueries } from '@/lib/queries/account';

const SuggestedGroups = lazyFeature(
  async () => ({
    default: (await import('@/components/features/suggestions/suggested-groups')).SuggestedGroups,
  }),
  ['Suggestions'],
);

/** Stands above the collections and loads what is suggested, for those whose plan has it. */
export function SuggestionsSlot() {
  const { data: account } = useQuery({
    ...accountQueries.current(),
    select: ({ uuid, plan }) => ({ uuid, isPro: plan === 'pro' }),
  });
  if (account?.isPro !== true) return null;
  return (
    <Suspense fallback={null}>
      <SuggestedGroups key={account.uuid} account={account.uuid} />
    </Suspense>
  );
}
