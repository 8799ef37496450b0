'use client';

import { useTranslations } from 'next-intl';
import { ApiProblem, NetworkFailure } from '@/lib/api-client/api-problem';
import { fieldErrors } from '@/lib/api-client/field-errors';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { CryptoUnavailable, KeyLocked } from '@/lib/crypto/refusals';
import { KeyTooShort, WrongKey } from '@/lib/vault/refusals';

export interface EditorRefusal {
  /** Words for the fields that are to blame, by name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly form: string | null;
  /** The bookmark that has the url already. */
  readonly existing: Bookmark | null;
  /** Why the key could not be used. */
  readonly key: 'wrong' | 'short' | null;
  /** Somebody changed the bookmark since the form was opened. */
  readonly isConflict: boolean;
}

export const noRefusal: EditorRefusal = {
  fields: {},
  form: null,
  existing: null,
  key: null,
  isConflict: false,
};

const shownFields = ['url', 'title', 'description', 'collections', 'tags'];

/** What a failed attempt to save says to the person. */
export function useEditorRefusal(): (failure: unknown) => EditorRefusal {
  const t = useTranslations('BookmarkEditor');
  return (failure) => {
    if (failure instanceof WrongKey) return { ...noRefusal, key: 'wrong' };
    if (failure instanceof KeyTooShort) return { ...noRefusal, key: 'short' };
    if (failure instanceof CryptoUnavailable) return { ...noRefusal, form: t('noCrypto') };
    if (failure instanceof KeyLocked) return { ...noRefusal, form: t('keyLocked') };
    if (failure instanceof NetworkFailure) return { ...noRefusal, form: t('offline') };
    if (!(failure instanceof ApiProblem)) return { ...noRefusal, form: t('failed') };
    if (failure.code === 'OUTDATED') return { ...noRefusal, form: t('conflict'), isConflict: true };
    if (failure.code === 'ALREADY_EXISTS') {
      const existing = (failure.extra['bookmark'] as Bookmark | undefined) ?? null;
      return { ...noRefusal, existing };
    }
    const fields = fieldErrors(failure);
    const names = Object.keys(fields);
    if (names.some((name) => shownFields.includes(name))) return { ...noRefusal, fields };
    return { ...noRefusal, form: fields[names[0] ?? ''] || failure.message || t('failed') };
  };
}
