'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Preferences } from '@/lib/contract/schemas/account';
import { accountMutations } from '@/lib/queries/account';
import { refresh } from '@/lib/queries/invalidation';

type Chosen<Name extends keyof Preferences> = NonNullable<Preferences[Name]>;

export interface PreferenceState<Value> {
  /** What was chosen, even where it could not be saved. */
  readonly value: Value;
  readonly state: 'idle' | 'unsaved' | 'saved' | 'error';
  readonly save: (value: Value) => void;
  readonly retry: () => void;
}

/** One preference, saved by itself as soon as it is chosen. */
export function usePreference<Name extends keyof Preferences>(
  name: Name,
  current: Chosen<Name>,
): PreferenceState<Chosen<Name>> {
  const client = useQueryClient();
  const { mutate, status, variables } = useMutation(accountMutations.updatePreferences());
  const failed = status === 'error' ? (variables.body[name] as Chosen<Name> | undefined) : undefined;
  // Which space is the default one is also written in the list of spaces.
  const onSuccess = () => (name === 'defaultSpace' ? refresh(client, ['spaces']) : undefined);
  const save = (value: Chosen<Name>) => mutate({ body: { [name]: value } }, { onSuccess });
  return {
    value: failed ?? current,
    state: states[status],
    save,
    retry: () => {
      if (failed !== undefined) save(failed);
    },
  };
}

const states = { idle: 'idle', pending: 'unsaved', success: 'saved', error: 'error' } as const;
