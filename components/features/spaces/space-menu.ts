import type { useTranslations } from 'next-intl';
import type { MenuEntry } from '@/components/common/menu';
import type { Space } from '@/lib/contract/schemas/space';

interface SpaceMenu {
  space: Space;
  onEdit: () => void;
  onMakeDefault: () => void;
  onDelete: () => void;
  t: ReturnType<typeof useTranslations<'Spaces'>>;
}

/** What can be done with a space. Those that are needed say what is to be done before they can go. */
export function spaceMenu({ space, onEdit, onMakeDefault, onDelete, t }: SpaceMenu): MenuEntry[] {
  const { isDefault, isCurrent } = space;
  const makeDefault: MenuEntry[] = [
    { kind: 'item', key: 'default', icon: 'i-house', label: t('makeDefault'), onSelect: onMakeDefault },
  ];
  return [
    { kind: 'item', key: 'edit', icon: 'i-pencil', label: t('edit'), onSelect: onEdit },
    ...(isDefault ? [] : makeDefault),
    { kind: 'separator', key: 'danger' },
    {
      kind: 'item',
      key: 'delete',
      icon: 'i-trash-2',
      label: t('delete'),
      destructive: !isCurrent && !isDefault,
      reason: isCurrent ? t('neededCurrent') : isDefault ? t('neededDefault') : undefined,
      onSelect: onDelete,
    },
  ];
}
