'use client';

import { useTranslations } from 'next-intl';
import { enter } from '@/components/features/auth/enter';
import { looksLikeEmail } from '@/components/features/auth/looks-like-email';
import { passwordMinLength } from '@/components/common/password-strength';
import { useAuthForm } from '@/components/features/auth/use-auth-form';
import { call } from '@/lib/api-client/call';
import type { Plan } from '@/lib/contract/schemas/account';

export const registerFields = ['firstName', 'lastName', 'email', 'password'] as const;
type Values = Record<(typeof registerFields)[number], string>;

/** Opens the account, signs the person in with it right away, and goes on to `next`. */
export function useRegistration(plan: Plan, next: string) {
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
    enter(account, next);
  };

  return useAuthForm({ names: registerFields, check, send, fallback: t('registerFailed') });
}
