import { dehydrate, HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { isArrival } from '@/app/(app)/is-arrival';
import { AddMessages } from '@/components/common/messages-provider';
import { ReaderScreen } from '@/components/features/reader/reader-screen';
import { makePageClient, prefetchAll } from '@/lib/bff/prefetch';
import { detailsQueries } from '@/lib/api/bookmark-content';

/** The screen replaces the title once it has the bookmark; that of an encrypted one is known to the browser only. */
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Reader'))('title') };
}

/** The text itself is fetched by the browser: reading a page can take seconds. */
export default async function ReadPage({ params }: { params: Promise<{ uuid: string }> }) {
  const { uuid } = await params;
  return (
    <AddMessages namespaces={['Preview', 'Reader']}>
      <HydrationBoundary state={(await isArrival()) ? await firstView(uuid) : null}>
        <ReaderScreen key={uuid} uuid={uuid} />
      </HydrationBoundary>
    </AddMessages>
  );
}

async function firstView(uuid: string): Promise<DehydratedState> {
  const client = await makePageClient();
  await prefetchAll(client, [detailsQueries.of(uuid)]);
  return dehydrate(client);
}
