'use client';

import { useTranslations } from 'next-intl';
import { ApiProblem } from '@/lib/api-client/api-problem';

interface Refusal<Name extends string> {
  /** Words for the fields that are to blame. */
  fields: Partial<Record<Name, string>>;
  /** Words for the form as a whole; null where the fields say it all. */
  form: string | null;
}

/** Turns a failed call into words for the fields of a form; `fallback` stands where nothing better is known. */
export function useRefusal() {
  const t = useTranslations('Auth');

  return <Name extends string>(failure: unknown, names: readonly Name[], fallback: string): Refusal<Name> => {
    // What is not an answer of the service is a request that did not reach it.
    if (!(failure instanceof ApiProblem)) return { fields: {}, form: t('offline') };
    const fields: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const issue = failure.errors.find(({ path }) => path === name);
      if (issue) fields[name] = issue.message;
      if (name === 'code' && failure.code === 'INVALID_CODE') fields[name] = failure.message;
      if (name === 'email' && failure.code === 'EMAIL_IN_USE') fields[name] = t('emailInUse');
    }
    if (Object.keys(fields).length > 0) return { fields, form: null };
    return { fields, form: failure.message || fallback };
  };
}
