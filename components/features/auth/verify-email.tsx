'use client';

import { useTranslations } from 'next-intl';
import type { Route } from 'next';
import Link from 'next/link';
import { useState } from 'react';
import { VerifiedEmail } from '@/components/features/auth/verified-email';
import { VerifyEmailForm, type Addressee } from '@/components/features/auth/verify-email-form';
import { AuthHeading } from '@/components/features/auth/auth-heading';
import { EmailStrong } from '@/components/features/auth/email-strong';

interface VerifyEmailProps {
  /** Whose address it is, where the reader is signed in. */
  addressee: Addressee | null;
  /** Where a member goes on to. */
  destination: string;
  signIn: Route;
}

/** Proves an address with a mailed code, and leads on: a member to where they were going, a visitor to sign in. */
export function VerifyEmail({ addressee, destination, signIn }: VerifyEmailProps) {
  const t = useTranslations('EmailCode');
  const [isVerified, setVerified] = useState(false);
  if (isVerified)
    return <VerifiedEmail isMember={addressee !== null} next={addressee ? destination : signIn} />;
  return (
    <>
      <AuthHeading
        title={t('verifyTitle')}
        text={
          addressee
            ? t.rich('verifySent', {
                address: addressee.email,
                email: (words) => <EmailStrong>{words}</EmailStrong>,
              })
            : t('verifyAsk')
        }
      />
      <VerifyEmailForm addressee={addressee} onVerified={() => setVerified(true)} />
      {addressee ? (
        <a
          href={destination}
          className="mt-6 self-start text-second font-medium text-muted-foreground hover:text-foreground touch:hit"
        >
          {t('later')}
        </a>
      ) : (
        <SignInLink href={signIn} />
      )}
    </>
  );
}

function SignInLink({ href }: { href: Route }) {
  const t = useTranslations('Auth');
  return (
    <Link
      href={href}
      className="mt-6 self-start text-second font-medium text-muted-foreground hover:text-foreground touch:hit"
    >
      {t('signIn')}
    </Link>
  );
}
