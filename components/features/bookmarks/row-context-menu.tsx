'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ContextMenu, type MenuPoint } from '@/components/common/context-menu';
import type { MenuEntry } from '@/components/common/menu';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { rowEntries, type RowMenuProps } from '@/components/features/bookmarks/row-actions';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';
import { decryptedRow } from '@/lib/vault/decrypted';

/** The row whose context menu is open, and where it opened. */
export interface RowMenuPlace {
  readonly bookmark: Bookmark;
  /** Index of the row in the whole list. */
  readonly place: number;
  readonly point: MenuPoint;
}

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
