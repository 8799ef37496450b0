import type { BodyOf } from '@/provider/middleware/handler';
import { and, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm';
import type { Language } from '@/lib/contract/account';
import { viewPlacesMax } from '@/lib/contract/views';
import { causesOf, codeOf } from '@/lib/observability/describe-error';
import { newId, prepareOnce, type Executor } from '@/provider/db/client';
import {
  accounts,
  connectCodes,
  emailCodes,
  mails,
  personalTokens,
  sessions,
  type AccountRow,
  type StoredPreferences,
} from '@/provider/db/schema/accounts';
import { inTransaction, lockAccount } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { firstSpaceNames, findSpace, insertSpace, makeDefault } from '@/provider/modules/spaces/service';
import { emailKey } from '@/provider/policies';
import { Problem } from '@/provider/problem';

/** Returns the language that an account has chosen; undefined if it has not. */
export async function languageOf(db: Executor, accountId: string): Promise<Language | undefined> {
  const [found] = await db
    .select({ preferences: accounts.preferences })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return found?.preferences.language;
}

const dayMs = 24 * 60 * 60_000;
const unverifiedDays = 30;
const batchSize = 500;

/** Email keys are lower case, so no address resolves to a released account. */
const releasedPrefix = 'RELEASED:';

/**
 * Releases the address of an account that never verified it, for the owner of the address: password, sessions and codes
 * are deleted, and shared content is hidden. Its rows are retained for 30 days, so that an operator can help a user who
 * saved bookmarks before verifying. Returns whether the account was the administrator.
 */
export async function releaseEmail(
  tx: Executor,
  deps: Pick<ProviderDeps, 'clock'>,
  accountId: string,
): Promise<boolean> {
  const isUnverified = and(eq(accounts.id, accountId), isNull(accounts.emailVerifiedAt));
  const [before] = await tx
    .select({ isAdmin: accounts.isAdmin })
    .from(accounts)
    .where(isUnverified)
    .for('update');
  // Verified or released by a concurrent request.
  if (!before) throw new Problem('OAUTH_FAILED');
  const released = {
    email: '',
    emailKey: `${releasedPrefix}${accountId}`,
    passwordHash: null,
    isAdmin: false,
    suspendedAt: deps.clock(),
  };
  await tx.update(accounts).set(released).where(eq(accounts.id, accountId));
  for (const table of [sessions, personalTokens, connectCodes, emailCodes, mails])
    await tx.delete(table).where(eq(table.accountId, accountId));
  return before.isAdmin;
}

/**
 * Deletes accounts that are unverified and empty 30 days after registration, and released accounts 30 days after their
 * release. Never deletes an administrator.
 */
export async function purgeUnverified({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - unverifiedDays * dayMs).toISOString();
  const released = sql`a.email_key like ${`${releasedPrefix}%`} and a.suspended_at < ${before}`;
  // Every space is created with one collection.
  const isUsed = sql`exists (select 1 from spaces s where s.account_id = a.id
      and (not s.is_default or s.bookmark_count > 0 or s.trash_count > 0 or s.collection_count > 1))
    or exists (select 1 from imports i where i.account_id = a.id
      and i.status in ('receiving', 'queued', 'running'))`;
  for (let deleted = batchSize; deleted === batchSize;) {
    // Entries of the audit log keep the last address, as in `keepAddressInAudit`.
    const { rows } = await db.execute<{ deleted: number }>(sql`
      with deleted as (
        delete from accounts where id in (
          select a.id from accounts a
          where a.email_verified_at is null and not a.is_admin and a.created_at < ${before}
            and (${released} or (a.suspended_at is null and not (${isUsed})))
          limit ${batchSize} for update skip locked)
        returning id, email),
      entries as (
        update audit_log l set target_email = nullif(d.email, '') from deleted d where l.target_id = d.id)
      select count(*)::integer as deleted from deleted`);
    deleted = rows[0]?.deleted ?? 0;
  }
}

/** An account with data from other tables: its default space, and its linked identities. */
export type AccountRecord = AccountRow & {
  defaultSpaceId: string | null;
  oauth: { provider: string; email: string }[];
};

export interface NewAccount {
  firstName: string;
  lastName: string;
  email: string;
  /** Null for an account without a password. */
  passwordHash: string | null;
  /** When the address was verified, if before the registration. */
  emailVerifiedAt?: Date;
  /** An unverified account whose address is released. */
  replaces?: string;
  /** Language of the registration; English if it is unknown. */
  locale?: Language;
}

// Any fixed number: key of the lock that serializes registrations until the first account exists.
const firstAccountLock = 518_204_377;
const uniqueViolation = '23505';

const recordColumns = {
  ...getTableColumns(accounts),
  defaultSpaceId: sql<
    string | null
  >`(select s.id from spaces s where s.account_id = accounts.id and s.is_default)`,
  oauth: sql<
    AccountRecord['oauth']
  >`(select coalesce(json_agg(json_build_object('provider', i.provider, 'email', i.email)), '[]')
    from identities i where i.account_id = accounts.id)`,
};

// Read for every page.
const byId = prepareOnce((db) =>
  db
    .select(recordColumns)
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare('account-by-id'),
);
const byEmail = prepareOnce((db) =>
  db
    .select(recordColumns)
    .from(accounts)
    .where(eq(accounts.emailKey, sql.placeholder('emailKey')))
    .prepare('account-by-email'),
);

/** Returns the account with this id; null if there is none. */
export async function findAccount(db: Executor, id: string): Promise<AccountRecord | null> {
  const [account] = await byId(db).execute({ id });
  return account ?? null;
}

/** Returns the account of an address in any spelling; null if there is none. */
export async function findAccountByEmail(db: Executor, email: string): Promise<AccountRecord | null> {
  const [account] = await byEmail(db).execute({ emailKey: emailKey(email) });
  return account ?? null;
}

/** Returns the account with this id. Throws UNAUTHENTICATED when it was deleted after the call was authenticated. */
export async function getAccount(db: Executor, id: string): Promise<AccountRecord> {
  const account = await findAccount(db, id);
  if (!account) throw new Problem('UNAUTHENTICATED');
  return account;
}

/**
 * Creates an account with its default space and the default collection of that space, and runs `also` in the same
 * transaction. The first account of an installation without a configured administrator becomes the administrator.
 * Throws EMAIL_IN_USE.
 */
export async function openAccount(
  deps: ProviderDeps,
  input: NewAccount,
  also?: (tx: Executor, account: AccountRecord) => Promise<void>,
): Promise<AccountRecord> {
  try {
    return await inTransaction(deps.db, async (tx) => {
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
      isAdmin: replacesAdmin || (config.adminEmail === undefined && (await isFirstAccount(tx, input.email))),
      preferences: {},
      createdAt: now,
    })
    .returning();
  if (!row) throw new Error('an inserted account was not returned');
  const name = firstSpaceNames[input.locale ?? 'en'];
  await insertSpace(tx, { id: spaceId, accountId, name, description: '', isDefault: true, now });
  return { ...row, defaultSpaceId: spaceId, oauth: [] };
}

/** Address of the demo account, which never counts as the first account. */
export const demoEmail = 'demo@markwell.local';

/**
 * Whether all other accounts are released or the demo account. The second of two concurrent registrations waits and
 * finds the first one.
 */
async function isFirstAccount(tx: Executor, email: string): Promise<boolean> {
  if (emailKey(email) === demoEmail) return false;
  if (await hasAccounts(tx)) return false;
  await tx.execute(sql`select pg_advisory_xact_lock(${firstAccountLock})`);
  return !(await hasAccounts(tx));
}

async function hasAccounts(tx: Executor): Promise<boolean> {
  const found = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(ne(accounts.email, ''), ne(accounts.emailKey, demoEmail)))
    .limit(1);
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

type Deps = Pick<ProviderDeps, 'db'>;

/** Changes the names or the current space; absent fields do not change. Throws SPACE_NOT_FOUND. */
export async function updateAccount(
  { db }: Deps,
  accountId: string,
  input: BodyOf<'account.update'>,
): Promise<AccountRecord> {
  await inTransaction(db, async (tx) => {
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

/** Changes preferences; absent fields do not change. Throws SPACE_NOT_FOUND. */
export async function updatePreferences(
  { db }: Deps,
  accountId: string,
  input: BodyOf<'account.updatePreferences'>,
): Promise<AccountRecord> {
  const { defaultSpace, views, ...stored } = input;
  await inTransaction(db, async (tx) => {
    if (views !== undefined) await storeViews(tx, accountId, views);
    if (defaultSpace !== undefined) {
      await requireOwnSpace(tx, accountId, defaultSpace);
      await makeDefault(tx, accountId, defaultSpace);
    }
    if (Object.keys(stored).length > 0) {
      // Merged in the database, so that concurrent changes of different preferences do not overwrite each other.
      const preferences = sql`${accounts.preferences} || ${JSON.stringify(stored)}::jsonb`;
      await tx.update(accounts).set({ preferences }).where(eq(accounts.id, accountId));
    }
  });
  return getAccount(db, accountId);
}

/** Puts the chosen views in front of the earlier ones, and drops those that are beyond the number that is kept. */
async function storeViews(
  tx: Executor,
  accountId: string,
  chosen: NonNullable<BodyOf<'account.updatePreferences'>['views']>,
): Promise<void> {
  await lockAccount(tx, accountId);
  const [found] = await tx
    .select({ views: sql<StoredPreferences['views'] | null>`${accounts.preferences} -> 'views'` })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const added = Object.entries(chosen).map(([place, view]) => ({ place, view }));
  const kept = (found?.views ?? []).filter(({ place }) => !(place in chosen));
  const views = JSON.stringify([...added, ...kept].slice(0, viewPlacesMax));
  const preferences = sql`${accounts.preferences} || jsonb_build_object('views', ${views}::jsonb)`;
  await tx.update(accounts).set({ preferences }).where(eq(accounts.id, accountId));
}

/**
 * Throws SPACE_NOT_FOUND unless the space belongs to the account. Its deletion waits for the account's lock, so the
 * space exists until the end of the transaction.
 */
async function requireOwnSpace(tx: Executor, accountId: string, spaceId: string): Promise<void> {
  await lockAccount(tx, accountId);
  if (!(await findSpace(tx, accountId, spaceId))) throw new Problem('SPACE_NOT_FOUND');
}
