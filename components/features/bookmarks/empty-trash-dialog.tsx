'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { notify } from '@/components/common/notify';
import { bookmarkBulk } from '@/lib/api/bookmark-bulk';

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
