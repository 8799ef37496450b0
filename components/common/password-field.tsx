'use client';

import { useTranslations } from 'next-intl';
import { SecretField, type SecretFieldProps } from '@/components/common/secret-field';

/** A password that can be shown while it is typed. */
export function PasswordField(props: Omit<SecretFieldProps, 'showLabel' | 'hideLabel'>) {
  const t = useTranslations('Password');
  return <SecretField {...props} showLabel={t('show')} hideLabel={t('hide')} />;
}
