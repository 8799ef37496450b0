'use client';
import '@/components/features/reader/reader.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AppLink } from '@/components/common/app-link';
import { EmptyState } from '@/components/common/empty-state';
import { ErrorState } from '@/components/common/error-state';
import { Menu } from '@/components/common/menu';
import { MoreSentinel } from '@/components/common/more-sentinel';
import { PageHeader } from '@/components/common/page-header';
import { useDebounced } from '@/components/common/use-debounced';
import { collectionName } from '@/components/entities/collection-chip';
import {
  AnnotationFilterBar,
  AnnotationSortMenu,
  any,
  everything,
  isNarrowed,
  type FilterProps,
} from '@/components/features/reader/annotation-filters';
import { AnnotationPages } from '@/components/features/reader/annotation-pages';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { collectionQueries } from '@/lib/api/collections';
import { highlightQueries, type HighlightFilter } from '@/lib/api/highlights';

const searchMs = 250;

/** All annotations of the space, with their pages. */
export function AnnotationsScreen() {
  const t = useTranslations('Reader');
  const [filters, setFilters] = useState(everything);
  const query = useDebounced(filters.text, searchMs).trim();
  const filter: HighlightFilter = {
    sortOrder: filters.order,
    ...(query !== '' && { query }),
    ...(filters.color !== any && { color: filters.color }),
    ...(filters.collection !== any && { collection: filters.collection }),
    ...(filters.tag !== null && { tag: filters.tag }),
  };
  const list = useInfiniteQuery({ ...highlightQueries.list(filter), placeholderData: (shown) => shown });
  const uncategorized = useTranslations('Shell')('uncategorized');
  const { data: collections = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) =>
      content.map((one) => ({ uuid: one.uuid, name: collectionName(one, uncategorized) })),
  });
  const total = list.data?.pages[0]?.pagination.total;
  const isFiltered = isNarrowed({ ...filters, text: query });
  const isEmpty = total === 0 && !isFiltered;
  return (
    <div className="px-4 pt-4 pb-8 md:px-5 md:pt-5">
      <PageHeader
        title={t('list.title')}
        detail={total ? t('list.count', { count: total }) : null}
        actions={
          isEmpty || total === undefined ? null : <ListActions filters={filters} onChange={setFilters} />
        }
      />
      {isEmpty ? null : (
        <AnnotationFilterBar filters={filters} collections={collections} onChange={setFilters} />
      )}
      {total === undefined && list.isError ? (
        <ErrorState
          title={t('list.failed')}
          text={t('list.failedText')}
          action={<Button onClick={() => void list.refetch()}>{t('list.retry')}</Button>}
        />
      ) : null}
      {total === undefined && !list.isError ? <ListSkeleton /> : null}
      {total === 0 ? (
        <EmptyState
          icon="i-highlighter"
          title={t(isFiltered ? 'list.nothing' : 'list.empty')}
          text={t(isFiltered ? 'list.nothingText' : 'list.emptyText')}
          action={
            isFiltered ? null : (
              <AppLink href="/" className={buttonVariants({ size: 'lg' })}>
                {t('list.emptyAction')}
              </AppLink>
            )
          }
        />
      ) : null}
      {total ? (
        <AnnotationPages
          annotations={list.data?.pages.flatMap(({ content }) => content) ?? []}
          onTag={(tag) => setFilters({ ...filters, tag })}
        />
      ) : null}
      {list.isFetchNextPageError ? (
        <p role="alert" className="flex items-center justify-center gap-3 py-6">
          {t('list.moreFailed')}
          <Button onClick={() => void list.fetchNextPage()}>{t('list.retry')}</Button>
        </p>
      ) : null}
      {list.hasNextPage && !list.isFetchNextPageError ? (
        <MoreSentinel
          key={list.data?.pages.length}
          isFetching={list.isFetching}
          isLoading={list.isFetchingNextPage}
          label={t('list.loadingMore')}
          onMore={() => void list.fetchNextPage()}
        />
      ) : null}
    </div>
  );
}

const formats = ['markdown', 'csv', 'json'] as const;

function ListActions({ filters, onChange }: FilterProps) {
  const t = useTranslations('Reader');
  const names = { markdown: 'Markdown', csv: t('list.csv'), json: 'JSON' };
  return (
    <>
      <AnnotationSortMenu filters={filters} onChange={onChange} />
      <Menu
        label={t('list.export')}
        labelled
        buttonClassName={buttonVariants({})}
        entries={formats.map((format) => ({
          kind: 'item' as const,
          key: format,
          label: names[format],
          // The answer is a file, so that the page stays.
          onSelect: () => window.location.assign(`/v1/highlights/export?format=${format}`),
        }))}
      >
        <Icon name="i-download" />
        {t('list.export')}
      </Menu>
    </>
  );
}

function ListSkeleton() {
  return (
    <div role="status" aria-busy="true" className="mt-5 max-w-176">
      {[0, 1, 2].map((group) => (
        <div key={group} className="border-t py-5 first:border-t-0">
          <Skeleton className="h-7 w-64 max-w-full" />
          <Skeleton className="mt-3 h-16" />
        </div>
      ))}
    </div>
  );
}
