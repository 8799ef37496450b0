'use client';

import { useTranslations } from 'next-intl';
import { type Strength, passwordMinLength, passwordStrength } from '@/components/common/password-strength';
import { cn } from '@/lib/utils/cn';

const styles: Record<Strength, { bars: number; color: string }> = {
  short: { bars: 1, color: 'bg-destructive' },
  weak: { bars: 1, color: 'bg-destructive' },
  fair: { bars: 2, color: 'bg-warning' },
  strong: { bars: 3, color: 'bg-success' },
};

/** Three bars and their meaning as text; none is lit before anything is typed. Its height never changes. */
export function StrengthMeter({ strength, text }: { strength: Strength | null; text: string }) {
  return (
    <span className="flex min-h-9 flex-col gap-1.5">
      <span aria-hidden="true" className="flex h-1 gap-1 pt-px">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={cn(
              'h-1 flex-1 rounded-full transition-colors',
              strength && bar <= styles[strength].bars ? styles[strength].color : 'bg-border',
            )}
          />
        ))}
      </span>
      <span aria-live="polite">{text}</span>
    </span>
  );
}

/** Shows the strength of a password; before anything is typed, what makes a good one. */
export function StrengthHint({ password, personal }: { password: string; personal: readonly string[] }) {
  const t = useTranslations('Password');
  const strength = password === '' ? null : passwordStrength(password, personal);
  const texts: Record<Strength, string> = {
    short: t('strengthShort', { count: passwordMinLength - Array.from(password).length }),
    weak: t('strengthWeak'),
    fair: t('strengthFair'),
    strong: t('strengthStrong'),
  };
  return <StrengthMeter strength={strength} text={strength ? texts[strength] : t('hint')} />;
}
