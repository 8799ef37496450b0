import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CollectionView } from '@/app/(app)/collections/[uuid]/collection-view';
import { isArrival } from '@/app/(app)/is-arrival';
import { ScreenMessages } from '@/components/common/screen-messages';
import { SentState } from '@/components/common/sent-state';
import { makePageClient, prefetchAll, sentState, viewerAccount } from '@/lib/bff/prefetch';
import { sortQuery } from '@/lib/domain/sort';
import { collectionQueries } from '@/lib/queries/collections';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Collections');
  return { title: t('title') };
}

export default async function CollectionPage({ params }: PageProps<'/collections/[uuid]'>) {
  const { uuid } = await params;
  return (
    <ScreenMessages namespaces={['Bookmarks', 'Collections']}>
      <SentState state={(await isArrival()) ? await firstView(uuid) : null}>
        <CollectionView key={uuid} uuid={uuid} />
      </SentState>
    </ScreenMessages>
  );
}

async function firstView(uuid: string): Promise<string> {
  const [client, account] = await Promise.all([makePageClient(), viewerAccount()]);
  const sort = sortQuery(account.preferences.bookmarkSort);
  await prefetchAll(client, [collectionQueries.page(uuid, sort, 1)]);
  return sentState(client);
}
