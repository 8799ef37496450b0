import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { isArrival } from '@/app/(app)/is-arrival';
import { SearchView } from '@/app/(app)/search/search-view';
import { ScreenMessages } from '@/components/common/screen-messages';
import { SentState } from '@/components/common/sent-state';
import { parseSearch, type SearchAddress } from '@/components/features/search/search-address';
import { filterOf } from '@/components/features/search/search-filter';
import { makePageClient, prefetchAll, sentState, viewerAccount } from '@/lib/bff/prefetch';
import { searchMinLength, searchQueries } from '@/lib/queries/search';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Search');
  return { title: t('pageTitle') };
}

export default async function SearchPage({ searchParams }: PageProps<'/search'>) {
  const search = parseSearch(await searchParams);
  return (
    <ScreenMessages namespaces={['Bookmarks', 'QueryWords', 'Search']}>
      <SentState state={(await isArrival()) ? await firstView(search) : null}>
        <SearchView />
      </SentState>
    </ScreenMessages>
  );
}

async function firstView(search: SearchAddress): Promise<string> {
  const [client, { plan }] = await Promise.all([makePageClient(), viewerAccount()]);
  if (search.q.length >= searchMinLength) {
    await prefetchAll(client, [searchQueries.page(filterOf(search, plan), 1)]);
  }
  return sentState(client);
}
