'use client';

import { useFormatter, useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Menu, type MenuEntry } from '@/components/common/menu';
import { heldRowClass } from '@/components/common/sortable/rows';
import { collectionName } from '@/components/entities/collection-chip';
import { CollectionSign } from '@/components/entities/collection-sign';
import { collectionEntries } from '@/components/features/collections/collection-entries';
import { Icon } from '@/components/ui/icon';
import type { Collection } from '@/lib/contract/schemas/collection';
import { cn } from '@/lib/utils/cn';

interface CollectionItemProps {
  collection: Collection;
  /** Before everything else: what moves it in the manual order. */
  handle?: ReactNode;
  /** What its menu begins with. */
  moves?: (() => readonly MenuEntry[]) | undefined;
}

/** One collection in the list: all of it leads to the collection, its menu stands at the end. */
export function CollectionItem({ collection, handle, moves }: CollectionItemProps) {
  const t = useTranslations('Collections');
  const { number } = useFormatter();
  const description = collection.description || (collection.isDefault ? t('defaultText') : '');
  return (
    <li
      data-sort-key={handle ? collection.uuid : undefined}
      className={cn(
        'group relative flex min-h-15 items-center gap-3 border-b py-2 last:border-b-0 md:rounded-md md:px-2 md:not-data-held:hover:bg-muted',
        handle ? ['gap-2 max-md:data-held:-mx-2 max-md:data-held:px-2', heldRowClass] : '',
      )}
    >
      {handle}
      <CollectionSign
        collection={collection}
        smartLabel={t('smart.sign')}
        className={collection.smart ? '-mx-px' : 'size-3'}
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <Link
            href={`/collections/${collection.uuid}`}
            prefetch={false}
            className="min-w-0 truncate font-medium after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring"
          >
            {collectionName(collection, t('uncategorized'))}
          </Link>
          {collection.security === 1 ? (
            <span
              role="img"
              aria-label={t('public')}
              title={t('public')}
              className="icon i-globe size-3.5 text-faint"
            />
          ) : null}
        </span>
        {description ? (
          <span className="block truncate text-second text-muted-foreground">{description}</span>
        ) : null}
      </span>
      <span className="text-second text-muted-foreground tabular-nums">
        {number(collection.count)}
        <span className="sr-only"> {t('bookmarks', { count: collection.count })}</span>
      </span>
      <Menu
        label={t('moreOf', { name: collectionName(collection, t('uncategorized')) })}
        buttonClassName="relative z-1 grid size-9 place-items-center rounded-md text-muted-foreground hover:bg-card hover:text-foreground touch:size-11"
        entries={() => [...(moves?.() ?? []), ...collectionEntries(collection, t)]}
      >
        <Icon name="i-ellipsis" />
      </Menu>
    </li>
  );
}
