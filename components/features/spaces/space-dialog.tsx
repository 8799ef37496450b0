'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState, type SubmitEvent } from 'react';
import { v7 as newUuid } from 'uuid';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { useUnsaved } from '@/components/common/use-unsaved';
import { usePlanIsFull } from '@/components/features/spaces/plan-note';
import { PlanText } from '@/components/features/spaces/plan-text';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { fieldErrors } from '@/lib/api/field-errors';
import { ApiProblem } from '@/lib/api/problem';
import { spaceMutations, spaceQueries } from '@/lib/api/spaces';
import { limits } from '@/lib/contract/limits';
import type { Space } from '@/lib/contract/spaces';
import { findSameName } from '@/lib/domain/same-name';

/** Why the service refused the form as a whole: a full plan is no failure, and is not said like one. */
function FormNote({ reason }: { reason: Refusal['form'] }) {
  const t = useTranslations('Spaces');
  if (reason === null) return null;
  return reason === 'full' ? (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-accent px-3 py-2.5">
      <Icon name="i-layers" className="mt-0.5 text-primary" />
      <span>
        <PlanText />
      </span>
    </p>
  ) : (
    <FormAlert text={t('saveFailed')} />
  );
}

interface Refusal {
  /** Words for single fields, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The plan has no room for another space, or saving failed; null where the fields say it all. */
  readonly form: 'full' | 'failed' | null;
}

const noRefusal: Refusal = { fields: {}, form: null };

/** What a failed call means for the form: words of the service for fields, else a reason for all of it. */
export function explainRefusal(failure: unknown): Refusal {
  if (!(failure instanceof ApiProblem)) return { fields: {}, form: 'failed' };
  if (failure.code === 'PLAN_REQUIRED') return { fields: {}, form: 'full' };
  const fields = fieldErrors(failure);
  return { fields, form: Object.keys(fields).length > 0 ? null : 'failed' };
}

/** Name and description of a space as they are typed; `onSaved` gets what the service made of them. */
function useSpaceForm(space: Space | null, onSaved: (saved: Space) => void) {
  const t = useTranslations('Spaces');
  // A creation that is sent twice, because the first answer was lost, is the same creation.
  const [uuid] = useState(() => newUuid());
  const before = { name: space?.name ?? '', description: space?.description ?? '' };
  const [values, setValues] = useState(before);
  const [refusal, setRefusal] = useState(noRefusal);
  const create = useMutation(spaceMutations.create());
  const update = useMutation(spaceMutations.update());
  const { data: spaces = [] } = useQuery({ ...spaceQueries.list(), select: ({ content }) => content });
  /** The name of another space that the typed one repeats. */
  const sameName = findSameName(values.name, spaces, space?.uuid)?.name;
  const isPending = create.isPending || update.isPending;
  const isChanged = values.name !== before.name || values.description !== before.description;

  const save = (): Promise<Space> => {
    if (space === null) return create.mutateAsync({ body: { uuid, ...values } });
    return isChanged
      ? update.mutateAsync({ params: { uuid: space.uuid }, body: values })
      : Promise.resolve(space);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    if (values.name.trim() === '') {
      setRefusal({ ...noRefusal, fields: { name: t('nameRequired') } });
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    try {
      onSaved(await save());
    } catch (failure) {
      setRefusal(explainRefusal(failure));
    }
  };
  const control = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setRefusal(noRefusal);
    },
  });
  return { refusal, isPending, isChanged, sameName, submit, control };
}

interface SpaceDialogProps {
  /** The space to change; null for a new one. */
  space: Space | null;
  onSwitch: (space: Space) => void;
  onClose: () => void;
}

/** Makes a space, or changes what one is called and what it is for. */
export function SpaceDialog({ space, onSwitch, onClose }: SpaceDialogProps) {
  const t = useTranslations('Spaces');
  const formId = useId();
  // Fixed while the dialog is open: what is being typed is not replaced.
  const [isFull] = useState(usePlanIsFull());
  const { refusal, isPending, isChanged, sameName, submit, control } = useSpaceForm(space, (saved) => {
    const enter = { label: t('switch'), run: () => onSwitch(saved) };
    notify(space ? { message: t('saved') } : { message: t('created', { name: saved.name }), action: enter });
    onClose();
  });
  const { close, question } = useUnsaved(isChanged, onClose);
  if (space === null && isFull) return <FullDialog onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={isPending} aria-describedby={undefined}>
        <DialogHeader title={t(space ? 'editTitle' : 'createTitle')} />
        <DialogBody>
          <form
            method="post"
            id={formId}
            noValidate
            onSubmit={(event) => void submit(event)}
            className="flex flex-col gap-4"
          >
            <FormNote reason={refusal.form} />
            <Field
              label={t('name')}
              error={refusal.fields['name']}
              warning={sameName && t('sameName', { name: sameName })}
            >
              {(field) => (
                <Input
                  {...field}
                  {...control('name')}
                  maxLength={limits.nameLength}
                  autoComplete="off"
                  placeholder={t('namePlaceholder')}
                />
              )}
            </Field>
            <Field label={t('description')} hint={t('descriptionHint')} error={refusal.fields['description']}>
              {(field) => (
                <Textarea
                  {...field}
                  {...control('description')}
                  rows={2}
                  className="max-h-40 min-h-16"
                  maxLength={limits.collectionDescriptionLength}
                />
              )}
            </Field>
          </form>
        </DialogBody>
        <Footer formId={formId} label={t(space ? 'save' : 'create')} isPending={isPending} />
      </DialogContent>
      {question}
    </Dialog>
  );
}

/** In place of the form: nothing is filled in that cannot be saved. */
function FullDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('Spaces');
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm" aria-describedby={undefined}>
        <DialogHeader title={t('createTitle')} />
        <DialogBody>
          <FormNote reason="full" />
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button className="touch:h-11">{t('close')}</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function Footer({ formId, label, isPending }: { formId: string; label: string; isPending: boolean }) {
  const t = useTranslations('Spaces');
  return (
    <DialogFooter>
      <DialogClose asChild>
        <Button className="touch:h-11">{t('cancel')}</Button>
      </DialogClose>
      <Button type="submit" form={formId} variant="primary" className="touch:h-11" pending={isPending}>
        {label}
      </Button>
    </DialogFooter>
  );
}
