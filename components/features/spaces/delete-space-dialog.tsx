'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { DeleteFate, type Fate } from '@/components/features/spaces/delete-fate';
import {
  explainDeleteRefusal,
  type DeleteRefusal,
} from '@/components/features/spaces/explain-delete-refusal';
import { Input } from '@/components/ui/input';
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
  const [typed, setTyped] = useState('');
  const [isMismatch, setMismatch] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isEmpty = counts.bookmarks + counts.trash === 0 && counts.collections <= 1;
  const target = targets.find((one) => one.uuid === chosen) ?? targets.find((one) => one.isCurrent);
  const receiver = isEmpty || fate === 'erase' ? undefined : target;

  const mustType = !isEmpty && fate === 'erase';

  const confirm = async () => {
    if (mustType && typed.trim() !== name.trim()) {
      setMismatch(true);
      field.current?.focus();
      throw new Error('The name does not match.');
    }
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
          {mustType ? (
            <Field label={t('typeName', { name })} error={isMismatch ? t('typeNameMismatch') : undefined}>
              {(control) => (
                <Input
                  {...control}
                  ref={field}
                  value={typed}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => {
                    setTyped(event.target.value);
                    setMismatch(false);
                  }}
                />
              )}
            </Field>
          ) : null}
        </div>
      )}
    </ConfirmDialog>
  );
}
