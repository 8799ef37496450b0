'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { planFeatures } from '@/lib/domain/plans';

/** That the free plan has no room for another space, and where more is to be had. */
export function PlanText() {
  const t = useTranslations('Spaces');
  return t.rich('full', {
    count: planFeatures.free.spaces,
    plans: (words) => (
      <Link href="/settings/subscription?plan=pro" className="font-medium text-primary underline">
        {words}
      </Link>
    ),
  });
}
