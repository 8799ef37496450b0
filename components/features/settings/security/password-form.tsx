'use client';

import { useTranslations } from 'next-intl';
import { FormAlert } from '@/components/common/form-alert';
import { PasswordField } from '@/components/common/password-field';
import { StrengthHint } from '@/components/common/strength-hint';
import {
  usePasswordForm,
  type PasswordName,
} from '@/components/features/settings/security/use-password-form';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Account } from '@/lib/contract/schemas/account';

/** Changes the password of somebody who knows the one in force. */
export function PasswordForm({ account }: { account: Account }) {
  const t = useTranslations('Security');
  const { values, errors, refusal, isPending, isDone, change, submit, question } = usePasswordForm();
  const field = (name: PasswordName) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-90 flex-col gap-4">
      <FormAlert text={refusal} />
      {/* Tells a password manager whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={account.email} readOnly hidden />
      <PasswordField {...field('currentPassword')} label={t('current')} autoComplete="current-password" />
      <PasswordField
        {...field('password')}
        label={t('new')}
        autoComplete="new-password"
        hint={
          <StrengthHint
            password={values.password}
            personal={[account.firstName, account.lastName, account.email]}
          />
        }
      />
      <PasswordField {...field('confirmation')} label={t('confirm')} autoComplete="new-password" />
      <div className="flex min-h-10 flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" size="lg" className="touch:h-11" pending={isPending}>
          {t('change')}
        </Button>
        <p role="status" className="min-w-0 flex-1 text-second text-pretty text-muted-foreground">
          {isDone ? (
            <span className="flex items-start gap-1.5">
              <Icon name="i-check" className="mt-0.5 size-3.5 text-success" />
              {t('changed')}
            </span>
          ) : null}
        </p>
      </div>
      {question}
    </form>
  );
}
