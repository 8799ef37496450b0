'use client';
import { useTranslations } from 'next-intl';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { ChoiceCard } from '@/components/common/choice-card';
import { Field } from '@/components/common/field';
import { OptionBox } from '@/components/common/option-box';
import { Select } from '@/components/ui/select';
import type { TokenScope } from '@/lib/contract/tokens';

/** Offered lifetimes of a token, in days. */
export const expiries = ['30', '90', '365', 'never'] as const;
export type Expiry = (typeof expiries)[number];

const dayMs = 86_400_000;

/** Returns when a token with this lifetime expires; null if it does not. */
export const endOf = (expiry: Expiry, now: number): string | null =>
  expiry === 'never' ? null : new Date(now + Number(expiry) * dayMs).toISOString();

const scopes: readonly TokenScope[] = ['read', 'write'];

/** What a token may do: see everything, or also change it. */
export function ScopeChoice({ field }: { field: UseFormRegisterReturn }) {
  const t = useTranslations('Integration');
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('scopeLabel')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {scopes.map((scope) => (
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

interface FetchesPagesProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether the pages that an assistant saves with a token are loaded at once. */
export function FetchesPages(props: FetchesPagesProps) {
  const t = useTranslations('Integration');
  return <OptionBox {...props} label={t('fetches')} text={t('fetchesText')} />;
}

interface ExpirySelectProps {
  value: Expiry;
  onValueChange: (expiry: Expiry) => void;
}

/** The program of a token: its picture, and what it is for users who do not know its name. Null for a script. */
export function programOf(client: string | null): { icon: `i-${string}`; host: string | null } {
  if (client === null) return { icon: 'i-key-round', host: null };
  if (client === 'extension') return { icon: 'i-layers', host: null };
  return { icon: 'i-sparkles', host: new URL(client).host };
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
