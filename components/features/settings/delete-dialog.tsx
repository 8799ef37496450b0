'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { z } from 'zod';
import { useContractForm } from '@/components/common/contract-form';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { forgetLists } from '@/components/common/forget-lists';
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
import { announceSessionChange } from '@/lib/api/session';
import { eraseOfflineCopy } from '@/lib/offline/erase';
import { hasOutbox } from '@/lib/outbox/flag';
import { accountQueries } from '@/lib/api/account';
import { settingsMutations } from '@/lib/api/account-settings';
import { DeleteAccountInput } from '@/lib/contract/account';

/** A full load: no data of the account stays on this device, in this page's memory, or in another tab. */
async function leave(account: string | undefined): Promise<void> {
  // Before anything that waits: a call that is rejected meanwhile must not reload this page.
  announceSessionChange();
  if (hasOutbox() && account !== undefined) {
    // The account is gone: this page has to be left regardless of failures here.
    await import('@/lib/outbox/storage')
      .then(({ openStorage }) => openStorage())
      .then((storage) => storage.clear(account))
      .catch(() => undefined);
  }
  forgetLists();
  await eraseOfflineCopy();
  window.location.assign('/register?notice=account-deleted');
}

const deleteInput = (email: string) =>
  DeleteAccountInput.extend({ email: z.string().refine((typed) => typed === email, 'email_mismatch') });

/** Deletes the account after its exact email was typed. */
export function DeleteDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations('Settings.delete');
  const formId = useId();
  const remove = useMutation(settingsMutations.delete());
  const uuid = useQueryClient().getQueryData(accountQueries.current().queryKey)?.uuid;
  const [schema] = useState(() => deleteInput(email));
  const { formState, register, error, submit, refusal, isBusy } = useContractForm({
    schema,
    fields: ['email'],
    defaultValues: { email: '' },
    words: { email_mismatch: t('mismatch') },
    send: async (body) => {
      await remove.mutateAsync({ body });
      await leave(uuid);
    },
    failed: t('failed'),
  });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        role="alertdialog"
        closeLabel={t('close')}
        width="sm"
        locked={formState.isDirty || isBusy}
      >
        <DialogHeader
          title={t('ask')}
          description={
            <>
              {t('askText')}{' '}
              <strong className="font-medium text-foreground wrap-anywhere select-all">{email}</strong>
            </>
          }
        />
        <DialogBody>
          <form method="post" id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
            <FormAlert text={refusal} />
            <Field label={t('label')} error={error('email')}>
              {(control) => (
                <Input
                  {...control}
                  {...register('email')}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                />
              )}
            </Field>
          </form>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button className="touch:h-11">{t('cancel')}</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="destructive" className="touch:h-11" pending={isBusy}>
            {t('confirm')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
