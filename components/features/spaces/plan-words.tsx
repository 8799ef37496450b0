'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { limits } from '@/lib/contract/limits';

/** That the free plan has no room for another space, and where more is to be had. */
export function PlanWords() {
  const t = useTranslations('Spaces');
  return t.rich('full', {
    count: limits.freeSpaces,
    plans: (words) => (
      <Link href="/settings/subscription?plan=pro" className="font-medium text-primary underline">
        {words}
      </Link>
    ),
  });
}
