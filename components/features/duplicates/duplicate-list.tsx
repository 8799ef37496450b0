'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useNow, useTimeZone, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { createRowDates } from '@/components/common/row-dates';
import { DuplicateCard } from '@/components/features/duplicates/duplicate-card';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import type { DuplicateGroup } from '@/lib/contract/schemas/bulk';
import { collectionQueries } from '@/lib/queries/collections';

interface DuplicateListProps {
  groups: readonly DuplicateGroup[];
  hasMore: boolean;
  isLoading: boolean;
  failed: boolean;
  onMore: () => void;
}

/** The groups that are loaded; further ones come as their place comes near. */
export function DuplicateList({ groups, hasMore, isLoading, failed, onMore }: DuplicateListProps) {
  const t = useTranslations('Duplicates');
  const dates = useDates();
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  return (
    <>
      <ul aria-label={t('title')} className="mt-1">
        {groups.map(({ bookmarks }) => (
          <DuplicateCard
            key={bookmarks.map(({ uuid }) => uuid).join()}
            {...{ bookmarks, dates, defaultCollection }}
          />
        ))}
      </ul>
      {failed ? (
        <p role="alert" className="flex items-center justify-center gap-3 py-6">
          {t('moreFailed')}
          <Button onClick={onMore}>{t('retry')}</Button>
        </p>
      ) : null}
      {/* A new one for each length of the list: one that stays in sight would not be told of. */}
      {hasMore && !failed ? <MoreSentinel key={groups.length} isLoading={isLoading} onMore={onMore} /> : null}
    </>
  );
}

/** How far below the screen groups are read ahead. */
const ahead = '800px';

function MoreSentinel({ isLoading, onMore }: Pick<DuplicateListProps, 'isLoading' | 'onMore'>) {
  const t = useTranslations('Duplicates');
  const sentinel = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), {
      rootMargin: ahead,
    });
    if (sentinel.current) observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={sentinel}
      role="status"
      className="flex min-h-14 items-center justify-center gap-2.5 py-4 text-muted-foreground"
    >
      {isLoading ? (
        <>
          <Spinner />
          {t('loadingMore')}
        </>
      ) : null}
    </div>
  );
}

function useDates() {
  const locale = useLocale();
  const timeZone = useTimeZone() ?? 'UTC';
  const now = useNow();
  return useMemo(() => createRowDates({ locale, timeZone, now }), [locale, timeZone, now]);
}
