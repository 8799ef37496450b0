'use client';

import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { bookmarkTitle } from '@/components/entities/bookmark-text';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';

interface EraseDialogProps {
  bookmark: Bookmark;
  onClose: () => void;
  onErase: (bookmark: Bookmark) => Promise<unknown>;
}

/** Asks before a bookmark goes for ever: of all that can be done to one, only this cannot be taken back. */
export function EraseDialog({ bookmark, onClose, onErase }: EraseDialogProps) {
  const t = useTranslations('Bookmarks');
  const name = bookmark.encrypted ? t('encryptedTitle') : bookmarkTitle(bookmark);
  return (
    <ConfirmDialog
      open
      destructive
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('eraseTitle')}
      description={t('eraseText', { name })}
      confirmLabel={t('erase')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      onConfirm={() => onErase(bookmark)}
    />
  );
}
