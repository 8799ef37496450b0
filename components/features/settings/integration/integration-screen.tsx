'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { GooglePart } from '@/components/features/settings/integration/google-part';
import { TokensPart } from '@/components/features/settings/integration/tokens-part';
import { SettingsPart } from '@/components/features/settings/settings-part';
import { UnverifiedNotice } from '@/components/features/settings/unverified-notice';
import { WithAccount } from '@/components/features/settings/with-account';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';

/** What else has access to the account: Google for signing in, and programs by tokens. */
export function IntegrationScreen({ hasGoogle }: { hasGoogle: boolean }) {
  return (
    <WithAccount skeleton={<Skeleton className="h-90" />}>
      {(account) => (
        <>
          <UnverifiedNotice account={account} back="/settings/integration" />
          <div className="flex flex-col gap-10">
            <GooglePart account={account} hasGoogle={hasGoogle} />
            <TokensPart account={account} />
            <ApiPart />
          </div>
        </>
      )}
    </WithAccount>
  );
}

function ApiPart() {
  const t = useTranslations('Integration');
  return (
    <SettingsPart title={t('api')} text={t('apiText')}>
      <Link
        href="/settings/integration/api"
        prefetch={false}
        className={buttonVariants({ size: 'lg', className: 'touch:h-11' })}
      >
        <Icon name="i-book-open-text" />
        {t('apiLink')}
      </Link>
    </SettingsPart>
  );
}
