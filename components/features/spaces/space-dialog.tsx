'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { v7 as newUuid } from 'uuid';
import { useContractForm } from '@/components/common/contract-form';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { useUnsaved } from '@/components/common/use-unsaved';
import { usePlanIsFull } from '@/components/features/spaces/plan-note';
import { PlanText } from '@/components/features/spaces/plan-note';
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
import { ApiProblem } from '@/lib/api/problem';
import { spaceMutations, spaceQueries } from '@/lib/api/spaces';
import { limits } from '@/lib/contract/limits';
import { spaces, type Space } from '@/lib/contract/spaces';
import { findSameName } from '@/lib/domain/same-name';
import { isolate } from '@/lib/utils/isolate';

const SpaceInput = spaces['spaces.create'].body.pick({ name: true, description: true });

/** Name and description of a space; `onSaved` receives the saved space. */
function useSpaceForm(space: Space | null, onSaved: (saved: Space) => void) {
  const t = useTranslations('Spaces');
  // A creation that is sent again, because the first response was lost, is the same creation.
  const [uuid] = useState(() => newUuid());
  const { mutateAsync: create } = useMutation(spaceMutations.create());
  const { mutateAsync: update } = useMutation(spaceMutations.update());
  const { data: others = [] } = useQuery({ ...spaceQueries.list(), select: ({ content }) => content });
  const [isFull, setFull] = useState(false);
  const form = useContractForm({
    schema: SpaceInput,
    fields: ['name', 'description'],
    defaultValues: { name: space?.name ?? '', description: space?.description ?? '' },
    words: { 'name.required': t('nameRequired') },
    send: async (body) => {
      try {
        if (space === null) onSaved(await create({ body: { uuid, ...body } }));
        else if (form.formState.isDirty) onSaved(await update({ params: { uuid: space.uuid }, body }));
        else onSaved(space);
      } catch (failure) {
        // A full plan is not reported as a failure.
        if (!isPlanFull(failure)) throw failure;
        setFull(true);
      }
    },
    failed: t('saveFailed'),
    offline: t('saveFailed'),
  });
  const name = useWatch({ control: form.control, name: 'name' });
  /** Name of another space that equals the typed one. */
  const sameName = findSameName(name, others, space?.uuid)?.name;
  return { ...form, sameName, isFull };
}

const isPlanFull = (failure: unknown): boolean =>
  failure instanceof ApiProblem && failure.code === 'PLAN_REQUIRED';

/** The plan includes no further space. */
const FullNote = () => (
  <p role="alert" className="flex items-start gap-2 rounded-md bg-accent px-3 py-2.5">
    <Icon name="i-layers" className="mt-0.5 text-primary" />
    <span>
      <PlanText />
    </span>
  </p>
);

interface SpaceDialogProps {
  /** The space to change; null for a new one. */
  space: Space | null;
  onSwitch: (space: Space) => void;
  onClose: () => void;
}

/** Creates a space, or edits its name and description. */
export function SpaceDialog({ space, onSwitch, onClose }: SpaceDialogProps) {
  const t = useTranslations('Spaces');
  const formId = useId();
  // Fixed while the dialog is open: entered text is not replaced.
  const [isFull] = useState(usePlanIsFull());
  const form = useSpaceForm(space, (saved) => {
    const enter = { label: t('switch'), run: () => onSwitch(saved) };
    notify(
      space
        ? { message: t('saved') }
        : { message: t('created', { name: isolate(saved.name) }), action: enter },
    );
    onClose();
  });
  const { register, error, refusal, sameName } = form;
  const { isDirty, isSubmitting } = form.formState;
  const { close, question } = useUnsaved(isDirty, onClose);
  if (space === null && isFull) return <FullDialog onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={isSubmitting} aria-describedby={undefined}>
        <DialogHeader title={t(space ? 'editTitle' : 'createTitle')} />
        <DialogBody>
          <form method="post" id={formId} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
            {form.isFull ? <FullNote /> : <FormAlert text={refusal} />}
            <Field
              label={t('name')}
              error={error('name')}
              warning={sameName && t('sameName', { name: isolate(sameName) })}
            >
              {(field) => (
                <Input
                  {...field}
                  {...register('name')}
                  maxLength={limits.nameLength}
                  autoComplete="off"
                  placeholder={t('namePlaceholder')}
                />
              )}
            </Field>
            <Field label={t('description')} hint={t('descriptionHint')} error={error('description')}>
              {(field) => (
                <Textarea
                  {...field}
                  {...register('description')}
                  rows={2}
                  className="max-h-40 min-h-16"
                  maxLength={limits.collectionDescriptionLength}
                />
              )}
            </Field>
          </form>
        </DialogBody>
        <Footer formId={formId} label={t(space ? 'save' : 'create')} isPending={isSubmitting} />
      </DialogContent>
      {question}
    </Dialog>
  );
}

/** Replaces the form, so that no text is entered that cannot be saved. */
function FullDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('Spaces');
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm" aria-describedby={undefined}>
        <DialogHeader title={t('createTitle')} />
        <DialogBody>
          <FullNote />
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
