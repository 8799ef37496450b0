'use client';

import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Field } from '@/components/common/field';
import { Input } from '@/components/ui/input';

interface EmailFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'name'> {
  error: string | undefined;
}

/** The address that somebody signs in with. */
export function EmailField({ error, ...props }: EmailFieldProps) {
  const t = useTranslations('Auth');
  return (
    <Field label={t('email')} error={error}>
      {(control) => (
        <Input
          {...props}
          {...control}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
