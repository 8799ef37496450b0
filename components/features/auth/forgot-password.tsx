'use client';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { AppLink } from '@/components/common/app-link';
import { CodeField } from '@/components/common/code-field';
import { Refused, useContractForm } from '@/components/common/contract-form';
import { PasswordField, PasswordOwner } from '@/components/common/secret-field';
import { StrengthHint } from '@/components/common/strength-meter';
import { useFragment } from '@/components/common/use-fragment';
import { AuthForm, EmailField, RoomForNote } from '@/components/features/auth/auth-form';
import { AuthHeading, DoneHeading, EmailStrong } from '@/components/features/auth/auth-heading';
import { GuestLink, useKeptFragment } from '@/components/features/auth/guest-link';
import { ResendCode } from '@/components/features/auth/resend-code';
import { Button, buttonVariants } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { call } from '@/lib/api/call';
import { ApiProblem } from '@/lib/api/problem';
import { AskForCodeInput, ResetPasswordInput } from '@/lib/contract/account';
import type { Output } from '@/lib/contract/index';
import { limits } from '@/lib/contract/limits';
import { Email } from '@/lib/contract/primitives';
import { serviceLimits } from '@/lib/contract/service-limits';
import { readMailedCode } from '@/lib/domain/mailed-code';

const AskForCode = AskForCodeInput.extend({ email: Email });

interface AskForCodeProps {
  /** Initial value, typed before. */
  email: string;
  /** It is the email of the signed-in account: only the code remains to be requested. */
  isKnown?: boolean;
  onSent: (email: string) => void;
}

/** Requests a code for a new password. The response is the same whether or not the address has an account. */
function AskForCodeForm({ email: before, isKnown = false, onSent }: AskForCodeProps) {
  const t = useTranslations('EmailCode');
  const { field, submit, refusal, isBusy } = useContractForm({
    schema: AskForCode,
    fields: ['email'],
    ...(isKnown && { defaultValues: { email: before } }),
    send: async (body) => {
      await call('auth.forgotPassword', { body }, { suppressLogout: true });
      onSent(body.email);
    },
    failed: t('forgotFailed'),
  });
  return (
    <AuthForm refusal={refusal} onSubmit={submit}>
      {isKnown ? null : <EmailField {...field('email')} defaultValue={before} />}
      <Button type="submit" variant="primary" size="lg" pending={isBusy} className="mt-0.5 touch:h-11">
        {t('sendCode')}
      </Button>
    </AuthForm>
  );
}

type Access = Output<'auth.checkResetCode'>;

/** Returns a function that checks a code, once for each, and the access that a reset with the last one would end. */
function useAccess(email: string) {
  const [access, setAccess] = useState<(Access & { code: string }) | null>(null);
  const checks = useRef(new Map<string, Promise<Access>>());
  const check = async (code: string): Promise<Access> => {
    const known = checks.current.get(code);
    const asked = known ?? call('auth.checkResetCode', { body: { email, code } }, { suppressLogout: true });
    checks.current.set(code, asked);
    try {
      const found = await asked;
      setAccess({ ...found, code });
      return found;
    } catch (failure) {
      // A rejected code stays rejected; anything else is tried again.
      if (!(failure instanceof ApiProblem && failure.code === 'INVALID_CODE')) checks.current.delete(code);
      throw failure;
    }
  };
  return { access, check, forget: () => checks.current.clear() };
}

const hasAccess = ({ tokens, google }: Access): boolean => google || tokens > 0;

interface ResetPasswordFormProps {
  email: string;
  /** The code of a link in the mail; otherwise empty. */
  code: string;
  onDone: () => void;
}

