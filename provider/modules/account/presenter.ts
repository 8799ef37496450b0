import type { z } from 'zod';
import {
  BookmarkSort,
  CollectionSort,
  type Account,
  type AccountSession,
  type PersonalToken,
} from '@/lib/contract/account';
import type { PersonalTokenRow, SessionRow } from '@/provider/db/schema/accounts';
import type { ProviderConfig } from '@/provider/deps';
import type { AccountRecord } from '@/provider/modules/account/queries';
import { describeDevice, placeOf } from '@/provider/modules/auth/devices';
import { isAccountAdministrator, planInForce } from '@/provider/policies';

// A stored sort that a later release no longer supports falls back to the default instead of failing.
const parseOr = <T extends string>(schema: z.ZodType<T>, stored: string | undefined, fallback: T): T => {
  const parsed = schema.safeParse(stored);
  return parsed.success ? parsed.data : fallback;
};

/** Converts an account to the response for its holder. */
export function presentAccount(account: AccountRecord, config: ProviderConfig): Account {
  const { preferences } = account;
  return {
    uuid: account.id,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    avatar: account.avatar === null ? null : `/v1/account/avatar/${account.avatar}`,
    plan: planInForce(account.plan, config),
    space: account.currentSpaceId,
    emailVerified: account.emailVerifiedAt !== null,
    isAdmin: isAccountAdministrator(account, config),
    hasPassword: account.passwordHash !== null,
    oauth: account.oauth,
    preferences: {
      theme: preferences.theme ?? 'system',
      language: preferences.language ?? null,
      defaultSpace: account.defaultSpaceId,
      bookmarkSort: parseOr(BookmarkSort, preferences.bookmarkSort, 'created_at-DESC'),
      collectionSort: parseOr(CollectionSort, preferences.collectionSort, 'created_at-DESC'),
      rowTags: preferences.rowTags ?? false,
    },
    createdAt: account.createdAt.toISOString(),
  };
}

/** Converts a session to the response for its account holder; the current one is marked. */
export const presentSession = (row: SessionRow, currentId: string): AccountSession => ({
  uuid: row.id,
  ...describeDevice(row.userAgent),
  address: row.address,
  country: row.country === '' ? null : row.country,
  place: placeOf(row.address),
  isCurrent: row.id === currentId,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
});

/** Converts a personal access token to the response for its holder, without the secret. */
export const presentToken = (row: PersonalTokenRow): PersonalToken => ({
  uuid: row.id,
  name: row.name,
  scope: row.scope,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});
