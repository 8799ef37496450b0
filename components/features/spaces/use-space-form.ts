'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type SubmitEvent } from 'react';
import { v7 as newUuid } from 'uuid';
import { explainRefusal, noRefusal } from '@/components/features/spaces/explain-refusal';
import type { Space } from '@/lib/contract/schemas/space';
import { findSameName } from '@/lib/domain/same-name';
import { spaceMutations, spaceQueries } from '@/lib/queries/spaces';

/** Name and description of a space as they are typed; `onSaved` gets what the service made of them. */
export function useSpaceForm(space: Space | null, onSaved: (saved: Space) => void) {
  const t = useTranslations('Spaces');
  // A creation that is sent twice, because the first answer was lost, is the same creation.
  const [uuid] = useState(() => newUuid());
  const before = { name: space?.name ?? '', description: space?.description ?? '' };
  const [values, setValues] = useState(before);
  const [refusal, setRefusal] = useState(noRefusal);
  const create = useMutation(spaceMutations.create());
  const update = useMutation(spaceMutations.update());
  const { data: spaces = [] } = useQuery({ ...spaceQueries.list(), select: ({ content }) => content });
  /** The name of another space that the typed one repeats. */
  const sameName = findSameName(values.name, spaces, space?.uuid)?.name;
  const isPending = create.isPending || update.isPending;
  const isChanged = values.name !== before.name || values.description !== before.description;

  const save = (): Promise<Space> => {
    if (space === null) return create.mutateAsync({ body: { uuid, ...values } });
    return isChanged
      ? update.mutateAsync({ params: { uuid: space.uuid }, body: values })
      : Promise.resolve(space);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    if (values.name.trim() === '') {
      setRefusal({ ...noRefusal, fields: { name: t('nameRequired') } });
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    try {
      onSaved(await save());
    } catch (failure) {
      setRefusal(explainRefusal(failure));
    }
  };
  const control = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setRefusal(noRefusal);
    },
  });
  return { refusal, isPending, isChanged, sameName, submit, control };
}
