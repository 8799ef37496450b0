'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type SubmitEvent } from 'react';
import { codeLength } from '@/components/common/code-digits';
import { ApiProblem } from '@/lib/api-client/api-problem';
import { fieldErrors } from '@/lib/api-client/field-errors';
import type { Account } from '@/lib/contract/schemas/account';
import { settingsMutations } from '@/lib/queries/account-settings';

interface Values {
  email: string;
  password: string;
  code: string;
}
type Errors = Partial<Values>;

export type EmailChange = ReturnType<typeof useEmailChange>;

/** The two steps of a change of email, and what is wrong with either. */
export function useEmailChange(account: Account, onDone: () => void) {
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
