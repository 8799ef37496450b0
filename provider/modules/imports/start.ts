import { sql } from 'drizzle-orm';
import { ImportField, type ImportTable } from '@/lib/contract/imports';
import { foundIn } from '@/lib/formats/found-in-file';
import type { QueryOf } from '@/provider/middleware/handler';
import { serviceLimits } from '@/lib/contract/service-limits';
import {
  folderPath,
  isImportable,
  ownAttributes,
  type ImportExtra,
  type ImportFolder,
} from '@/lib/formats/entry';
import type { Actor } from '@/provider/actor';
import { newId, type Database } from '@/provider/db/client';
import { inTransaction, lockAccount } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { sendRowJob } from '@/provider/jobs/queues';
import { requireRegularCollection } from '@/provider/modules/bookmarks/selection';
import { readSmart } from '@/provider/modules/bookmarks/smart';
import { ImportParts } from '@/provider/modules/imports/parts';
import type { ImportKey } from '@/provider/modules/imports/queries';
import { readUpload, type ReadUpload } from '@/provider/modules/imports/read-upload';
import { RowWriter, type Cell } from '@/provider/modules/imports/row-writer';
import { isFuture } from '@/lib/domain/future-date';
import { stagedColumns } from '@/provider/modules/imports/staged-row';
import { findSpace } from '@/provider/modules/spaces/service';
import { mayUse } from '@/provider/policies';
import { Problem } from '@/provider/problem';

type ImportRequest = QueryOf<'bookmarks.import'> & {
  readonly body: ReadableStream<Uint8Array> | null;
  /** Content-Length of the request; null without one. */
  readonly bytesTotal: number | null;
};

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'freeBytes'>;

/** Maximum number of open imports per account; each file has at most the maximum size. */
const openImportsMax = 4;

/**
 * Receives a file of bookmarks and stages its content for the job that merges it. When this resolves, the import is
 * accepted and survives a restart of the process. A file that is rejected or incomplete
 * leaves no rows. Throws SPACE_NOT_FOUND, NOT_FOUND for a collection of another space, SMART_COLLECTION, RATE_LIMITED,
 * DISK_FULL, and the errors of {@link readUpload}.
 */
export async function startImport(
  { db, clock, freeBytes }: Deps,
  actor: Actor,
  input: ImportRequest,
): Promise<string> {
  if (input.bytesTotal !== null && input.bytesTotal > serviceLimits.importBytes)
    throw new Problem('BODY_TOO_LARGE');
  const spaceId = await targetSpace(db, actor, input);
  const key = { id: newId(), accountId: actor.accountId };
  const now = clock();
  await openImport(db, key, spaceId, input, now);
  try {
    const parts = new ImportParts(key, { spaceId, dryRun: input.dryRun, now });
    const canBeSmart = mayUse(actor, 'smart');
    const read = await stage(db, { key, parts, now, freeBytes, input, canBeSmart });
    await accept(db, actor, { key, parts, read });
    return key.id;
  } catch (error) {
    await db.$client.query('delete from imports where account_id = $1 and id = $2', [key.accountId, key.id]);
    throw error;
  }
}

async function targetSpace(db: Database, actor: Actor, input: ImportRequest): Promise<string> {
  const spaceId = input.space ?? actor.spaceId;
  if (input.space !== undefined && !(await findSpace(db, actor.accountId, spaceId))) {
    throw new Problem('SPACE_NOT_FOUND');
  }
  if (input.collection === undefined) return spaceId;
  if (input.spaces === 'keep') {
    throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'collection', code: 'invalid_value' }] });
  }
  await requireRegularCollection(db, { accountId: actor.accountId, spaceId }, input.collection);
  return spaceId;
}

