'use client';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { AppLink } from '@/components/common/app-link';
import { useContractForm } from '@/components/common/contract-form';
import { Field } from '@/components/common/field';
import { PasswordField } from '@/components/common/secret-field';
import { StrengthHint } from '@/components/common/strength-meter';
import { AuthForm, EmailField, RememberedInput, RoomForNote } from '@/components/features/auth/auth-form';
import { enter } from '@/components/features/auth/guest-query';
import { Button } from '@/components/ui/button';
import { call } from '@/lib/api/call';
import { RegisterInput, type Plan } from '@/lib/contract/account';

interface RegisterFormProps {
  /** The plan that the visitor selected. */
  plan: Plan;
  /** Path of the page that confirms the new email and contains the final destination. */
  next: string;
}

/** Creates the account, which also signs the user in, and redirects to `next`. */
export function RegisterForm({ plan, next }: RegisterFormProps) {
  const t = useTranslations('Auth');
  const registered = useRef<{ email: string; password: string }>(null);
  const { control, register, field, error, submit, refusal, isBusy } = useContractForm({
    schema: RegisterInput,
    fields: ['firstName', 'lastName', 'email', 'password'],
    send: async (body) => {
      const credentials = { email: body.email, password: body.password };
      // After a sign-in that failed, the account exists: only the sign-in is repeated.
      const isRegistered =
        registered.current?.email === body.email && registered.current.password === body.password;
      if (!isRegistered) {
        await call('auth.register', { body: { ...body, plan } }, { suppressLogout: true });
        registered.current = credentials;
      }
      const { account } = await call('auth.login', { body: credentials }, { suppressLogout: true });
      await enter(account, next);
    },
    failed: t('registerFailed'),
  });
  const typed = useWatch({ control });

  return (
    <AuthForm refusal={refusal} onSubmit={submit}>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('firstName')} error={error('firstName')}>
          {(props) => (
            <RememberedInput {...props} {...register('firstName')} required autoComplete="given-name" />
          )}
        </Field>
        <Field label={t('lastName')} error={error('lastName')}>
          {(props) => (
            <RememberedInput {...props} {...register('lastName')} required autoComplete="family-name" />
          )}
        </Field>
      </div>
      <EmailField {...field('email')} />
      <RoomForNote of="meter">
        <PasswordField
          {...field('password')}
          required
          label={t('password')}
          hint={
            <StrengthHint
              password={typed.password ?? ''}
              personal={[typed.firstName, typed.lastName, typed.email].filter((part) => part !== undefined)}
            />
          }
          autoComplete="new-password"
        />
      </RoomForNote>
      <Button type="submit" variant="primary" size="lg" pending={isBusy} className="mt-0.5 touch:h-11">
        {t(plan === 'pro' ? 'createPro' : 'createFree')}
      </Button>
      <p className="text-second text-pretty text-muted-foreground">
        {t.rich('legal', {
          terms: (chunks) => <LegalLink href="/terms">{chunks}</LegalLink>,
          privacy: (chunks) => <LegalLink href="/privacy">{chunks}</LegalLink>,
        })}
      </p>
    </AuthForm>
  );
}

/** Opens in a new tab, so that the form keeps its values. */
const LegalLink = ({ href, children }: { href: Route; children: ReactNode }) => (
  <AppLink
    href={href}
    target="_blank"
    className="text-foreground underline underline-offset-2 hover:text-primary"
  >
    {children}
  </AppLink>
);
