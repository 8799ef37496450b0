import { dehydrate, HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CollectionView } from '@/app/(app)/collections/[uuid]/collection-view';
import { isArrival } from '@/app/(app)/is-arrival';
import { collectionName } from '@/components/entities/collection-chip';
import { makePageClient, prefetchAll, viewerAccount, viewerCall } from '@/lib/bff/prefetch';
import { sortQuery } from '@/lib/domain/sort';
import { collectionQueries } from '@/lib/queries/collections';

export async function generateMetadata({ params }: PageProps<'/collections/[uuid]'>): Promise<Metadata> {
  const [t, shell, call, { uuid }] = await Promise.all([
    getTranslations('Collections'),
    getTranslations('Shell'),
    viewerCall(),
    params,
  ]);
  const details = await call('collections.details', { params: { uuid }, query: { size: 1 } }).catch(
    () => null,
  );
  return { title: details ? collectionName(details.collection, shell('uncategorized')) : t('title') };
}

export default async function CollectionPage({ params }: PageProps<'/collections/[uuid]'>) {
  const { uuid } = await params;
  return (
    <HydrationBoundary state={(await isArrival()) ? await firstView(uuid) : null}>
      <CollectionView key={uuid} uuid={uuid} />
    </HydrationBoundary>
  );
}

async function firstView(uuid: string): Promise<DehydratedState> {
  const [client, account] = await Promise.all([makePageClient(), viewerAccount()]);
  const sort = sortQuery(account.preferences.bookmarkSort);
  await prefetchAll(client, [collectionQueries.page(uuid, sort, 1)]);
  return dehydrate(client);
}
