'use client';

import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { bookmarkTitle, isLocked } from '@/components/entities/bookmark-text';
import { useDecrypted } from '@/components/entities/use-decrypted';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { decryptedRow } from '@/lib/vault/decrypted';

interface EraseDialogProps {
  bookmark: Bookmark;
  onClose: () => void;
  onErase: (bookmark: Bookmark) => Promise<unknown>;
}

/** Asks for confirmation before a bookmark is erased: the only action on one that cannot be undone. */
export function EraseDialog({ bookmark, onClose, onErase }: EraseDialogProps) {
  const t = useTranslations('Bookmarks');
  useDecrypted();
  const shown = decryptedRow(bookmark);
  const name = isLocked(shown) ? t('encryptedTitle') : bookmarkTitle(shown);
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
