'use client';

import { useTranslations } from 'next-intl';
import { ApiProblem } from '@/lib/api-client/api-problem';
import { fieldErrors } from '@/lib/api-client/field-errors';

export interface CollectionRefusal {
  /** Words for the fields that are to blame, by name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly form: string | null;
}

export const noRefusal: CollectionRefusal = { fields: {}, form: null };

/** What a failed attempt to save a collection says to the person. */
export function useCollectionRefusal(): (failure: unknown) => CollectionRefusal {
  const t = useTranslations('Collections');
  return (failure) => {
    if (!(failure instanceof ApiProblem)) return { fields: {}, form: t('offline') };
    const fields = fieldErrors(failure);
    return { fields, form: Object.keys(fields).length > 0 ? null : failure.message || t('failed') };
  };
}
