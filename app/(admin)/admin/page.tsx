import { dehydrate, HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { isArrival } from '@/app/(app)/is-arrival';
import { OverviewScreen } from '@/components/features/admin/overview-screen';
import { makePageClient, prefetchAll, viewerAccount } from '@/lib/bff/prefetch';
import { adminQueries } from '@/lib/api/admin';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Admin'))('section.overview') };
}

export default async function OverviewPage() {
  return (
    <HydrationBoundary state={(await isArrival()) ? await firstView() : null}>
      <OverviewScreen />
    </HydrationBoundary>
  );
}

async function firstView(): Promise<DehydratedState> {
  // Redirects an account that is no longer an administrator before its calls are refused.
  const [client] = await Promise.all([makePageClient(), viewerAccount()]);
  await prefetchAll(client, [adminQueries.stats(), adminQueries.health()]);
  return dehydrate(client);
}
