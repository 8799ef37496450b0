'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/common/empty-state';
import { PageHeader } from '@/components/common/page-header';
import { useDocumentTitle } from '@/components/common/use-document-title';
import { FacetPanel } from '@/components/features/search/facet-panel';
import { FoundNames } from '@/components/features/search/found-names';
import { LockedNotice } from '@/components/features/search/local/locked-notice';
import { NarrowedTo } from '@/components/features/search/narrowed-to';
import { NothingFound } from '@/components/features/search/nothing-found';
import { PageField } from '@/components/features/search/page-field';
import { QueryChips } from '@/components/features/search/query-chips';
import { SearchSort } from '@/components/features/search/search-sort';
import { SpaceLimit } from '@/components/features/search/space-limit';
import { AsWords, ClosestNote } from '@/components/features/search/as-words';
import { usePageSearch } from '@/components/features/search/use-page-search';
import type { SearchFilter } from '@/lib/queries/search';

export interface SearchScreenProps {
  /** Draws the bookmarks that a search finds. */
  children: (filter: SearchFilter, label: string, empty: ReactNode) => ReactNode;
  /** Opens the form for a new bookmark of a url. */
  onAddUrl: (url: string) => void;
  /** Opens the form for a collection that gathers what a query finds. */
  onSaveQuery: (query: string) => void;
}

/** All results of a search. The address says what is searched for, and follows what is typed and chosen. */
export function SearchScreen({ children, onAddUrl, onSaveQuery }: SearchScreenProps) {
  const t = useTranslations('Search');
  const page = usePageSearch();
  const { search, isAsked, result } = page;
  const total = result?.pagination.total;
  useDocumentTitle(search.q === '' ? t('pageTitle') : t('documentTitle', { query: search.q }));
  return (
    <div className="px-4 pt-4 md:px-5 md:pt-5">
      <PageHeader
        title={t('pageTitle')}
        detail={
          <span role="status">
            {isAsked && page.isCurrent && total !== undefined ? t('resultCount', { count: total }) : null}
          </span>
        }
        actions={
          isAsked ? (
            <>
              <SpaceLimit value={search.space} onChange={(space) => page.go({ ...search, space })} />
              <SearchSort page={page} />
            </>
          ) : null
        }
      />
      <PageField page={page} />
      {page.isRefused ? <Refused /> : null}
      {search.collection === undefined ? null : (
        <NarrowedTo
          collection={search.collection}
          onClear={() => page.go({ ...search, collection: undefined })}
        />
      )}
      {isAsked && result?.query.parsed === false && page.isCurrent ? <AsWords text={search.q} /> : null}
      {isAsked ? (
        <>
          <LockedNotice className="mt-3" />
          <QueryChips page={page} onSaveQuery={onSaveQuery} />
          {page.isCurrent && result ? <ClosestNote query={result.query} /> : null}
          <div className="mt-2 lg:flex lg:items-start lg:gap-6">
            <FacetPanel page={page} />
            <div className="min-w-0 flex-1">
              <FoundNames filter={page.filter} />
              {children(page.filter, t('results'), <NothingFound page={page} onAddUrl={onAddUrl} />)}
            </div>
          </div>
        </>
      ) : (
        <EmptyState icon="i-search" title={t('prompt.title')} text={t('prompt.text')} />
      )}
    </div>
  );
}

/** Why a question was not taken as one, and where it would be. */
function Refused() {
  const t = useTranslations('Search');
  return (
    <p role="note" className="mt-3 max-w-160 rounded-md bg-muted px-3.5 py-2.5 text-second text-pretty">
      {t.rich('ask.free', {
        plans: (words) => (
          <Link
            href="/settings/subscription?plan=pro"
            prefetch={false}
            className="font-medium text-primary underline"
          >
            {words}
          </Link>
        ),
      })}
    </p>
  );
}
