'use client';

import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useContractForm } from '@/components/common/contract-form';
import { PasswordField } from '@/components/common/secret-field';
import { AuthForm, EmailField } from '@/components/features/auth/auth-form';
import { GuestLink } from '@/components/features/auth/guest-link';
import { enter } from '@/components/features/auth/guest-query';
import { Button } from '@/components/ui/button';
import { isMarkedSignedOut } from '@/lib/access/signed-out';
import { call } from '@/lib/api/call';
import { LoginInput } from '@/lib/contract/account';
import { limits } from '@/lib/contract/limits';
import { Email, text } from '@/lib/contract/primitives';
import { eraseOfflineCopy } from '@/lib/offline/erase';

interface SignInFormProps {
  /** Destination after signing in, computed by the server from `redirect` and `plan`. */
  destination: string;
  forgot: Route;
}

const SignInInput = LoginInput.extend({ email: Email, password: text(limits.passwordMaxLength, 1) });

export function SignInForm({ destination, forgot }: SignInFormProps) {
  const t = useTranslations('Auth');
  // Only visitors without a session see this form: the session that a copy belongs to is over.
  useEffect(() => {
    void eraseOfflineCopy();
    // Ends a session that was left without a network. If that fails, signing in ends it.
    if (isMarkedSignedOut()) void call('auth.logout', {}, { suppressLogout: true }).catch(() => undefined);
  }, []);
  const { field, submit, refusal, isBusy } = useContractForm({
    schema: SignInInput,
    fields: ['email', 'password'],
    send: async (body) => {
      const { account } = await call('auth.login', { body }, { suppressLogout: true });
      await enter(account, destination);
    },
    failed: t('failed'),
  });

  return (
    <AuthForm refusal={refusal} onSubmit={submit}>
      <EmailField {...field('email')} />
      <PasswordField
        {...field('password')}
        required
        label={t('password')}
        aside={
          <GuestLink
            href={forgot}
            className="text-second text-muted-foreground hover:text-foreground touch:hit"
          >
            {t('forgot')}
          </GuestLink>
        }
        autoComplete="current-password"
      />
      <Button type="submit" variant="primary" size="lg" pending={isBusy} className="mt-0.5 touch:h-11">
        {t('signIn')}
      </Button>
    </AuthForm>
  );
}
