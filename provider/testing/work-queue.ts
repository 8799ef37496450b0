import type { JobWithMetadata } from 'pg-boss';
import type { Database } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { addWorkers, queueClient, workJob, type MakeJob, type RowQueue } from '@/provider/jobs/queues';
import { mailJob } from '@/provider/modules/mail/queue';

/** Works on a queue as a worker does, until no job is due, where a test does not start the jobs. */
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

/**
 * Works on a queue when the provider of these dependencies notifies its workers, where a test does not start the jobs. The
 * result works on what is due, and waits until nothing is under way.
 */
export function workWhenNotified(deps: ProviderDeps, queue: RowQueue, make: MakeJob): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  const begin = (): Promise<void> => {
    const work: Promise<void> = workQueue(deps, queue, make).finally(() => underWay.delete(work));
    underWay.add(work);
    return work;
  };
  addWorkers(deps.db, (notified) => {
    // As many as the workers of a process.
    if (notified === queue && underWay.size < 2) begin().catch(() => undefined);
  });
  return async () => {
    await begin();
    while (underWay.size > 0) await Promise.all(underWay);
  };
}

/** Sends the mails that are due. */
export const deliverMails = (deps: ProviderDeps): Promise<void> => workQueue(deps, 'mails', mailJob);

/** Lets the delays of retries pass. */
export async function passTime(db: Database, ms: number): Promise<void> {
  await db.$client.query(
    `update schedule.job set start_after = start_after - $1 * interval '1 millisecond' where state = 'retry'`,
    [ms],
  );
}
