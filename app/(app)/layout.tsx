import type { ReactNode } from 'react';
import { Frame } from '@/app/(app)/frame';
import { Interactive } from '@/app/interactive';
import { Providers } from '@/app/(app)/providers';
import { ScreenMessages } from '@/components/common/screen-messages';
import { makePageClient, prefetchAll, sentState, viewerAccount } from '@/lib/bff/prefetch';
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
    <Interactive>
      <ScreenMessages namespaces={['Shell']}>
        <Providers state={sentState(client)}>
          <Frame>{children}</Frame>
        </Providers>
      </ScreenMessages>
    </Interactive>
  );
}
