import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '@/provider/actor';
import type { Database, Executor } from '@/provider/db/client';
import { bookmarks, type BookmarkRow } from '@/provider/db/schema/library';
import { currentCredential, inTransaction, isRetryable } from '@/provider/db/transaction';
import { writtenColumns, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
import { claimIdempotencyKey } from '@/provider/modules/idempotency/idempotency-keys';

/** The work was not done, and the key of the request is not recorded. */
class NotDone extends Error {}

/**
 * Runs work that may find that it cannot be done at once, and then returns null: also because of a concurrent change. The
 * caller then does it step by step, under the lock of the space. Throws Replayed.
 */
export async function attempt<T>(
  db: Database,
  actor: Actor,
  { target, now }: { target: string; now: Date },
  work: (db: Executor) => Promise<T | null>,
): Promise<T | null> {
  try {
    if (actor.idempotencyKey === null) return await work(db);
    return await inTransaction(db, async (tx) => {
      await claimIdempotencyKey(tx, actor, target, now);
      const result = await work(tx);
      if (result === null) throw new NotDone();

      return result;
    });
  } catch (error) {
    if (error instanceof NotDone || isRetryable(error)) return null;
    throw error;
  }
}

const columns = getTableColumns(bookmarks);

const assignments = (changes: Partial<BookmarkRow>): SQL =>
  sql.join(
    Object.entries(changes).map(([name, value]) => {
      const column = columns[name as keyof typeof columns];
      return sql`${sql.identifier(column.name)} = ${sql.param(value, column)}`;
    }),
    sql`, `,
  );

interface BookmarkWrite {
  id: string;
  changes: Partial<BookmarkRow>;
  /** Further conditions on `bookmarks b`. */
  conditions?: readonly SQL[];
}

/**
 * Changes a bookmark of the actor in one statement, which locks its space first, like every change of counted rows.
 * Writers of one space wait for one another, so the lock is not held while the database waits for this process. Returns
 * null if there is no such bookmark or if a condition fails. Both are evaluated again for the current version of the row
 * after the statement has waited for the lock.
 */
export async function writeAtOnce(
  db: Executor,
  { accountId }: Actor,
  { id, changes, conditions = [] }: BookmarkWrite,
): Promise<BookmarkRecord | null> {
  const target = sql`b.account_id = ${accountId} and b.id = ${id} and b.space_id = space.id`;
  const { rows } = await db.execute<BookmarkRecord & Record<string, unknown>>(sql`
    with space as materialized (
      select s.id from spaces s
      where s.account_id = ${accountId}
        and s.id = (select o.space_id from bookmarks o where o.account_id = ${accountId} and o.id = ${id})
        and set_config('markwell.credential', ${currentCredential() ?? ''}, true) is not null
      for no key update)
    update bookmarks b set ${assignments(changes)} from space
    where ${sql.join([target, ...conditions], sql` and `)}
    returning ${writtenColumns}`);
  return rows[0] ?? null;
}
