import { sql } from 'drizzle-orm';
import type { Actor } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';

/**
 * Takes back all that an import brought, in one transaction: its bookmarks, the collections it made as far as nothing
 * else is in them, and the places it gave to bookmarks that were there before. A bookmark that was changed since goes
 * to the trash instead of away, so that nobody's work is lost. An import that waits for its merge is called off. Undoing
 * again changes nothing. Throws NOT_FOUND, and IMPORT_RUNNING while the merge is under way.
 */
export async function undoImport(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const owned = sql`id = ${id} and account_id = ${actor.accountId} and status <> 'receiving'`;
    const found = await tx.execute(sql`select 1 from imports where ${owned}`);
    if (found.rowCount === 0) throw new Problem('NOT_FOUND');
    const lock = await tx.execute<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${id}, 1)) as locked`,
    );
    if (lock.rows[0]?.locked !== true) throw new Problem('IMPORT_RUNNING');
    const { rows } = await tx.execute<{ status: string; spaceId: string }>(
      sql`select status, space_id as "spaceId" from imports where ${owned}`,
    );
    const [current] = rows;
    if (current?.status === 'done') await takeBack(tx, id, current.spaceId, clock());
    if (current?.status === 'queued' || current?.status === 'running') await dropStaged(tx, id);
    await tx.execute(sql`
      update imports set status = 'undone', finished_at = coalesce(finished_at, ${clock()}) where ${owned}`);
  });
}

async function takeBack(tx: Executor, id: string, spaceId: string, now: Date): Promise<void> {
  if (!(await lockSpacesBeside(tx, spaceId))) return;
  await tx.execute(sql`delete from bookmark_collections where import_id = ${id}`);
  await trashChanged(tx, id, now);
  await tx.execute(sql`delete from bookmarks where import_id = ${id}`);
  await tx.execute(sql`
    delete from collections c where import_id = ${id}
      and not exists (select from bookmark_collections l where l.collection_id = c.id)`);
  await tx.execute(sql`update collections set import_id = null where import_id = ${id}`);
}

/**
 * Locks the import's space and all others of its account, to which its bookmarks may have been moved; false when it is
 * gone. The order is that of everybody who locks several.
 */
async function lockSpacesBeside(tx: Executor, spaceId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from spaces where account_id = (select account_id from spaces where id = ${spaceId})
    order by id for no key update`);
  return rows.some(({ id }) => id === spaceId);
}

/**
 * What was changed or put elsewhere since the import is nobody's but its reader's now; it waits in the trash, and in the
 * default collection unless it was given another place.
 */
async function trashChanged(tx: Executor, id: string, now: Date): Promise<void> {
  await tx.execute(sql`
    with changed as (
      update bookmarks b set deleted_at = coalesce(b.deleted_at, ${now}), import_id = null
      from imports i
      where i.id = ${id} and b.import_id = i.id and (b.updated_at > i.finished_at
        or exists (select from bookmark_collections l where l.bookmark_id = b.id))
      returning b.id, b.space_id, b.created_at)
    insert into bookmark_collections (bookmark_id, collection_id, space_id, live, created_at)
    select b.id, c.id, b.space_id, false, b.created_at
    from changed b join collections c on c.space_id = b.space_id and c.is_default
    where not exists (select from bookmark_collections l where l.bookmark_id = b.id)
    on conflict do nothing`);
}

async function dropStaged(tx: Executor, id: string): Promise<void> {
  await tx.execute(sql`delete from import_rows where import_id = ${id}`);
  await tx.execute(sql`delete from import_folders where import_id = ${id}`);
}
