'use client';

import { useTranslations } from 'next-intl';
import { Menu, type MenuEntry } from '@/components/common/menu';
import { isLocked } from '@/components/entities/bookmark-text';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { openVaultDialog } from '@/components/entities/vault-store';
import { editBookmark } from '@/components/features/bookmarks/editor-store';
import { readPagesAgain } from '@/components/features/bookmarks/page-texts';
import type { BookmarkActions } from '@/components/features/bookmarks/use-bookmark-actions';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';
import { decryptedRow } from '@/lib/vault/decrypted';

interface RowActionsProps {
  bookmark: Bookmark;
  actions: BookmarkActions;
  isTrash: boolean;
  /** Shows only the menu, with all actions in it: for devices without hover. */
  compact: boolean;
  onErase: (bookmark: Bookmark) => void;
  /** Shows the row beside the list. */
  onPreview: () => void;
  /** Selects or deselects the row. */
  onSelect: () => void;
  /** The row keeps its actions while the menu is open. */
  onMenuOpenChange: (open: boolean) => void;
}

/** Actions at the end of the row under the pointer or with the focus. */
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
  useDecrypted();
  const { url } = decryptedRow(bookmark);
  const menu = (entries: () => MenuEntry[]) => (
    <Menu
      label={t('more')}
      buttonClassName="row-action"
      onOpenChange={onMenuOpenChange}
      entries={() => [
        entry('select', 'i-square-check', t('select'), 'X', onSelect),
        entry('preview', 'i-eye', t('preview'), 'O', onPreview),
        ...entries(),
      ]}
    >
      <Icon name={compact ? 'i-ellipsis-vertical' : 'i-ellipsis'} />
    </Menu>
  );
  const open = isLiveUrl(url) ? (
    <a
      className="row-action"
      href={url ?? ''}
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
      <ActionButton label={t('edit')} icon="i-pencil" onPress={() => editBookmark(bookmark)} />
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
    <ButtonBase className="row-action" aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} />
    </ButtonBase>
  );
}

const entry = (
  key: string,
  icon: `i-${string}`,
  label: string,
  shortcut: string | undefined,
  onSelect: () => void,
): MenuEntry => ({ kind: 'item', key, icon, label, shortcut, onSelect });

type Translate = ReturnType<typeof useTranslations<'Bookmarks'>>;

interface EntryOptions {
  bookmark: Bookmark;
  actions: BookmarkActions;
  t: Translate;
}

const entriesOf = ({ bookmark, actions, t }: EntryOptions): MenuEntry[] => [
  entry(
    'favorite',
    bookmark.favorite ? 'i-star-off' : 'i-star',
    t(bookmark.favorite ? 'unfavorite' : 'makeFavorite'),
    'F',
    () => actions.setFavorite(bookmark, !bookmark.favorite),
  ),
  entry('highlight', 'i-highlighter', t(bookmark.highlighted ? 'unhighlight' : 'highlight'), 'H', () =>
    actions.setHighlighted(bookmark, !bookmark.highlighted),
  ),
  entry('edit', 'i-pencil', t('edit'), 'E', () => editBookmark(bookmark)),
  ...(isLocked(decryptedRow(bookmark))
    ? []
    : [entry('copy', 'i-link', t('copyLink'), undefined, () => actions.copyLink(decryptedRow(bookmark)))]),
  ...(!bookmark.encrypted && isLiveUrl(bookmark.url)
    ? [
        entry('fetchTitle', 'i-refresh-cw', t('fetchTitle'), undefined, () =>
          readPagesAgain({ bookmarks: [bookmark] }),
        ),
      ]
    : []),
  { kind: 'separator', key: 'encryption' },
  ...encryptionEntries(bookmark, t),
  { kind: 'separator', key: 'danger' },
  {
    kind: 'item',
    key: 'delete',
    icon: 'i-trash-2',
    label: t('delete'),
    shortcut: t('deleteKey'),
    destructive: true,
    onSelect: () => actions.trash(bookmark),
  },
];

function encryptionEntries(bookmark: Bookmark, t: Translate): MenuEntry[] {
  if (!bookmark.encrypted) {
    const encrypt = () => openVaultDialog({ kind: 'encrypt', bookmarks: [bookmark] });
    return [entry('encrypt', 'i-lock', t('encrypt'), undefined, encrypt)];
  }
  const unlock = () => openVaultDialog({ kind: 'unlock', bookmark });
  return [
    ...(isLocked(decryptedRow(bookmark))
      ? [entry('unlock', 'i-key-round', t('unlock'), undefined, unlock)]
      : []),
    entry('decrypt', 'i-lock-open', t('decrypt'), undefined, () =>
      openVaultDialog({ kind: 'decrypt', bookmark }),
    ),
    entry('stored', 'i-server', t('stored'), undefined, () => openVaultDialog({ kind: 'stored', bookmark })),
  ];
}

const trashEntries = ({
  bookmark,
  actions,
  onErase,
  t,
}: EntryOptions & Pick<RowActionsProps, 'onErase'>): MenuEntry[] => [
  entry('restore', 'i-undo-2', t('restore'), undefined, () => actions.restore(bookmark)),
  {
    kind: 'item',
    key: 'erase',
    icon: 'i-trash-2',
    label: t('erase'),
    destructive: true,
    onSelect: () => onErase(bookmark),
  },
];
