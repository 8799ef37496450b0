'use client';

import { useTranslations } from 'next-intl';
import { passwordMinLength, passwordStrength, type Strength } from '@/components/common/password-strength';
import { StrengthMeter } from '@/components/common/strength-meter';

/** How strong a password is; before anything is typed, what makes a good one. */
export function StrengthHint({ password, personal }: { password: string; personal: readonly string[] }) {
  const t = useTranslations('Password');
  const strength = password === '' ? null : passwordStrength(password, personal);
  const words: Record<Strength, string> = {
    short: t('strengthShort', { count: passwordMinLength - Array.from(password).length }),
    weak: t('strengthWeak'),
    fair: t('strengthFair'),
    strong: t('strengthStrong'),
  };
  return <StrengthMeter strength={strength} words={strength ? words[strength] : t('hint')} />;
}
