import type { useTranslations } from 'next-intl';
import type { MenuEntry, MenuItem } from '@/components/common/menu';
import {
  openCollectionDialog,
  type CollectionRequest,
} from '@/components/features/collections/collection-store';
import type { Collection } from '@/lib/contract/collections';

type Kind = Exclude<CollectionRequest['kind'], 'create'>;

const icons = {
  edit: 'i-pencil',
  share: 'i-share-2',
  merge: 'i-merge',
  move: 'i-layers',
  delete: 'i-trash-2',
} as const satisfies Record<Kind, `i-${string}`>;

/**
 * Returns the actions on a collection; the default one can only be edited and shared; a smart one contains nothing
 * to merge.
 */
export function collectionEntries(
  collection: Collection,
  t: ReturnType<typeof useTranslations<'Collections'>>,
): MenuEntry[] {
  const entry = (kind: Kind): MenuItem => ({
    kind: 'item',
    key: kind,
    icon: icons[kind],
    label: t(kind),
    destructive: kind === 'delete',
    onSelect: () => openCollectionDialog({ kind, collection }),
  });
  if (collection.isDefault) return [entry('edit'), entry('share')];
  return [
    entry('edit'),
    entry('share'),
    ...(collection.smart ? [] : [entry('merge')]),
    entry('move'),
    { kind: 'separator', key: 'danger' },
    entry('delete'),
  ];
}
