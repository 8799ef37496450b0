'use client';

import { useTranslations } from 'next-intl';
import { ApiProblem } from '@/lib/api/problem';

/** Returns why a request failed, in the user's language; `failed` if the service gives no reason. */
export function useFailureText(): (failure: unknown, failed: string, offline?: string) => string {
  const t = useTranslations('Forms');
  return (failure, failed, offline = t('offline')) =>
    failure instanceof ApiProblem ? failure.message || failed : offline;
}