/** The mailed code and the new password. Other access is only asked about where the code shows that there is any. */
function ResetPasswordForm({ email, code: filled, onDone }: ResetPasswordFormProps) {
  const t = useTranslations('EmailCode');
  const { access, check, forget } = useAccess(email);
  const { control, register, field, submit, refusal, isBusy } = useContractForm({
    schema: ResetPasswordInput,
    fields: ['code', 'password'],
    defaultValues: { email, code: filled },
    send: async (body) => {
      const wasAsked = access?.code === body.code;
      if (hasAccess(await check(body.code)) && !wasAsked) throw new Refused(t('keepAccessAsk'));
      await call('auth.resetPassword', { body }, { suppressLogout: true });
      onDone();
    },
    failed: t('resetFailed'),
  });
  const password = useWatch({ control, name: 'password', defaultValue: '' });
  const code = useWatch({ control, name: 'code' });
  const isTyped = password !== '';
  const checkEarly = useEffectEvent(() => void check(code).catch(() => undefined));
  // A code that a link has filled in is not checked before the user does something.
  useEffect(() => {
    if (isTyped && code.length === serviceLimits.codeDigits) checkEarly();
  }, [isTyped, code]);

  return (
    <AuthForm refusal={refusal} onSubmit={submit}>
      <PasswordOwner email={email} />
      <RoomForNote of="lines">
        <Controller
          control={control}
          name="code"
          render={({ field: code, fieldState }) => (
            <CodeField {...code} error={fieldState.error?.message} takesFocus={filled === ''} />
          )}
        />
      </RoomForNote>
      <RoomForNote of="meter">
        <PasswordField
          {...field('password')}
          label={t('newPassword')}
          hint={<StrengthHint password={password} personal={[email]} />}
          autoComplete="new-password"
        />
      </RoomForNote>
      {access?.code === code && hasAccess(access) ? (
        <label className="flex items-start gap-2.5">
          <Checkbox {...register('keepAccess')} className="mt-px" />
          <span className="min-w-0 flex-1 text-second text-pretty text-muted-foreground">
            {t(access.tokens === 0 ? 'keepGoogle' : access.google ? 'keepBoth' : 'keepTokens', {
              count: access.tokens,
            })}
          </span>
        </label>
      ) : null}
      <Button type="submit" variant="primary" size="lg" pending={isBusy} className="mt-0.5 touch:h-11">
        {t('reset')}
      </Button>
      <div className="mt-2">
        <ResendCode
          send={async () => {
            await call('auth.forgotPassword', { body: { email } }, { suppressLogout: true });
            forget();
          }}
          wait={limits.codeResendSeconds}
        />
      </div>
    </AuthForm>
  );
}

type Step = { at: 'ask'; email: string } | { at: 'reset'; email: string; code: string } | { at: 'done' };

interface ForgotPasswordProps {
  signIn: Route;
  /** The email of the signed-in account that has no password yet; null if it has to be typed. */
  firstFor: string | null;
}

/** Sets a new password, confirmed by mail: the email of the account, then the code and the password. */
export function ForgotPassword({ signIn, firstFor }: ForgotPasswordProps) {
  const t = useTranslations('EmailCode');
  const tAuth = useTranslations('Auth');
  const signInNow = useKeptFragment(signIn);
  const [step, setStep] = useState<Step>({ at: 'ask', email: firstFor ?? '' });
  useFragment(readMailedCode, (mailed) => setStep({ at: 'reset', ...mailed }));
  if (step.at === 'done') {
    return (
      <>
        <DoneHeading title={t('resetDoneTitle')} text={t('resetDoneText')} />
        <a
          href={signInNow}
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
          <AppLink href="/settings/security" className="font-medium text-primary hover:text-primary-hover">
            {t('toSecurity')}
          </AppLink>
        </AuthHeading>
        <AskForCodeForm
          email={firstFor}
          isKnown
          onSent={(email) => setStep({ at: 'reset', email, code: '' })}
        />
      </>
    );
  }
  if (step.at === 'ask') {
    return (
      <>
        <AuthHeading title={t('forgotTitle')} text={t('forgotText')}>
          {t('remembered')}{' '}
          <GuestLink href={signIn} className="font-medium text-primary hover:text-primary-hover">
            {tAuth('signIn')}
          </GuestLink>
        </AuthHeading>
        <AskForCodeForm email={step.email} onSent={(email) => setStep({ at: 'reset', email, code: '' })} />
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
      <ResetPasswordForm
        key={`${step.email} ${step.code}`}
        email={step.email}
        code={step.code}
        onDone={() => setStep({ at: 'done' })}
      />
    </>
  );
}
