import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Frame } from '@/app/(app)/frame';
import { appNamespaces } from '@/app/(app)/namespaces';
import { Providers } from '@/app/(app)/providers';
import { MessagesProvider } from '@/components/common/messages-provider';
import { makePageClient, prefetchAll, viewerAccount } from '@/lib/bff/prefetch';
import { accountQueries } from '@/lib/queries/account';
import { collectionQueries } from '@/lib/queries/collections';
import { spaceQueries } from '@/lib/queries/spaces';

/** Everything behind the sign-in stands in the shell, whose own data is in the first HTML too. */
export default async function AppLayout({ children }: { children: ReactNode }) {
  const client = await makePageClient();
  await prefetchAll(client, [
    { ...accountQueries.current(), queryFn: viewerAccount },
    spaceQueries.list(),
    collectionQueries.simplified(),
  ]);
  return (
    <MessagesProvider namespaces={appNamespaces}>
      <Providers>
        <HydrationBoundary state={dehydrate(client)}>
          <Frame>{children}</Frame>
        </HydrationBoundary>
      </Providers>
    </MessagesProvider>
  );
}
