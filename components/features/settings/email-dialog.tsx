'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState, type ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { CodeField } from '@/components/common/code-field';
import { useContractForm } from '@/components/common/contract-form';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { PasswordField } from '@/components/common/secret-field';
import { useUnsaved } from '@/components/common/use-unsaved';
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
import { settingsMutations } from '@/lib/api/account-settings';
import { ChangeEmailInput, ConfirmEmailInput, type Account } from '@/lib/contract/account';
import { limits } from '@/lib/contract/limits';
import { Email, text } from '@/lib/contract/primitives';

const addressInput = (current: string) =>
  ChangeEmailInput.extend({
    email: Email.refine((email) => email !== current, 'same_email'),
    currentPassword: text(limits.passwordMaxLength, 1),
  });
const CodeInput = ConfirmEmailInput.pick({ code: true });

/**
 * Changes the email of the account: asks for the address and the password, then for the code that was mailed
 * there.
 */
export function EmailDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTranslations('Settings.changeEmail');
  const [isTouched, setTouched] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { close, question } = useUnsaved(isTouched || sentTo !== null, onClose);
  const finish = () => {
    notify({ message: t('done') });
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent closeLabel={t('close')} width="sm" onInput={() => setTouched(true)}>
        <DialogHeader
          title={t('title')}
          description={sentTo === null ? t('text') : t('codeText', { email: sentTo })}
        />
        {sentTo === null ? (
          <AddressForm account={account} onSent={setSentTo} />
        ) : (
          <CodeForm email={sentTo} onAgain={() => setSentTo(null)} onDone={finish} />
        )}
      </DialogContent>
      {question}
    </Dialog>
  );
}

interface AddressFormProps {
  account: Account;
  onSent: (email: string) => void;
}

function AddressForm({ account, onSent }: AddressFormProps) {
  const t = useTranslations('Settings.changeEmail');
  const { mutateAsync: ask } = useMutation(settingsMutations.changeEmail());
  const [schema] = useState(() => addressInput(account.email));
  const { register, field, error, submit, refusal, isBusy } = useContractForm({
    schema,
    fields: ['email', 'currentPassword'],
    defaultValues: { email: '', currentPassword: '' },
    words: { same_email: t('same') },
    send: async (body) => {
      await ask({ body });
      onSent(body.email);
    },
    failed: t('failed'),
  });
  return (
    <StepForm
      {...{ submit, refusal, isBusy }}
      label={t('send')}
      cancel={
        <DialogClose asChild>
          <Button className="touch:h-11">{t('cancel')}</Button>
        </DialogClose>
      }
    >
      <Field label={t('email')} error={error('email')}>
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <PasswordField {...field('currentPassword')} label={t('password')} autoComplete="current-password" />
    </StepForm>
  );
}

interface CodeFormProps {
  /** Address that the code was sent to. */
  email: string;
  onAgain: () => void;
  onDone: () => void;
}

function CodeForm({ email, onAgain, onDone }: CodeFormProps) {
  const t = useTranslations('Settings.changeEmail');
  const { mutateAsync: confirm } = useMutation(settingsMutations.confirmEmail());
  const { control, submit, refusal, isBusy } = useContractForm({
    schema: CodeInput,
    fields: ['code'],
    defaultValues: { code: '' },
    send: async ({ code }) => {
      await confirm({ body: { email, code } });
      onDone();
    },
    failed: t('failed'),
  });
  return (
    <StepForm
      {...{ submit, refusal, isBusy }}
      label={t('confirm')}
      cancel={
        <Button className="touch:h-11" onClick={onAgain}>
          {t('again')}
        </Button>
      }
    >
      <Controller
        control={control}
        name="code"
        render={({ field, fieldState }) => (
          <CodeField {...field} error={fieldState.error?.message} takesFocus />
        )}
      />
    </StepForm>
  );
}

interface StepFormProps extends Pick<ReturnType<typeof useContractForm>, 'submit' | 'refusal' | 'isBusy'> {
  label: string;
  cancel: ReactNode;
  children: ReactNode;
}

function StepForm({ submit, refusal, isBusy, label, cancel, children }: StepFormProps) {
  const id = useId();
  return (
    <>
      <DialogBody>
        <form method="post" id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
          <FormAlert text={refusal} />
          {children}
        </form>
      </DialogBody>
      <DialogFooter>
        {cancel}
        <Button type="submit" form={id} variant="primary" className="touch:h-11" pending={isBusy}>
          {label}
        </Button>
      </DialogFooter>
    </>
  );
}
