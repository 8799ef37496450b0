'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { PasswordForm } from '@/components/features/settings/security/password-form';
import { SessionList } from '@/components/features/settings/security/session-list';
import { SettingsPart } from '@/components/features/settings/settings-part';
import { WithAccount } from '@/components/features/settings/with-account';
import { buttonVariants } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';

interface SecurityScreenProps {
  /** The keys of encrypted bookmarks, which another feature shows. */
  keys: ReactNode;
}

/** The password, where the account is signed in, and what only its owner can open. */
export function SecurityScreen({ keys }: SecurityScreenProps) {
  const t = useTranslations('Security');
  return (
    <div className="flex flex-col gap-10">
      <WithAccount skeleton={<Skeleton className="h-90 max-w-90" />}>
        {(account) =>
          account.hasPassword ? (
            <SettingsPart title={t('password')} text={t('passwordText')}>
              <PasswordForm account={account} />
            </SettingsPart>
          ) : (
            <SettingsPart title={t('password')} text={t('noPassword')}>
              <Link
                href="/forgot-password"
                className={buttonVariants({ size: 'lg', className: 'touch:h-11' })}
              >
                {t('choosePassword')}
              </Link>
            </SettingsPart>
          )
        }
      </WithAccount>
      <SettingsPart title={t('sessions')} text={t('sessionsText')}>
        <SessionList />
      </SettingsPart>
      <SettingsPart title={t('keys')} text={t('keysText')}>
        {keys}
      </SettingsPart>
    </div>
  );
}
