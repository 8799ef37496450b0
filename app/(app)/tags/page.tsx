import { dehydrate, HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { isArrival } from '@/app/(app)/is-arrival';
import { TagView } from '@/app/(app)/tags/tags-view';
import { TagsView } from '@/app/(app)/tags/tags-view';
import { AddMessages } from '@/components/common/messages-provider';
import { makePageClient, prefetchSorted } from '@/lib/bff/prefetch';
import { limits } from '@/lib/contract/limits';
import { sortQuery } from '@/lib/domain/sort';
import { bookmarkQueries } from '@/lib/api/bookmarks';
import { tagQueries } from '@/lib/api/tags';

type Query = Record<string, string | string[] | undefined>;

/** Tag name in the query; null for the list of all tags and for names that no tag can have. */
function nameIn(query: Query): string | null {
  const name = query['name'];
  if (typeof name !== 'string' || name.trim() === '' || name.includes('\0') || !name.isWellFormed())
    return null;
  return Array.from(name).length <= limits.tagLength ? name : null;
}

export async function generateMetadata({ searchParams }: PageProps<'/tags'>): Promise<Metadata> {
  const t = await getTranslations('Tags');
  const name = nameIn(await searchParams);
  return { title: name === null ? t('title') : t('tagTitle', { name }) };
}

/** All tags, or with `?name=` the bookmarks of one tag. */
export default async function TagsPage({ searchParams }: PageProps<'/tags'>) {
  const name = nameIn(await searchParams);
  return (
    <AddMessages namespaces={['Tags']}>
      <HydrationBoundary state={(await isArrival()) ? await firstView(name) : null}>
        {name === null ? <TagsView /> : <TagView key={name} name={name} />}
      </HydrationBoundary>
    </AddMessages>
  );
}

async function firstView(name: string | null): Promise<DehydratedState> {
  const client = await makePageClient();
  await prefetchSorted(client, (sort) => [
    tagQueries.list(),
    ...(name === null ? [] : [bookmarkQueries.page({ tag: name, ...sortQuery(sort) }, 1)]),
  ]);
  return dehydrate(client);
}
