'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Field } from '@/components/common/field';
import { notify } from '@/components/common/notify';
import { useUnsaved } from '@/components/common/use-unsaved';
import { FormNote } from '@/components/features/spaces/form-note';
import { usePlanIsFull } from '@/components/features/spaces/plan-note';
import { useSpaceForm } from '@/components/features/spaces/use-space-form';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { limits } from '@/lib/contract/limits';
import type { Space } from '@/lib/contract/schemas/space';

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
