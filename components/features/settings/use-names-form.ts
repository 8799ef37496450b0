'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type SubmitEvent } from 'react';
import { useUnsaved } from '@/components/common/use-unsaved';
import { fieldErrors } from '@/lib/api-client/field-errors';
import type { Account } from '@/lib/contract/schemas/account';
import { accountMutations } from '@/lib/queries/account';

export const names = ['firstName', 'lastName'] as const;
type Name = (typeof names)[number];
type Values = Record<Name, string>;

/** The two names as they are typed, saved on submit; what was not touched follows the account. */
export function useNamesForm(account: Account) {
  const t = useTranslations('Settings');
  const save = useMutation(accountMutations.update());
  const [edits, setEdits] = useState<Partial<Values>>({});
  const [missing, setMissing] = useState<Partial<Values>>({});
  const values: Values = { firstName: account.firstName, lastName: account.lastName, ...edits };
  const isChanged = names.some((name) => values[name] !== account[name]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending || !isChanged) return;
    const empty = names.filter((name) => values[name].trim() === '');
    setMissing(Object.fromEntries(empty.map((name) => [name, t('required')])));
    if (empty[0]) event.currentTarget.querySelector<HTMLElement>(`[name=${empty[0]}]`)?.focus();
    else save.mutate({ body: values }, { onSuccess: () => setEdits({}) });
  };

  const change = (name: Name, value: string) => {
    setEdits((current) => ({ ...current, [name]: value }));
    setMissing(({ [name]: _filled, ...rest }) => rest);
    if (!save.isPending) save.reset();
  };

  const { question } = useUnsaved(isChanged && !save.isPending, () => setEdits({}));
  const unsaved = save.isPending || isChanged;
  return {
    values,
    errors: { ...fieldErrors(save.error), ...missing },
    isChanged,
    isPending: save.isPending,
    state: save.isError ? 'error' : unsaved ? 'unsaved' : save.isSuccess ? 'saved' : 'idle',
    change,
    submit,
    question,
  } as const;
}
