import type { PoolClient } from 'pg';
import type { Database, Driver } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { applyDefaultCollection } from '@/provider/modules/collections/default-collection';
import { combineDuplicates, createWorkTables, findKnown } from '@/provider/modules/imports/insert';
import type { ImportFailure, ImportRecord } from '@/provider/db/schema/imports';
import { importColumns, type ImportKey } from '@/provider/modules/imports/queries';
import {
  countBookmarks,
  findTop,
  insertBookmarks,
  leaveDefault,
  leaveGoneCollections,
  linkNewBookmarks,
  linkRepeated,
} from '@/provider/modules/imports/insert';
import { mergeKnown } from '@/provider/modules/imports/merge-known';
import { insertCollections, placeCollections } from '@/provider/modules/imports/collections';
import { closeImport, dropStaged, sumUp, tryLockImport } from '@/provider/modules/imports/undo';
import { RowFeed } from '@/provider/modules/imports/queries';
import {
  beginBulkChange,
  clearPendingWords,
  inTransaction,
  type Transaction,
} from '@/provider/db/transaction';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

const attemptsMax = 5;
const batchRows = 5_000;

/**
 * Brings what is staged for an import into its space, or for a rehearsal only finds out what would come in. It is one
 * transaction: all of it is there, or nothing is, and what is staged waits for the next attempt. Does nothing when the
 * import is over, and returns false when another process is merging it. An import whose merge was begun often enough ends
 * as failed.
 *
 * With the feed of a file that is on its way, the merge follows it and ends when the file is accepted.
 *
 * [Note: Import policy] Within a file, the first entry of a page keeps its place and takes what the others know. An
 * entry whose page is in the space already makes no bookmark; the existing one takes what the entry knows beyond it, and
 * is put into the collections of the entry's folders. Everything that an import adds carries its id, what it changes is
 * written down, and undoing it restores just that.
 */
export async function mergeImport({ db, clock }: Deps, key: ImportKey, feed?: RowFeed): Promise<boolean> {
  const { isLocked, isMerged } = await inTransaction(db, async (tx) => {
    // The lock goes with the transaction, so the end of a process frees it.
    const isLocked = await tryLockImport(tx.$client, key.id);
    const record = isLocked ? await claim(db, key, clock()) : null;
    if (record !== null) await merge(tx, db, record, feed ?? (await stagedFeed(tx.$client, key)), clock);
    return { isLocked, isMerged: record !== null };
  });
  if (isMerged) {
    await dropStaged(db.$client, key);
    await clearPendingWords(db);
  }
  return isLocked;
}

async function stagedFeed(client: PoolClient, { id, accountId }: ImportKey): Promise<RowFeed> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from import_rows where account_id = $2 and import_id = $1',
    [id, accountId],
  );
  return RowFeed.complete(rows[0]?.count ?? 0);
}

/** Counts an attempt of an open import that is locked, and returns it; null when it is over. */
async function claim({ $client }: Database, key: ImportKey, now: Date): Promise<ImportRecord | null> {
  // Beside the transaction, for all to see, and to stay when the transaction fails.
  const { rows } = await $client.query<ImportRecord>(
    `update imports set attempts = attempts + 1, created_count = 0, started_at = coalesce(started_at, $2)
     where account_id = $3 and id = $1 and status in ('receiving', 'queued', 'running') returning ${importColumns}`,
    [key.id, now, key.accountId],
  );
  const record = rows[0] ?? null;
  if (record === null || record.attempts <= attemptsMax) return record;
  await failImport($client, key, now);
  return null;
}

/** Ends an import that cannot be merged. Nothing of it is in the library. */
export async function failImport(
  client: Driver,
  key: ImportKey,
  finishedAt: Date,
  failure: ImportFailure | null = null,
): Promise<void> {
  const { rowCount } = await client.query(
    `update imports set status = 'failed', created_count = 0, finished_at = $2, failure = $3
     where account_id = $4 and id = $1 and status in ('queued', 'running')`,
    [key.id, finishedAt, failure, key.accountId],
  );
  if (rowCount !== 0) await dropStaged(client, key);
}

