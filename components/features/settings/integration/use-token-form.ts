'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type SubmitEvent } from 'react';
import { ApiProblem } from '@/lib/api-client/api-problem';
import { fieldErrors } from '@/lib/api-client/field-errors';
import { accountMutations } from '@/lib/queries/account';

export const scopes = ['read', 'write'] as const;
/** Days, as they are offered. */
export const expiries = ['30', '90', '365', 'never'] as const;

interface Values {
  name: string;
  scope: (typeof scopes)[number];
  expiry: (typeof expiries)[number];
}

const dayMs = 86_400_000;
const first: Values = { name: '', scope: 'read', expiry: '90' };

const endOf = (expiry: Values['expiry'], now: number): string | null =>
  expiry === 'never' ? null : new Date(now + Number(expiry) * dayMs).toISOString();

export type TokenFormState = ReturnType<typeof useTokenForm>;

/** A token as it is asked for, and the token itself once it is made. It is kept here and nowhere else. */
export function useTokenForm() {
  const t = useTranslations('Integration');
  const [values, setValues] = useState(first);
  const [isNameMissing, setNameMissing] = useState(false);
  const create = useMutation({ ...accountMutations.createToken(), gcTime: 0 });
  const change = (part: Partial<Values>) => {
    setValues((current) => ({ ...current, ...part }));
    setNameMissing(false);
    if (!create.isPending) create.reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (create.isPending) return;
    const { name, scope, expiry } = values;
    if (name.trim() === '') {
      setNameMissing(true);
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    create.mutate({ body: { name, scope, expiresAt: endOf(expiry, Date.now()) } });
  };
  const wrong = fieldErrors(create.error);
  const words = create.error instanceof ApiProblem ? create.error.message : '';
  return {
    values,
    nameError: isNameMissing ? t('nameRequired') : wrong['name'],
    refusal: create.isError && wrong['name'] === undefined ? words || t('createFailed') : null,
    isPending: create.isPending,
    isChanged: values.name !== '',
    made: create.data?.token ?? null,
    change,
    submit,
  };
}
