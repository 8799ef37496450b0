'use client';

import { GooglePart } from '@/components/features/settings/integration/google-part';
import { TokensPart } from '@/components/features/settings/integration/tokens-part';
import { UnverifiedNotice } from '@/components/features/settings/unverified-notice';
import { WithAccount } from '@/components/features/settings/with-account';
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
          </div>
        </>
      )}
    </WithAccount>
  );
}
