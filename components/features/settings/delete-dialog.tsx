'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState, type SubmitEvent } from 'react';
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
import { ApiProblem } from '@/lib/api/problem';
import { announceSessionChange } from '@/lib/api/session';
import { eraseOfflineCopy } from '@/lib/offline/erase';
import { hasOutbox } from '@/lib/outbox/flag';
import { accountQueries } from '@/lib/api/account';
import { settingsMutations } from '@/lib/api/account-settings';

/** A full load: nothing of the account stays on this device, in this page's memory, nor in that of another tab. */
async function leave(account: string | undefined): Promise<void> {
  if (hasOutbox() && account !== undefined) {
    // The account is gone: whatever fails here, this page has to be left.
    await import('@/lib/outbox/storage')
      .then(({ openStorage }) => openStorage())
      .then((storage) => storage.clear(account))
      .catch(() => undefined);
  }
  forgetLists();
  announceSessionChange();
  await eraseOfflineCopy();
  window.location.assign('/register?notice=account-deleted');
}

/** Deletes the account once its exact email is typed. */
export function DeleteDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations('Settings.delete');
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const remove = useMutation(settingsMutations.delete());
  const uuid = useQueryClient().getQueryData(accountQueries.current().queryKey)?.uuid;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (remove.isPending) return;
    setWrong(typed !== email);
    if (typed !== email) event.currentTarget.querySelector('input')?.focus();
    else remove.mutate({ body: { email: typed } }, { onSuccess: () => void leave(uuid) });
  };
  const refusal = remove.error instanceof ApiProblem ? remove.error.message : '';
  const isBusy = remove.isPending || remove.isSuccess;
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent role="alertdialog" closeLabel={t('close')} width="sm" locked={typed !== '' || isBusy}>
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
            <FormAlert text={remove.isError ? refusal || t('failed') : null} />
            <Field label={t('label')} error={isWrong ? t('mismatch') : undefined}>
              {(control) => (
                <Input
                  {...control}
                  name="email"
                  value={typed}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  onChange={(event) => {
                    setTyped(event.target.value);
                    setWrong(false);
                  }}
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
