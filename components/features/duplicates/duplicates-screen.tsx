'use client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AppLink } from '@/components/common/app-link';
import { EmptyState } from '@/components/common/empty-state';
import { ErrorState } from '@/components/common/error-state';
import { MoreSentinel } from '@/components/common/more-sentinel';
import { onDemand } from '@/components/common/on-demand';
import { PageHeader } from '@/components/common/page-header';
import { useRowDates } from '@/components/common/row-dates';
import { DuplicateCard } from '@/components/features/duplicates/duplicate-card';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { collectionQueries } from '@/lib/api/collections';
import { duplicateQueries } from '@/lib/api/duplicates';
import type { DuplicateGroup } from '@/lib/contract/bulk';

interface DuplicateListProps {
  groups: readonly DuplicateGroup[];
  hasMore: boolean;
  isFetching: boolean;
  isLoading: boolean;
  failed: boolean;
  onMore: () => void;
}

/** The loaded groups; further ones are loaded when scrolled near. */
function DuplicateList({ groups, hasMore, isFetching, isLoading, failed, onMore }: DuplicateListProps) {
  const t = useTranslations('Duplicates');
  const dates = useRowDates();
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
      {/* A new element for each length of the list: whether the old one was near the viewport no longer matters. */}
      {hasMore && !failed ? (
        <MoreSentinel key={groups.length} {...{ isFetching, isLoading, onMore }} label={t('loadingMore')} />
      ) : null}
    </>
  );
}

const MergeAllDialog = onDemand(() =>
  import('@/components/features/duplicates/merge-all-dialog').then((module) => module.MergeAllDialog),
);

/** Bookmarks of the current space that lead to the same page, group by group. */
export function DuplicatesScreen() {
  const t = useTranslations('Duplicates');
  const [isAsking, setAsking] = useState(false);
  const list = useInfiniteQuery(duplicateQueries.list());
  const total = list.data?.pages[0]?.pagination.total;
  return (
    <div className="px-4 pt-4 md:px-5 md:pt-5">
      <PageHeader
        title={t('title')}
        detail={total ? t('count', { count: total }) : null}
        actions={
          total ? (
            <Button onClick={() => setAsking(true)}>
              <Icon name="i-merge" />
              {t('mergeAll')}
            </Button>
          ) : null
        }
      />
      {total === 0 ? null : <p className="mt-2 max-w-160 text-pretty text-muted-foreground">{t('intro')}</p>}
      {total === undefined && list.isError ? (
        <ErrorState
          title={t('loadFailed')}
          text={t('loadFailedText')}
          action={<Button onClick={() => void list.refetch()}>{t('retry')}</Button>}
        />
      ) : null}
      {total === undefined && !list.isError ? <GroupsSkeleton /> : null}
      {total === 0 ? (
        <EmptyState
          icon="i-copy-check"
          title={t('emptyTitle')}
          text={t('emptyText')}
          action={
            <AppLink href="/" className={buttonVariants({ size: 'lg' })}>
              {t('toBookmarks')}
            </AppLink>
          }
        />
      ) : null}
      {total ? (
        <DuplicateList
          groups={list.data?.pages.flatMap((page) => page.content) ?? []}
          hasMore={list.hasNextPage}
          isFetching={list.isFetching}
          isLoading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      ) : null}
      {isAsking && total ? <MergeAllDialog count={total} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

function GroupsSkeleton() {
  const t = useTranslations('Duplicates');
  return (
    <div role="status" aria-label={t('loading')} className="mt-3">
      {[0, 1, 2].map((group) => (
        <div key={group} className="border-b py-5">
          <Skeleton className="mb-3 h-5 w-64 max-w-full" />
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3">
            <Skeleton className="h-36 rounded-lg" />
            <Skeleton className="h-36 rounded-lg" />
          </div>
        </div>
      ))}
    </div>
  );
}
