import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { CollectionView } from '@/app/(app)/collections/[uuid]/collection-view';
import { isArrival } from '@/app/(app)/is-arrival';
import { AddMessages } from '@/components/common/messages-provider';
import { collectionName } from '@/components/entities/collection-chip';
import { makePageClient, prefetchSorted, viewerCall } from '@/lib/bff/prefetch';
import type { BookmarkSort } from '@/lib/contract/account';
import { sortQuery } from '@/lib/domain/sort';
import { collectionQueries } from '@/lib/api/collections';
import { ApiProblem } from '@/lib/api/problem';

export async function generateMetadata({ params }: PageProps<'/collections/[uuid]'>): Promise<Metadata> {
  const [t, shell, { uuid }] = await Promise.all([
    getTranslations('Collections'),
    getTranslations('Shell'),
    params,
  ]);
  const collection = (await isArrival()) ? (await firstView(uuid)).collection : await findCollection(uuid);
  return { title: collection ? collectionName(collection, shell('uncategorized')) : t('title') };
}

export default async function CollectionPage({ params }: PageProps<'/collections/[uuid]'>) {
  const { uuid } = await params;
  return (
    <AddMessages namespaces={['Collections']}>
      <HydrationBoundary state={(await isArrival()) ? (await firstView(uuid)).state : null}>
        <CollectionView key={uuid} uuid={uuid} />
      </HydrationBoundary>
    </AddMessages>
  );
}

/** First page of rows, fetched once for the title and for the page. */
const firstView = cache(async (uuid: string) => {
  const client = await makePageClient();
  const queryIn = (sort: BookmarkSort) => collectionQueries.page(uuid, sortQuery(sort), 1);
  const sort = await prefetchSorted(client, (order) => [queryIn(order)]);
  return { state: dehydrate(client), collection: client.getQueryData(queryIn(sort).queryKey)?.collection };
});

/** Returns the collection for the title: on a navigation in the browser, the browser fetches the rows. */
async function findCollection(uuid: string) {
  const call = await viewerCall();
  const details = await call('collections.details', { params: { uuid }, query: { size: 1 } }).catch(
    (error: unknown) => {
      // Deleted on another device; the not-found page has its own title.
      if (error instanceof ApiProblem && error.code === 'NOT_FOUND') notFound();
      return null;
    },
  );
  return details?.collection;
}
