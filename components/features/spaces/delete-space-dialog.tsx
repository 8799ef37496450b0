'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ChoiceCard } from '@/components/common/choice-card';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { Refused, useContractForm } from '@/components/common/contract-form';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { ApiProblem } from '@/lib/api/problem';
import { spaceMutations, spaceQueries } from '@/lib/api/spaces';
import type { Space } from '@/lib/contract/spaces';
import { isolate } from '@/lib/utils/isolate';

/** What to do with the content of a space. */
const contentActions = ['transfer', 'erase'] as const;
type ContentAction = (typeof contentActions)[number];

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
      title={
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {title}
        </span>
      }
      text={t(`fate.${value}.text`)}
    />
  );
  const only = targets.length === 1 ? targets[0] : undefined;
  return (
    <div role="radiogroup" aria-label={t('fateLabel')} className="flex flex-col gap-2">
      {card(
        'transfer',
        only ? t('fate.transfer.titleTo', { name: isolate(only.name) }) : t('fate.transfer.title'),
      )}
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

/** Returns a name without the marks of its direction, which a copy of the label contains. */
const withoutMarks = (name: string): string => name.replaceAll(/[\u2066-\u2069]/gu, '').trim();

export const deleteInput = (mustType: (action: ContentAction) => boolean, name: string) =>
  z
    .object({ contentAction: z.enum(contentActions), target: z.string(), typed: z.string() })
    .refine(
      ({ contentAction, typed }) => !mustType(contentAction) || withoutMarks(typed) === withoutMarks(name),
      {
        path: ['typed'],
        error: 'name_mismatch',
      },
    );

type DeleteInput = z.infer<ReturnType<typeof deleteInput>>;

/** Asks what to do with the content of a space, and deletes it. */
export function DeleteSpaceDialog({ space, onClose }: { space: Space; onClose: () => void }) {
  const t = useTranslations('Spaces');
  const formId = useId();
  const { uuid, name } = space;
  // Read again when the dialog opens: another device may have saved something in it.
  const { data: spaces = [] } = useQuery({
    ...spaceQueries.list(),
    staleTime: 0,
    select: ({ content }) => content,
  });
  const { counts } = spaces.find((one) => one.uuid === uuid) ?? space;
  // The default collection always exists.
  const isEmpty = counts.bookmarks + counts.trash === 0 && counts.collections <= 1;
  const mustType = (action: ContentAction) => !isEmpty && action === 'erase';
  const targets = spaces.filter((one) => one.uuid !== uuid);
  const targetOf = (chosen: string) =>
    targets.find((one) => one.uuid === chosen) ?? targets.find((one) => one.isCurrent);
  const { mutateAsync: remove } = useMutation(spaceMutations.delete());
  const { control, register, setValue, error, submit, refusal, isBusy } = useContractForm<
    DeleteInput,
    DeleteInput
  >({
    schema: deleteInput(mustType, name),
    fields: ['typed'],
    defaultValues: { contentAction: 'transfer', target: '', typed: '' },
    words: { name_mismatch: t('typeNameMismatch') },
    send: async (values) => {
      const receiver = isEmpty || values.contentAction === 'erase' ? undefined : targetOf(values.target);
      const query = { target: receiver?.uuid, ...(isEmpty && { empty: true }) };
      await remove({ params: { uuid }, query, space }).catch((failure: unknown) => {
        throw new Refused(t(`deleteRefused.${explainDeleteRefusal(failure)}`));
      });
      notify({
        message: receiver
          ? t('deletedTransferred', {
              name: isolate(name),
              target: isolate(receiver.name),
              count: counts.bookmarks,
            })
          : t('deleted', { name: isolate(name) }),
      });
      onClose();
    },
    failed: t('deleteRefused.failed'),
  });
  const { contentAction, target } = useWatch({ control });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      destructive
      title={t('deleteTitle', { name: isolate(name) })}
      description={isEmpty ? t('deleteEmpty') : t('deleteText', counts)}
      confirmLabel={t(isEmpty ? 'delete' : `fate.${contentAction ?? 'transfer'}.confirm`)}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      form={{ id: formId, isBusy }}
    >
      <div className="flex flex-col gap-3">
        <FormAlert text={refusal} />
        {/* Outside of the form, which Enter on a choice would submit. */}
        {isEmpty ? null : (
          <DeleteChoice
            contentAction={contentAction ?? 'transfer'}
            onActionChange={(action) => setValue('contentAction', action)}
            targets={targets}
            target={targetOf(target ?? '')}
            onTargetChange={(chosen) => setValue('target', chosen)}
          />
        )}
        <form method="post" id={formId} noValidate onSubmit={submit} className="empty:hidden">
          {mustType(contentAction ?? 'transfer') ? (
            <Field label={t('typeName', { name: isolate(name) })} error={error('typed')}>
              {(props) => <Input {...props} {...register('typed')} autoComplete="off" spellCheck={false} />}
            </Field>
          ) : null}
        </form>
      </div>
    </ConfirmDialog>
  );
}
