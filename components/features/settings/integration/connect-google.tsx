'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState, type SubmitEvent } from 'react';
import { FormAlert } from '@/components/common/form-alert';
import { PasswordField } from '@/components/common/password-field';
import { leaveForGoogle } from '@/components/entities/google-trip';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { ApiProblem } from '@/lib/api-client/api-problem';
import { fieldErrors } from '@/lib/api-client/field-errors';
import type { Account } from '@/lib/contract/schemas/account';
import { settingsMutations } from '@/lib/queries/account-settings';

/** Asks for the password, since the Google account will open this one, and leaves for Google. */
export function ConnectGoogle({ account }: { account: Account }) {
  const t = useTranslations('Integration');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabled={!account.emailVerified} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('connect')}
      </Button>
      {isOpen ? <ConnectDialog account={account} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ConnectDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTranslations('Integration');
  const formId = useId();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const start = useMutation({ ...settingsMutations.linkGoogle(), gcTime: 0 });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (start.isPending) return;
    setMissing(account.hasPassword && password === '');
    if (account.hasPassword && password === '') {
      event.currentTarget.querySelector<HTMLInputElement>('input[name="currentPassword"]')?.focus();
      return;
    }
    const body = account.hasPassword ? { currentPassword: password } : {};
    start.mutate({ body }, { onSuccess: ({ url }) => leaveForGoogle(url, '/settings/integration') });
  };
  const wrong = fieldErrors(start.error)['currentPassword'];
  const words = start.error instanceof ApiProblem ? start.error.message : '';
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={start.isPending}>
        <DialogHeader title={t('connectTitle')} description={t('connectText')} />
        <DialogBody>
          <form method="post" id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
            <FormAlert text={start.isError && wrong === undefined ? words || t('connectFailed') : null} />
            {/* Tells a password manager whose password this is. */}
            <input
              type="email"
              name="username"
              autoComplete="username"
              value={account.email}
              readOnly
              hidden
            />
            {account.hasPassword ? (
              <PasswordField
                label={t('password')}
                name="currentPassword"
                autoComplete="current-password"
                value={password}
                error={isMissing ? t('passwordMissing') : wrong}
                onChange={(event) => {
                  setPassword(event.target.value);
                  setMissing(false);
                  if (!start.isPending) start.reset();
                }}
              />
            ) : null}
          </form>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button className="touch:h-11">{t('cancel')}</Button>
          </DialogClose>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            className="touch:h-11"
            pending={start.isPending || start.isSuccess}
          >
            {t('continueToGoogle')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
