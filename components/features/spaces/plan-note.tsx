'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { AppLink } from '@/components/common/app-link';
import { Icon } from '@/components/ui/icon';
import { accountQueries } from '@/lib/api/account';
import { billingQueries } from '@/lib/api/billing';
import { spaceQueries } from '@/lib/api/spaces';
import { spacesMax, planFeatures } from '@/lib/domain/plans';

/**
 * Explains that the free plan includes no further space, with a link to plans that do. An administrator of an
 * installation without payments also gets the setting that changes the plan.
 */
export function PlanText() {
  const t = useTranslations('Spaces');
  const { data: isAdmin = false } = useQuery({
    ...accountQueries.current(),
    select: (account) => account.isAdmin,
  });
  const { data: isSold = true } = useQuery({
    ...billingQueries.current(),
    enabled: isAdmin,
    select: ({ enabled }) => enabled,
  });
  const { data: used = 0 } = useQuery({ ...spaceQueries.list(), select: ({ content }) => content.length });
  const limit = planFeatures.free.spaces;
  return (
    <>
      {t.rich(used > limit ? 'overFull' : 'full', {
        count: limit,
        used,
        plans: (chunks) => (
          <AppLink href="/settings/subscription?plan=pro" className="font-medium text-primary underline">
            {chunks}
          </AppLink>
        ),
      })}
      {isSold ? null : <> {t.rich('selfHosted', { setting: (chunks) => <code>{chunks}</code> })}</>}
    </>
  );
}

/** Whether the plan of the account includes no further space. */
export function usePlanIsFull(): boolean {
  const { data: max = Number.POSITIVE_INFINITY } = useQuery({
    ...accountQueries.current(),
    select: ({ plan }) => spacesMax(plan),
  });
  const { data: count = 0 } = useQuery({ ...spaceQueries.list(), select: ({ content }) => content.length });
  return count >= max;
}

/** Shown below the list, before the user tries to create another space. */
export function PlanNote() {
  if (!usePlanIsFull()) return null;
  return (
    <p className="mt-4 flex max-w-180 items-start gap-2 text-second text-pretty text-muted-foreground">
      <Icon name="i-layers" className="mt-0.5 size-3.5 shrink-0" />
      <span>
        <PlanText />
      </span>
    </p>
  );
}
