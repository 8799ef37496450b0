'use client';

import { useTranslations } from 'next-intl';
import { ApiProblem } from '@/lib/api-client/api-problem';
import { fieldErrors } from '@/lib/api-client/field-errors';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';

export interface EditorRefusal {
  /** Words for the fields that are to blame, by name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly form: string | null;
  /** The bookmark that has the url already. */
  readonly existing: Bookmark | null;
}

export const noRefusal: EditorRefusal = { fields: {}, form: null, existing: null };

/** What a failed attempt to save says to the person. */
export function useEditorRefusal(): (failure: unknown) => EditorRefusal {
  const t = useTranslations('BookmarkEditor');
  return (failure) => {
    if (!(failure instanceof ApiProblem)) return { ...noRefusal, form: t('offline') };
    if (failure.code === 'ALREADY_EXISTS') {
      const existing = (failure.extra['bookmark'] as Bookmark | undefined) ?? null;
      return { ...noRefusal, existing };
    }
    const fields = fieldErrors(failure);
    const isNamed = Object.keys(fields).length > 0;
    return { fields, form: isNamed ? null : failure.message || t('failed'), existing: null };
  };
}
