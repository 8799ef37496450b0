'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState, type SubmitEvent } from 'react';
import { codeLength } from '@/components/common/code-digits';
import { CodeField } from '@/components/common/code-field';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { PasswordField } from '@/components/common/password-field';
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
import { fieldErrors } from '@/lib/api/field-errors';
import { ApiProblem } from '@/lib/api/problem';
import type { Account } from '@/lib/contract/account';

interface Values {
  email: string;
  password: string;
  code: string;
}
type Errors = Partial<Values>;

type EmailChange = ReturnType<typeof useEmailChange>;

/** The two steps of a change of email, and what is wrong with either. */
function useEmailChange(account: Account, onDone: () => void) {
  const t = useTranslations('Settings.changeEmail');
  const [values, setValues] = useState<Values>({ email: '', password: '', code: '' });
  const [found, setFound] = useState<Errors>({});
  const [sentTo, setSentTo] = useState<string | null>(null);
  const ask = useMutation(settingsMutations.changeEmail());
  const confirm = useMutation(settingsMutations.confirmEmail());
  const step = sentTo === null ? ask : confirm;

  const check = (): Errors => {
    if (sentTo !== null) return values.code.length < codeLength ? { code: t('incomplete') } : {};
    const email = values.email.trim();
    return {
      ...(email === '' && { email: t('required') }),
      ...(email !== '' && !email.includes('@') && { email: t('invalid') }),
      ...(email === account.email && { email: t('same') }),
      ...(values.password === '' && { password: t('required') }),
    };
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The dialog stands in another form, as far as events go.
    event.stopPropagation();
    if (step.isPending) return;
    const form = event.currentTarget;
    const wrong = check();
    setFound(wrong);
    if (focusFirst(form, wrong)) return;
    const onError = (failure: Error) => focusFirst(form, errorsOf(failure));
    const email = sentTo ?? values.email.trim();
    if (sentTo !== null)
      confirm.mutate({ body: { email, code: values.code } }, { onSuccess: onDone, onError });
    else {
      const body = { email, currentPassword: values.password };
      ask.mutate({ body }, { onSuccess: () => setSentTo(email), onError });
    }
  };

  const set = (part: Partial<Values>) => {
    setValues((current) => ({ ...current, ...part }));
    setFound({});
    if (!step.isPending) step.reset();
  };
  const startAgain = () => {
    ask.reset();
    confirm.reset();
    setValues((current) => ({ ...current, code: '' }));
    setFound({});
    setSentTo(null);
  };

  const refused = errorsOf(step.error);
  const words = step.error instanceof ApiProblem ? step.error.message : '';
  return {
    values,
    errors: { ...refused, ...found },
    refusal: step.isError && Object.keys(refused).length === 0 ? words || t('failed') : null,
    sentTo,
    isPending: step.isPending,
    set,
    submit,
    startAgain,
  };
}

/** What a refusal says of the fields, which the service knows by other names. */
function errorsOf(failure: Error | null): Errors {
  const { email, currentPassword, code } = fieldErrors(failure);
  const reason = failure instanceof ApiProblem ? failure : null;
  return {
    ...(email !== undefined && { email }),
    ...(reason?.code === 'EMAIL_IN_USE' && { email: reason.message }),
    ...(currentPassword !== undefined && { password: currentPassword }),
    ...(code !== undefined && { code }),
    ...(reason?.code === 'INVALID_CODE' && { code: reason.message }),
  };
}

function focusFirst(form: HTMLFormElement, wrong: Errors): boolean {
  const first = (['email', 'password', 'code'] as const).find((name) => wrong[name] !== undefined);
  if (first) form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  return first !== undefined;
}

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
