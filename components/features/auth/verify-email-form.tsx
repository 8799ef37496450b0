'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { codeLength } from '@/components/common/code-digits';
import { CodeField } from '@/components/common/code-field';
import { AuthForm } from '@/components/features/auth/auth-form';
import { EmailField } from '@/components/features/auth/email-field';
import { looksLikeEmail } from '@/components/features/auth/looks-like-email';
import { ResendCode } from '@/components/features/auth/resend-code';
import { useAuthForm } from '@/components/features/auth/use-auth-form';
import { Button } from '@/components/ui/button';
import { call } from '@/lib/api-client/call';

/** A member whose address is to be proved. */
export interface Addressee {
  email: string;
  /** Seconds until a new code may be asked for. */
  wait: number;
}

interface VerifyEmailFormProps {
  addressee: Addressee | null;
  onVerified: () => void;
}

const names = ['email', 'code'] as const;

/** The code, and the address it was sent to where that is not known. The last digit sends it. */
export function VerifyEmailForm({ addressee, onVerified }: VerifyEmailFormProps) {
  const t = useTranslations('EmailCode');
  const words = useTranslations('Auth');
  const [typedEmail, setTypedEmail] = useState('');
  const [code, setCode] = useState('');
  const emailOf = (typed: string) => addressee?.email ?? typed.trim();
  const { pending, errors, refusal, submit, forgive } = useAuthForm({
    names,
    check: (typed) => {
      const email = emailOf(typed.email);
      return {
        ...(email === '' && { email: words('required') }),
        ...(email !== '' && !looksLikeEmail(email) && { email: words('emailInvalid') }),
        ...(code.length < codeLength && { code: t('incomplete') }),
      };
    },
    send: async (typed) => {
      try {
        await call(
          'auth.verifyEmail',
          { body: { email: emailOf(typed.email), code } },
          { suppressLogout: true },
        );
      } catch (failure) {
        setCode('');
        throw failure;
      }
      onVerified();
    },
    fallback: t('verifyFailed'),
  });

  const change = (digits: string, field: HTMLInputElement) => {
    forgive('code');
    const isCompleted = digits.length === codeLength && code.length < codeLength;
    // What is sent is read from what is rendered.
    flushSync(() => setCode(digits));
    if (isCompleted) field.form?.requestSubmit();
  };
  const resend = async () => {
    if (addressee) await call('account.resendVerification', {}, { suppressLogout: true });
    else {
      await call('auth.resendVerification', { body: { email: typedEmail.trim() } }, { suppressLogout: true });
    }
  };

  return (
    <AuthForm refusal={refusal} onSubmit={(event) => void submit(event)}>
      {addressee ? null : (
        <EmailField
          error={errors.email}
          onInput={(event) => {
            setTypedEmail(event.currentTarget.value);
            forgive('email');
          }}
        />
      )}
      <CodeField value={code} error={errors.code} onChange={change} takesFocus={addressee !== null} />
      <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-0.5 touch:h-11">
        {t('verify')}
      </Button>
      <div className="mt-2">
        <ResendCode send={resend} wait={addressee?.wait ?? 0} />
      </div>
    </AuthForm>
  );
}
