'use client';

import { AccountForm } from '@/components/features/settings/account-form';
import { DeletePart } from '@/components/features/settings/account/delete-part';
import { UnverifiedNotice } from '@/components/features/settings/unverified-notice';
import { WithAccount } from '@/components/features/settings/with-account';
import { Skeleton } from '@/components/ui/skeleton';

/** Who the account belongs to, and its end. */
export function AccountScreen() {
  return (
    <WithAccount skeleton={<AccountSkeleton />}>
      {(account) => (
        <>
          <UnverifiedNotice account={account} back="/settings/account" />
          <AccountForm account={account} />
          <div className="mt-10 border-t pt-8">
            <DeletePart account={account} />
          </div>
        </>
      )}
    </WithAccount>
  );
}

const AccountSkeleton = () => (
  <div className="flex max-w-90 flex-col gap-4">
    <Skeleton className="mb-8 h-16" />
    <Skeleton className="h-16.5" />
    <Skeleton className="h-16.5" />
    <Skeleton className="h-22.5" />
    <Skeleton className="h-10 w-24" />
  </div>
);
