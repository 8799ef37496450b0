import { sql } from 'drizzle-orm';
import { causesOf, codeOf, describeError } from '@/lib/observability/describe-error';
import { quotaExceededState, type Database } from '@/provider/db/client';
import type { ImportFailure, ImportRecord } from '@/provider/db/schema/imports';
import type { ProviderDeps } from '@/provider/deps';
import { notifyWorkers, sendMissingRowJobs, type MakeJob, type RowJob } from '@/provider/jobs/queues';
import { failImport, mergeImport } from '@/provider/modules/imports/merge';
import { FeedBroken, type RowFeed } from '@/provider/modules/imports/queries';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'log'>;

/** An older upload was lost with its process: the server ends a request after an hour. */
const abandonedAfterMs = 2 * 60 * 60_000;

/**
 * SQL states of a full disk, and of errors that a retry cannot fix: invalid data and invalid statements. An identifier that
 * was taken in the meantime is found by the retry.
 */
const diskFull = '53100';
const dataErrors = /^(?!23505)(?:2[1-3]|42|54|P0)\w{3}$/;

/** Feeds of the files that this process is receiving, by import id. */
const feeds = new WeakMap<Database, Map<string, RowFeed>>();

/** Offers the feed of a file that is being received to the merge in this process; the result withdraws it. */
export function offerFeed(db: Database, id: string, feed: RowFeed): () => void {
  const offered = feeds.get(db) ?? new Map<string, RowFeed>();
  feeds.set(db, offered.set(id, feed));
  return () => offered.delete(id);
}

type OpenImport = Pick<ImportRecord, 'id' | 'accountId' | 'status'>;

async function findOpen({ $client }: Database, id: string): Promise<OpenImport | null> {
  const { rows } = await $client.query<OpenImport>(
    `select id, account_id as "accountId", status from imports
     where id = $1 and status in ('receiving', 'queued', 'running')`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Merges an import. If this process is receiving its file, the merge follows the upload. A job that runs in another
 * process during the upload has no effect: a new job is sent when the file is accepted.
 */
async function runImport(deps: Deps, { id }: Pick<RowJob, 'id'>): Promise<void> {
  const { db, clock, log } = deps;
  // Read before the status, because the feed is offered until the file is accepted.
  const feed = feeds.get(db)?.get(id);
  const found = await findOpen(db, id);
  if (found === null || (found.status === 'receiving' && feed === undefined)) return;
  let isLocked = true;
  try {
    isLocked = await mergeImport(deps, found, feed);
  } catch (error) {
    if (error instanceof FeedBroken) {
      await db.$client.query('update imports set created_count = 0 where account_id = $1 and id = $2', [
        found.accountId,
        id,
      ]);
      // A job could not be sent while this one was active; otherwise it is sent when the file is accepted.
      if ((await findOpen(db, id))?.status !== 'receiving') await runImport(deps, { id });
      return;
    }
    log.error({ importId: id, error: describeError(error) }, 'merging an import failed');
    const failure = lastingFailure(error);
    if (failure === undefined) {
      // Only the code is stored, because a database message can quote a row.
      const { name, code } = describeError(error);
      throw new Error(`The merge failed: ${String(code ?? name)}.`);
    }
    await failImport(db.$client, found, clock(), failure);
  }
  if (!isLocked) throw new Error('Another process is merging the import.');
}

/** Returns the failure reason for the report if a retry would fail again; undefined for a transient error. */
function lastingFailure(error: unknown): ImportFailure | null | undefined {
  const codes = [...causesOf(error)].map((cause) => codeOf(cause) ?? '');
  if (codes.includes(diskFull)) return 'DISK_FULL';
  if (codes.includes(quotaExceededState)) return 'QUOTA_EXCEEDED';
  return codes.some((code) => dataErrors.test(code)) ? null : undefined;
}

/** Deletes staged rows of ended imports and abandoned uploads, and sends missing jobs of open imports. */
async function recoverImports({ db, clock }: Deps): Promise<void> {
  // By both clocks: if one of them jumps ahead, no upload is abandoned.
  await db.$client.query(
    `delete from imports where status = 'receiving'
       and created_at < least($1::timestamptz, now() - $2::float8 * interval '1 millisecond')`,
    [new Date(clock().getTime() - abandonedAfterMs), abandonedAfterMs],
  );
  for (const table of ['import_rows', 'import_folders']) {
    await db.$client.query(
      `delete from ${table} r using imports i
       where i.account_id = r.account_id and i.id = r.import_id and i.status in ('done', 'failed', 'undone')`,
    );
  }
  await sendMissingRowJobs(db, 'imports', sql`select id from imports where status in ('queued', 'running')`);
}

/** Job that merges accepted imports. */
export const imports: MakeJob = (deps) => ({
  name: 'imports',
  cron: '* * * * *',
  run: () => recoverImports(deps),
  work: async (job) => {
    try {
      await runImport(deps, job);
    } finally {
      // Starts imports that arrived while all workers were busy, instead of waiting for the next poll.
      notifyWorkers(deps.db, 'imports');
    }
  },
});
