import type { AccountSession, PersonalToken } from '@/lib/contract/schemas/account-security';
import type { PersonalTokenRow, SessionRow } from '@/provider/db/schema/accounts';
import { describeDevice, placeOf } from '@/provider/services/account/describe-device';

/** A session as its account holder sees it, told apart from the one that asks. */
export const presentSession = (row: SessionRow, currentId: string): AccountSession => ({
  uuid: row.id,
  ...describeDevice(row.userAgent),
  address: row.address,
  place: placeOf(row.address),
  isCurrent: row.id === currentId,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
});

/** A personal access token as its holder sees it: everything but the token. */
export const presentToken = (row: PersonalTokenRow): PersonalToken => ({
  uuid: row.id,
  name: row.name,
  scope: row.scope,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});
