'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { notify } from '@/components/common/notify';
import { bookmarkTitle, isLocked } from '@/components/entities/bookmark-text';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { bookmarkBulk } from '@/lib/api/bookmark-bulk';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isolate } from '@/lib/utils/isolate';
import { decryptedRow } from '@/lib/vault/decrypted';

/** Asks for confirmation before all bookmarks in the trash of the current space are erased. */
export function EmptyTrashDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useTranslations('Bookmarks');
  const { mutateAsync: change } = useMutation({
    ...bookmarkBulk.change(),
    meta: { failure: t('emptyTrashFailed') },
  });
  const empty = async () => {
    const { affected } = await change({ body: { action: 'erase', query: { trash: true } }, loaded: [] });
    notify({ message: t('trashEmptied', { count: affected }) });
  };
  return (
    <ConfirmDialog
      open
      destructive
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('emptyTrashTitle')}
      description={t('emptyTrashText', { count })}
      confirmLabel={t('emptyTrash')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      onConfirm={empty}
    />
  );
}

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
      description={t('eraseText', { name: isolate(name) })}
      confirmLabel={t('erase')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      onConfirm={() => onErase(bookmark)}
    />
  );
}
