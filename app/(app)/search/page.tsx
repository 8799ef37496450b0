import { dehydrate, HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { isArrival } from '@/app/(app)/is-arrival';
import { SearchView } from '@/app/(app)/search/search-view';
import { AddMessages } from '@/components/common/messages-provider';
import { filterOf, parseSearch, type SearchAddress } from '@/components/features/search/search-address';
import { makePageClient, prefetchAll, viewerAccount } from '@/lib/bff/prefetch';
import { searchMinLength, searchQueries } from '@/lib/api/search';

export async function generateMetadata({ searchParams }: PageProps<'/search'>): Promise<Metadata> {
  const t = await getTranslations('Search');
  const { q } = parseSearch(await searchParams);
  return { title: q === '' ? t('pageTitle') : t('documentTitle', { query: q }) };
}

export default async function SearchPage({ searchParams }: PageProps<'/search'>) {
  const search = parseSearch(await searchParams);
  return (
    <AddMessages namespaces={['QueryWords', 'Search']}>
      <HydrationBoundary state={(await isArrival()) ? await firstView(search) : null}>
        <SearchView />
      </HydrationBoundary>
    </AddMessages>
  );
}

async function firstView(search: SearchAddress): Promise<DehydratedState> {
  const [client, { plan }] = await Promise.all([makePageClient(), viewerAccount()]);
  if (search.q.length >= searchMinLength) {
    await prefetchAll(client, [searchQueries.page(filterOf(search, plan), 1)]);
  }
  return dehydrate(client);
}
