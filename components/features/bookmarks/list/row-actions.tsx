'use client';

import { useTranslations } from 'next-intl';
import { LazyMenu } from '@/components/common/lazy-menu';
import type { MenuEntry } from '@/components/common/menu-entry';
import { openEditor } from '@/components/features/bookmarks/editor-requests';
import type { BookmarkActions } from '@/components/features/bookmarks/use-bookmark-actions';
import { Icon } from '@/components/ui/icon';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { isLiveUrl } from '@/lib/domain/live-url';

interface RowActionsProps {
  bookmark: Bookmark;
  actions: BookmarkActions;
  isTrash: boolean;
  /** Only the menu, with everything in it: where there is no pointer to hover. */
  compact: boolean;
  onErase: (bookmark: Bookmark) => void;
  /** Shows the row beside the list. */
  onPreview: () => void;
  /** Selects the row, or not any more. */
  onSelect: () => void;
  /** The row keeps its actions while the menu is open. */
  onMenuOpenChange: (open: boolean) => void;
}

/** What stands at the end of the row under the pointer or with the focus. */
export function RowActions({
  bookmark,
  actions,
  isTrash,
  compact,
  onErase,
  onPreview,
  onSelect,
  onMenuOpenChange,
}: RowActionsProps) {
  const t = useTranslations('Bookmarks');
  const live = isLiveUrl(bookmark.url) && bookmark.url !== null;
  const menu = (entries: () => MenuEntry[]) => (
    <LazyMenu
      label={t('more')}
      buttonClassName="row-action"
      onOpenChange={onMenuOpenChange}
      entries={() => [
        entry('select', 'i-square-check', t('select'), 'X', onSelect),
        ...(bookmark.encrypted ? [] : [entry('preview', 'i-eye', t('preview'), 'O', onPreview)]),
        ...entries(),
      ]}
    >
      <Icon name={compact ? 'i-ellipsis-vertical' : 'i-ellipsis'} />
    </LazyMenu>
  );
  const open = live ? (
    <a
      className="row-action"
      href={bookmark.url ?? ''}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('open')}
      title={t('open')}
      onClick={() => actions.visit(bookmark)}
    >
      <Icon name="i-external-link" />
    </a>
  ) : null;

  if (isTrash) {
    if (compact) return menu(() => trashEntries({ bookmark, actions, onErase, t }));
    return (
      <>
        <ActionButton label={t('restore')} icon="i-undo-2" onPress={() => actions.restore(bookmark)} />
        <ActionButton label={t('erase')} icon="i-trash-2" onPress={() => onErase(bookmark)} />
      </>
    );
  }
  if (compact) return menu(() => entriesOf({ bookmark, actions, t }));
  return (
    <>
      {open}
      {bookmark.encrypted ? null : (
        <ActionButton label={t('edit')} icon="i-pencil" onPress={() => openEditor({ bookmark })} />
      )}
      {menu(() => entriesOf({ bookmark, actions, t }))}
    </>
  );
}

interface ActionButtonProps {
  label: string;
  icon: `i-${string}`;
  onPress: () => void;
}

function ActionButton({ label, icon, onPress }: ActionButtonProps) {
  return (
    <button type="button" className="row-action" aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}

const entry = (
  key: string,
  icon: `i-${string}`,
  label: string,
  trailing: string,
  onSelect: () => void,
): MenuEntry => ({ kind: 'item', key, icon, label, trailing, onSelect });

type Translate = ReturnType<typeof useTranslations<'Bookmarks'>>;

function entriesOf({
  bookmark,
  actions,
  t,
}: {
  bookmark: Bookmark;
  actions: BookmarkActions;
  t: Translate;
}): MenuEntry[] {
  const editing: MenuEntry[] = bookmark.encrypted
    ? []
    : [
        {
          kind: 'item',
          key: 'edit',
          icon: 'i-pencil',
          label: t('edit'),
          trailing: 'E',
          onSelect: () => openEditor({ bookmark }),
        },
        {
          kind: 'item',
          key: 'copy',
          icon: 'i-link',
          label: t('copyLink'),
          onSelect: () => actions.copyLink(bookmark),
        },
      ];
  return [
    {
      kind: 'item',
      key: 'favorite',
      icon: bookmark.favorite ? 'i-star-off' : 'i-star',
      label: t(bookmark.favorite ? 'unfavorite' : 'makeFavorite'),
      trailing: 'F',
      onSelect: () => actions.setFavorite(bookmark, !bookmark.favorite),
    },
    ...editing,
    { kind: 'separator', key: 'danger' },
    {
      kind: 'item',
      key: 'delete',
      icon: 'i-trash-2',
      label: t('delete'),
      trailing: t('deleteKey'),
      destructive: true,
      onSelect: () => actions.trash(bookmark),
    },
  ];
}

const trashEntries = ({
  bookmark,
  actions,
  onErase,
  t,
}: {
  bookmark: Bookmark;
  actions: BookmarkActions;
  onErase: (bookmark: Bookmark) => void;
  t: Translate;
}): MenuEntry[] => [
  {
    kind: 'item',
    key: 'restore',
    icon: 'i-undo-2',
    label: t('restore'),
    onSelect: () => actions.restore(bookmark),
  },
  {
    kind: 'item',
    key: 'erase',
    icon: 'i-trash-2',
    label: t('erase'),
    destructive: true,
    onSelect: () => onErase(bookmark),
  },
];
