'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { LoadBoundary } from '@/components/common/load-boundary';
import { accountQueries } from '@/lib/queries/account';

const SuggestedGroups = dynamic(
  () => import('@/components/features/suggestions/suggested-groups').then((module) => module.SuggestedGroups),
  { ssr: false },
);

/** Stands above the collections and loads what is suggested, for those whose plan has it. */
export function SuggestionsSlot() {
  const { data: account } = useQuery({
    ...accountQueries.current(),
    select: ({ uuid, plan }) => ({ uuid, isPro: plan === 'pro' }),
  });
  if (account?.isPro !== true) return null;
  return (
    <LoadBoundary>
      <SuggestedGroups key={account.uuid} account={account.uuid} />
    </LoadBoundary>
  );
}
