import type { JobWithMetadata } from 'pg-boss';
import type { Database } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { queueClient, type MakeJob, type RowQueue } from '@/provider/jobs/queues';
import { workJob } from '@/provider/jobs/start-queues';
import { mailJob } from '@/provider/modules/mail/queue';

/** Runs the jobs of a queue like a worker until none is due, for tests that do not start the jobs. */
export async function workQueue(deps: ProviderDeps, queue: RowQueue, make: MakeJob): Promise<void> {
  const boss = queueClient(deps.db);
  const job = make(deps);
  const { signal } = new AbortController();
  const next = async (): Promise<JobWithMetadata | undefined> =>
    (await boss.fetch<object>(queue, { includeMetadata: true }))[0];
  for (let found = await next(); found; found = await next()) {
    const { id } = found;
    await workJob(job, found, signal).then(
      () => boss.complete(queue, id),
      (error: unknown) => boss.fail(queue, id, error as Error),
    );
  }
}

/** Workers of a queue, for tests that do not start the jobs. */
export interface TestWorkers {
  /** Runs due jobs in the background, like a NOTIFY. */
  wake: () => void;
  /** Runs due jobs and waits until none is running. */
  idle: () => Promise<void>;
}

/** Creates as many workers as the worker process has for a queue. */
export function createTestWorkers(deps: ProviderDeps, queue: RowQueue, make: MakeJob): TestWorkers {
  const running = new Set<Promise<void>>();
  const start = (): Promise<void> => {
    const work: Promise<void> = workQueue(deps, queue, make).finally(() => running.delete(work));
    running.add(work);
    return work;
  };
  return {
    wake: () => {
      if (running.size < 2) start().catch(() => undefined);
    },
    idle: async () => {
      await start();
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Sends due mails. */
export const deliverMails = (deps: ProviderDeps): Promise<void> => workQueue(deps, 'mails', mailJob);

/** Makes retries due that are delayed by this time. */
export async function passTime(db: Database, ms: number): Promise<void> {
  await db.$client.query(
    `update schedule.job set start_after = start_after - $1 * interval '1 millisecond' where state = 'retry'`,
    [ms],
  );
}
