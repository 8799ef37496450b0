'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { EmptyState } from '@/components/common/empty-state';
import { PageHeader } from '@/components/common/page-header';
import { SortMenu } from '@/components/common/sort-menu';
import { useDocumentTitle } from '@/components/common/use-document-title';
import { collectionName, SpaceName } from '@/components/entities/collection-chip';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { FacetPanel, hasFacets } from '@/components/features/search/facet-panel';
import { LockedMessage } from '@/components/features/search/locked-message';
import { NothingFound } from '@/components/features/search/nothing-found';
import { PageField } from '@/components/features/search/page-field';
import { QueryChips, SaveQueryButton } from '@/components/features/search/query-chips';
import { conditionText, editedQuery } from '@/components/features/search/query-text';
import { searchHref } from '@/components/features/search/search-address';
import {
  AsWords,
  ClosestNote,
  HelpLink,
  ResultCount,
  SpaceLimit,
} from '@/components/features/search/search-controls';
import { spaceOfHit } from '@/components/features/search/search-option';
import { type PageSearch, usePageSearch } from '@/components/features/search/use-page-search';
import { Button } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { collectionQueries } from '@/lib/api/collections';
import { type SearchFilter, searchQueries } from '@/lib/api/search';
import type { SearchResult } from '@/lib/contract/search';
import { querySorts } from '@/lib/domain/query/query';

/** Collections and tags whose names match, above the bookmarks. */
function FoundNames({ filter }: { filter: SearchFilter }) {
  const { data } = useQuery(searchQueries.page(filter, 1));
  if (data === undefined || data.collections.length + data.tags.length === 0) return null;
  return (
    // One row on a small screen, scrolled sideways, so that the bookmarks stay in view.
    <div className="max-md:-mx-4 max-md:flex max-md:gap-2 max-md:overflow-x-auto max-md:px-4 max-md:pb-1 max-md:[scrollbar-width:none]">
      {data.collections.length > 0 ? <Collections {...data} /> : null}
      {data.tags.length > 0 ? <Tags tags={data.tags} space={filter.space} /> : null}
    </div>
  );
}

