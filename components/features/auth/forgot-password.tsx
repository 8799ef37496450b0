'use client';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import { codeLength } from '@/components/common/code-digits';
import { CodeField } from '@/components/common/code-field';
import { PasswordField } from '@/components/common/password-field';
import { passwordMinLength } from '@/components/common/password-strength';
import { StrengthHint } from '@/components/common/strength-hint';
import { AuthForm, useAuthForm } from '@/components/features/auth/auth-form';
import { AuthHeading } from '@/components/features/auth/auth-heading';
import { DoneHeading } from '@/components/features/auth/done-heading';
import { EmailField, looksLikeEmail } from '@/components/features/auth/email-field';
import { EmailStrong } from '@/components/features/auth/email-strong';
import { ResendCode } from '@/components/features/auth/resend-code';
import { Button, buttonVariants } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { call } from '@/lib/api/call';
import { limits } from '@/lib/contract/limits';

interface AskForCodeProps {
  /** What was typed before. */
  email: string;
  /** It is the email of the signed-in account: only the code is left to ask for. */
  isKnown?: boolean;
  onSent: (email: string) => void;
}

/** Asks for a code for a new password. The answer is the same whether the address has an account. */
function AskForCode({ email: before, isKnown = false, onSent }: AskForCodeProps) {
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

/** The mailed code and the new password. */
function ResetPasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const t = useTranslations('EmailCode');
  const words = useTranslations('Auth');
  const [code, setCode] = useState('');
  const [typed, setTyped] = useState('');
  const [keepsAccess, setKeepsAccess] = useState(false);
  const { pending, errors, refusal, submit, forgive } = useAuthForm({
    names: ['code', 'password'],
    check: ({ password }) => ({
      ...(code.length < codeLength && { code: t('incomplete') }),
      ...(password === '' && { password: words('required') }),
      ...(password !== '' &&
        Array.from(password).length < passwordMinLength && { password: words('passwordShort') }),
    }),
    send: async ({ password }) => {
      const body = { email, code, password, keepAccess: keepsAccess };
      await call('auth.resetPassword', { body }, { suppressLogout: true });
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
      <label className="flex items-start gap-2.5">
        <Checkbox
          name="keepAccess"
          className="mt-px"
          checked={keepsAccess}
          onChange={({ target }) => setKeepsAccess(target.checked)}
        />
        <span className="min-w-0 flex-1 text-second text-pretty text-muted-foreground">
          {t('keepAccess')}
        </span>
      </label>
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

type Step = { at: 'ask'; email: string } | { at: 'reset'; email: string } | { at: 'done' };

interface ForgotPasswordProps {
  signIn: Route;
  /** The email of the signed-in account that has no password yet; it is not asked for again. */
  firstFor: string | null;
}

/** A new password, confirmed by mail: the email of the account, then the code and the password. */
export function ForgotPassword({ signIn, firstFor }: ForgotPasswordProps) {
  const t = useTranslations('EmailCode');
  const words = useTranslations('Auth');
  const [step, setStep] = useState<Step>({ at: 'ask', email: firstFor ?? '' });
  if (step.at === 'done') {
    return (
      <>
        <DoneHeading title={t('resetDoneTitle')} text={t('resetDoneText')} />
        <a
          href={signIn}
          className={buttonVariants({ variant: 'primary', size: 'lg', className: 'touch:h-11' })}
        >
          {t('signInNow')}
        </a>
      </>
    );
  }
  if (step.at === 'ask' && firstFor !== null) {
    return (
      <>
        <AuthHeading
          title={t('firstTitle')}
          text={t.rich('firstText', {
            address: firstFor,
            email: (address) => <EmailStrong>{address}</EmailStrong>,
          })}
        >
          <Link href="/settings/security" className="font-medium text-primary hover:text-primary-hover">
            {t('toSecurity')}
          </Link>
        </AuthHeading>
        <AskForCode email={firstFor} isKnown onSent={(email) => setStep({ at: 'reset', email })} />
      </>
    );
  }
  if (step.at === 'ask') {
    return (
      <>
        <AuthHeading title={t('forgotTitle')} text={t('forgotText')}>
          {t('remembered')}{' '}
          <Link href={signIn} className="font-medium text-primary hover:text-primary-hover">
            {words('signIn')}
          </Link>
        </AuthHeading>
        <AskForCode email={step.email} onSent={(email) => setStep({ at: 'reset', email })} />
      </>
    );
  }
  return (
    <>
      <AuthHeading
        title={t(firstFor === null ? 'forgotTitle' : 'firstTitle')}
        text={t.rich('resetText', {
          address: step.email,
          email: (address) => <EmailStrong>{address}</EmailStrong>,
        })}
      >
        {firstFor === null ? (
          <Button
            variant="link"
            size="inline"
            className="text-small"
            onClick={() => setStep({ at: 'ask', email: step.email })}
          >
            {t('otherEmail')}
          </Button>
        ) : null}
      </AuthHeading>
      <ResetPasswordForm email={step.email} onDone={() => setStep({ at: 'done' })} />
    </>
  );
}
