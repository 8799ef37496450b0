import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, sql, type SQLWrapper } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { causesOf, codeOf } from '@/lib/observability/describe-error';
import type { CurrentSpace } from '@/provider/actor';
import { executePrepared, type Database, type Driver, type Executor } from '@/provider/db/client';
import { accounts } from '@/provider/db/schema/accounts';
import { spaces } from '@/provider/db/schema/library';

/** A transaction with its connection. */
export type Transaction = Executor & { readonly $client: PoolClient };

const credentials = new AsyncLocalStorage<string>();

/**
 * Runs the work of a call. See [Note: Events]: its changes are recorded with the id of the session or the token that
 * made the call.
 */
export const runAs = <T>(credentialId: string | null, work: () => T): T =>
  credentialId === null ? credentials.exit(work) : credentials.run(credentialId, work);

/** Returns the session or the token of the current call; null in a job. */
export const currentCredential = (): string | null => credentials.getStore() ?? null;

/** The setting from which triggers read the credential. It is an id of the database, so it needs no escaping. */
const credentialSettings = (): string[] => {
  const credentialId = currentCredential();
  return credentialId === null ? [] : [`set local markwell.credential = '${credentialId}'`];
};

/** Connections whose transaction is a bulk change. */
const bulkChanges = new WeakSet<Driver>();

/**
 * Runs work in one transaction. Unlike transactions of the query builder, the handle has the connection, `settings`
 * (`set local` statements) are sent together with the begin, and a connection whose rollback fails is closed instead of
 * returned to the pool.
 */
export async function inTransaction<T>(
  { $client }: Database,
  work: (tx: Transaction) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const client = await $client.connect();
  let isUsable = true;
  try {
    await client.query(['begin', ...credentialSettings(), ...settings].join('; '));
    const result = await work(drizzle({ client }));
    if (bulkChanges.has(client)) await clearPendingWords(client);
    await client.query('commit');
    return result;
  } catch (error) {
    isUsable = await rollBack(client);
    throw error;
  } finally {
    bulkChanges.delete(client);
    client.release(!isUsable);
  }
}

/** Rolls a transaction back; false if the connection cannot be used any more. */
async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    // The pending lists also contain the words of rows that were rolled back.
    if (bulkChanges.has(client)) await clearPendingWords(client);
    return true;
  } catch {
    return false;
  }
}

const serializationFailure = '40001';
const deadlock = '40P01';

/** The row moved to another space while this transaction waited for the lock of its space. */
export class MovedConcurrently extends Error {
  readonly code = serializationFailure;
}

/** Whether a transaction failed only because of others. */
export const isRetryable = (error: unknown): boolean =>
  [...causesOf(error)].some((cause) => [serializationFailure, deadlock].includes(codeOf(cause) ?? ''));

const attemptsMax = 6;
const pauseMs = 50;

/**
 * Like {@link inTransaction}, for work that only runs statements: it is retried after {@link MovedConcurrently} and
 * after a deadlock.
 */
export async function inRetriedTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(db, work);
    } catch (error) {
      if (!isRetryable(error) || attempt === attemptsMax) throw error;
      // Without a pause it could acquire its first lock again before the other transaction continues.
      await pause(attempt * pauseMs * (1 + Math.random()));
    }
  }
}

/**
 * Locks the row of a space until the end of the transaction; false if the space does not exist. Every change of counted
 * rows takes this lock before it touches anything else: see [Note: Counters].
 */
export async function lockSpace(tx: Executor, { accountId, spaceId }: CurrentSpace): Promise<boolean> {
  const found = await tx
    .select({ id: spaces.id })
    .from(spaces)
    .where(and(eq(spaces.accountId, accountId), eq(spaces.id, spaceId)))
    .for('no key update');
  return found.length === 1;
}

/**
 * Locks the space that `spaceOf` selects until the end of the transaction, and reads the row that belongs to it. Null
 * if it selects none. Throws MovedConcurrently, which {@link inRetriedTransaction} handles: the change would otherwise
 * wait for the lock of the new space while it holds that of the old one. `name` is the name of the prepared statement.
 */
export async function lockWithSpace<T extends { spaceId: string }>(
  tx: Executor,
  { name, accountId, spaceOf }: { name: string; accountId: string; spaceOf: SQLWrapper },
  read: () => Promise<T>,
): Promise<T | null> {
  const [space] = await tx
    .select({ id: spaces.id })
    .from(spaces)
    .where(and(eq(spaces.accountId, accountId), eq(spaces.id, spaceOf)))
    .for('no key update')
    .prepare(name)
    .execute();
  if (!space) return null;
  const found = await read();
  if (found.spaceId !== space.id) throw new MovedConcurrently();
  return found;
}

/**
 * Locks the row of an account until the end of the transaction. It serializes changes to the set of its spaces, changes
 * of the current and the default space, and moves of collections between spaces. It must be taken before the locks of
 * spaces.
 */
export async function lockAccount(tx: Executor, accountId: string): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
}

/**
 * Locks spaces of an account until the end of the transaction, like {@link lockSpace}: always in the order of their
 * ids, so that concurrent callers cannot deadlock. Returns the number of existing spaces.
 */
export async function lockSpaces(
  tx: Executor,
  accountId: string,
  spaceIds: readonly string[],
): Promise<number> {
  const { rowCount } = await executePrepared(
    tx,
    'lock-spaces',
    sql`select 1 from spaces where account_id = ${accountId} and id = any (${sql.param(spaceIds)}::uuid[])
      order by id for no key update`,
  );
  return rowCount ?? 0;
}

/** Locks all spaces of an account, in the same order. */
export async function lockAllSpaces(tx: Executor, accountId: string): Promise<void> {
  await tx
    .select({ id: spaces.id })
    .from(spaces)
    .where(eq(spaces.accountId, accountId))
    .orderBy(asc(spaces.id))
    .for('no key update')
    .prepare('lock-all-spaces')
    .execute();
}

/**
 * Settings of a transaction that writes thousands of rows: its words are added to the GIN indexes in large batches, and
 * one statement can delete a library of a million bookmarks, or wait until another import has ended. What remains of the
 * words in the pending lists is added before the commit.
 */
export async function beginBulkChange(tx: Executor): Promise<void> {
  bulkChanges.add(tx.$client);
  await tx.execute(
    sql`set local work_mem = '64MB'; set local gin_pending_list_limit = '4MB'; set local statement_timeout = '1h'`,
  );
}

/**
 * Moves the words of a bulk change from the pending lists of all GIN indexes into the indexes. Until then every search
 * of every account scans these lists: after an import of 100,000 bookmarks that doubled its time until autovacuum ran.
 */
async function clearPendingWords(client: Driver): Promise<void> {
  await client.query(
    `select gin_clean_pending_list(i.oid) from pg_class i join pg_am m on m.oid = i.relam
     where m.amname = 'gin' and i.relkind = 'i' and i.relnamespace = 'public'::regnamespace`,
  );
}
