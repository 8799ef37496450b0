'use client';

import { AccountForm } from '@/components/features/settings/account-form';
import { WithAccount } from '@/components/features/settings/with-account';
import { Skeleton } from '@/components/ui/skeleton';

export function AccountScreen() {
  return (
    <WithAccount skeleton={<AccountSkeleton />}>{(account) => <AccountForm account={account} />}</WithAccount>
  );
}

const AccountSkeleton = () => (
  <div className="flex max-w-90 flex-col gap-4">
    <Skeleton className="mb-2 h-10" />
    <Skeleton className="h-16.5" />
    <Skeleton className="h-16.5" />
    <Skeleton className="h-22.5" />
    <Skeleton className="h-10 w-24" />
  </div>
);
