'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { CodeField } from '@/components/common/code-field';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { useUnsaved } from '@/components/common/use-unsaved';
import { PasswordField } from '@/components/common/password-field';
import { useEmailChange, type EmailChange } from '@/components/features/settings/account/use-email-change';
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
import type { Account } from '@/lib/contract/schemas/account';

/** Moves the account to another email: the address and the password, then the code that was mailed there. */
export function EmailDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTranslations('Settings.changeEmail');
  const formId = useId();
  const [isTouched, setTouched] = useState(false);
  const change = useEmailChange(account, () => {
    notify({ message: t('done') });
    onClose();
  });
  const isCodeSent = change.sentTo !== null;
  const { close, question } = useUnsaved(isTouched || isCodeSent, onClose);
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent closeLabel={t('close')} width="sm">
        <DialogHeader
          title={t('title')}
          description={change.sentTo === null ? t('text') : t('codeText', { email: change.sentTo })}
        />
        <DialogBody>
          <form
            method="post"
            id={formId}
            noValidate
            onSubmit={change.submit}
            onInput={() => setTouched(true)}
            className="flex flex-col gap-4"
          >
            <FormAlert text={change.refusal} />
            {isCodeSent ? <CodeStep change={change} /> : <AddressStep change={change} />}
          </form>
        </DialogBody>
        <DialogFooter>
          {isCodeSent ? (
            <Button className="touch:h-11" onClick={change.startAgain}>
              {t('again')}
            </Button>
          ) : (
            <DialogClose asChild>
              <Button className="touch:h-11">{t('cancel')}</Button>
            </DialogClose>
          )}
          <Button
            type="submit"
            form={formId}
            variant="primary"
            className="touch:h-11"
            pending={change.isPending}
          >
            {t(isCodeSent ? 'confirm' : 'send')}
          </Button>
        </DialogFooter>
      </DialogContent>
      {question}
    </Dialog>
  );
}

function AddressStep({ change }: { change: EmailChange }) {
  const t = useTranslations('Settings.changeEmail');
  const { values, errors, set } = change;
  return (
    <>
      <Field label={t('email')} error={errors.email}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            value={values.email}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => set({ email: event.target.value })}
          />
        )}
      </Field>
      <PasswordField
        label={t('password')}
        error={errors.password}
        name="password"
        value={values.password}
        autoComplete="current-password"
        onChange={(event) => set({ password: event.target.value })}
      />
    </>
  );
}

const CodeStep = ({ change }: { change: EmailChange }) => (
  <CodeField
    value={change.values.code}
    error={change.errors.code}
    takesFocus
    onChange={(code) => change.set({ code })}
  />
);
