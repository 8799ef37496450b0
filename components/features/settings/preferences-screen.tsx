'use client';

import { PreferencesForm } from '@/components/features/settings/preferences-form';
import { WithAccount } from '@/components/features/settings/with-account';
import { Skeleton } from '@/components/ui/skeleton';
import type { Theme } from '@/lib/contract/schemas/account';

/** `theme` is what this device shows. */
export function PreferencesScreen({ theme }: { theme: Theme }) {
  return (
    <WithAccount skeleton={<PreferencesSkeleton />}>
      {(account) => <PreferencesForm account={account} theme={theme} />}
    </WithAccount>
  );
}

const PreferencesSkeleton = () => (
  <div className="flex flex-col gap-5 border-t pt-5">
    <Skeleton className="h-17" />
    <Skeleton className="h-54" />
    <Skeleton className="h-17" />
    <Skeleton className="h-17" />
    <Skeleton className="h-17" />
  </div>
);
