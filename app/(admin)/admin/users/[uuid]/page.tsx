import { dehydrate, HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { isArrival } from '@/app/(app)/is-arrival';
import { UserScreen } from '@/components/features/admin/user-screen';
import { makePageClient, prefetchAll, viewerAccount } from '@/lib/bff/prefetch';
import { adminQueries } from '@/lib/api/admin';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Admin'))('user.account') };
}

export default async function UserPage({ params }: PageProps<'/admin/users/[uuid]'>) {
  const { uuid } = await params;
  return (
    <HydrationBoundary state={(await isArrival()) ? await firstView(uuid) : null}>
      <UserScreen key={uuid} uuid={uuid} />
    </HydrationBoundary>
  );
}

async function firstView(uuid: string): Promise<DehydratedState> {
  // Redirects an account that is no longer an administrator before its calls are refused.
  const [client] = await Promise.all([makePageClient(), viewerAccount()]);
  await prefetchAll(client, [adminQueries.user(uuid)]);
  return dehydrate(client);
}
