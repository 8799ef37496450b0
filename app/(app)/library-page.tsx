import { isArrival } from '@/app/(app)/is-arrival';
import { ScreenMessages } from '@/components/common/screen-messages';
import { SentState } from '@/components/common/sent-state';
import { LibraryScreen } from '@/components/features/bookmarks/library-screen';
import { parseView, viewFilters, type LibraryView } from '@/components/features/bookmarks/library-view';
import { makePageClient, prefetchAll, sentState, viewerAccount } from '@/lib/bff/prefetch';
import { sortQuery } from '@/lib/domain/sort';
import { bookmarkQueries } from '@/lib/queries/bookmarks';

type Query = Record<string, string | string[] | undefined>;

/** The library, at its two addresses: the first page of rows is in the HTML. */
export async function LibraryPage({ query }: { query: Query }) {
  const view = parseView(query['view']);
  return (
    <ScreenMessages namespaces={['Bookmarks']}>
      <SentState state={(await isArrival()) ? await firstView(view) : null}>
        <LibraryScreen view={view} />
      </SentState>
    </ScreenMessages>
  );
}

async function firstView(view: LibraryView): Promise<string> {
  const [client, account] = await Promise.all([makePageClient(), viewerAccount()]);
  const filter = { ...viewFilters[view], ...sortQuery(account.preferences.bookmarkSort) };
  await prefetchAll(client, [bookmarkQueries.page(filter, 1)]);
  return sentState(client);
}
