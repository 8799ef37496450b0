import type { Plan } from '@/lib/contract/account';
import type { AdminSession, AdminUser, AdminUserDetails } from '@/lib/contract/admin';
import type { SessionRow } from '@/provider/db/schema/accounts';
import type { ProviderConfig } from '@/provider/deps';
import { isAdministrator, planInForce } from '@/provider/policies';
import { describeDevice } from '@/provider/modules/auth/devices';

/** A row of the account list. Times are in the text format of the database. */
export interface UserRow extends Record<string, unknown> {
  id: string;
  email: string;
  email_key: string;
  first_name: string;
  last_name: string;
  plan: Plan;
  is_admin: boolean;
  verified: boolean;
  suspended_at: string | null;
  created_at: string;
  last_active_at: string;
  bookmarks: number;
}

export interface UserDetailsRow extends UserRow {
  is_paying: boolean;
  has_password: boolean;
  oauth: { provider: string; email: string }[];
  trash: number;
  collections: number;
  spaces: number;
  personal_tokens: number;
  /** As text, because it may exceed the number type of the driver. */
  stored_bytes: string;
}

/** Converts a time in the text format of the database, which includes the offset, to ISO 8601. */
export const printTime = (text: string): string => new Date(text).toISOString();

type Config = Pick<ProviderConfig, 'adminEmail' | 'selfHostedPlan' | 'storageQuotaBytes'>;

const factsOf = (row: UserRow) => ({
  isAdmin: row.is_admin,
  emailKey: row.email_key,
  emailVerified: row.verified,
});

export const presentUser = (row: UserRow, config: Pick<Config, 'adminEmail'>): AdminUser => ({
  uuid: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  plan: row.plan,
  emailVerified: row.verified,
  isAdmin: isAdministrator(factsOf(row), config),
  suspendedAt: row.suspended_at === null ? null : printTime(row.suspended_at),
  createdAt: printTime(row.created_at),
  lastActiveAt: printTime(row.last_active_at),
  bookmarks: row.bookmarks,
});

const presentSession = (row: SessionRow): AdminSession => ({
  uuid: row.id,
  ...describeDevice(row.userAgent),
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
});

export const presentUserDetails = (
  row: UserDetailsRow,
  sessions: readonly SessionRow[],
  config: Config,
  readerId: string,
): AdminUserDetails => ({
  ...presentUser(row, config),
  isSelf: row.id === readerId,
  isConfiguredAdmin: isAdministrator({ ...factsOf(row), isAdmin: false }, config),
  planInForce: planInForce(row.plan, config),
  planSource: config.selfHostedPlan === undefined ? 'account' : 'installation',
  isPaying: row.is_paying,
  hasPassword: row.has_password,
  oauth: row.oauth,
  counts: {
    bookmarks: row.bookmarks,
    trash: row.trash,
    collections: row.collections,
    spaces: row.spaces,
    personalTokens: row.personal_tokens,
  },
  storage: { bytes: Number(row.stored_bytes), quotaBytes: config.storageQuotaBytes ?? null },
  sessions: sessions.map(presentSession),
});
