'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { DeleteFate, type Fate } from '@/components/features/spaces/delete-fate';
import {
  explainDeleteRefusal,
  type DeleteRefusal,
} from '@/components/features/spaces/explain-delete-refusal';
import type { Space } from '@/lib/contract/schemas/space';
import { spaceMutations, spaceQueries } from '@/lib/queries/spaces';

/** Asks what becomes of what a space holds, and deletes it. */
export function DeleteSpaceDialog({ space, onClose }: { space: Space; onClose: () => void }) {
  const t = useTranslations('Spaces');
  const { uuid, name, counts } = space;
  const { data: targets = [] } = useQuery({
    ...spaceQueries.list(),
    select: ({ content }) => content.filter((one) => one.uuid !== uuid),
  });
  const [fate, setFate] = useState<Fate>('transfer');
  const [chosen, setChosen] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<DeleteRefusal | null>(null);
  const { mutateAsync: remove } = useMutation(spaceMutations.delete());
  // The default collection is always there.
  const isEmpty = counts.bookmarks + counts.trash === 0 && counts.collections <= 1;
  const target = targets.find((one) => one.uuid === chosen) ?? targets.find((one) => one.isCurrent);
  const receiver = isEmpty || fate === 'erase' ? undefined : target;

  const confirm = async () => {
    try {
      await remove({ params: { uuid }, query: { target: receiver?.uuid }, space });
    } catch (failure) {
      setRefusal(explainDeleteRefusal(failure));
      throw failure;
    }
    notify({
      message: receiver
        ? t('deletedTransferred', { name, target: receiver.name, count: counts.bookmarks })
        : t('deleted', { name }),
    });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      destructive
      title={t('deleteTitle', { name })}
      description={isEmpty ? t('deleteEmpty') : t('deleteText', counts)}
      confirmLabel={t(isEmpty ? 'delete' : `fate.${fate}.confirm`)}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      onConfirm={confirm}
    >
      {refusal === null && isEmpty ? null : (
        <div className="flex flex-col gap-3">
          <FormAlert text={refusal && t(`deleteRefused.${refusal}`)} />
          {isEmpty ? null : (
            <DeleteFate
              fate={fate}
              onFateChange={setFate}
              targets={targets}
              target={target}
              onTargetChange={setChosen}
            />
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
