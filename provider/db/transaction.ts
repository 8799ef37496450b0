import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, sql, type SQLWrapper } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { causesOf, codeOf } from '@/lib/observability/describe-error';
import type { Place } from '@/provider/actor';
import { executePrepared, type Database, type Executor } from '@/provider/db/client';
import { accounts } from '@/provider/db/schema/accounts';
import { spaces } from '@/provider/db/schema/library';

/** The handle of a transaction, and its connection. */
export type Transaction = Executor & { readonly $client: PoolClient };

/**
 * Runs work in one transaction. Beside what the query builder's own transactions do, the handle has the connection,
 * `settings`, which are `set local` statements, are sent with its begin, and a connection that cannot be rolled back is
 * closed instead of returned to the pool.
 */
export async function inTransaction<T>(
  { $client }: Database,
  work: (tx: Transaction) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const client = await $client.connect();
  let isUsable = true;
  try {
    await client.query(['begin', ...settings].join('; '));
    const result = await work(drizzle({ client }));
    await client.query('commit');
    return result;
  } catch (error) {
    isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.release(!isUsable);
  }
}

const serializationFailure = '40001';
const deadlock = '40P01';

/** What was to be locked was moved to another space while the lock of its space was waited for. */
export class MovedMeanwhile extends Error {
  readonly code = serializationFailure;
}

const isRetryable = (error: Error): boolean => [serializationFailure, deadlock].includes(codeOf(error) ?? '');

const attemptsMax = 6;
const pauseMs = 50;

/**
 * {@link inTransaction} for work that does nothing but run statements: it is retried after {@link MovedMeanwhile} and
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
      const isRetried =
        error instanceof Error && [...causesOf(error)].some(isRetryable) && attempt < attemptsMax;
      if (!isRetried) throw error;
      // Without a pause it could take its first lock again before the other transaction wakes up.
      await pause(attempt * pauseMs * (1 + Math.random()));
    }
  }
}

/**
 * Locks the row of a space until the end of the transaction; false when there is no such space. Everything that changes
 * what a space counts takes this lock before it touches anything else: see [Note: Counters].
 */
export async function lockSpace(tx: Executor, { accountId, spaceId }: Place): Promise<boolean> {
  const found = await tx
    .select({ id: spaces.id })
    .from(spaces)
    .where(and(eq(spaces.accountId, accountId), eq(spaces.id, spaceId)))
    .for('no key update');
  return found.length === 1;
}

/**
 * Locks the space that a statement names until the end of the transaction, and reads what belongs to it. Null where the
 * statement names none. Throws MovedMeanwhile, which {@link inRetriedTransaction} handles: a change would wait for the
 * lock of the new space while it holds that of the old one. `name` is the prepared statement's.
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
  if (found.spaceId !== space.id) throw new MovedMeanwhile();
  return found;
}

/**
 * Locks the row of an account until the end of the transaction. Changes to the set of its spaces, and to which of them
 * are the current and the default one, happen one after the other; so does what moves a collection between spaces. It
 * comes before the locks of spaces.
 */
export async function lockAccount(tx: Executor, accountId: string): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
}

/**
 * Locks spaces of an account until the end of the transaction, as {@link lockSpace} does one: always in the order of
 * their ids, so that two that lock several never wait for each other. Answers how many there are.
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

/** Settings of a transaction that writes thousands of rows: their words are filed together, not a few at a time. */
export async function beginBulkChange(tx: Executor): Promise<void> {
  await tx.execute(sql`set local work_mem = '64MB'; set local gin_pending_list_limit = '4MB'`);
}

/**
 * Moves the words of a bulk change from the pending lists of the GIN indexes into the indexes. Until then every search
 * reads these lists from end to end: after an import of 100,000 bookmarks that doubled its time, until autovacuum came.
 */
export async function clearPendingWords(tx: Executor): Promise<void> {
  await tx.execute(
    sql`select gin_clean_pending_list('bookmarks_search_idx'), gin_clean_pending_list('space_words_trigram_idx')`,
  );
}