/** Inserts the import. The account row is locked, so that concurrent uploads count each other. */
async function openImport(
  db: Database,
  { id, accountId }: ImportKey,
  spaceId: string,
  { collection, dryRun, bytesTotal }: ImportRequest,
  now: Date,
): Promise<void> {
  const { rowCount } = await inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    return tx.execute(sql`
      insert into imports (id, account_id, space_id, collection_id, status, dry_run, bytes_total, created_at)
      select ${id}::uuid, ${accountId}::uuid, ${spaceId}::uuid, ${collection ?? null}::uuid, 'receiving', ${dryRun}::boolean,
        ${bytesTotal}::bigint, ${now}::timestamptz
      where (select count(*) from imports where account_id = ${accountId} and leader_id is null
        and status in ('receiving', 'queued', 'running')) < ${openImportsMax}`);
  });
  if (rowCount === 0) throw new Problem('RATE_LIMITED', { headers: { 'retry-after': '30' } });
}

type StagedUpload = ReadUpload & { readonly table: ImportTable | null };

interface Staging {
  key: ImportKey;
  parts: ImportParts;
  now: Date;
  input: ImportRequest;
  /** Whether the account may have smart collections; otherwise an ordinary one is created. */
  canBeSmart: boolean;
  freeBytes: ProviderDeps['freeBytes'];
}

/** Disk space that stays free for other writes. */
const reservedBytes = 128 * 1024 * 1024;
/** Estimated disk space per staged character: the bookmark, its indexes, and the write-ahead log of both. */
const bytesPerCharacter = 16;

/**
 * A full disk stops the whole database, so an import that could fill it, together with others that are not finished, is
 * rejected. An upload counts with the bytes that were received, since a client can announce any size, and an import
 * without the bookmarks that its merge has written.
 */
export async function requireSpace(
  { db, freeBytes }: Pick<ProviderDeps, 'db' | 'freeBytes'>,
  importId: string,
  stagedCharacters: number,
): Promise<void> {
  const free = await freeBytes();
  if (free === null) return;
  // Ids ascend in time. Of two concurrent uploads, only the later one counts the other.
  const { rows } = await db.$client.query<{ bytes: number }>(
    `select coalesce(sum(bytes * (1 - created_count::float8 / greatest(read_count, created_count, 1))), 0) as bytes
     from imports
     where status in ('receiving', 'queued', 'running') and id <> $1 and (status <> 'receiving' or id < $1)`,
    [importId],
  );
  const characters = stagedCharacters + (rows[0]?.bytes ?? 0);
  if (free < reservedBytes + characters * bytesPerCharacter) throw new Problem('DISK_FULL');
}

async function stage(db: Database, staging: Staging): Promise<StagedUpload> {
  const { key, parts, now, input, freeBytes } = staging;
  const requireRoom = (characters: number) => requireSpace({ db, freeBytes }, key.id, characters);
  // At least one character is staged for each byte of the file.
  await requireRoom(input.bytesTotal ?? 0);
  const rows = new RowWriter(db, 'import_rows', stagedColumns);
  const entriesPerFolder = new Map<number, number>();
  const countEntries = (folder: number, added: number) =>
    entriesPerFolder.set(folder, (entriesPerFolder.get(folder) ?? 0) + added);
  let staged = 0;
  let table: ImportTable | null = null;
  try {
    const read = await readUpload(input.body, {
      accountId: key.accountId,
      choices: input,
      hasAnnotations: true,
      now,
      columns: fieldsOf(input.columns),
      // An archive can have several.
      onTable: (found) => (table ??= found),
      onEntry: (entry) => {
        rows.add(parts.stage(entry));
        staged += 1;
        if (entry.folder && isImportable(entry)) countEntries(entry.folder.id, 1);
      },
      onStored: () => requireRoom(rows.staged),
      onSlice: async (bytes) => {
        await parts.open(db.$client);
        if (!(await rows.flushFull())) return;
        await db.$client.query(
          'update imports set bytes = $3, read_count = $4 where account_id = $1 and id = $2',
          [key.accountId, key.id, bytes, staged],
        );
        await requireRoom(rows.staged);
      },
    });
    if (input.spaces === 'keep') for (const name of read.spaces.keys()) parts.of(name);
    await parts.open(db.$client);
    await rows.end();
    await replaceFolders(db, key.accountId, parts.ids, read.replaced);
    for (const [from, to] of read.replaced) countEntries(to, entriesPerFolder.get(from) ?? 0);
    await stageFolders(db, staging, read.folders, entriesPerFolder);
    return { ...read, table };
  } catch (error) {
    await rows.abandon();
    throw error;
  }
}

