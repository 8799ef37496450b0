import { sql, type SQL } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import type { Actor } from '@/provider/actor';
import type { Driver } from '@/provider/db/client';
import {
  beginBulkChange,
  inTransaction,
  lockAllSpaces,
  lockSpace,
  type Transaction,
} from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { linkOrphans } from '@/provider/modules/bookmarks/queries';
import { undoDefaultCollection } from '@/provider/modules/collections/default-collection';
import { isShared, lostRules, type NewCollection } from '@/provider/modules/imports/collections';
import { writeMerged, type RecordedFields } from '@/provider/modules/imports/merge-known';
import {
  scan,
  textLength,
  WriteBatch,
  writtenList,
  type WrittenBookmark,
} from '@/provider/modules/imports/write-bookmarks';
import type { ImportRecord, MergedCounts, ReportRow } from '@/provider/db/schema/imports';
import { deleteHighlights } from '@/provider/modules/imports/insert-highlights';
import { findImports, type ImportKey } from '@/provider/modules/imports/queries';
import { deleteSpace } from '@/provider/modules/spaces/service';
import { Problem } from '@/provider/problem';

/** Result of an import or dry run. */
export interface ImportReport {
  created: number;
  duplicates: number;
  /** Those of the duplicates that repeat an entry of the file. */
  repeated: number;
  invalid: number;
  rows: ReportRow[];
  newCollections: readonly NewCollection[];
  merged: MergedCounts;
}

const reportedRows = 1_000;
const reportedCollections = 1_000;
const shownCharacters = 1_000;

/** Counts and lists the entries that were not imported unchanged, from the tables of the merge. */
export async function summarize(
  client: PoolClient,
  { id, accountId }: ImportKey,
): Promise<Pick<ImportReport, 'duplicates' | 'repeated' | 'invalid' | 'rows'>> {
  const { rows: counts } = await client.query<{ known: number; repeated: number; invalid: number }>(
    `select (select count(*) from import_known)::integer as known,
       count(kept) filter (where not is_place)::integer as repeated,
       count(*) filter (where url_key is null and cipher is null and not is_place)::integer as invalid
     from import_rows where account_id = $2 and import_id = $1`,
    [id, accountId],
  );
  const { rows } = await client.query<ReportRow>(
    `select r.line, r.reasons || case when r.kept is not null then '{duplicate_in_file}'::text[]
         when r.cipher is not null and exists (select from bookmarks b
           where b.account_id = $4 and b.id = n.bookmark_id and b.deleted_at is not null) then '{in_trash}'
         when n.position is not null then '{duplicate_in_library}' else '{}' end as reasons,
       left(r.title, $3) as title, left(r.url, $3) as url, r.url_key as key
     from import_rows r left join import_known n on n.position = r.position
     where r.account_id = $4 and r.import_id = $1 and not r.is_place and (r.kept is not null or n.position is not null or r.reasons <> '{}')
     order by r.position limit $2`,
    [id, reportedRows, shownCharacters, accountId],
  );
  const { known = 0, repeated = 0, invalid = 0 } = counts[0] ?? {};
  return { duplicates: known + repeated, repeated, invalid, rows };
}

/** Ends the import with its report. */
export async function closeImport(
  client: PoolClient,
  { id, accountId }: ImportRecord,
  report: ImportReport,
  finishedAt: Date,
): Promise<void> {
  const newCollections = report.newCollections.slice(0, reportedCollections);
  await client.query(
    `update imports set status = 'done', created_count = $2, duplicate_count = $3, invalid_count = $4,
       collection_count = $5, rows = $6, new_collections = $7, finished_at = $8, merged = $9, repeated_count = $11
     where account_id = $10 and id = $1`,
    [
      id, report.created, report.duplicates, report.invalid, report.newCollections.length, JSON.stringify(report.rows),
      JSON.stringify(newCollections.map((one) => ({ name: one.name, count: one.count, isPublic: isShared(one), lostRules: lostRules(one) }))),
      finishedAt,
      JSON.stringify(report.merged),
      accountId, report.repeated,
    ], // prettier-ignore
  );
}

