'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { ChoiceCard } from '@/components/common/choice-card';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { ApiProblem } from '@/lib/api/problem';
import { spaceMutations, spaceQueries } from '@/lib/api/spaces';
import type { Space } from '@/lib/contract/spaces';

/** What to do with the content of a space. */
type ContentAction = 'transfer' | 'erase';

interface DeleteChoiceProps {
  contentAction: ContentAction;
  onActionChange: (contentAction: ContentAction) => void;
  /** The spaces that could receive it; never empty, since the default one stays. */
  targets: readonly Space[];
  target: Space | undefined;
  onTargetChange: (uuid: string) => void;
}

function DeleteChoice({ contentAction, onActionChange, targets, target, onTargetChange }: DeleteChoiceProps) {
  const t = useTranslations('Spaces');
  const card = (value: ContentAction, title: string) => (
    <ChoiceCard
      name="fate"
      value={value}
      checked={contentAction === value}
      onChange={() => onActionChange(value)}
      title={<span className="min-w-0 wrap-anywhere">{title}</span>}
      text={t(`fate.${value}.text`)}
    />
  );
  const only = targets.length === 1 ? targets[0] : undefined;
  return (
    <div role="radiogroup" aria-label={t('fateLabel')} className="flex flex-col gap-2">
      {card('transfer', only ? t('fate.transfer.titleTo', { name: only.name }) : t('fate.transfer.title'))}
      {only || contentAction === 'erase' ? null : (
        <Field label={t('transferTo')} className="mb-2">
          {(control) => (
            <Select
              {...control}
              value={target?.uuid ?? ''}
              onValueChange={onTargetChange}
              options={targets.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            />
          )}
        </Field>
      )}
      {card('erase', t('fate.erase.title'))}
    </div>
  );
}

/** Why a space could not be deleted, if the user can do something about it. */
type DeleteRefusal = 'inUse' | 'isDefault' | 'notEmpty' | 'gone' | 'failed';

const refusals: Readonly<Record<string, DeleteRefusal>> = {
  SPACE_IN_USE: 'inUse',
  DEFAULT_SPACE: 'isDefault',
  OUTDATED: 'notEmpty',
  // The space or its target was deleted on another device.
  NOT_FOUND: 'gone',
};

export const explainDeleteRefusal = (failure: unknown): DeleteRefusal =>
  (failure instanceof ApiProblem ? refusals[failure.code] : undefined) ?? 'failed';

/** Asks what to do with the content of a space, and deletes it. */
export function DeleteSpaceDialog({ space, onClose }: { space: Space; onClose: () => void }) {
  const t = useTranslations('Spaces');
  const { uuid, name } = space;
  // Read again when the dialog opens: another device may have saved something in it.
  const { data: spaces = [] } = useQuery({
    ...spaceQueries.list(),
    staleTime: 0,
    select: ({ content }) => content,
  });
  const { counts } = spaces.find((one) => one.uuid === uuid) ?? space;
  const targets = spaces.filter((one) => one.uuid !== uuid);
  const [contentAction, setContentAction] = useState<ContentAction>('transfer');
  const [chosen, setChosen] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<DeleteRefusal | null>(null);
  const { mutateAsync: remove } = useMutation(spaceMutations.delete());
  // The default collection always exists.
  const [typed, setTyped] = useState('');
  const [isMismatch, setMismatch] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isEmpty = counts.bookmarks + counts.trash === 0 && counts.collections <= 1;
  const target = targets.find((one) => one.uuid === chosen) ?? targets.find((one) => one.isCurrent);
  const receiver = isEmpty || contentAction === 'erase' ? undefined : target;

  const mustType = !isEmpty && contentAction === 'erase';

  const confirm = async () => {
    if (mustType && typed.trim() !== name.trim()) {
      setMismatch(true);
      field.current?.focus();
      throw new Error('The name does not match.');
    }
    try {
      await remove({
        params: { uuid },
        query: { target: receiver?.uuid, ...(isEmpty && { empty: true }) },
        space,
      });
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
      confirmLabel={t(isEmpty ? 'delete' : `fate.${contentAction}.confirm`)}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      onConfirm={confirm}
    >
      {refusal === null && isEmpty ? null : (
        <div className="flex flex-col gap-3">
          <FormAlert text={refusal && t(`deleteRefused.${refusal}`)} />
          {isEmpty ? null : (
            <DeleteChoice
              contentAction={contentAction}
              onActionChange={setContentAction}
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
