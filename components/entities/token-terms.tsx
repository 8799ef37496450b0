'use client';
import { useTranslations } from 'next-intl';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { ChoiceCard } from '@/components/common/choice-card';
import { Field } from '@/components/common/field';
import { Select } from '@/components/ui/select';
import { TokenScope } from '@/lib/contract/tokens';

/** Offered lifetimes of a token, in days. */
export const expiries = ['30', '90', '365', 'never'] as const;
export type Expiry = (typeof expiries)[number];

const dayMs = 86_400_000;

/** Returns when a token with this lifetime expires; null if it does not. */
export const endOf = (expiry: Expiry, now: number): string | null =>
  expiry === 'never' ? null : new Date(now + Number(expiry) * dayMs).toISOString();

/** What a token may do: see everything, or also change it. */
export function ScopeChoice({ field }: { field: UseFormRegisterReturn }) {
  const t = useTranslations('Integration');
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('scopeLabel')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {TokenScope.options.map((scope) => (
          <ChoiceCard
            key={scope}
            {...field}
            value={scope}
            title={t(`scope.${scope}`)}
            text={t(`scopeText.${scope}`)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ExpirySelectProps {
  value: Expiry;
  onValueChange: (expiry: Expiry) => void;
}

/** How long a token is valid. */
export function ExpirySelect({ value, onValueChange }: ExpirySelectProps) {
  const t = useTranslations('Integration');
  return (
    <Field label={t('expiry')}>
      {({ id }) => (
        <Select
          id={id}
          value={value}
          onValueChange={onValueChange}
          options={expiries.map((days) => ({ value: days, label: t(`expiries.${days}`) }))}
          className="touch:h-11"
        />
      )}
    </Field>
  );
}
