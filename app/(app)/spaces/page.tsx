import { dehydrate, HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { isArrival } from '@/app/(app)/is-arrival';
import { AddMessages } from '@/components/common/messages-provider';
import { SpacesScreen } from '@/components/features/spaces/spaces-screen';
import { makePageClient, prefetchAll } from '@/lib/bff/prefetch';
import { spaceQueries } from '@/lib/api/spaces';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Spaces'))('title') };
}

/** The list of spaces is not prefetched: the layout has read it for the shell. */
export default async function SpacesPage() {
  return (
    <AddMessages namespaces={['Spaces']}>
      <HydrationBoundary state={(await isArrival()) ? await firstView() : null}>
        <SpacesScreen />
      </HydrationBoundary>
    </AddMessages>
  );
}

async function firstView(): Promise<DehydratedState> {
  const client = await makePageClient();
  await prefetchAll(client, [spaceQueries.top()]);
  return dehydrate(client);
}
