'use client';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { CodeField } from '@/components/common/code-field';
import { useContractForm } from '@/components/common/contract-form';
import { useCountdown } from '@/components/common/use-countdown';
import { useFragment } from '@/components/common/use-fragment';
import { AuthForm, EmailField, RoomForNote } from '@/components/features/auth/auth-form';
import { AuthHeading, DoneHeading, EmailStrong } from '@/components/features/auth/auth-heading';
import { GuestLink, useKeptFragment } from '@/components/features/auth/guest-link';
import { ResendCode } from '@/components/features/auth/resend-code';
import { Button, buttonVariants } from '@/components/ui/button';
import { call } from '@/lib/api/call';
import { ApiProblem } from '@/lib/api/problem';
import { VerifyEmailInput } from '@/lib/contract/account';
import { toAsciiEmail } from '@/lib/contract/email';
import { Email } from '@/lib/contract/primitives';
import { readMailedCode } from '@/lib/domain/mailed-code';

const secondsToRead = 10;

/** Confirms the success, and continues automatically or on click. */
function VerifiedEmail({ isMember, next: path }: { isMember: boolean; next: string }) {
  const t = useTranslations('EmailCode');
  const next = useKeptFragment(path);
  const [left] = useCountdown(secondsToRead);
  useEffect(() => {
    // A full load: nothing rendered before the address was verified stays.
    if (left === 0) window.location.assign(next);
  }, [left, next]);
  return (
    <>
      <DoneHeading title={t('verifiedTitle')} text={t('verifiedText')} />
      <a href={next} className={buttonVariants({ variant: 'primary', size: 'lg', className: 'touch:h-11' })}>
        {t(isMember ? 'continueNow' : 'signInNow')}
      </a>
      <p className="mt-3 text-second text-muted-foreground tabular-nums">
        {isMember
          ? t('toTarget', { target: targetOf(next), seconds: left })
          : t('toSignIn', { seconds: left })}
      </p>
    </>
  );
}

/** Screens named in the countdown message; any other is the requested page. */
const targets = ['collections', 'tags', 'search', 'spaces', 'subscription', 'settings'] as const;

/** Returns the name in the countdown message of the screen that a member continues to. */
export function targetOf(destination: string): (typeof targets)[number] | 'library' | 'page' {
  if (/^\/(?:[?#]|$)/.test(destination)) return 'library';
  const path = destination.startsWith('/settings/subscription') ? '/subscription' : destination;
  return targets.find((target) => new RegExp(`^/${target}(?:[/?#]|$)`).test(path)) ?? 'page';
}

/** A member whose address has to be verified. */
interface Addressee {
  email: string;
  /** Seconds until a new code can be requested. */
  wait: number;
}

interface VerifyEmailFormProps {
  addressee: Addressee | null;
  onVerified: () => void;
}

const VerifyInput = VerifyEmailInput.extend({ email: Email });

const emailKeyOf = (email: string): string => toAsciiEmail(email).toLowerCase();

/** The code, and the address it was sent to if that is not known. The last digit submits it. */
function VerifyEmailForm({ addressee, onVerified }: VerifyEmailFormProps) {
  const t = useTranslations('EmailCode');
  const form = useContractForm({
    schema: VerifyInput,
    fields: addressee ? ['code'] : ['email', 'code'],
    defaultValues: { code: '', ...(addressee && { email: addressee.email }) },
    send: async (body) => {
      try {
        await call('auth.verifyEmail', { body }, { suppressLogout: true });
      } catch (failure) {
        if (failure instanceof ApiProblem && failure.code === 'INVALID_CODE') form.setValue('code', '');
        throw failure;
      }
      onVerified();
    },
    failed: t('verifyFailed'),
  });
  const { control, field, getValues, submit, refusal, isBusy } = form;
  /** The code of a link: it is submitted by the user, not when it is filled in. */
  const filled = useRef<string | null>(null);
  useFragment(readMailedCode, ({ email, code }) => {
    if (addressee && emailKeyOf(email) !== emailKeyOf(addressee.email)) return;
    filled.current = code;
    if (!addressee) form.setValue('email', email);
    form.setValue('code', code);
  });

  const resend = async () => {
    if (addressee) await call('account.resendVerification', {}, { suppressLogout: true });
    else {
      const body = { email: getValues('email')?.trim() ?? '' };
      await call('auth.resendVerification', { body }, { suppressLogout: true });
    }
  };

  return (
    <AuthForm refusal={refusal} onSubmit={submit}>
      {addressee ? null : <EmailField {...field('email')} />}
      <RoomForNote of="lines">
        <Controller
          control={control}
          name="code"
          render={({ field: code, fieldState }) => (
            <CodeField
              {...code}
              error={fieldState.error?.message}
              onComplete={(input) => {
                if (input.value !== filled.current) input.form?.requestSubmit();
                filled.current = null;
              }}
              takesFocus={addressee !== null}
            />
          )}
        />
      </RoomForNote>
      <Button type="submit" variant="primary" size="lg" pending={isBusy} className="mt-0.5 touch:h-11">
        {t('verify')}
      </Button>
      <div className="mt-2">
        <ResendCode send={resend} wait={addressee?.wait ?? 0} />
      </div>
    </AuthForm>
  );
}

interface VerifyEmailProps {
  /** Owner of the address, if the user is signed in. */
  addressee: Addressee | null;
  /** Where a member continues to. */
  destination: string;
  signIn: Route;
}

/**
 * Verifies an address with a mailed code, and continues: a member to the destination, a visitor to the sign-in
 * page.
 */
export function VerifyEmail({ addressee, destination, signIn }: VerifyEmailProps) {
  const t = useTranslations('EmailCode');
  const [isVerified, setVerified] = useState(false);
  const later = useKeptFragment(destination);
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
                email: (chunks) => <EmailStrong>{chunks}</EmailStrong>,
              })
            : t('verifyAsk')
        }
      />
      <VerifyEmailForm addressee={addressee} onVerified={() => setVerified(true)} />
      {addressee ? (
        <a
          href={later}
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
    <GuestLink
      href={href}
      className="mt-6 self-start text-second font-medium text-muted-foreground hover:text-foreground touch:hit"
    >
      {t('signIn')}
    </GuestLink>
  );
}
