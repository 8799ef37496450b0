'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Field } from '@/components/common/field';
import { Input } from '@/components/ui/input';

interface EmailFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  error: string | undefined;
}

/** The last typed email, offered by the next form. */
let typedEmail = '';

/** The email of an account. Its value is remembered for the other forms of the guest screens. */
export function EmailField({ error, defaultValue, onInput, ...props }: EmailFieldProps) {
  const t = useTranslations('Auth');
  return (
    <Field label={t('email')} error={error}>
      {(control) => (
        <Input
          {...props}
          {...control}
          defaultValue={defaultValue || typedEmail}
          onInput={(event) => {
            typedEmail = event.currentTarget.value;
            onInput?.(event);
          }}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
