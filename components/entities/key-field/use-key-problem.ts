'use client';

import { useTranslations } from 'next-intl';
import type { KeyDraft, KeyProblem } from '@/components/entities/key-field/key-draft';
import { newKeyLength } from '@/lib/vault/refusals';

/** Why a key cannot be used, in words. */
export function useKeyProblem() {
  const t = useTranslations('Keys');
  return (problem: KeyProblem | undefined, { passphrase }: Pick<KeyDraft, 'passphrase'>) =>
    problem && t(`problem.${problem}`, { count: newKeyLength - Array.from(passphrase).length });
}
