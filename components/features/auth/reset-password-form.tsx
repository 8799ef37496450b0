'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PasswordField } from '@/components/common/password-field';
import { passwordMinLength } from '@/components/common/password-strength';
import { StrengthHint } from '@/components/common/strength-hint';
import { codeLength } from '@/components/common/code-digits';
import { CodeField } from '@/components/common/code-field';
import { AuthForm } from '@/components/features/auth/auth-form';
import { ResendCode } from '@/components/features/auth/resend-code';
import { useAuthForm } from '@/components/features/auth/use-auth-form';
import { Button } from '@/components/ui/button';
import { call } from '@/lib/api-client/call';
import { limits } from '@/lib/contract/limits';

/** The mailed code and the new password. */
export function ResetPasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const t = useTranslations('EmailCode');
  const words = useTranslations('Auth');
  const [code, setCode] = useState('');
  const [typed, setTyped] = useState('');
  const { pending, errors, refusal, submit, forgive } = useAuthForm({
    names: ['code', 'password'],
    check: ({ password }) => ({
      ...(code.length < codeLength && { code: t('incomplete') }),
      ...(password === '' && { password: words('required') }),
      ...(password !== '' &&
        Array.from(password).length < passwordMinLength && { password: words('passwordShort') }),
    }),
    send: async ({ password }) => {
      await call('auth.resetPassword', { body: { email, code, password } }, { suppressLogout: true });
      onDone();
    },
    fallback: t('resetFailed'),
  });

  return (
    <AuthForm refusal={refusal} onSubmit={(event) => void submit(event)}>
      {/* Tells a password manager whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <CodeField
        value={code}
        error={errors.code}
        takesFocus
        onChange={(digits) => {
          forgive('code');
          setCode(digits);
        }}
      />
      <PasswordField
        label={t('newPassword')}
        error={errors.password}
        hint={<StrengthHint password={typed} personal={[email]} />}
        name="password"
        autoComplete="new-password"
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          forgive('password');
        }}
      />
      <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-0.5 touch:h-11">
        {t('reset')}
      </Button>
      <div className="mt-2">
        <ResendCode
          send={async () => {
            await call('auth.forgotPassword', { body: { email } }, { suppressLogout: true });
          }}
          wait={limits.codeResendSeconds}
        />
      </div>
    </AuthForm>
  );
}
