'use client';

import { useTranslations } from 'next-intl';
import type { UnlockedKey } from '@/lib/vault/vault-types';

/** Length of the shown end of a key id: two keys without a hint must be distinguishable. */
const markLength = 4;

/** Returns a function for the display name of a key: its hint, or a short fingerprint. */
export function useKeyName(): (key: Pick<UnlockedKey, 'key' | 'hint'>) => string {
  const t = useTranslations('Keys');
  return ({ key, hint }) =>
    hint ? t('nameByHint', { hint }) : t('nameByMark', { mark: key.slice(-markLength) });
}
