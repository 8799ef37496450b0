'use client';

import { useTranslations } from 'next-intl';
import type { Route } from 'next';
import Link from 'next/link';
import { useState } from 'react';
import { AskForCode } from '@/components/features/auth/ask-for-code';
import { AuthHeading } from '@/components/features/auth/auth-heading';
import { DoneHeading } from '@/components/features/auth/done-heading';
import { EmailStrong } from '@/components/features/auth/email-strong';
import { ResetPasswordForm } from '@/components/features/auth/reset-password-form';
import { Button, buttonVariants } from '@/components/ui/button';

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
