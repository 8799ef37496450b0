'use client';

import { useQuery } from '@tanstack/react-query';
import { PlanWords } from '@/components/features/spaces/plan-words';
import { Icon } from '@/components/ui/icon';
import { limits } from '@/lib/contract/limits';
import { accountQueries } from '@/lib/queries/account';
import { spaceQueries } from '@/lib/queries/spaces';

/** Whether the plan of the account has no room for another space. */
export function usePlanIsFull(): boolean {
  const { data: isFree } = useQuery({
    ...accountQueries.current(),
    select: ({ plan }) => plan === 'free',
  });
  const { data: count = 0 } = useQuery({ ...spaceQueries.list(), select: ({ content }) => content.length });
  return isFree === true && count >= limits.freeSpaces;
}

/** Under the list, before another space is asked for in vain. */
export function PlanNote() {
  if (!usePlanIsFull()) return null;
  return (
    <p className="mt-4 flex max-w-180 items-start gap-2 text-second text-pretty text-muted-foreground">
      <Icon name="i-layers" className="mt-0.5 size-3.5 shrink-0" />
      <span>
        <PlanWords />
      </span>
    </p>
  );
}
