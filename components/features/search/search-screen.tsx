'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/common/empty-state';
import { PageHeader } from '@/components/common/page-header';
import { FoundCollections } from '@/components/features/search/found-collections';
import { NarrowedTo } from '@/components/features/search/narrowed-to';
import type { SearchAddress } from '@/components/features/search/search-address';
import { useSearchAddress } from '@/components/features/search/use-search-address';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { searchMinLength, searchQueries } from '@/lib/queries/search';

interface SearchScreenProps {
  /** Draws the bookmarks that a search finds. */
  children: (search: SearchAddress, label: string) => ReactNode;
}

/** All results of a search. The address says what is searched for, and follows what is typed. */
export function SearchScreen({ children }: SearchScreenProps) {
  const t = useTranslations('Search');
  const { search, text, type, widen } = useSearchAddress();
  const isAsked = search.q.length >= searchMinLength;
  const { data: total } = useQuery({
    ...searchQueries.page(search, 1),
    select: (result) => result.pagination.total,
    enabled: isAsked,
  });
  return (
    <div className="px-4 pt-4 md:px-5 md:pt-5">
      <PageHeader
        title={t('pageTitle')}
        detail={
          <span role="status">
            {isAsked && total !== undefined ? t('resultCount', { count: total }) : null}
          </span>
        }
      />
      <form role="search" className="relative mt-3 max-w-160" onSubmit={(event) => event.preventDefault()}>
        <Icon name="i-search" className="pointer-events-none absolute top-3 left-3 text-muted-foreground" />
        <Input
          type="search"
          name="q"
          aria-label={t('fieldLabel')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          className="pl-9.5 [&::-webkit-search-cancel-button]:hidden"
          placeholder={t('placeholder')}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
      </form>
      {search.collection === undefined ? null : <NarrowedTo collection={search.collection} onClear={widen} />}
      {isAsked ? (
        <>
          <FoundCollections search={search} />
          <div className="mt-2">{children(search, t('results'))}</div>
        </>
      ) : (
        <EmptyState icon="i-search" title={t('prompt.title')} text={t('prompt.text')} />
      )}
    </div>
  );
}
