import { dehydrate, HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { isArrival } from '@/app/(app)/is-arrival';
import { type LibraryView, parseView, viewFilters } from '@/components/features/bookmarks/bookmark-source';
import { LibraryScreen } from '@/components/features/bookmarks/library-screen';
import { makePageClient, prefetchSorted } from '@/lib/bff/prefetch';
import { sortQuery } from '@/lib/domain/sort';
import { bookmarkQueries } from '@/lib/api/bookmarks';

type Query = Record<string, string | string[] | undefined>;

/** Metadata whose title names the view, unless it is the whole library. */
export async function libraryMetadata(query: Query): Promise<Metadata> {
  const t = await getTranslations('Bookmarks');
  const view = parseView(query['view']);
  return { title: view === 'all' ? t('title') : t(`view.${view}`) };
}

/** The library, at its two URLs: the first page of rows is in the HTML. */
export async function LibraryPage({ query }: { query: Query }) {
  const view = parseView(query['view']);
  return (
    <HydrationBoundary state={(await isArrival()) ? await firstView(view) : null}>
      <LibraryScreen view={view} />
    </HydrationBoundary>
  );
}

async function firstView(view: LibraryView): Promise<DehydratedState> {
  const client = await makePageClient();
  await prefetchSorted(client, (sort) => [
    bookmarkQueries.page({ ...viewFilters[view], ...sortQuery(sort) }, 1),
  ]);
  return dehydrate(client);
}
