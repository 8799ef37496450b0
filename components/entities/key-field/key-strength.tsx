'use client';

import { useTranslations } from 'next-intl';
import { passwordStrength } from '@/components/common/password-strength';
import { StrengthMeter } from '@/components/common/strength-meter';
import { newKeyLength } from '@/lib/vault/refusals';

/** How well a new key holds against somebody who has the envelopes and all the time in the world. */
export function KeyStrength({ passphrase, personal }: { passphrase: string; personal: readonly string[] }) {
  const t = useTranslations('Keys');
  if (passphrase === '') return <StrengthMeter strength={null} words={t('newHint')} />;
  const missing = newKeyLength - Array.from(passphrase).length;
  const strength = missing > 0 ? 'short' : passwordStrength(passphrase, personal);
  return <StrengthMeter strength={strength} words={t(`strength.${strength}`, { count: missing })} />;
}
