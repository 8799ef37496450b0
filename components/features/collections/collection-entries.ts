import type { useTranslations } from 'next-intl';
import type { MenuEntry } from '@/components/common/menu-entry';
import { openCollectionDialog } from '@/components/features/collections/collection-requests';
import type { Collection } from '@/lib/contract/schemas/collection';

/** What can be done with a collection; the default one stays. */
export function collectionEntries(
  collection: Collection,
  t: ReturnType<typeof useTranslations<'Collections'>>,
): MenuEntry[] {
  const edit: MenuEntry = {
    kind: 'item',
    key: 'edit',
    icon: 'i-pencil',
    label: t('edit'),
    onSelect: () => openCollectionDialog({ kind: 'edit', collection }),
  };
  if (collection.isDefault) return [edit];
  return [
    edit,
    { kind: 'separator', key: 'danger' },
    {
      kind: 'item',
      key: 'delete',
      icon: 'i-trash-2',
      label: t('delete'),
      destructive: true,
      onSelect: () => openCollectionDialog({ kind: 'delete', collection }),
    },
  ];
}