/** Deletes the staged rows of an import. */
export async function deleteStaged(client: Driver, { id, accountId }: ImportKey): Promise<void> {
  await client.query('delete from import_rows where account_id = $1 and import_id = $2', [accountId, id]);
  await client.query('delete from import_folders where account_id = $1 and import_id = $2', [accountId, id]);
}

/**
 * Undoes an import in one transaction: deletes its bookmarks, its collections and its spaces, unless they contain
 * anything else, and restores existing bookmarks. Bookmarks of the import that were changed since move to the trash, so
 * that later changes are not lost. An import that waits for its merge is cancelled. Repeating the call has no effect.
 * Throws NOT_FOUND, and IMPORT_RUNNING during the merge.
 */
export async function undoImport(deps: Deps, { accountId }: Actor, id: string): Promise<void> {
  const parts = await inTransaction(deps.db, async (tx) => {
    const client = tx.$client;
    const before = await findImports(client, { id, accountId });
    if (before.length === 0) throw new Problem('NOT_FOUND');
    for (const part of before) {
      // A merge can take long. After it, only another undo holds the lock, for a short time.
      if (part.status !== 'queued' && part.status !== 'running') await lockImport(client, part.id);
      else if (!(await tryLockImport(client, part.id))) throw new Problem('IMPORT_RUNNING');
    }
    return takeBack(tx, { id, accountId }, 'undone', deps.clock());
  });
  await deleteCreatedSpaces(deps, parts);
}

/** Undoes the imports of a file of which one has failed. See [Note: Import parts]. */
export async function failParts(deps: Deps, key: ImportKey): Promise<void> {
  const parts = await inTransaction(deps.db, async (tx) => {
    for (const { id } of await findImports(tx.$client, key)) await lockImport(tx.$client, id);
    return takeBack(tx, key, 'failed', deps.clock());
  });
  await deleteCreatedSpaces(deps, parts);
}

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

/** Undoes and cancels the locked imports of a file, and returns them. */
async function takeBack(
  tx: Transaction,
  key: ImportKey,
  status: 'undone' | 'failed',
  now: Date,
): Promise<ImportRecord[]> {
  await beginBulkChange(tx);
  const parts = await findImports(tx.$client, key);
  for (const part of parts) {
    // The changes in the report of a dry run were never made; another import may have made the same ones.
    if (part.status === 'done' && !part.dryRun) await undoMerge(tx, part, part.spaceId, now);
    if (part.status === 'queued' || part.status === 'running') await deleteStaged(tx.$client, part);
  }
  const failure = parts.find((part) => part.failure !== null)?.failure ?? null;
  await tx.$client.query(
    `update imports set status = $3, failure = $4, created_count = case when $3 = 'failed' then 0 else created_count end,
       finished_at = coalesce(finished_at, $5)
     where account_id = $1 and id = any ($2)`,
    [key.accountId, parts.map(({ id }) => id), status, failure, now],
  );
  return parts;
}

/** Deletes the spaces that an undone import created, and with them what it reports about them, unless they are in use. */
async function deleteCreatedSpaces(deps: Deps, parts: readonly ImportRecord[]): Promise<void> {
  for (const { accountId, spaceId } of parts.filter((part) => part.createsSpace && !part.dryRun)) {
    await deleteSpace(deps, { accountId }, spaceId, { empty: true }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  }
}

const lockImport = (tx: Driver, id: string): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [id]);

/** Locks an import until the end of the transaction; false if a merge or an undo holds the lock. */
export async function tryLockImport(tx: Driver, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 1)) as locked',
    [id],
  );
  return rows[0]?.locked === true;
}

