'use client';
import { useTranslations } from 'next-intl';
import { fieldErrors } from '@/lib/api/field-errors';
import { ApiProblem } from '@/lib/api/problem';
import type { Input } from '@/lib/contract';
import type { Collection } from '@/lib/contract/collections';

/** What stands in the form. */
export interface CollectionDraft {
  readonly name: string;
  readonly description: string;
  /** Six hexadecimal digits. */
  readonly color: string;
  /** The query that it gathers by; null for one that is filled by hand. */
  readonly smart: string | null;
}

export const createBody = (draft: CollectionDraft, uuid: string): Input<'collections.create'>['body'] => ({
  uuid,
  ...trimmed(draft),
  ...(draft.smart !== null && { smart: { query: draft.smart.trim() } }),
});

/** The default collection has a name of its own in every language, which is not sent back to it. */
export function updateBody(
  draft: CollectionDraft,
  { isDefault, smart }: Collection,
): Input<'collections.update'>['body'] {
  const { name, ...rest } = trimmed(draft);
  if (isDefault) return rest;
  const query = draft.smart?.trim() ?? '';
  // Rules that stay what they are take no plan.
  return { name, ...rest, ...(smart !== null && query !== smart.query && { smart: { query } }) };
}

const trimmed = ({ name, description, color }: CollectionDraft) => ({
  name: name.trim(),
  description: description.trim(),
  color,
});

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
