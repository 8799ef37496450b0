'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode, SubmitEvent } from 'react';
import { FormAlert } from '@/components/common/form-alert';
import { useUnsaved } from '@/components/common/use-unsaved';
import { KeyField, type KeyFieldProps } from '@/components/entities/key-field/key-field';
import { EncryptionProgress, type Work } from '@/components/features/vault/encrypt-bookmarks';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';

interface KeyFormDialogProps {
  title: string;
  text: ReactNode;
  submitLabel: string;
  field: KeyFieldProps | null;
  work: Work | null;
  refusal: string | null;
  isOpen: boolean;
  /** What else is asked, above the key. */
  children?: ReactNode;
  /** It is not known yet what else is asked. */
  isAsking?: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

/** A dialog that asks for a key to encrypt with, and says how far it is while it does so. */
export function KeyFormDialog(props: KeyFormDialogProps) {
  const {
    title,
    text,
    submitLabel,
    field,
    work,
    refusal,
    isOpen,
    children,
    isAsking = false,
    onSubmit,
    onClose,
  } = props;
  const t = useTranslations('Vault');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  const isTyped = field !== null && field.draft.passphrase !== '';
  const { close, question } = useUnsaved(isOpen && isTyped && work === null, onClose);
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open || work ? undefined : close())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={work !== null}>
        <DialogHeader title={title} description={text} />
        <form method="post" noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
          <DialogBody className="flex flex-col gap-4">
            <FormAlert text={refusal} />
            {work ? <EncryptionProgress work={work} /> : null}
            {/* Hidden, not gone: what was typed is still needed where something is refused. */}
            <div hidden={work !== null} className="flex flex-col gap-4">
              {children}
              {field ? <KeyField {...field} /> : <Skeleton className="h-10 w-full" />}
            </div>
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button disabled={work !== null}>{t('cancel')}</Button>
            </DialogClose>
            <Button
              type="submit"
              variant="primary"
              pending={work !== null}
              disabled={field === null || isAsking}
            >
              {submitLabel}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
      {question}
    </Dialog>
  );
}
