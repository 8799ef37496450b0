'use client';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState, type ReactNode } from 'react';
import { Field } from '@/components/common/field';
import { PasswordField } from '@/components/common/password-field';
import { passwordMinLength } from '@/components/common/password-strength';
import { StrengthHint } from '@/components/common/strength-hint';
import { AuthForm, readForm, useAuthForm } from '@/components/features/auth/auth-form';
import { EmailField, looksLikeEmail } from '@/components/features/auth/email-field';
import { enter } from '@/components/features/auth/guest-query';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { call } from '@/lib/api/call';
import type { Plan } from '@/lib/contract/account';

const registerFields = ['firstName', 'lastName', 'email', 'password'] as const;
type Values = Record<(typeof registerFields)[number], string>;

/** Opens the account, signs the person in with it right away, and goes on to `next`. */
function useRegistration(plan: Plan, next: string) {
  const t = useTranslations('Auth');

  const check = ({ email, password, ...names }: Values) => {
    const found: Partial<Values> = {};
    if (names.firstName.trim() === '') found.firstName = t('required');
    if (names.lastName.trim() === '') found.lastName = t('required');
    if (email.trim() === '') found.email = t('required');
    else if (!looksLikeEmail(email.trim())) found.email = t('emailInvalid');
    if (password === '') found.password = t('required');
    else if (Array.from(password).length < passwordMinLength) found.password = t('passwordShort');
    return found;
  };

  const send = async ({ firstName, lastName, email, password }: Values) => {
    const credentials = { email: email.trim(), password };
    const names = { firstName: firstName.trim(), lastName: lastName.trim() };
    await call('auth.register', { body: { ...credentials, ...names, plan } }, { suppressLogout: true });
    const { account } = await call('auth.login', { body: credentials }, { suppressLogout: true });
    await enter(account, next);
  };

  return useAuthForm({ names: registerFields, check, send, fallback: t('registerFailed') });
}

interface RegisterFormProps {
  /** The plan that the visitor came for. */
  plan: Plan;
  /** Where the new email is confirmed, which knows where the visitor was going. */
  next: string;
}

export function RegisterForm({ plan, next }: RegisterFormProps) {
  const t = useTranslations('Auth');
  const { pending, errors, refusal, submit, forgive } = useRegistration(plan, next);
  const [typed, setTyped] = useState({ firstName: '', lastName: '', email: '', password: '' });

  return (
    <AuthForm
      refusal={refusal}
      onSubmit={submit}
      onInput={(event) => {
        setTyped(readForm(event.currentTarget, registerFields));
        if (event.target instanceof HTMLInputElement) forgive(event.target.name);
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('firstName')} error={errors.firstName}>
          {(control) => <Input {...control} name="firstName" autoComplete="given-name" />}
        </Field>
        <Field label={t('lastName')} error={errors.lastName}>
          {(control) => <Input {...control} name="lastName" autoComplete="family-name" />}
        </Field>
      </div>
      <EmailField error={errors.email} />
      <PasswordField
        label={t('password')}
        error={errors.password}
        hint={
          <StrengthHint password={typed.password} personal={[typed.firstName, typed.lastName, typed.email]} />
        }
        name="password"
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-0.5 touch:h-11">
        {t(plan === 'pro' ? 'createPro' : 'createFree')}
      </Button>
      <p className="text-second text-pretty text-muted-foreground">
        {t.rich('legal', {
          terms: (words) => <LegalLink href="/terms">{words}</LegalLink>,
          privacy: (words) => <LegalLink href="/privacy">{words}</LegalLink>,
        })}
      </p>
    </AuthForm>
  );
}

/** Opens beside the form, which keeps what was typed. */
const LegalLink = ({ href, children }: { href: Route; children: ReactNode }) => (
  <Link
    href={href}
    target="_blank"
    className="text-foreground underline underline-offset-2 hover:text-primary"
  >
    {children}
  </Link>
);