async function merge(
  tx: Transaction,
  db: Database,
  record: ImportRecord,
  feed: RowFeed,
  clock: () => Date,
): Promise<void> {
  const client = tx.$client;
  await beginBulkChange(tx);
  await client.query("select set_config('markwell.counting', 'later', true)");
  // Imports into one space follow one another, so that each knows what the others brought; everybody else can write
  // meanwhile.
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [record.spaceId]);
  await createWorkTables(client, record);
  const created = await takeRows(client, db, record, feed);
  await requireSpace(client, record, 'key share');
  // What follows joins the staged rows with themselves; knowing nothing of them, the planner would loop. Outside the
  // transaction, since the lock that this takes stays to its end.
  await db.$client.query('analyze import_rows (account_id, import_id, position, kept)');
  const newCollections = record.collectionId === null ? await placeCollections(client, record) : [];
  const summary = { ...(await sumUp(client, record)), created, newCollections };
  if (!record.dryRun) {
    await combineDuplicates(client, record);
    await insertCollections(client, record, newCollections);
    await insertLinks(client, record);
    await client.query('select mw_count_import($1, $2)', [record.accountId, record.id]);
    await client.query('select mw_count_import_words($1, $2)', [record.accountId, record.id]);
    // What changes from here on was there before, and triggers count it as they do anywhere else.
    await client.query("select set_config('markwell.counting', '', true)");
  }
  const merged = await mergeKnown(client, record);
  // Before links are removed, so that a rehearsal finds the same.
  await applyDefaultCollection(tx, record);
  if (!record.dryRun) await leaveDefault(client, record);
  await closeImport(client, record, { ...summary, merged }, clock());
}

/** Takes the rows as they come, a batch at a time; answers how many bookmarks they become. */
async function takeRows(
  client: PoolClient,
  { $client }: Database,
  record: ImportRecord,
  feed: RowFeed,
): Promise<number> {
  let created = 0;
  let from = 0;
  for await (const count of feed) {
    for (; from < count; from = Math.min(from + batchRows, count)) {
      const to = Math.min(from + batchRows, count);
      await findKnown(client, record, from, to);
      created += record.dryRun
        ? await countBookmarks(client, record, from, to)
        : await insertBookmarks(client, record, from, to);
      await $client.query(
        `update imports set created_count = $2, status = case status when 'queued' then 'running' else status end
         where account_id = $3 and id = $1`,
        [record.id, created, record.accountId],
      );
    }
  }
  return created;
}

/**
 * The links of what the import brought. Most are made while everybody else can write; then the space is locked, as by
 * every change to what it holds, and from there to the end of the transaction no collection and no bookmark can go away
 * unseen: rows without the row that they belong to would stay for good.
 */
async function insertLinks(client: PoolClient, record: ImportRecord): Promise<void> {
  const before = await findTop(client, record);
  await linkNewBookmarks(client, record, before);
  await requireSpace(client, record, 'no key update');
  const top = await findTop(client, record);
  await leaveGoneCollections(client, record, before, top);
  await linkRepeated(client, record, top);
}

/**
 * The space stays from here to the end of the transaction; while the file was on its way, it could be deleted. Its
 * account is locked first, as when an account is deleted.
 */
async function requireSpace(
  client: PoolClient,
  { accountId, spaceId }: ImportRecord,
  strength: 'key share' | 'no key update',
): Promise<void> {
  await client.query('select 1 from accounts where id = $1 for key share', [accountId]);
  const { rowCount } = await client.query(
    `select 1 from spaces where account_id = $1 and id = $2 for ${strength}`,
    [accountId, spaceId],
  );
  if (rowCount === 0) throw new Error('the space of the import is gone');
}
