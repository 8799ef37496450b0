'use client';

import { useTranslations } from 'next-intl';
import { AuthForm } from '@/components/features/auth/auth-form';
import { EmailField } from '@/components/features/auth/email-field';
import { looksLikeEmail } from '@/components/features/auth/looks-like-email';
import { useAuthForm } from '@/components/features/auth/use-auth-form';
import { Button } from '@/components/ui/button';
import { call } from '@/lib/api-client/call';

interface AskForCodeProps {
  /** What was typed before. */
  email: string;
  /** It is the email of the signed-in account: only the code is left to ask for. */
  isKnown?: boolean;
  onSent: (email: string) => void;
}

/** Asks for a code for a new password. The answer is the same whether the address has an account. */
export function AskForCode({ email: before, isKnown = false, onSent }: AskForCodeProps) {
  const t = useTranslations('EmailCode');
  const words = useTranslations('Auth');
  const { pending, errors, refusal, submit, forgive } = useAuthForm({
    names: ['email'],
    check: ({ email }) => {
      if (email.trim() === '') return { email: words('required') };
      return looksLikeEmail(email.trim()) ? {} : { email: words('emailInvalid') };
    },
    send: async ({ email }) => {
      await call('auth.forgotPassword', { body: { email: email.trim() } }, { suppressLogout: true });
      onSent(email.trim());
    },
    fallback: t('forgotFailed'),
  });
  return (
    <AuthForm refusal={refusal} onSubmit={(event) => void submit(event)}>
      {isKnown ? (
        <input type="hidden" name="email" value={before} />
      ) : (
        <EmailField error={errors.email} defaultValue={before} onInput={() => forgive('email')} />
      )}
      <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-0.5 touch:h-11">
        {t('sendCode')}
      </Button>
    </AuthForm>
  );
}
