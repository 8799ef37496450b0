import { causesOf, codeOf, describeError } from '@/lib/observability/describe-error';
import { quotaExceededState } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';
import { failImport, mergeImport } from '@/provider/modules/imports/merge';
import { FeedBroken, type ImportKey, type RowFeed } from '@/provider/modules/imports/queries';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'log'>;

/** Merges that run at once in this process: a merge keeps a core of the database busy. */
const mergesMax = 2;

/** How long an import may wait before another process sees to it. */
const orphanedAfterMs = 5_000;
/** An upload that began so long ago has died with its process. */
const abandonedAfterMs = 24 * 60 * 60_000;

/** The SQL state of a disk that has no room, and those of data that the database does not take, and of statements that it does not understand. */
const diskFull = '53100';
const dataErrors = /^(?:2[1-3]|42|54|P0)\w{3}$/;

/**
 * The merges of this process. The queue itself is the table: what is accepted stays open there until it is merged, so
 * `resume` finds what a process left behind that ended too early.
 */
export class ImportQueue {
  private readonly waiting = new Map<string, { key: ImportKey; feed: RowFeed | undefined }>();
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(private readonly deps: Deps) {}

  /**
   * Merges an import as soon as there is room, following the feed of a file that is still on its way. Does nothing for
   * an import that is in the queue. Failures are logged, never thrown.
   */
  add(key: ImportKey, feed?: RowFeed): void {
    if (this.underWay.has(key.id) || this.waiting.has(key.id)) return;
    this.waiting.set(key.id, { key, feed });
    this.fill();
  }

  /** Resumes open imports without a worker, and cleans up those that have ended or will never be complete. */
  async resume(): Promise<void> {
    const { $client } = this.deps.db;
    const now = this.deps.clock().getTime();
    await $client.query("delete from imports where status = 'receiving' and created_at < $1", [
      new Date(now - abandonedAfterMs),
    ]);
    for (const table of ['import_rows', 'import_folders']) {
      await $client.query(
        `delete from ${table} r using imports i
         where i.account_id = r.account_id and i.id = r.import_id and i.status in ('done', 'failed', 'undone')`,
      );
    }
    const { rows } = await $client.query<ImportKey>(
      `select id, account_id as "accountId" from imports 
       where status in ('queued', 'running') and created_at < $1 order by created_at limit 20`,
      [new Date(now - orphanedAfterMs)],
    );
    for (const key of rows) this.add(key);
  }

  /** Resolves when no merge is under way or waiting. */
  async idle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay.values());
  }

  /** Begins no further merge; what waits is found by the next scheduled run of any process. */
  async stop(): Promise<void> {
    this.waiting.clear();
    await this.idle();
  }

  private fill(): void {
    for (const [id, { key, feed }] of this.waiting) {
      if (this.underWay.size >= mergesMax) return;
      this.waiting.delete(id);
      this.underWay.set(id, this.run(key, feed));
    }
  }

  private async run(key: ImportKey, feed: RowFeed | undefined): Promise<void> {
    try {
      await mergeImport(this.deps, key, feed);
    } catch (error) {
      if (!(error instanceof FeedBroken)) await this.noteFailure(key, error);
    } finally {
      this.underWay.delete(key.id);
      this.fill();
    }
  }

  /** What the data, a full disk or a full account causes would only repeat itself; anything else may pass, and the next scheduled run tries again. */
  private async noteFailure(key: ImportKey, error: unknown): Promise<void> {
    const { db, clock, log } = this.deps;
    log.error({ importId: key.id, error: describeError(error) }, 'merging an import failed');
    const codes = [...causesOf(error)].map((cause) => codeOf(cause) ?? '');
    const failure = codes.includes(diskFull)
      ? 'DISK_FULL'
      : codes.includes(quotaExceededState)
        ? 'QUOTA_EXCEEDED'
        : null;
    if (failure === null && !codes.some((code) => dataErrors.test(code))) return;
    await failImport(db.$client, key, clock(), failure).catch((cause: unknown) => {
      log.error({ importId: key.id, error: describeError(cause) }, 'an import could not be marked as failed');
    });
  }
}

const queues = new WeakMap<object, ImportQueue>();

/** The queue of the provider that these dependencies belong to. */
export function importQueue(deps: Deps): ImportQueue {
  const known = queues.get(deps.db);
  if (known !== undefined) return known;
  const queue = new ImportQueue(deps);
  queues.set(deps.db, queue);
  return queue;
}

/**
 * Merges the imports that a process accepted and did not finish. Several processes may do it at once: each import is
 * locked by the one that is at it.
 */
export const imports: MakeJob = (deps) => {
  const queue = importQueue(deps);
  return { name: 'imports', cron: '* * * * *', run: () => queue.resume(), stop: () => queue.stop() };
};
