import { inArray } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { describeError } from '@/lib/observability/describe-error';
import { erasures } from '@/provider/db/schema/changes';
import type { ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';
import { bookmarkTables } from '@/provider/modules/encryption/reencrypt';

/** Tables of bookmarks that contain only identifiers, times and envelopes of them. */
const tablesWithoutContent = ['bookmark_collections', 'page_fetches', 'metadata_fetches', 'key_change_rows'];

/** Tables that contained an unencrypted bookmark, its words, its host or its files, before or after it was imported. */
const contentTables = [
  ...Object.keys(bookmarkTables).filter((table) => !tablesWithoutContent.includes(table)),
  ...['blob_releases', 'blobs', 'product_parts', 'product_reads'],
];

/** Analyzing an empty table keeps its old statistics. Only PostgreSQL 18 can clear them without a superuser. */
const clearStatisticsOfEmptyTables = `do $$ begin
  if to_regproc('pg_clear_attribute_stats') is not null then
    perform pg_clear_attribute_stats('public', s.tablename::text, s.attname::text, false) from pg_stats s
    join pg_class c on c.oid = to_regclass(quote_ident(s.tablename)) and c.reltuples = 0
    where s.schemaname = 'public' and s.tablename in (${contentTables.map((table) => `'${table}'`).join(', ')});
  end if;
end $$`;

/**
 * Index entries are removed too, however few they are; statistics with those values are replaced, and then their old
 * rows removed.
 */
const statements = [
  `vacuum (analyze, index_cleanup on) ${contentTables.join(', ')}`,
  clearStatisticsOfEmptyTables,
  'vacuum (index_cleanup on) pg_catalog.pg_statistic',
];

const insufficientPrivilege = '42501';

/**
 * Removes data of encrypted bookmarks that no query can reach: dead rows, their index entries and planner statistics.
 * The final checkpoint lets PostgreSQL reuse the write-ahead log. Does nothing unless a bookmark was encrypted since
 * the last run, so many of them cost one run. docs/security.md lists what remains.
 */
export async function eraseRemains({ db, log }: Pick<ProviderDeps, 'db' | 'log'>): Promise<void> {
  const rows = await db.select().from(erasures);
  if (rows.length === 0) return;
  const client = await db.$client.connect();
  try {
    // Gives other statements priority, and may therefore take longer than any of them.
    await client.query("set vacuum_cost_delay = '2ms'; set statement_timeout = 0");
    for (const statement of statements) await client.query(statement);
    await checkpoint(client, log);
  } finally {
    // Closed instead of returned to the pool, because of the changed settings.
    client.release(true);
  }
  await db.delete(erasures).where(
    inArray(
      erasures.id,
      rows.map(({ id }) => id),
    ),
  );
}

/** The embedded database grants `pg_checkpoint`; for other databases the operator may not have granted it. */
async function checkpoint(client: PoolClient, log: ProviderDeps['log']): Promise<void> {
  try {
    await client.query('checkpoint');
  } catch (error) {
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error;
    log.warn(
      { error: describeError(error) },
      'no checkpoint after encryption: grant pg_checkpoint to the role of DATABASE_URL',
    );
  }
}

/** Job that removes the physical remains of bookmarks that were encrypted since the last run. */
export const vacuum: MakeJob = (deps) => ({
  name: 'vacuum',
  cron: '*/5 * * * *',
  run: () => eraseRemains(deps),
});
