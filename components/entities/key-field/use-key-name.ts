'use client';

import { useTranslations } from 'next-intl';
import type { UnlockedKey } from '@/lib/vault/vault-types';

/** The end of what stands for a key: two keys without a hint must be distinguishable. */
const markLength = 4;

/** The display name of a key: its hint, or a short fingerprint. */
export function useKeyName(): (key: Pick<UnlockedKey, 'key' | 'hint'>) => string {
  const t = useTranslations('Keys');
  return ({ key, hint }) =>
    hint ? t('nameByHint', { hint }) : t('nameByMark', { mark: key.slice(-markLength) });
}
