import { sql } from 'drizzle-orm';
import type { Database, Executor } from '@/provider/db/client';
import { columnList } from '@/provider/db/column-list';
import { accounts, type AccountRow } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { causesOf, codeOf } from '@/lib/observability/describe-error';
import { Problem } from '@/provider/problem';
import { releaseEmail } from '@/provider/services/account/unverified-accounts';
import { emailKey } from '@/provider/services/email-key';
import { newId } from '@/provider/services/new-id';
import { insertSpace } from '@/provider/services/spaces';

/** An account with what is kept of it elsewhere: its default space, and who its holder is elsewhere. */
export type AccountRecord = AccountRow & {
  defaultSpaceId: string | null;
  oauth: { provider: string; email: string }[];
};

export interface NewAccount {
  firstName: string;
  lastName: string;
  email: string;
  /** Null for an account that is entered otherwise. */
  passwordHash: string | null;
  /** When the address was proved, where that came first. */
  emailVerifiedAt?: Date;
  /** An unverified account that has to give up the address. */
  replaces?: string;
}

// Any fixed number: while nobody has an account yet, registrations wait for one another on it.
const firstAccountLock = 518_204_377;
const uniqueViolation = '23505';

// Read with every page, so prepared by name and answered by the driver as they are.
const select = `
  select ${columnList(accounts, 'a')},
    (select s.id from spaces s where s.account_id = a.id and s.is_default) as "defaultSpaceId",
    (select coalesce(json_agg(json_build_object('provider', i.provider, 'email', i.email)), '[]')
      from identities i where i.account_id = a.id) as oauth
  from accounts a`;
const byId = { name: 'account-by-id', text: `${select} where a.id = $1` };
const byEmail = { name: 'account-by-email', text: `${select} where a.email_key = $1` };

/** The account with this id, null when there is none. */
export async function findAccount({ $client }: Database, id: string): Promise<AccountRecord | null> {
  const { rows } = await $client.query<AccountRecord>({ ...byId, values: [id] });
  return rows[0] ?? null;
}

/** The account of an address however it is spelled, null when there is none. */
export async function findAccountByEmail(
  { $client }: Database,
  email: string,
): Promise<AccountRecord | null> {
  const { rows } = await $client.query<AccountRecord>({ ...byEmail, values: [emailKey(email)] });
  return rows[0] ?? null;
}

/** The account with this id. Throws UNAUTHENTICATED when it has gone since the call was authenticated. */
export async function getAccount(db: Database, id: string): Promise<AccountRecord> {
  const account = await findAccount(db, id);
  if (!account) throw new Problem('UNAUTHENTICATED');
  return account;
}

/**
 * Opens an account with its default space and that space's default collection, and what has to happen with it, all or
 * nothing. The first account of an installation without a configured administrator becomes the administrator. Throws EMAIL_IN_USE.
 */
export async function openAccount(
  deps: ProviderDeps,
  input: NewAccount,
  also?: (tx: Executor, account: AccountRecord) => Promise<void>,
): Promise<AccountRecord> {
  try {
    return await deps.db.transaction(async (tx) => {
      const account = await insertAccount(tx, deps, input);
      await also?.(tx, account);
      return account;
    });
  } catch (error) {
    if (isEmailTaken(error)) throw new Problem('EMAIL_IN_USE');
    throw error;
  }
}

async function insertAccount(
  tx: Executor,
  { clock, config }: ProviderDeps,
  input: NewAccount,
): Promise<AccountRecord> {
  const now = clock();
  const accountId = newId();
  const spaceId = newId();
  const replacesAdmin = input.replaces !== undefined && (await releaseEmail(tx, { clock }, input.replaces));
  const [row] = await tx
    .insert(accounts)
    .values({
      id: accountId,
      email: input.email,
      emailKey: emailKey(input.email),
      firstName: input.firstName.trim(),
      lastName: input.lastName.trim(),
      plan: 'free',
      passwordHash: input.passwordHash,
      emailVerifiedAt: input.emailVerifiedAt ?? null,
      currentSpaceId: spaceId,
      isAdmin: replacesAdmin || (config.adminEmail === undefined && (await isFirstAccount(tx))),
      preferences: {},
      createdAt: now,
    })
    .returning();
  if (!row) throw new Error('an inserted account was not returned');
  await insertSpace(tx, { id: spaceId, accountId, name: 'Personal', description: '', isDefault: true, now });
  return { ...row, defaultSpaceId: spaceId, oauth: [] };
}

/** Whether nobody has an account. Of two that register at the same time, the second waits and sees the first. */
async function isFirstAccount(tx: Executor): Promise<boolean> {
  if (await hasAccounts(tx)) return false;
  await tx.execute(sql`select pg_advisory_xact_lock(${firstAccountLock})`);
  return !(await hasAccounts(tx));
}

async function hasAccounts(tx: Executor): Promise<boolean> {
  const found = await tx.select({ id: accounts.id }).from(accounts).limit(1);
  return found.length > 0;
}

/** Whether a write failed because another account has the address. */
export const isEmailTaken = (error: unknown): boolean =>
  [...causesOf(error)].some(
    (cause) =>
      codeOf(cause) === uniqueViolation &&
      'constraint' in cause &&
      cause.constraint === 'accounts_email_key_key',
  );
