import { sql } from 'drizzle-orm';
import { causesOf, codeOf, describeError } from '@/lib/observability/describe-error';
import { quotaExceededState, type Database } from '@/provider/db/client';
import type { ImportFailure } from '@/provider/db/schema/imports';
import type { ProviderDeps } from '@/provider/deps';
import { sendMissingRowJobs, type MakeJob, type RowJob } from '@/provider/jobs/queues';
import { failImport, mergeImport } from '@/provider/modules/imports/merge';
import { findImports, type ImportKey } from '@/provider/modules/imports/queries';
import { failParts } from '@/provider/modules/imports/undo';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'log'>;

/** An older upload was lost with its process: the server ends a request after an hour. */
const abandonedAfterMs = 2 * 60 * 60_000;

/**
 * SQL states of a full disk, and of errors that a retry cannot fix: invalid data and invalid statements. An identifier that
 * was taken in the meantime is found by the retry.
 */
const diskFull = '53100';
const dataErrors = /^(?!23505)(?:2[1-3]|42|54|P0)\w{3}$/;

async function findAccount({ $client }: Database, id: string): Promise<ImportKey | null> {
  const { rows } = await $client.query<ImportKey>(
    'select id, account_id as "accountId" from imports where id = $1',
    [id],
  );
  return rows[0] ?? null;
}

/** Merges the accepted imports of a file, the leading one last. If one fails, the others are undone. */
async function runImport(deps: Deps, { id }: Pick<RowJob, 'id'>): Promise<void> {
  const key = await findAccount(deps.db, id);
  while (key !== null) {
    const parts = await findImports(deps.db.$client, key);
    if (parts.some(({ status }) => status === 'failed')) return failParts(deps, key);
    const open = parts.findLast(({ status }) => status === 'queued' || status === 'running');
    if (!open) return;
    await runPart(deps, open);
  }
}

/** Merges an accepted import, unless it fails for good. */
async function runPart(deps: Deps, part: ImportKey): Promise<void> {
  const { db, clock, log } = deps;
  let isLocked = true;
  try {
    isLocked = await mergeImport(deps, part);
  } catch (error) {
    log.error({ importId: part.id, error: describeError(error) }, 'merging an import failed');
    const failure = lastingFailure(error);
    if (failure === undefined) {
      // Only the code is stored, because a database message can quote a row.
      const { name, code } = describeError(error);
      throw new Error(`The merge failed: ${String(code ?? name)}.`);
    }
    await failImport(db.$client, part, clock(), failure);
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
  await sendMissingRowJobs(
    db,
    'imports',
    sql`select distinct coalesce(leader_id, id) as id from imports where status in ('queued', 'running')`,
  );
}

/** Job that merges accepted imports. */
export const imports: MakeJob = (deps) => ({
  name: 'imports',
  cron: '* * * * *',
  run: () => recoverImports(deps),
  work: (job) => runImport(deps, job),
});
