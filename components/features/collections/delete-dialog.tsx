'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePathname, useRouter } from 'next/navigation';
import { useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { ChoiceCard } from '@/components/common/choice-card';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { notify } from '@/components/common/notify';
import { undoMs, useUndoCollection } from '@/components/features/collections/use-undo-collection';
import type { Collection } from '@/lib/contract/schemas/collection';
import { collectionMutations } from '@/lib/queries/collections';

type Fate = 'keep' | 'trash';

/** Asks what becomes of the bookmarks of a collection that goes. */
export function DeleteDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const t = useTranslations('Collections');
  const router = useRouter();
  const pathname = usePathname();
  const undoChange = useUndoCollection();
  const [open, setOpen] = useState(true);
  const [fate, setFate] = useState<Fate>('keep');
  const { mutateAsync: remove } = useMutation({
    ...collectionMutations.delete(),
    meta: { failure: t('deleteFailed') },
  });
  const confirm = async () => {
    const undo = newUuid();
    await remove({ params: { uuid: collection.uuid }, query: { bookmarks: fate, undo }, collection });
    notify({
      message: t('deleted', { name: collection.name }),
      durationMs: undoMs,
      undo: () => undoChange(undo),
    });
    if (pathname === `/collections/${collection.uuid}`) router.push('/collections');
  };
  const choice = (value: Fate) => (
    <ChoiceCard
      name="fate"
      value={value}
      checked={fate === value}
      onChange={() => setFate(value)}
      title={t(`fate.${value}.title`)}
      text={t(`fate.${value}.text`)}
    />
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) onClose();
      }}
      destructive
      title={t('deleteTitle', { name: collection.name })}
      description={t(collection.smart ? 'smart.deleteText' : 'deleteText', { count: collection.count })}
      confirmLabel={t('delete')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      onConfirm={confirm}
    >
      {collection.count === 0 || collection.smart ? null : (
        <div role="radiogroup" aria-label={t('fateLabel')} className="flex flex-col gap-2">
          {choice('keep')}
          {choice('trash')}
        </div>
      )}
    </ConfirmDialog>
  );
}