function Collections({ collections, spaces }: Pick<SearchResult, 'collections' | 'spaces'>) {
  const t = useTranslations('Search');
  const { number } = useFormatter();
  return (
    <ul
      aria-label={t('collections')}
      className="grid gap-2 max-md:contents md:mb-2 md:grid-cols-2 xl:grid-cols-3"
    >
      {collections.map((collection) => (
        <li key={collection.uuid} className="max-md:max-w-64 max-md:flex-none">
          <AppLink
            href={`/collections/${collection.uuid}`}
            prefetch={false}
            className="flex h-10.5 items-center gap-3 rounded-md border bg-card px-4 hover:border-input touch:h-11"
          >
            <CollectionIcon collection={collection} />
            <span dir="auto" className="min-w-0 flex-1 truncate text-left">
              {collectionName(collection, t('uncategorized'))}
            </span>
            <SpaceName name={spaceOfHit(spaces, collection.uuid)?.name} />
            <span className="text-second text-muted-foreground tabular-nums">{number(collection.count)}</span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

/** Tags of all searched spaces; each links to its bookmarks. */
function Tags({ tags, space }: Pick<SearchResult, 'tags'> & Pick<SearchFilter, 'space'>) {
  const t = useTranslations('Search');
  const { number } = useFormatter();
  return (
    <ul aria-label={t('facets.tags')} className="flex flex-wrap gap-2 max-md:contents md:mb-2">
      {tags.map(({ name, count }) => (
        <li key={name} className="max-w-full min-w-0 max-md:max-w-64 max-md:flex-none">
          <AppLink
            href={searchHref({ q: conditionText({ kind: 'tag', name }), space }) as '/search'}
            prefetch={false}
            className="flex h-8 max-w-full items-center gap-2 rounded-full border bg-card px-3 text-small hover:border-input touch:h-11"
          >
            <Icon name="i-tag" className="size-3.5 shrink-0 text-muted-foreground" />
            <span dir="auto" className="truncate">
              {name}
            </span>
            <span className="text-muted-foreground tabular-nums">{number(count)}</span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

/** The collection that a search is narrowed to, and the button to remove it. */
function NarrowedTo({ collection, onClear }: { collection: string; onClear: () => void }) {
  const t = useTranslations('Search');
  const { data: found } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content.find((one) => one.uuid === collection),
  });
  if (found === undefined) return null;
  const name = collectionName(found, t('uncategorized'));
  return (
    <p className="mt-3 flex items-center gap-2 text-small text-muted-foreground">
      {t('inCollection')}
      <span className="inline-flex h-7 items-center gap-1.5 rounded-sm bg-accent pl-2 text-foreground">
        <CollectionIcon collection={found} />
        {name}
        <ButtonBase
          aria-label={t('removeFilter', { name })}
          className="grid size-7 place-items-center text-muted-foreground hover:text-foreground touch:hit"
          onClick={onClear}
        >
          <Icon name="i-x" className="size-3.5" />
        </ButtonBase>
      </span>
    </p>
  );
}

/** Where the search looks, and the view and order of its results. */
function SearchLimits({ page, tools }: { page: PageSearch; tools: ReactNode }) {
  const { search, go } = page;
  return (
    <>
      {tools}
      <SpaceLimit value={search.space} onChange={(space) => go({ ...search, space })} />
      <SearchSort page={page} />
    </>
  );
}

/** The order of the results, which is part of the query. */
function SearchSort({ page }: { page: PageSearch }) {
  const t = useTranslations('Search');
  const { sort, withSort } = editedQuery(page.query);
  const value = sort ?? 'relevance';
  return (
    <SortMenu
      label={t('sort.label')}
      value={value}
      options={() => querySorts.map((one) => ({ value: one, label: t(`sort.${one}`) }))}
      shown={t(`sortShort.${value}`)}
      onChange={(chosen) => page.change(withSort(chosen === 'relevance' ? null : chosen))}
    />
  );
}

export interface SearchScreenProps {
  /** Renders the bookmarks found by a search. */
  children: (filter: SearchFilter, label: string, empty: ReactNode) => ReactNode;
  /** Opens the form for a new bookmark of a url. */
  onAddUrl: (url: string) => void;
  /** Opens the form for a smart collection with a query. */
  onSaveQuery: (query: string) => void;
  /** The choice of the view, provided by the bookmarks feature. */
  tools: ReactNode;
}

/** All results of a search. The URL contains the search, and is updated by typing and selecting. */
export function SearchScreen({ children, onAddUrl, onSaveQuery, tools }: SearchScreenProps) {
  const t = useTranslations('Search');
  const page = usePageSearch();
  const [isFiltering, setFiltering] = useState(false);
  const { search, isLongEnough, result } = page;
  useDocumentTitle(search.q === '' ? t('pageTitle') : t('documentTitle', { query: search.q }));
  return (
    <div className="px-4 md:px-5 md:pt-5">
      <PageHeader
        // The small shell shows the title, and the tools stand in one row.
        className="max-md:sr-only"
        title={t('pageTitle')}
        detail={
          <span role="status">
            {isLongEnough && page.isCurrent && result ? <ResultCount result={result} /> : null}
          </span>
        }
        actions={
          isLongEnough ? (
            <span className="flex items-center gap-1.5 max-md:hidden">
              <SearchLimits page={page} tools={tools} />
            </span>
          ) : null
        }
      />
      <PageField page={page} />
      {search.collection === undefined ? null : (
        <NarrowedTo
          collection={search.collection}
          onClear={() => page.go({ ...search, collection: undefined })}
        />
      )}
      {isLongEnough && result?.query.parsed === false && page.isCurrent ? <AsWords text={search.q} /> : null}
      {isLongEnough ? (
        <>
          <div className="pill-row mt-1.5 touch:-mt-0.5 lg:hidden">
            {hasFacets(page) ? (
              <Button onClick={() => setFiltering(true)}>
                <Icon name="i-list-filter" />
                {t('facets.open')}
              </Button>
            ) : null}
            <span className="contents md:hidden">
              <SearchLimits page={page} tools={tools} />
              <LockedMessage compact />
            </span>
            <SaveQueryButton {...{ page, onSaveQuery }} />
          </div>
          <LockedMessage className="mt-3 max-md:hidden" />
          <QueryChips page={page} onSaveQuery={onSaveQuery} />
          {page.isCurrent && result ? <ClosestNote result={result} /> : null}
          <div className="mt-2 lg:flex lg:items-start lg:gap-6">
            <FacetPanel page={page} isOpen={isFiltering} onOpenChange={setFiltering} />
            <div className="min-w-0 flex-1">
              <FoundNames filter={page.filter} />
              {page.isOffline ? (
                <EmptyState icon="i-wifi-off" title={t('offline.title')} text={t('offline.text')} />
              ) : (
                children(page.filter, t('results'), <NothingFound page={page} onAddUrl={onAddUrl} />)
              )}
            </div>
          </div>
        </>
      ) : (
        <EmptyState
          icon="i-search"
          title={t('prompt.title')}
          text={t('prompt.text')}
          action={<HelpLink className="text-second text-muted-foreground" />}
        />
      )}
    </div>
  );
}
