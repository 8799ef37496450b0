import { sql } from 'drizzle-orm';
import type { QueryOf } from '@/provider/middleware/handler';
import { serviceLimits } from '@/lib/contract/service-limits';
import {
  folderPath,
  ownAttributes,
  type NetscapeExtra,
  type NetscapeFolder,
} from '@/lib/domain/netscape/entry';
import type { Actor } from '@/provider/actor';
import { newId, type Database } from '@/provider/db/client';
import { inTransaction, lockAccount } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { notifyWorkers, sendRowJob } from '@/provider/jobs/queues';
import { findCollection } from '@/provider/modules/collections/queries';
import { readSmart } from '@/provider/modules/collections/smart';
import { offerFeed } from '@/provider/modules/imports/jobs';
import { copyRows, printRow, RowFeed, type Cell, type ImportKey } from '@/provider/modules/imports/queries';
import { readUpload, type FileKind, type ReadUpload } from '@/provider/modules/imports/read-upload';
import { canBeTaken, createStager, stagedColumns } from '@/provider/modules/imports/staged-row';
import { findSpace } from '@/provider/modules/spaces/service';
import { mayUse } from '@/provider/policies';
import { Problem } from '@/provider/problem';

const batchRows = 2_500;
const batchCharacters = 2_000_000;

/**
 * Writes rows in batches, each one COPY on a connection of its own, so that a slow sender holds none. One batch is
 * under way while the next one fills.
 */
class RowWriter {
  private lines: string[] = [];
  /** Characters of all rows so far. */
  staged = 0;
  private characters = 0;
  private written = 0;
  private underWay: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly table: string,
    private readonly columns: readonly string[],
    /** Hears how many rows are written so far. */
    private readonly onWritten: (count: number) => void = () => undefined,
  ) {}

  add(cells: readonly Cell[]): void {
    const line = printRow(cells);
    this.lines.push(line);
    this.characters += line.length;
    this.staged += line.length;
  }

  /** Sends the rows read so far, if they are enough for a batch, after the batch before it; answers whether it did. */
  async flushFull(): Promise<boolean> {
    if (this.lines.length < batchRows && this.characters < batchCharacters) return false;
    await this.flush();
    return true;
  }

  /** Sends the rest and waits until all is written. */
  async end(): Promise<void> {
    await this.flush();
    await this.underWay;
  }

  /** Waits for the batch under way, however it ends; nothing is written afterwards. */
  async abandon(): Promise<void> {
    this.lines = [];
    await this.underWay.catch(() => undefined);
  }

  private async flush(): Promise<void> {
    const { lines } = this;
    this.lines = [];
    this.characters = 0;
    await this.underWay;
    this.underWay = this.copy(lines);
    // The next waiter gets a failure; until then it is not an unhandled rejection.
    this.underWay.catch(() => undefined);
  }

  private async copy(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const client = await this.db.$client.connect();
    try {
      await copyRows(client, this.table, this.columns, lines);
      client.release();
      this.written += lines.length;
      this.onWritten(this.written);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

type ImportRequest = QueryOf<'bookmarks.import'> & {
  readonly kind: FileKind;
  readonly body: ReadableStream<Uint8Array> | null;
  /** As the sender states it; null where it does not. */
  readonly bytesTotal: number | null;
};

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'freeBytes'>;

/** Files of one account that may be on their way at the same time; each is as large as the limit at most. */
const openImportsMax = 4;

/**
 * Receives a bookmark file and stages what it holds for the merge, which follows as soon as the file is recognized.
 * When it answers, the import is accepted: it survives the end of the process. A file that is refused, or never arrives
 * whole, leaves nothing. Throws SPACE_NOT_FOUND, NOT_FOUND for a collection that is not of the space, SMART_COLLECTION, RATE_LIMITED, DISK_FULL, and
 * what reading the file throws.
 */
export async function startImport(
  { db, clock, freeBytes }: Deps,
  actor: Actor,
  input: ImportRequest,
): Promise<string> {
  if (input.bytesTotal !== null && input.bytesTotal > serviceLimits.importBytes)
    throw new Problem('BODY_TOO_LARGE');
  const spaceId = await targetSpace(db, actor, input);
  const id = newId();
  const now = clock();
  await openImport(db, { id, accountId: actor.accountId, spaceId, input, now });
  const key = { id, accountId: actor.accountId };
  const feed = new RowFeed();
  const withdrawFeed = offerFeed(db, id, feed);
  try {
    const read = await stage(db, {
      key,
      now,
      feed,
      freeBytes,
      body: input.body,
      bytesTotal: input.bytesTotal,
      kind: input.kind,
      canBeSmart: mayUse(actor, 'smart'),
    });
    await accept(db, key, read);
    feed.end();
    notifyWorkers(db, 'imports');
    return id;
  } catch (error) {
    feed.break();
    await db.$client.query('delete from imports where account_id = $1 and id = $2', [actor.accountId, id]);
    throw error;
  } finally {
    withdrawFeed();
  }
}

async function targetSpace(db: Database, actor: Actor, input: ImportRequest): Promise<string> {
  const spaceId = input.space ?? actor.spaceId;
  if (input.space !== undefined && !(await findSpace(db, actor.accountId, spaceId))) {
    throw new Problem('SPACE_NOT_FOUND');
  }
  if (input.collection === undefined) return spaceId;
  const collection = await findCollection(db, actor.accountId, input.collection);
  if (collection?.spaceId !== spaceId) throw new Problem('NOT_FOUND');
  if (collection.smart !== null) throw new Problem('SMART_COLLECTION');
  return spaceId;
}

/** The row of the account is locked, so that uploads that begin at the same time count one another. */
async function openImport(
  db: Database,
  {
    id,
    accountId,
    spaceId,
    input,
    now,
  }: { id: string; accountId: string; spaceId: string; input: ImportRequest; now: Date },
): Promise<void> {
  const { rowCount } = await inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    return tx.$client.query({
      ...insertImport,
      values: [
        id,
        accountId,
        spaceId,
        input.collection ?? null,
        input.dryRun,
        input.bytesTotal,
        now,
        openImportsMax,
      ],
    });
  });
  if (rowCount === 0) throw new Problem('RATE_LIMITED', { headers: { 'retry-after': '30' } });
}

