import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { isArrival } from '@/app/(app)/is-arrival';
import { ScreenMessages } from '@/components/common/screen-messages';
import { SentState } from '@/components/common/sent-state';
import { CollectionsScreen } from '@/components/features/collections/collections-screen';
import { SuggestionsSlot } from '@/components/features/suggestions/suggestions-slot';
import { makePageClient, prefetchAll, sentState, viewerAccount } from '@/lib/bff/prefetch';
import { sortQuery } from '@/lib/domain/sort';
import { collectionQueries } from '@/lib/queries/collections';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Collections');
  return { title: t('title') };
}

export default async function CollectionsPage() {
  return (
    <ScreenMessages namespaces={['Collections', 'Sorting']}>
      <SentState state={(await isArrival()) ? await firstView() : null}>
        <CollectionsScreen suggestions={<SuggestionsSlot />} />
      </SentState>
    </ScreenMessages>
  );
}

async function firstView(): Promise<string> {
  const [client, account] = await Promise.all([makePageClient(), viewerAccount()]);
  await prefetchAll(client, [collectionQueries.list(sortQuery(account.preferences.collectionSort))]);
  return sentState(client);
}
