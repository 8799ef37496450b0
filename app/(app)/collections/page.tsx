import { dehydrate, HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { isArrival } from '@/app/(app)/is-arrival';
import { AddMessages } from '@/components/common/messages-provider';
import { CollectionsScreen } from '@/components/features/collections/collections-screen';
import { SuggestionsSlot } from '@/components/features/suggestions/suggestions-slot';
import { makePageClient, prefetchAll, viewerAccount } from '@/lib/bff/prefetch';
import { sortQuery } from '@/lib/domain/sort';
import { collectionList } from '@/lib/api/collection-editing';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Collections');
  return { title: t('title') };
}

export default async function CollectionsPage() {
  return (
    <AddMessages namespaces={['Collections', 'Sorting', 'Suggestions']}>
      <HydrationBoundary state={(await isArrival()) ? await firstView() : null}>
        <CollectionsScreen suggestions={<SuggestionsSlot />} />
      </HydrationBoundary>
    </AddMessages>
  );
}

async function firstView(): Promise<DehydratedState> {
  const [client, account] = await Promise.all([makePageClient(), viewerAccount()]);
  await prefetchAll(client, [collectionList(sortQuery(account.preferences.collectionSort))]);
  return dehydrate(client);
}