/** Moves the staged rows of equal folders to the one that replaces them. */
async function replaceFolders(
  { $client }: Database,
  accountId: string,
  ids: readonly string[],
  replaced: ReadonlyMap<number, number>,
): Promise<void> {
  if (replaced.size === 0) return;
  await $client.query(
    `update import_rows r set folder = m.replacement
     from unnest($3::integer[], $4::integer[]) as m (folder, replacement)
     where r.account_id = $1 and r.import_id = any ($2) and r.folder = m.folder`,
    [accountId, ids, [...replaced.keys()], [...replaced.values()]],
  );
}

const folderColumns = [
  'account_id', 'import_id', 'id', 'path', 'description', 'entries', 'is_leaf', 'added_at', 'modified_at', 'extra', 'entries_before',
]; // prettier-ignore

async function stageFolders(
  db: Database,
  { parts, canBeSmart, now }: Staging,
  folders: readonly ImportFolder[],
  entriesPerFolder: ReadonlyMap<number, number>,
): Promise<void> {
  const parents = new Set(folders.map(({ parent }) => parent));
  const rows = new RowWriter(db, 'import_folders', folderColumns);
  for (const folder of folders) {
    const { id, description, addedAt, modifiedAt, before } = folder;
    const extra = normalizeRules(folder.extra, canBeSmart);
    const { key } = parts.of(folder.space);
    const cells: Cell[] = [
      key.accountId, key.id, id, folderPath(folder), description, entriesPerFolder.get(id) ?? 0, !parents.has(folder),
      isFuture(addedAt, now) ? null : addedAt, isFuture(modifiedAt, now) ? null : modifiedAt,
      Object.keys(extra).length === 0 ? null : extra, before,
    ]; // prettier-ignore
    rows.add(cells);
    await rows.flushFull();
  }
  await rows.end();
}

/**
 * Returns the attributes of a folder. The query of a smart collection is normalized; it is empty, which the merge
 * reports, if it is invalid or the account may not have one.
 */
function normalizeRules(extra: ImportExtra, canBeSmart: boolean): ImportExtra {
  const rules = extra[ownAttributes.smart];
  if (rules === undefined) return extra;
  let query = '';
  try {
    if (canBeSmart) query = readSmart(rules).query;
  } catch {
    // Invalid rules are lost.
  }
  return { ...extra, [ownAttributes.smart]: query };
}

const fieldsOf = (columns: string | undefined): (ImportField | null)[] | null =>
  columns === undefined ? null : columns.split(',').map((name) => ImportField.safeParse(name).data ?? null);

/** Accepts the import and sends its job. */
async function accept(
  db: Database,
  actor: Actor,
  { key: { id, accountId }, parts, read }: Pick<Staging, 'key' | 'parts'> & { read: StagedUpload },
): Promise<void> {
  const { bytes, entryCount } = read;
  // With several imports, it belongs to those of the spaces.
  const defaultCollection = parts.ids.length > 1 ? null : read.defaultCollection;
  const file = defaultCollection === null ? null : JSON.stringify({ file: defaultCollection });
  const found = JSON.stringify(foundIn(read, read.table));
  await inTransaction(db, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update imports set status = 'queued', bytes = ${bytes}, bytes_total = ${bytes}, read_count = ${entryCount},
        default_collection = ${file}, found = ${found}
      where account_id = ${accountId} and id = ${id}`);
    // The space, and with it the import, was deleted during the upload.
    if (rowCount === 0) throw new Problem('SPACE_NOT_FOUND');
    await parts.accept(tx, actor, read);
    await sendRowJob(tx, { db }, 'imports', id);
  });
}
