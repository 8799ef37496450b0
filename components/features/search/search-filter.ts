import type { SearchAddress } from '@/components/features/search/search-address';
import type { Plan } from '@/lib/contract/account';
import { hasFeature } from '@/lib/domain/plans';
import type { SearchFilter } from '@/lib/api/search';

/** Whether the text is read as a question: a plan without questions searches for its words. */
export const isQuestion = ({ mode }: Pick<SearchAddress, 'mode'>, plan: Plan): boolean =>
  mode === 'ask' && hasFeature(plan, 'ask');

/** Returns the API filter for a URL of the search screen, where a question may take longer. */
export function filterOf(search: SearchAddress, plan: Plan): SearchFilter {
  const { q, collection, space } = search;
  return {
    q,
    ...(collection !== undefined && { collection }),
    ...(space !== undefined && { space }),
    ...(isQuestion(search, plan) && { mode: 'ask', assist: true }),
  };
}
