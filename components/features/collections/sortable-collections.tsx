'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { MenuEntry } from '@/components/common/menu';
import { SortHandle } from '@/components/common/sortable/sort-handle';
import { useSortable } from '@/components/common/sortable/use-sortable';
import { collectionName } from '@/components/entities/collection-chip';
import { CollectionItem } from '@/components/features/collections/collection-item';
import type { Collection } from '@/lib/contract/schemas/collection';
import { collectionChanges } from '@/lib/queries/collection-changes';

/** The collections in the order that people give them: by dragging, by the keyboard, or from the menu of each. */
export function SortableCollections({ collections }: { collections: readonly Collection[] }) {
  const t = useTranslations('Collections');
  const sorting = useTranslations('Sorting');
  const { mutate: order } = useMutation({
    ...collectionChanges.order(),
    meta: { failure: t('orderFailed') },
  });
  const keys = useMemo(() => collections.map(({ uuid }) => uuid), [collections]);
  const nameOf = (collection: Collection) => collectionName(collection, t('uncategorized'));
  const { listProps, moveBy, marks } = useSortable({
    keys,
    nameOf: (key) => {
      const collection = collections.find(({ uuid }) => uuid === key);
      return collection ? nameOf(collection) : '';
    },
    onMove: (uuid, place) => order({ params: { uuid }, body: place }),
  });
  // Not everybody can drag, and not every screen has keys.
  const moves = (uuid: string, index: number): MenuEntry[] => [
    {
      kind: 'item',
      key: 'up',
      icon: 'i-arrow-up',
      label: sorting('up'),
      disabled: index === 0,
      onSelect: () => moveBy(uuid, -1),
    },
    {
      kind: 'item',
      key: 'down',
      icon: 'i-arrow-down',
      label: sorting('down'),
      disabled: index === keys.length - 1,
      onSelect: () => moveBy(uuid, 1),
    },
    { kind: 'separator', key: 'moves' },
  ];
  return (
    <>
      <ul aria-label={t('title')} className="mt-2" {...listProps}>
        {collections.map((collection, index) => (
          <CollectionItem
            key={collection.uuid}
            collection={collection}
            handle={<SortHandle name={nameOf(collection)} className="z-1 -ml-2 md:-ml-1" />}
            moves={() => moves(collection.uuid, index)}
          />
        ))}
      </ul>
      {marks}
    </>
  );
}
