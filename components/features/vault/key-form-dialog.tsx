'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { FormAlert } from '@/components/common/form-alert';
import { useUnsaved } from '@/components/common/use-unsaved';
import { KeyField } from '@/components/entities/key-field/key-field';
import { keyFieldProps } from '@/components/entities/key-field/key-input';
import { EncryptionProgress, type Work } from '@/components/features/vault/encrypt-bookmarks';
import type { KeyForm } from '@/components/features/vault/use-key-form';
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
  form: KeyForm;
  work: Work | null;
  isOpen: boolean;
  /** Further fields, above the key. */
  children?: ReactNode;
  /** Whether it is still unknown if there are further fields. */
  isLoading?: boolean;
  onClose: () => void;
}

/** A dialog that asks for a key to encrypt with, and shows progress while encrypting. */
export function KeyFormDialog(props: KeyFormDialogProps) {
  const { title, text, submitLabel, form, work, isOpen, children, isLoading = false, onClose } = props;
  const { control, submit, refusal, unlocked, hasKeys, personal } = form;
  const t = useTranslations('Vault');
  const { source, passphrase } = useWatch({ control, name: 'key' });
  const isKnown = source !== '';
  const { close, question } = useUnsaved(isOpen && passphrase !== '' && work === null, onClose);
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open || work ? undefined : close())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={work !== null}>
        <DialogHeader title={title} description={text} />
        <form method="post" noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
          <DialogBody className="flex flex-col gap-4">
            <FormAlert text={refusal} />
            {work ? <EncryptionProgress work={work} /> : null}
            {/* Hidden instead of unmounted: the values are needed again after a refusal. */}
            <div hidden={work !== null} className="flex flex-col gap-4">
              {children}
              {isKnown ? (
                <Controller
                  control={control}
                  name="key"
                  render={(key) => <KeyField {...keyFieldProps(key)} {...{ unlocked, hasKeys, personal }} />}
                />
              ) : (
                <Skeleton className="h-10 w-full" />
              )}
            </div>
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button disabled={work !== null}>{t('cancel')}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" pending={work !== null} disabled={!isKnown || isLoading}>
              {submitLabel}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
      {question}
    </Dialog>
  );
}