async function undoMerge(tx: Transaction, key: ImportKey, spaceId: string, now: Date): Promise<void> {
  const client = tx.$client;
  const values = [key.id, key.accountId];
  // Its bookmarks may have been moved to other spaces, and its own may have been deleted.
  await lockAllSpaces(tx, key.accountId);
  if (!(await lockSpace(tx, { accountId: key.accountId, spaceId }))) return;
  await removeLinks(client, key);
  await deleteHighlights(client, key);
  await trashChanged(client, key, now);
  await client.query('delete from bookmarks where account_id = $2 and import_id = $1', values);
  await tx.execute(linkOrphans(movedBookmarks(key), sql`c.default_import_id`));
  await tx.execute(linkOrphans(unlinkedBookmarks(key)));
  await restoreFields(client, key);
  await undoDefaultCollection(tx, key, now);
  await client.query(
    `delete from collections c where c.account_id = $2 and c.import_id = $1 and not exists (
       select from bookmark_collections l where l.account_id = c.account_id and l.collection_id = c.id)`,
    values,
  );
  await client.query(
    'update collections set import_id = null where account_id = $2 and import_id = $1',
    values,
  );
  await client.query('delete from import_changes where account_id = $2 and import_id = $1', values);
  // The next import of the same file has its own.
  await client.query('drop table import_unlinked');
}

/** Removes the links that the import added, and stores the ids of their bookmarks in `import_unlinked`. */
async function removeLinks(tx: Driver, { id, accountId }: ImportKey): Promise<void> {
  await tx.query('create temp table import_unlinked (bookmark_id uuid primary key) on commit drop');
  await tx.query(
    `with removed as (
       delete from bookmark_collections where account_id = $2 and import_id = $1 returning bookmark_id)
     insert into import_unlinked select distinct bookmark_id from removed`,
    [id, accountId],
  );
  await tx.query('analyze import_unlinked');
}

/** Moves bookmarks that were changed or linked elsewhere since the import to the trash. */
async function trashChanged(tx: Driver, { id, accountId }: ImportKey, now: Date): Promise<void> {
  await tx.query(
    `update bookmarks b set deleted_at = coalesce(b.deleted_at, $2), import_id = null
     from imports i
     where i.account_id = $3 and i.id = $1 and b.account_id = $3 and b.import_id = i.id and (b.updated_at > i.finished_at
       or exists (select from bookmark_collections l where l.account_id = b.account_id and l.bookmark_id = b.id))`,
    [id, now, accountId],
  );
}

/** Bookmarks that the import moved from the default collection to a folder's one. */
const movedBookmarks = ({ id, accountId }: ImportKey): SQL => sql`
  import_changes c join bookmarks b on b.account_id = c.account_id and b.id = c.bookmark_id
    and c.account_id = ${accountId} and c.import_id = ${id} and c.left_default`;

/** Bookmarks of which the import's links were removed; their other collections may have been left or deleted since. */
const unlinkedBookmarks = ({ accountId }: ImportKey): SQL => sql`
  import_unlinked u join bookmarks b on b.account_id = ${accountId} and b.id = u.bookmark_id`;

type ChangedRow = WrittenBookmark & { before: RecordedFields; after: RecordedFields };

/** Restores fields that still have the values written by the import, and removes the tags and visits that it added. */
async function restoreFields(tx: PoolClient, { id, accountId }: ImportKey): Promise<void> {
  const batch = new WriteBatch<WrittenBookmark>((rows) => writeMerged(tx, accountId, rows));
  // The ids are generated by this service.
  const changed = `
    select ${writtenList}, c.before, c.after
    from import_changes c join bookmarks b on b.account_id = c.account_id and b.id = c.bookmark_id
    where c.account_id = ${tx.escapeLiteral(accountId)} and c.import_id = ${tx.escapeLiteral(id)}
      and c.after <> '{}' and not b.encrypted
    order by b.id`;
  for await (const row of scan<ChangedRow>(tx, changed)) await batch.add(restored(row), textLength(row));
  await batch.end();
}

function restored({ before, after, ...current }: ChangedRow): WrittenBookmark {
  const isUnchanged = (name: string): boolean =>
    JSON.stringify(current[name as keyof RecordedFields]) ===
    JSON.stringify(after[name as keyof RecordedFields]);
  const unchanged = Object.entries(before).filter(([name]) => isUnchanged(name));
  const added = new Set((after.tags ?? []) as string[]).difference(new Set((before.tags ?? []) as string[]));
  const addedVisits = Number(after.visits ?? 0) - Number(before.visits ?? 0);
  return {
    ...current,
    tags: current.tags.filter((tag) => !added.has(tag)),
    visits: Math.max(0, current.visits - addedVisits),
    ...(Object.fromEntries(unchanged) as Partial<WrittenBookmark>),
  };
}
