import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { ReactNode } from 'react';
// Hydration waits for the error page, so its script is loaded with those of the layout. Loaded later, it delays the
// page, and React retries without pause until it arrives.
import '@/app/(app)/error';
import { Frame } from '@/app/(app)/frame';
import { appNamespaces } from '@/app/(app)/namespaces';
import { Providers } from '@/app/(app)/providers';
import { MessagesProvider } from '@/components/common/messages-provider';
import { env } from '@/lib/env/server';
import { makePageClient, prefetchAll, requireViewer, viewerAccount } from '@/lib/bff/prefetch';
import { accountQueries } from '@/lib/api/account';
import { collectionQueries } from '@/lib/api/collections';
import { spaceQueries } from '@/lib/api/spaces';
import manifest from '@/package.json' with { type: 'json' };

/** Renders signed-in pages in the shell, whose data is in the initial HTML too. */
export default async function AppLayout({ children }: { children: ReactNode }) {
  const client = await makePageClient();
  await prefetchAll(client, [
    { ...accountQueries.current(), queryFn: viewerAccount },
    spaceQueries.list(),
    collectionQueries.simplified(),
  ]);
  const { extensionLinks } = env();
  const session = await requireViewer();
  const space = session.space ?? client.getQueryData(accountQueries.current().queryKey)?.space;
  return (
    <MessagesProvider namespaces={appNamespaces}>
      <Providers space={space}>
        <HydrationBoundary state={dehydrate(client)}>
          <Frame
            version={manifest.version}
            extensionLinks={Object.keys(extensionLinks).length === 0 ? null : extensionLinks}
          >
            {children}
          </Frame>
        </HydrationBoundary>
      </Providers>
    </MessagesProvider>
  );
}
