import type { AccountRow } from '@/provider/db/schema/accounts';
import type { ProviderConfig } from '@/provider/deps';
import { emailKey } from '@/provider/services/email-key';

export interface AdministratorFacts {
  isAdmin: boolean;
  emailKey: string;
  emailVerified: boolean;
}

type Config = Pick<ProviderConfig, 'adminEmail'>;

/** Administrators are marked in their account, or own the configured address and have proved it. */
export const isAdministrator = (facts: AdministratorFacts, { adminEmail }: Config): boolean =>
  facts.isAdmin ||
  (adminEmail !== undefined && facts.emailVerified && facts.emailKey === emailKey(adminEmail));

export const isAccountAdministrator = (
  account: Pick<AccountRow, 'isAdmin' | 'emailKey' | 'emailVerifiedAt'>,
  config: Config,
): boolean =>
  isAdministrator(
    { isAdmin: account.isAdmin, emailKey: account.emailKey, emailVerified: account.emailVerifiedAt !== null },
    config,
  );
