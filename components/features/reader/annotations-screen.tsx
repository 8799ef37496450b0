'use client';
import '@/components/features/reader/reader.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AppLink } from '@/components/common/app-link';
import { EmptyState } from '@/components/common/empty-state';
import { ErrorState } from '@/components/common/error-state';
import { Menu } from '@/components/common/menu';
import { MoreSentinel } from '@/components/common/more-sentinel';
import { PageHeader } from '@/components/common/page-header';
import { useRowDates } from '@/components/common/row-dates';
import { SortMenu } from '@/components/common/sort-menu';
import { useDebounced } from '@/components/common/use-debounced';
import { collectionName } from '@/components/entities/collection-chip';
import { Favicon } from '@/components/entities/favicon';
import { AnnotationTagList } from '@/components/features/reader/annotation-tags';
import { annotationHash } from '@/components/features/reader/use-marking';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { PillChoice } from '@/components/ui/pill-choice';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { collectionQueries } from '@/lib/api/collections';
import { highlightQueries, type HighlightFilter } from '@/lib/api/highlights';
import { highlightColors } from '@/lib/contract/highlight-colors';
import type { ListedHighlight } from '@/lib/contract/highlights';
import { displayHost } from '@/lib/domain/display-host';

const searchMs = 250;
const any = 'any';

interface Filters {
  readonly text: string;
  readonly color: (typeof highlightColors)[number] | typeof any;
  /** Uuid, or `any`. */
  readonly collection: string;
  /** Null for any, also for none. */
  readonly tag: string | null;
  readonly order: 'ASC' | 'DESC';
}

const everything: Filters = { text: '', color: any, collection: any, tag: null, order: 'DESC' };

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
  const total = list.data?.pages[0]?.pagination.total;
  const isFiltered =
    query !== '' || filters.color !== any || filters.collection !== any || filters.tag !== null;
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
      {isEmpty ? null : <FilterBar filters={filters} onChange={setFilters} />}
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
        <Pages
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

interface FilterProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

const formats = ['markdown', 'csv', 'json'] as const;

function ListActions({ filters, onChange }: FilterProps) {
  const t = useTranslations('Reader');
  const names = { markdown: 'Markdown', csv: t('list.csv'), json: 'JSON' };
  const orders = { DESC: t('list.newest'), ASC: t('list.oldest') };
  return (
    <>
      <SortMenu
        label={t('list.sort')}
        value={filters.order}
        options={() => (['DESC', 'ASC'] as const).map((value) => ({ value, label: orders[value] }))}
        shown={orders[filters.order]}
        onChange={(order) => onChange({ ...filters, order })}
      />
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

function FilterBar({ filters, onChange }: FilterProps) {
  const t = useTranslations('Reader');
  const { data: collections = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
  });
  const shell = useTranslations('Shell');
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2.5">
      <Input
        type="search"
        value={filters.text}
        aria-label={t('list.search')}
        placeholder={t('list.search')}
        className="h-9 w-full sm:w-72 touch:h-11"
        onChange={({ target }) => onChange({ ...filters, text: target.value })}
      />
      <Select
        aria-label={t('list.collection')}
        value={filters.collection}
        options={[
          { value: any, label: t('list.allCollections') },
          ...collections.map((one) => ({
            value: one.uuid,
            label: <span dir="auto">{collectionName(one, shell('uncategorized'))}</span>,
          })),
        ]}
        className="h-9 w-full sm:w-52 touch:h-11"
        onValueChange={(collection) => onChange({ ...filters, collection })}
      />
      <PillChoice
        label={t('list.colorFilter')}
        isFilter
        className="max-w-full min-w-0"
        value={filters.color}
        options={[
          { value: any, label: t('list.allColors') },
          ...highlightColors.map((value) => ({ value, label: t(`color.${value}`) })),
        ]}
        onValueChange={(color) => onChange({ ...filters, color: color })}
      />
      {filters.tag === null ? null : (
        <Button
          aria-label={t('list.anyTag', { name: filters.tag })}
          title={t('list.anyTag', { name: filters.tag })}
          className="max-w-full touch:h-11"
          onClick={() => onChange({ ...filters, tag: null })}
        >
          <span dir="auto" className="truncate">
            #{filters.tag}
          </span>
          <Icon name="i-x" className="size-3.5" />
        </Button>
      )}
    </div>
  );
}

/** Consecutive annotations of the same page are below one heading. */
function groupByPage(annotations: readonly ListedHighlight[]): ListedHighlight[][] {
  const groups: ListedHighlight[][] = [];
  for (const one of annotations) {
    const last = groups.at(-1);
    if (last?.[0]?.bookmark === one.bookmark) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

interface TagChoice {
  /** Shows only the annotations with a tag. */
  onTag: (tag: string) => void;
}

function Pages({ annotations, onTag }: { annotations: readonly ListedHighlight[] } & TagChoice) {
  return (
    <div className="mt-5 max-w-176">
      {groupByPage(annotations).map((group) => (
        <PageGroup key={group[0]?.uuid} group={group} onTag={onTag} />
      ))}
    </div>
  );
}

function PageGroup({ group, onTag }: { group: readonly ListedHighlight[] } & TagChoice) {
  const dates = useRowDates();
  const [first] = group;
  if (first === undefined) return null;
  const { title, url, domain } = first.page;
  const host = displayHost(domain ?? '');
  return (
    <section className="border-t py-5 first:border-t-0">
      <div className="flex items-center gap-3">
        <Favicon host={domain} url={domain ? url : null} />
        <div className="min-w-0">
          <h2 dir="auto" className="truncate text-body font-semibold">
            <AppLink href={`/read/${first.bookmark}` as Route} prefetch={false} className="hover:underline">
              {title || host || url}
            </AppLink>
          </h2>
          <p className="truncate text-second text-muted-foreground">{host}</p>
        </div>
      </div>
      <ul className="mt-3 flex flex-col gap-4">
        {group.map((one) => (
          <li key={one.uuid} className="annotation-entry" data-color={one.color}>
            <AppLink
              href={`/read/${one.bookmark}${annotationHash(one.uuid)}` as Route}
              prefetch={false}
              dir="auto"
              className="annotation-quote hover:underline hover:decoration-input hover:underline-offset-3"
            >
              {one.quote}
            </AppLink>
            {one.note ? (
              <p dir="auto" className="mt-1.5 text-body wrap-anywhere whitespace-pre-line">
                {one.note}
              </p>
            ) : null}
            <AnnotationTagList tags={one.tags} onChoose={onTag} />
            <time
              dateTime={one.createdAt}
              title={dates.full(one.createdAt)}
              className="mt-1 block text-second text-muted-foreground"
            >
              {dates.short(one.createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
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
