'use client';

import { useQuery } from '@tanstack/react-query';
import { onDemand } from '@/components/common/on-demand';
import { accountQueries } from '@/lib/queries/account';

const SuggestedGroups = onDemand(() =>
  import('@/components/features/suggestions/suggested-groups').then((module) => module.SuggestedGroups),
);

/** Stands above the collections and loads what is suggested, for those whose plan has it. */
export function SuggestionsSlot() {
  const { data: account } = useQuery({
    ...accountQueries.current(),
    select: ({ uuid, plan }) => ({ uuid, isPro: plan === 'pro' }),
  });
  if (account?.isPro !== true) return null;
  return <SuggestedGroups key={account.uuid} account={account.uuid} />;
}
