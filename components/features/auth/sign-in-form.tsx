'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/common/field';
import { enter } from '@/components/features/auth/enter';
import { FormAlert } from '@/components/common/form-alert';
import { looksLikeEmail } from '@/components/features/auth/looks-like-email';
import { PasswordField } from '@/components/common/password-field';
import { useAuthForm } from '@/components/features/auth/use-auth-form';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { call } from '@/lib/api-client/call';

/** `destination` is where the visitor was going, decided by the server from `redirect` and `plan`. */
export function SignInForm({ destination }: { destination: string }) {
  const t = useTranslations('Auth');
  const { pending, errors, refusal, submit, forgive } = useAuthForm({
    names: ['email', 'password'],
    check: ({ email, password }) => ({
      ...(email.trim() === '' && { email: t('required') }),
      ...(email.trim() !== '' && !looksLikeEmail(email.trim()) && { email: t('emailInvalid') }),
      ...(password === '' && { password: t('required') }),
    }),
    send: async ({ email, password }) => {
      const { account } = await call(
        'auth.login',
        { body: { email: email.trim(), password } },
        { suppressLogout: true },
      );
      enter(account, destination);
    },
    fallback: t('failed'),
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3.5">
      <FormAlert text={refusal} />
      <Field label={t('email')} error={errors.email}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            onInput={() => forgive('email')}
          />
        )}
      </Field>
      <PasswordField
        label={t('password')}
        error={errors.password}
        name="password"
        autoComplete="current-password"
        onInput={() => forgive('password')}
      />
      <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-0.5 touch:h-11">
        {t('signIn')}
      </Button>
    </form>
  );
}
