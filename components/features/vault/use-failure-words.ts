'use client';

import { useTranslations } from 'next-intl';
import { ApiProblem, NetworkFailure } from '@/lib/api-client/api-problem';
import { CryptoUnavailable, UnsafeParameters } from '@/lib/crypto/refusals';

/** Why something around a key did not come to its end, in words; nothing was changed by it. */
export function useFailureWords(): (failure: unknown) => string {
  const t = useTranslations('Vault');
  return (failure) => {
    if (failure instanceof CryptoUnavailable) return t('noCrypto');
    if (failure instanceof UnsafeParameters) return t('unsafe');
    if (failure instanceof ApiProblem && failure.message !== '') return failure.message;
    return t(failure instanceof NetworkFailure || failure instanceof ApiProblem ? 'failed' : 'broken');
  };
}
