'use client';

import { useTranslations } from 'next-intl';
import type { Route } from 'next';
import Link from 'next/link';
import { useState, type ReactNode } from 'react';
import { Field } from '@/components/common/field';
import { PasswordField } from '@/components/common/password-field';
import { StrengthHint } from '@/components/common/strength-hint';
import { AuthForm } from '@/components/features/auth/auth-form';
import { EmailField } from '@/components/features/auth/email-field';
import { readForm } from '@/components/features/auth/use-auth-form';
import { registerFields, useRegistration } from '@/components/features/auth/use-registration';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import type { Plan } from '@/lib/contract/schemas/account';

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
