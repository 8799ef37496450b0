import type { PoolClient } from 'pg';
import type { Database, Driver } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { applyDefaultCollection } from '@/provider/modules/collections/default-collection';
import type { ImportFailure, ImportRecord } from '@/provider/db/schema/imports';
import { importColumns, type ImportKey } from '@/provider/modules/imports/queries';
import {
  combineDuplicates,
  countBookmarks,
  createWorkTables,
  findKnown,
  findTop,
  insertBookmarks,
  leaveDefault,
  relinkDeletedTargets,
  linkNewBookmarks,
  linkRepeated,
} from '@/provider/modules/imports/insert';
import { insertHighlights } from '@/provider/modules/imports/insert-highlights';
import { mergeKnown } from '@/provider/modules/imports/merge-known';
import { insertCollections, resolveTargets } from '@/provider/modules/imports/collections';
import { closeImport, deleteStaged, summarize, tryLockImport } from '@/provider/modules/imports/undo';
import { beginBulkChange, inTransaction, type Transaction } from '@/provider/db/transaction';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

const attemptsMax = 5;
const batchRows = 5_000;

/**
 * Merges the staged rows of an import into its space; a dry run only counts what would be created. This is one
 * transaction: after a failure, nothing is merged and the staged rows remain for the next attempt. Does nothing if the
 * import has ended, and returns false when another process is merging it. An import with too many attempts fails.
 *
 * [Note: Import policy] Within a file, the first entry of a page keeps its position and is combined with the others. An
 * entry whose page already exists in the space creates no bookmark; the existing one is complemented with the data of
 * the entry, and added to the collections of the entry's folders. Everything that an import adds has its id, its
 * changes are recorded, and undo restores exactly those.
 */
export async function mergeImport({ db, clock }: Deps, key: ImportKey): Promise<boolean> {
  const { isLocked, isMerged } = await inTransaction(db, async (tx) => {
    // A transaction-level lock, which is released when the process dies.
    const isLocked = await tryLockImport(tx.$client, key.id);
    const record = isLocked ? await claim(db, key, clock()) : null;
    if (record !== null) await merge(tx, db, targetOf(record), clock);
    return { isLocked, isMerged: record !== null };
  });
  if (isMerged) await deleteStaged(db.$client, key);
  return isLocked;
}

/** In the identifier of a space that a dry run does not create. */
const noSpace = '00000000-0000-0000-0000-000000000000';

const createsNothing = ({ dryRun, createsSpace }: ImportRecord): boolean => dryRun && createsSpace;

/** Returns the import with the space that it is compared with; a space that is still to be created is empty. */
const targetOf = (record: ImportRecord): ImportRecord =>
  createsNothing(record) ? { ...record, spaceId: noSpace } : record;

/** Returns the position after the last staged row; encrypting a bookmark deletes the entries of its page. */
async function endOfRows(client: PoolClient, { id, accountId }: ImportKey): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select coalesce(max(position) + 1, 0) as count from import_rows where account_id = $2 and import_id = $1',
    [id, accountId],
  );
  return rows[0]?.count ?? 0;
}

/** Counts an attempt of an open, locked import and returns it; null if it has ended. */
async function claim({ $client }: Database, key: ImportKey, now: Date): Promise<ImportRecord | null> {
  // Outside of the transaction, so that the attempt is visible and persists if the transaction fails.
  const { rows } = await $client.query<ImportRecord>(
    `update imports set attempts = attempts + 1, created_count = 0, started_at = coalesce(started_at, $2)
     where account_id = $3 and id = $1 and status in ('queued', 'running') returning ${importColumns}`,
    [key.id, now, key.accountId],
  );
  const record = rows[0] ?? null;
  if (record === null || record.attempts <= attemptsMax) return record;
  await failImport($client, key, now);
  return null;
}

/** Ends an import that cannot be merged. The library is unchanged. */
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
  if (rowCount !== 0) await deleteStaged(client, key);
}

async function merge(tx: Transaction, db: Database, record: ImportRecord, clock: () => Date): Promise<void> {
  const client = tx.$client;
  await beginBulkChange(tx);
  await client.query("select set_config('markwell.counting', 'later', true)");
  // Serializes imports into one space, so that each one finds the rows of the others; all other writers can continue.
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [record.spaceId]);
  await createWorkTables(client, record);
  // The following statements join the staged rows with others; without statistics, the planner would use nested
  // loops. Analyzed outside of the transaction, because its lock would be held until the end.
  await db.$client.query('analyze import_rows (account_id, import_id, position, kept)');
  const created = await takeRows(client, db, record);
  if (!createsNothing(record)) await requireSpace(client, record, 'key share');
  const newCollections = record.collectionId === null ? await resolveTargets(client, record) : [];
  const summary = { ...(await summarize(client, record)), created, newCollections };
  if (!record.dryRun) {
    await combineDuplicates(client, record);
    await insertCollections(client, record, newCollections);
    await insertLinks(tx, record);
    await client.query('select mw_spell_import_tags($1, $2)', [record.accountId, record.id]);
    await client.query('select mw_count_import($1, $2)', [record.accountId, record.id]);
    await client.query('select mw_count_import_words($1, $2)', [record.accountId, record.id]);
    await recordCreated(client, record);
    // From here on existing bookmarks change, which triggers count as usual.
    await client.query("select set_config('markwell.counting', '', true)");
    await insertHighlights(client, record);
  }
  const merged = await mergeKnown(client, record);
  // Before links are removed, so that a dry run has the same result.
  await applyDefaultCollection(tx, record);
  if (!record.dryRun) await leaveDefault(client, record);
  await closeImport(client, record, { ...summary, merged }, clock());
}

/** Records the created bookmarks; of too many, it reads only as many as show that. See [Note: Events]. */
const recordCreated = (client: PoolClient, { accountId, id }: ImportRecord): Promise<unknown> =>
  client.query(
    `select mw_add_events($1, 'created', array(
      select id from bookmarks where account_id = $1 and import_id = $2 limit mw_events_max() + 1))`,
    [accountId, id],
  );

/** Merges rows in batches, between which the progress is visible; returns the number of created bookmarks. */
async function takeRows(client: PoolClient, { $client }: Database, record: ImportRecord): Promise<number> {
  await findKnown(client, record);
  const end = await endOfRows(client, record);
  let created = 0;
  for (let from = 0; from < end; from += batchRows) {
    const to = Math.min(from + batchRows, end);
    created += record.dryRun
      ? await countBookmarks(client, record, from, to)
      : await insertBookmarks(client, record, from, to);
    await $client.query(
      `update imports set created_count = $2, status = case status when 'queued' then 'running' else status end
       where account_id = $3 and id = $1`,
      [record.id, created, record.accountId],
    );
  }
  return created;
}

/**
 * Inserts the links of imported bookmarks. Most are inserted while other writers can continue; then the space is
 * locked, as for every change of counted rows. Until the end of the transaction, no collection and no bookmark can be
 * deleted concurrently, which would leave orphaned rows.
 */
async function insertLinks(tx: Transaction, record: ImportRecord): Promise<void> {
  const client = tx.$client;
  const before = await findTop(client, record);
  await linkNewBookmarks(client, record, before);
  await requireSpace(client, record, 'no key update');
  const top = await findTop(client, record);
  await relinkDeletedTargets(client, record, before, top);
  await linkRepeated(tx, record, top);
}

/**
 * Locks the space until the end of the transaction; it may have been deleted during the upload. The account is locked
 * first, in the same order as when it is deleted.
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
  if (rowCount === 0) throw new Error('the space of the import was deleted');
}
