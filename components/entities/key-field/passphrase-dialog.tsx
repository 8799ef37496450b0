'use client';

import { useTranslations } from 'next-intl';
import { Controller, type ControllerFieldState, type ControllerRenderProps } from 'react-hook-form';
import { z } from 'zod';
import type { ContractForm } from '@/components/common/contract-form';
import { FormAlert } from '@/components/common/form-alert';
import { SecretField } from '@/components/common/secret-field';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { isolate } from '@/lib/utils/isolate';

/** Input that unlocks a key. Of any length and never trimmed: it only must not be empty. */
export const UnlockInput = z.strictObject({ passphrase: z.string().min(1, 'required') });

interface PassphraseDialogProps {
  form: ContractForm<z.input<typeof UnlockInput>>;
  title: string;
  description: string;
  /** Hint of the requested key. */
  hint: string | null | undefined;
  submitLabel: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks for a key. The form checks it and shows an error if it is wrong. Its messages are in the namespace Vault. */
export function PassphraseDialog(props: PassphraseDialogProps) {
  const { form, title, description, hint, submitLabel, isOpen, onClose } = props;
  const t = useTranslations('Vault');
  const isPending = form.formState.isSubmitting;
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={isPending}>
        <DialogHeader title={title} description={description} />
        <form method="post" noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={form.submit}>
          <DialogBody className="flex flex-col gap-4">
            <FormAlert text={form.refusal} />
            {hint ? (
              <p className="rounded-md bg-muted px-3 py-2 text-second wrap-anywhere">
                {t('unlockHint', { hint: isolate(hint) })}
              </p>
            ) : null}
            <Controller
              control={form.control}
              name="passphrase"
              render={(passphrase) => <PassphraseField {...passphrase} />}
            />
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button>{t('cancel')}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" pending={isPending}>
              {submitLabel}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface PassphraseFieldProps {
  field: ControllerRenderProps<z.input<typeof UnlockInput>, 'passphrase'>;
  fieldState: ControllerFieldState;
}

function PassphraseField({ field: { ref, value, onChange }, fieldState }: PassphraseFieldProps) {
  const t = useTranslations('Vault');
  return (
    // Without a name: browsers recognize fields to save by their name.
    <SecretField
      ref={ref}
      label={t('key')}
      showLabel={t('show')}
      hideLabel={t('hide')}
      isKey
      value={value}
      error={fieldState.error?.message}
      hint={t('keyHint')}
      onChange={onChange}
    />
  );
}
