'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import Link from 'next/link';
import { collectionName, SpaceName } from '@/components/entities/collection-chip';
import { CollectionSign } from '@/components/entities/collection-sign';
import { spaceOfHit } from '@/components/features/search/search-option';
import { searchQueries, type SearchFilter } from '@/lib/queries/search';

/** Collections whose names match, as cards above the bookmarks. */
export function FoundCollections({ filter }: { filter: SearchFilter }) {
  const t = useTranslations('Search');
  const { number } = useFormatter();
  const { data } = useQuery(searchQueries.page(filter, 1));
  if (data === undefined || data.collections.length === 0) return null;
  const { collections, spaces } = data;
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
