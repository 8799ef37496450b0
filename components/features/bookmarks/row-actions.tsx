'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Menu, type MenuEntry } from '@/components/common/menu';
import { onDemand } from '@/components/common/on-demand';
import { markNames, marks } from '@/components/entities/bookmark-marks';
import { isLocked } from '@/components/entities/bookmark-text';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { openVaultDialog } from '@/components/entities/vault-store';
import type { Question, RowMenuPlace } from '@/components/features/bookmarks/selection';
import { editBookmark } from '@/components/entities/editor-store';
import { readPagesAgain } from '@/components/features/bookmarks/page-texts';
import type { BookmarkActions } from '@/components/features/bookmarks/use-bookmark-actions';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';
import { decryptedRow } from '@/lib/vault/decrypted';

export interface RowMenuProps {
  bookmark: Bookmark;
  actions: BookmarkActions;
  isTrash: boolean;
  /** Shows the row beside the list. */
  onPreview: () => void;
  /** Selects or deselects the row. */
  onSelect: () => void;
  onAsk: (question: Question) => void;
}

interface RowActionsProps extends RowMenuProps {
  /** Shows only the menu, with all actions in it: for devices without hover. */
  compact: boolean;
  /** The row keeps its actions while the menu is open. */
  onMenuOpenChange: (open: boolean) => void;
}

/** Actions at the end of the row under the pointer or with the focus. */
export function RowActions({ compact, onMenuOpenChange, ...row }: RowActionsProps) {
  const { bookmark, actions, isTrash, onAsk } = row;
  const t = useTranslations('Bookmarks');
  useDecrypted();
  const { url } = decryptedRow(bookmark);
  const menu = (
    <Menu
      label={t('more')}
      buttonClassName="row-action"
      onOpenChange={onMenuOpenChange}
      entries={() => rowEntries(row, t)}
    >
      <Icon name={compact ? 'i-ellipsis-vertical' : 'i-ellipsis'} />
    </Menu>
  );
  if (compact) return menu;
  if (isTrash) {
    return (
      <>
        <ActionButton label={t('restore')} icon="i-undo-2" onPress={() => actions.restore(bookmark)} />
        <ActionButton label={t('erase')} icon="i-trash-2" onPress={() => onAsk('erase')} />
      </>
    );
  }
  return (
    <>
      {isLiveUrl(url) ? (
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
      ) : null}
      <ActionButton label={t('edit')} icon="i-pencil" onPress={() => editBookmark(bookmark)} />
      {menu}
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

/** The menu of a row, which its button and the right click open. */
export function rowEntries(row: RowMenuProps, t: Translate): MenuEntry[] {
  return [
    entry('select', 'i-square-check', t('select'), 'X', row.onSelect),
    entry('preview', 'i-eye', t('preview'), 'O', row.onPreview),
    ...(row.isTrash ? trashEntries(row, t) : libraryEntries(row, t)),
  ];
}

const libraryEntries = ({ bookmark, actions, onAsk }: RowMenuProps, t: Translate): MenuEntry[] => [
  ...markNames.map((name) => {
    const { set, clear, icon, clearIcon, key } = marks[name];
    const has = bookmark[name];
    return entry(name, has ? clearIcon : icon, t(has ? clear : set), key, () =>
      actions.setMark(bookmark, name, !has),
    );
  }),
  entry('read', 'i-check', t(bookmark.readAt === null ? 'markRead' : 'markUnread'), undefined, () =>
    actions.setRead(bookmark, bookmark.readAt === null),
  ),
  { kind: 'separator', key: 'organize' },
  entry('edit', 'i-pencil', t('edit'), 'E', () => editBookmark(bookmark)),
  entry('move', 'i-folder-input', t('moveTo'), 'M', () => onAsk('move')),
  // The service must not get a tag of an encrypted bookmark; its form encrypts them.
  ...(bookmark.encrypted ? [] : [entry('tag', 'i-tag', t('tag'), 'T', () => onAsk('tag'))]),
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

const trashEntries = ({ bookmark, actions, onAsk }: RowMenuProps, t: Translate): MenuEntry[] => [
  entry('restore', 'i-undo-2', t('restore'), undefined, () => actions.restore(bookmark)),
  {
    kind: 'item',
    key: 'erase',
    icon: 'i-trash-2',
    label: t('erase'),
    destructive: true,
    onSelect: () => onAsk('erase'),
  },
];

const ContextMenu = onDemand(() =>
  import('@/components/common/context-menu').then((module) => module.ContextMenu),
);

interface RowContextMenuProps {
  at: RowMenuPlace;
  row: RowMenuProps;
  onClose: () => void;
  /** The row keeps its look while the menu is open. */
  onOpenChange: (open: boolean) => void;
}

/** The menu of one row, opened by a right click: it replaces the browser's, so the link can be opened from it too. */
export function RowContextMenu({ at, row, onClose, onOpenChange }: RowContextMenuProps) {
  const t = useTranslations('Bookmarks');
  useDecrypted();
  const { url } = decryptedRow(row.bookmark);
  useEffect(() => {
    onOpenChange(true);
    return () => onOpenChange(false);
  }, [onOpenChange]);
  const open: MenuEntry[] =
    url !== null && isLiveUrl(url)
      ? [
          {
            kind: 'item',
            key: 'open',
            icon: 'i-external-link',
            label: t('openInTab'),
            externalHref: url,
            onSelect: () => row.actions.visit(row.bookmark),
          },
        ]
      : [];
  return (
    <ContextMenu
      key={`${at.point.x} ${at.point.y}`}
      label={t('more')}
      at={at.point}
      entries={() => [...open, ...rowEntries(row, t)]}
      onClose={onClose}
    />
  );
}
