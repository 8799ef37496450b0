'use client';

import { useQuery } from '@tanstack/react-query';
import { onDemand } from '@/components/common/on-demand';
import { hasFeature } from '@/lib/domain/plans';
import { accountQueries } from '@/lib/api/account';

const SuggestedGroups = onDemand(() =>
  import('@/components/features/suggestions/suggested-groups').then((module) => module.SuggestedGroups),
);

const SuggestionsTeaser = onDemand(() =>
  import('@/components/features/suggestions/suggested-groups').then((module) => module.SuggestionsTeaser),
);

/** Above the collections: the suggested groups, or on a plan without suggestions an explanation. */
export function SuggestionsSlot() {
  const { data: account } = useQuery({
    ...accountQueries.current(),
    select: ({ uuid, plan }) => ({ uuid, isOn: hasFeature(plan, 'suggestions') }),
  });
  if (account === undefined) return null;
  if (!account.isOn) return <SuggestionsTeaser />;
  return <SuggestedGroups key={account.uuid} account={account.uuid} />;
}
