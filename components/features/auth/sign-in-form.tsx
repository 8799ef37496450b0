'use client';

import { useTranslations } from 'next-intl';
import type { Route } from 'next';
import Link from 'next/link';
import { useEffect } from 'react';
import { enter } from '@/components/features/auth/guest-query';
import { AuthForm, useAuthForm } from '@/components/features/auth/auth-form';
import { EmailField, looksLikeEmail } from '@/components/features/auth/email-field';
import { PasswordField } from '@/components/common/password-field';
import { Button } from '@/components/ui/button';
import { isMarkedSignedOut } from '@/lib/access/signed-out';
import { call } from '@/lib/api/call';
import { eraseOfflineCopy } from '@/lib/offline/erase';

interface SignInFormProps {
  /** Where the visitor was going, decided by the server from `redirect` and `plan`. */
  destination: string;
  forgot: Route;
}

export function SignInForm({ destination, forgot }: SignInFormProps) {
  const t = useTranslations('Auth');
  // Only visitors without a session see this form: the session that a copy belongs to is over.
  useEffect(() => {
    void eraseOfflineCopy();
    // Left without a network. Where that fails, signing in ends it.
    if (isMarkedSignedOut()) void call('auth.logout', {}, { suppressLogout: true }).catch(() => undefined);
  }, []);
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
      await enter(account, destination);
    },
    fallback: t('failed'),
  });

  return (
    <AuthForm refusal={refusal} onSubmit={submit}>
      <EmailField error={errors.email} onInput={() => forgive('email')} />
      <PasswordField
        label={t('password')}
        error={errors.password}
        aside={
          <Link href={forgot} className="text-second text-muted-foreground hover:text-foreground touch:hit">
            {t('forgot')}
          </Link>
        }
        name="password"
        autoComplete="current-password"
        onInput={() => forgive('password')}
      />
      <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-0.5 touch:h-11">
        {t('signIn')}
      </Button>
    </AuthForm>
  );
}
