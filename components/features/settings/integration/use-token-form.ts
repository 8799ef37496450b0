'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type SubmitEvent } from 'react';
import { ApiProblem } from '@/lib/api-client/api-problem';
import { fieldErrors } from '@/lib/api-client/field-errors';
import type { Account } from '@/lib/contract/schemas/account';
import { settingsMutations } from '@/lib/queries/account-settings';

export const scopes = ['read', 'write'] as const;
/** Days, as they are offered. */
export const expiries = ['30', '90', '365', 'never'] as const;

interface Values {
  name: string;
  scope: (typeof scopes)[number];
  expiry: (typeof expiries)[number];
  currentPassword: string;
}

const dayMs = 86_400_000;
const first: Values = { name: '', scope: 'read', expiry: '90', currentPassword: '' };

const endOf = (expiry: Values['expiry'], now: number): string | null =>
  expiry === 'never' ? null : new Date(now + Number(expiry) * dayMs).toISOString();

export type TokenFormState = ReturnType<typeof useTokenForm>;

/** A token as it is asked for, and the token itself once it is made. It is kept here and nowhere else. */
export function useTokenForm({ hasPassword }: Pick<Account, 'hasPassword'>) {
  const t = useTranslations('Integration');
  const [values, setValues] = useState(first);
  const [missing, setMissing] = useState<'name' | 'currentPassword' | null>(null);
  const create = useMutation({ ...settingsMutations.createToken(), gcTime: 0 });
  const change = (part: Partial<Values>) => {
    setValues((current) => ({ ...current, ...part }));
    setMissing(null);
    if (!create.isPending) create.reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (create.isPending) return;
    const { name, scope, expiry, currentPassword } = values;
    const found =
      name.trim() === '' ? 'name' : hasPassword && currentPassword === '' ? 'currentPassword' : null;
    if (found !== null) {
      setMissing(found);
      event.currentTarget.querySelector<HTMLInputElement>(`input[name="${found}"]`)?.focus();
      return;
    }
    const expiresAt = endOf(expiry, Date.now());
    create.mutate({ body: { name, scope, expiresAt, ...(hasPassword && { currentPassword }) } });
  };
  const wrong = fieldErrors(create.error);
  const words = create.error instanceof ApiProblem ? create.error.message : '';
  return {
    values,
    nameError: missing === 'name' ? t('nameRequired') : wrong['name'],
    passwordError: missing === 'currentPassword' ? t('passwordMissing') : wrong['currentPassword'],
    refusal: create.isError && Object.keys(wrong).length === 0 ? words || t('createFailed') : null,
    isPending: create.isPending,
    isChanged: create.data === undefined && JSON.stringify(values) !== JSON.stringify(first),
    made: create.data?.token ?? null,
    change,
    submit,
  };
}
