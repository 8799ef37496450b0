import { dehydrate, HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CollectionView } from '@/app/(app)/collections/[uuid]/collection-view';
import { isArrival } from '@/app/(app)/is-arrival';
import { makePageClient, prefetchAll, viewerAccount } from '@/lib/bff/prefetch';
import { sortQuery } from '@/lib/domain/sort';
import { collectionQueries } from '@/lib/queries/collections';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Collections');
  return { title: t('title') };
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
