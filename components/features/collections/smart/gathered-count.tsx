'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useDebounced } from '@/components/common/use-debounced';
import { smartQueries } from '@/lib/queries/smart';

const settleMs = 300;

/** How much a query would gather at the moment, said once it stands still. */
export function GatheredCount({ query }: { query: string }) {
  const t = useTranslations('Collections.smart');
  const asked = useDebounced(query, settleMs);
  const { data: total, isError } = useQuery({
    ...smartQueries.gathered(asked),
    select: ({ pagination }) => pagination.total,
    placeholderData: keepPreviousData,
  });
  const text =
    asked === ''
      ? t('countNothing')
      : isError
        ? t('countFailed')
        : total === undefined
          ? ''
          : t('count', { count: total });
  return (
    <p role="status" className="min-h-5 text-second text-muted-foreground tabular-nums">
      {text}
    </p>
  );
}
