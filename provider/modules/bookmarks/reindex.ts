import { and, eq, sql } from 'drizzle-orm';
import { highlightVector, indexVersion, searchColumns } from '@/lib/domain/search-vector';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { urlKeyHash } from '@/lib/domain/url-key';
import { inline, type Executor } from '@/provider/db/client';
import { spaces } from '@/provider/db/schema/library';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';

/** Batch size: no writer to the space waits longer than one batch takes. */
export const reindexBatch = 500;

interface StaleRow extends Record<string, unknown> {
  id: string;
  title: string;
  url: string;
  description: string;
  notes: string;
  tags: string[];
}

/** Returns the columns that the rules of the index version define. */
function columnsOf({ id, url, ...texts }: StaleRow) {
  const { domain, path } = parseBookmarkUrl(url);
  return { id, path, urlKey: urlKeyHash(url), ...searchColumns({ ...texts, domain, path }) };
}

/**
 * Reindexes bookmarks whose search vector was written by an older version: in batches, space by space, each in a
 * transaction that locks the space. Other columns than those of the search, the path and the key of the URL do not
 * change.
 */
export async function reindex({ db }: Pick<ProviderDeps, 'db'>): Promise<void> {
  for (let isDone = false; !isDone;) isDone = await inTransaction(db, reindexBatchOfSpace);
}

const isStale = sql`index_version < ${inline(indexVersion)} and not encrypted`;

/** Reindexes one batch of one space; returns true if none was left. */
async function reindexBatchOfSpace(tx: Executor): Promise<boolean> {
  const { rows: stale } = await tx.execute<{ accountId: string; id: string }>(
    sql`select account_id as "accountId", id from spaces
      where (account_id, id) = (select account_id, space_id from bookmarks where ${isStale} limit 1) for no key update`,
  );
  const [space] = stale;
  if (!space) return true;
  const { rows } = await tx.execute<StaleRow>(
    sql`select id, title, url, left(coalesce(description, ''), 8000) as description, left(coalesce(notes, ''), 8000) as notes, tags
      from bookmarks where account_id = ${space.accountId} and space_id = ${space.id} and ${isStale}
      order by id limit ${reindexBatch} for no key update`,
  );
  const json = JSON.stringify(rows.map(columnsOf));
  await tx.execute(sql`
    update bookmarks b set path = u.path, url_key = u."urlKey", title_key = u."titleKey", search = u.search::tsvector,
      type = u.type, index_version = u."indexVersion"
    from jsonb_to_recordset(${json}) as
      u (id uuid, path text, "urlKey" uuid, "titleKey" text, search text, type text, "indexVersion" smallint)
    where b.account_id = ${space.accountId} and b.id = u.id`);
  // The matches of smart collections may have changed: see [Note: Revision].
  await tx
    .update(spaces)
    .set({ revision: sql`${spaces.revision} + 1` })
    .where(and(eq(spaces.accountId, space.accountId), eq(spaces.id, space.id)));
  return false;
}

interface UnreadHighlight extends Record<string, unknown> {
  accountId: string;
  id: string;
  quote: string;
  note: string;
  tags: string;
}

/** Indexes annotations without words: those that were stored before annotations were searched. */
export async function indexHighlights({ db }: Pick<ProviderDeps, 'db'>): Promise<void> {
  for (let found = reindexBatch; found === reindexBatch;) {
    const { rows } = await db.execute<UnreadHighlight>(
      sql`select account_id as "accountId", id, quote, note, tags from highlights where search is null limit ${reindexBatch}`,
    );
    const json = JSON.stringify(rows.map((row) => ({ ...row, search: highlightVector(row) })));
    // One that was changed meanwhile has its words already.
    await db.execute(sql`
      update highlights h set search = u.search::tsvector
      from jsonb_to_recordset(${json}) as u ("accountId" uuid, id uuid, search text)
      where h.account_id = u."accountId" and h.id = u.id and h.search is null`);
    found = rows.length;
  }
}

/** Reindexes bookmarks after the index version changed; otherwise finds no work. */
export const reindexJob: MakeJob = (deps) => ({
  name: 'reindex',
  cron: '23 * * * *',
  run: async () => {
    await reindex(deps);
    await indexHighlights(deps);
  },
});
