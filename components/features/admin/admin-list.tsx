'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/common/empty-state';
import { ErrorState } from '@/components/common/error-state';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';

export function AdminError({ onRetry }: { onRetry: () => unknown }) {
  const t = useTranslations('Admin');
  return (
    <ErrorState
      title={t('loadFailed')}
      text={t('loadFailedText')}
      action={<Button onClick={() => void onRetry()}>{t('retry')}</Button>}
    />
  );
}

/** The part of an infinite query that a list needs. */
interface ListQuery<Row> {
  data: { pages: readonly { content: readonly Row[] }[] } | undefined;
  isError: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

interface AdminListProps<Row> {
  label: string;
  query: ListQuery<Row>;
  empty: { icon: `i-${string}`; title: string; text: string; action?: ReactNode };
  /** Height of a row as a class, for the skeleton. */
  rowHeight: string;
  children: (row: Row) => ReactNode;
}

/** A list of rows with a "load more" button, and its states while rows load, fail or do not exist. */
export function AdminList<Row>({ label, query, empty, rowHeight, children }: AdminListProps<Row>) {
  const t = useTranslations('Admin');
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  if (data === undefined) {
    return isError ? <AdminError onRetry={query.refetch} /> : <ListSkeleton rowHeight={rowHeight} />;
  }
  const rows = data.pages.flatMap(({ content }) => content);
  if (rows.length === 0) return <EmptyState {...empty} />;
  return (
    <>
      <ul aria-label={label} className="border-t">
        {rows.map(children)}
      </ul>
      {hasNextPage ? (
        <div className="mt-4 flex flex-col items-center gap-2">
          {isFetchNextPageError ? (
            <p role="alert" className="text-second text-destructive">
              {t('moreFailed')}
            </p>
          ) : null}
          <Button size="lg" pending={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function ListSkeleton({ rowHeight }: { rowHeight: string }) {
  const t = useTranslations('Admin');
  return (
    <div role="status" aria-label={t('loading')} className="border-t">
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className={`flex items-center gap-3 border-b ${rowHeight}`}>
          <Skeleton className="size-9 shrink-0" />
          <div className="flex flex-1 flex-col gap-1.5">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
