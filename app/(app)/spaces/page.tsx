import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { isArrival } from '@/app/(app)/is-arrival';
import { ScreenMessages } from '@/components/common/screen-messages';
import { SentState } from '@/components/common/sent-state';
import { SpacesScreen } from '@/components/features/spaces/spaces-screen';
import { makePageClient, prefetchAll, sentState } from '@/lib/bff/prefetch';
import { spaceQueries } from '@/lib/queries/spaces';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Spaces'))('title') };
}

/** The list of spaces is there already: the layout has read it for the shell. */
export default async function SpacesPage() {
  return (
    <ScreenMessages namespaces={['Spaces']}>
      <SentState state={(await isArrival()) ? await firstView() : null}>
        <SpacesScreen />
      </SentState>
    </ScreenMessages>
  );
}

async function firstView(): Promise<string> {
  const client = await makePageClient();
  await prefetchAll(client, [spaceQueries.top()]);
  return sentState(client);
}
