'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type SubmitEvent } from 'react';
import { passwordMinLength } from '@/components/common/password-strength';
import { useUnsaved } from '@/components/common/use-unsaved';
import { ApiProblem } from '@/lib/api-client/api-problem';
import { fieldErrors } from '@/lib/api-client/field-errors';
import { settingsMutations } from '@/lib/queries/account-settings';

const names = ['currentPassword', 'password', 'confirmation'] as const;
export type PasswordName = (typeof names)[number];
type Values = Record<PasswordName, string>;

const empty: Values = { currentPassword: '', password: '', confirmation: '' };

/** The three fields of a change of password; they are emptied once it is done. */
export function usePasswordForm() {
  const t = useTranslations('Security');
  const [values, setValues] = useState(empty);
  const [found, setFound] = useState<Partial<Values>>({});
  const save = useMutation(settingsMutations.updatePassword());

  const { question } = useUnsaved(
    names.some((name) => values[name] !== ''),
    () => setValues(empty),
  );

  const check = (): Partial<Values> => ({
    ...Object.fromEntries(names.filter((name) => values[name] === '').map((name) => [name, t('required')])),
    ...(values.password !== '' &&
      Array.from(values.password).length < passwordMinLength && { password: t('tooShort') }),
    ...(values.confirmation !== '' &&
      values.confirmation !== values.password && { confirmation: t('mismatch') }),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    const form = event.currentTarget;
    const wrong = check();
    setFound(wrong);
    if (focusFirst(form, wrong)) return;
    const { currentPassword, password } = values;
    save.mutate(
      { body: { currentPassword, password } },
      {
        onSuccess: () => setValues(empty),
        onError: (failure) => focusFirst(form, fieldErrors(failure)),
      },
    );
  };

  const change = (name: PasswordName, value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
    setFound(({ [name]: _corrected, ...rest }) => rest);
    if (!save.isPending) save.reset();
  };

  const refused: Partial<Values> = fieldErrors(save.error);
  return {
    values,
    errors: { ...refused, ...found },
    refusal: save.isError && Object.keys(refused).length === 0 ? wordsFor(save.error, t) : null,
    isPending: save.isPending,
    isDone: save.isSuccess,
    change,
    submit,
    question,
  };
}

const wordsFor = (failure: Error, t: ReturnType<typeof useTranslations<'Security'>>): string =>
  failure instanceof ApiProblem ? failure.message || t('changeFailed') : t('offline');

function focusFirst(form: HTMLFormElement, wrong: Readonly<Record<string, string | undefined>>): boolean {
  const first = names.find((name) => wrong[name] !== undefined);
  if (first) form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  return first !== undefined;
}
