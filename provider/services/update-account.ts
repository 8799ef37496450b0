import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { UpdateAccountInput, UpdatePreferencesInput } from '@/lib/contract/schemas/account';
import { accounts, type AccountRow } from '@/provider/db/schema/accounts';
import type { Executor } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { getAccount, type AccountRecord } from '@/provider/services/accounts';
import { lockAccount } from '@/provider/services/lock-space';
import { findSpace, makeDefault } from '@/provider/services/spaces';

type Deps = Pick<ProviderDeps, 'db'>;

/** Changes the names or the space in use; what is absent stays. Throws SPACE_NOT_FOUND. */
export async function updateAccount(
  { db }: Deps,
  accountId: string,
  input: z.output<typeof UpdateAccountInput>,
): Promise<AccountRecord> {
  await db.transaction(async (tx) => {
    const changes: Partial<AccountRow> = {};
    if (input.firstName !== undefined) changes.firstName = input.firstName.trim();
    if (input.lastName !== undefined) changes.lastName = input.lastName.trim();
    if (input.space !== undefined) {
      await requireOwnSpace(tx, accountId, input.space);
      changes.currentSpaceId = input.space;
    }
    if (Object.keys(changes).length > 0) {
      await tx.update(accounts).set(changes).where(eq(accounts.id, accountId));
    }
  });
  return getAccount(db, accountId);
}

/** Changes preferences; what is absent stays. Throws SPACE_NOT_FOUND. */
export async function updatePreferences(
  { db }: Deps,
  accountId: string,
  input: z.output<typeof UpdatePreferencesInput>,
): Promise<AccountRecord> {
  const { defaultSpace, ...stored } = input;
  await db.transaction(async (tx) => {
    if (defaultSpace !== undefined) {
      await requireOwnSpace(tx, accountId, defaultSpace);
      await makeDefault(tx, accountId, defaultSpace);
    }
    if (Object.keys(stored).length > 0) {
      // Merged in the database, so that two tabs that change different preferences both keep theirs.
      const preferences = sql`${accounts.preferences} || ${JSON.stringify(stored)}::jsonb`;
      await tx.update(accounts).set({ preferences }).where(eq(accounts.id, accountId));
    }
  });
  return getAccount(db, accountId);
}

/** The space stays to the end of the transaction: whoever deletes it waits for the account. */
async function requireOwnSpace(tx: Executor, accountId: string, spaceId: string): Promise<void> {
  await lockAccount(tx, accountId);
  if (!(await findSpace(tx, accountId, spaceId))) throw new Problem('SPACE_NOT_FOUND');
}
