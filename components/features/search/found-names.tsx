'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import Link from 'next/link';
import { collectionName, SpaceName } from '@/components/entities/collection-chip';
import { CollectionSign } from '@/components/entities/collection-sign';
import { conditionText } from '@/components/features/search/query-text';
import { searchHref } from '@/components/features/search/search-address';
import { spaceOfHit } from '@/components/features/search/search-option';
import { Icon } from '@/components/ui/icon';
import type { SearchResult } from '@/lib/contract/schemas/search';
import { searchQueries, type SearchFilter } from '@/lib/queries/search';

/** Collections and tags whose names match, above the bookmarks. */
export function FoundNames({ filter }: { filter: SearchFilter }) {
  const { data } = useQuery(searchQueries.page(filter, 1));
  if (data === undefined) return null;
  return (
    <>
      {data.collections.length > 0 ? <Collections {...data} /> : null}
      {data.tags.length > 0 ? <Tags tags={data.tags} space={filter.space} /> : null}
    </>
  );
}

function Collections({ collections, spaces }: Pick<SearchResult, 'collections' | 'spaces'>) {
  const t = useTranslations('Search');
  const { number } = useFormatter();
  return (
    <ul aria-label={t('collections')} className="mb-2 grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
      {collections.map((collection) => (
        <li key={collection.uuid}>
          <Link
            href={`/collections/${collection.uuid}`}
            prefetch={false}
            className="flex h-10.5 items-center gap-3 rounded-md border bg-card px-4 hover:border-input touch:h-11"
          >
            <CollectionSign collection={collection} />
            <span className="min-w-0 flex-1 truncate">{collectionName(collection, t('uncategorized'))}</span>
            <SpaceName name={spaceOfHit(spaces, collection.uuid)?.name} />
            <span className="text-second text-muted-foreground tabular-nums">{number(collection.count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Tags of all searched spaces; each leads to the bookmarks that have it. */
function Tags({ tags, space }: Pick<SearchResult, 'tags'> & Pick<SearchFilter, 'space'>) {
  const t = useTranslations('Search');
  const { number } = useFormatter();
  return (
    <ul aria-label={t('facets.tags')} className="mb-2 flex flex-wrap gap-2">
      {tags.map(({ name, count }) => (
        <li key={name} className="max-w-full min-w-0">
          <Link
            href={searchHref({ q: conditionText({ kind: 'tag', name }), space }) as '/search'}
            prefetch={false}
            className="flex h-8 max-w-full items-center gap-2 rounded-full border bg-card px-3 text-small hover:border-input touch:h-11"
          >
            <Icon name="i-tag" className="size-3.5 shrink-0 text-muted-foreground" />
            <span className="truncate">{name}</span>
            <span className="text-muted-foreground tabular-nums">{number(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
