import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { MenuEntry, MenuItem } from '@/components/common/menu';
import {
  openCollectionDialog,
  type CollectionRequest,
} from '@/components/features/collections/collection-store';
import { collectionMutations } from '@/lib/api/collection-editing';
import type { Collection } from '@/lib/contract/collections';

type Kind = Exclude<CollectionRequest['kind'], 'create'>;

const icons = {
  edit: 'i-pencil',
  share: 'i-share-2',
  merge: 'i-merge',
  move: 'i-layers',
  delete: 'i-trash-2',
} as const satisfies Record<Kind, `i-${string}`>;

/** Returns a function with the actions on a collection. */
export function useCollectionEntries(): (collection: Collection) => MenuEntry[] {
  const t = useTranslations('Collections');
  const { mutate } = useMutation({ ...collectionMutations.update(), meta: { failure: t('pinFailed') } });
  return (collection) => {
    const { uuid, pinned } = collection;
    const pin: MenuItem = {
      kind: 'item',
      key: 'pin',
      icon: pinned ? 'i-pin-off' : 'i-pin',
      label: t(pinned ? 'unpin' : 'pin'),
      onSelect: () => mutate({ params: { uuid }, body: { pinned: !pinned }, collection }),
    };
    return [pin, ...dialogEntries(collection, t)];
  };
}

/** The default collection can only be edited and shared; a smart one contains nothing to merge. */
function dialogEntries(
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