const insertImport = {
  name: 'import-open',
  text: `insert into imports (id, account_id, space_id, collection_id, status, dry_run, bytes_total, created_at)
     select $1::uuid, $2::uuid, $3::uuid, $4::uuid, 'receiving', $5::boolean, $6::bigint, $7::timestamptz
     where (select count(*) from imports where account_id = $2 and status in ('receiving', 'queued', 'running')) < $8`,
};

interface Staging {
  key: ImportKey;
  now: Date;
  body: ReadableStream<Uint8Array> | null;
  bytesTotal: number | null;
  kind: FileKind;
  /** Whether the account may have smart collections; an ordinary one is made otherwise. */
  canBeSmart: boolean;
  feed: RowFeed;
  freeBytes: ProviderDeps['freeBytes'];
}

/** Stays free for everything else that is written meanwhile. */
const reservedBytes = 128 * 1024 * 1024;
/** What a staged character becomes: a bookmark in its table, its indexes, and the log of both. */
const bytesPerCharacter = 16;

/** A disk that runs full stops the whole database: an import that could bring it there is refused. */
async function requireSpace(freeBytes: ProviderDeps['freeBytes'], stagedCharacters: number): Promise<void> {
  const free = await freeBytes();
  if (free !== null && free < reservedBytes + stagedCharacters * bytesPerCharacter)
    throw new Problem('DISK_FULL');
}

async function stage(
  db: Database,
  { key, now, body, bytesTotal, kind, feed, freeBytes, canBeSmart }: Staging,
): Promise<ReadUpload> {
  // At least one character is staged for each byte of the file.
  await requireSpace(freeBytes, bytesTotal ?? 0);
  const rows = new RowWriter(db, 'import_rows', stagedColumns, (count) => feed.advance(count));
  const toCells = createStager(key, now);
  const taken = new Map<number, number>();
  let position = 0;
  let isFollowed = false;
  try {
    const read = await readUpload(body, kind, {
      onEntry: (entry) => {
        rows.add(toCells(entry, position));
        position += 1;
        if (entry.folder && canBeTaken(entry))
          taken.set(entry.folder.id, (taken.get(entry.folder.id) ?? 0) + 1);
      },
      onSlice: async (isBookmarkFile) => {
        if (!(await rows.flushFull())) return;
        await requireSpace(freeBytes, rows.staged);
        if (!isBookmarkFile || isFollowed) return;
        isFollowed = true;
        await sendRowJob(db, { db }, 'imports', key.id);
        notifyWorkers(db, 'imports');
      },
    });
    await rows.end();
    await stageFolders(db, key, read.summary.folders, { taken, canBeSmart });
    return read;
  } catch (error) {
    await rows.abandon();
    throw error;
  }
}

const folderColumns = [
  'account_id', 'import_id', 'id', 'path', 'description', 'entries', 'is_leaf', 'added_at', 'modified_at', 'extra', 'entries_before',
]; // prettier-ignore

async function stageFolders(
  db: Database,
  { id: importId, accountId }: ImportKey,
  folders: readonly NetscapeFolder[],
  { taken, canBeSmart }: { taken: ReadonlyMap<number, number>; canBeSmart: boolean },
): Promise<void> {
  const parents = new Set(folders.map(({ parent }) => parent));
  const rows = new RowWriter(db, 'import_folders', folderColumns);
  for (const folder of folders) {
    const { id, description, addedAt, modifiedAt, before } = folder;
    const extra = withRules(folder.extra, canBeSmart);
    const cells: Cell[] = [
      accountId, importId, id, folderPath(folder), description, taken.get(id) ?? 0, !parents.has(folder), addedAt, modifiedAt,
      Object.keys(extra).length === 0 ? null : extra, before,
    ]; // prettier-ignore
    rows.add(cells);
    await rows.flushFull();
  }
  await rows.end();
}

/** What the file says of a folder; rules only as a smart collection keeps them. */
function withRules(extra: NetscapeExtra, canBeSmart: boolean): NetscapeExtra {
  const { [ownAttributes.smart]: rules, ...others } = extra;
  if (rules === undefined || !canBeSmart) return others;
  try {
    return { ...others, [ownAttributes.smart]: readSmart(rules).query };
  } catch {
    return others;
  }
}

/** Accepts the import, and sends its job unless a merge follows the upload. */
async function accept(
  db: Database,
  { id, accountId }: ImportKey,
  { bytes, summary }: ReadUpload,
): Promise<void> {
  const file = summary.defaultCollection ? JSON.stringify({ file: summary.defaultCollection }) : null;
  await inTransaction(db, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update imports set status = case when attempts > 0 then 'running' else 'queued' end,
        bytes = ${bytes}, bytes_total = ${bytes}, read_count = ${summary.entryCount}, default_collection = ${file}
      where account_id = ${accountId} and id = ${id}`);
    // The space, and with it the import, was deleted while the file was on its way.
    if (rowCount === 0) throw new Problem('SPACE_NOT_FOUND');
    await sendRowJob(tx, { db }, 'imports', id);
  });
}
