import { indexVersion, searchColumns } from '@/lib/domain/search-vector';
import type { SearchableText } from '@/lib/domain/search-words';
import { inTransaction, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';

/** Batch size: no writer to the space waits longer than one batch takes. */
export const reindexBatch = 500;

interface StaleRow extends SearchableText {
  id: string;
}

/**
 * Reindexes bookmarks whose search vector was written by an older rule: in batches, space by space,
 * each time in a transaction that holds the space. Nothing else of them changes.
 */
export async function reindex({ db }: Pick<ProviderDeps, 'db'>): Promise<void> {
  for (let isOver = false; !isOver;) isOver = await inTransaction(db, reindexSome);
}

const isStale = `index_version < ${indexVersion} and not encrypted`;

/** Writes some of one space; true when there is nothing left. */
async function reindexSome(tx: Queryable): Promise<boolean> {
  const { rows: spaces } = await tx.query<{ accountId: string; id: string }>(
    `select account_id as "accountId", id from spaces
     where (account_id, id) = (select account_id, space_id from bookmarks where ${isStale} limit 1) for no key update`,
  );
  const [space] = spaces;
  if (!space) return true;
  const { rows } = await tx.query<StaleRow>(
    `select id, title, coalesce(domain, '') as domain, left(coalesce(path, ''), 1000) as path,
       left(coalesce(description, ''), 8000) as description, tags
     from bookmarks where account_id = $2 and space_id = $1 and ${isStale} order by id limit ${reindexBatch} for no key update`,
    [space.id, space.accountId],
  );
  await tx.query(
    `update bookmarks b set title_key = u."titleKey", search = u.search::tsvector, type = u.type,
       index_version = u."indexVersion"
     from jsonb_to_recordset($1) as
       u (id uuid, "titleKey" text, search text, type text, "indexVersion" smallint)
     where b.account_id = $2 and b.id = u.id`,
    [JSON.stringify(rows.map((row) => ({ id: row.id, ...searchColumns(row) }))), space.accountId],
  );
  // What smart collections match may have changed: see [Note: Revision].
  await tx.query('update spaces set revision = revision + 1 where account_id = $1 and id = $2', [
    space.accountId,
    space.id,
  ]);
  return false;
}

/** Brings bookmarks under the present rule of indexing: at the first start after it changed there is work to do. */
export const reindexJob: MakeJob = (deps) => ({
  name: 'reindex',
  cron: '23 * * * *',
  run: () => reindex(deps),
});
