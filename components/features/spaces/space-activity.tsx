'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { BarChart } from '@/components/common/bar-chart';
import { Skeleton } from '@/components/ui/skeleton';
import { limits } from '@/lib/contract/limits';
import { spaceQueries } from '@/lib/queries/spaces';

/** How much was saved in a space lately, day by day. Where that cannot be had, the rest of the row says enough. */
export function SpaceActivity({ uuid }: { uuid: string }) {
  const t = useTranslations('Spaces');
  const { data: values, isFetching } = useQuery({
    ...spaceQueries.top(),
    select: ({ content }) => content.find((space) => space.uuid === uuid)?.activity.map(({ count }) => count),
  });
  // A space that was just made is not among those that were read before.
  if (values === undefined) return isFetching ? <Skeleton className="h-12 w-30" /> : null;
  const count = values.reduce((sum, value) => sum + value, 0);
  return (
    <div className="w-30">
      <BarChart
        values={values}
        label={t('activity', { count, days: limits.activityDays })}
        // Where the chart stands below the words, nothing needs no room.
        className={count === 0 ? 'max-md:h-1' : ''}
      />
      <p aria-hidden="true" className="mt-1 text-caption text-muted-foreground tabular-nums">
        {t('activityShort', { count, days: limits.activityDays })}
      </p>
    </div>
  );
}
