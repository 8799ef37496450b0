import { useTranslations } from 'next-intl';
import { noProblem, type FormProblem } from '@/extension/components/popup/bookmark-fields';
import { fieldErrors } from '@/lib/api/field-errors';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import { CryptoUnavailable, KeyLocked } from '@/lib/crypto/refusals';

const shownFields = ['url', 'title', 'description', 'notes', 'collections', 'tags'];

/** Returns a function that converts a failure to save into messages for the user, like the form of the web app. */
export function useProblem(): (failure: unknown) => FormProblem {
  const t = useTranslations('BookmarkEditor');
  const whole = (form: string): FormProblem => ({ ...noProblem, form });
  return (failure) => {
    if (failure instanceof CryptoUnavailable) return whole(t('noCrypto'));
    if (failure instanceof KeyLocked) return whole(t('keyLocked'));
    if (failure instanceof NetworkFailure) return whole(t('offline'));
    if (!(failure instanceof ApiProblem)) return whole(t('failed'));
    if (failure.code === 'OUTDATED') return whole(t('conflict'));
    const fields = fieldErrors(failure);
    if (shownFields.some((name) => fields[name] !== undefined)) return { fields, form: null };
    return whole(failure.errors[0]?.message || failure.message || t('failed'));
  };
}
