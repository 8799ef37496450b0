import { lt, sql } from 'drizzle-orm';
import { serviceLimits } from '@/lib/contract/service-limits';
import { errorCounts } from '@/provider/db/schema/admin';
import type { ProviderDeps } from '@/provider/deps';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;
type Kind = 'response' | 'job';

const dayMs = 24 * 60 * 60_000;

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

async function addErrors({ db, clock }: Deps, kind: Kind, count: number): Promise<void> {
  await db
    .insert(errorCounts)
    .values({ day: dayOf(clock()), kind, count })
    .onConflictDoUpdate({
      target: [errorCounts.day, errorCounts.kind],
      set: { count: sql`${errorCounts.count} + excluded.count` },
    });
}

/**
 * Counts errors of one kind by day, for the administrators. At most one statement runs at a time: errors that occur
 * while it runs are counted together by the next one. Counts are lost while the database is unavailable, but the errors
 * are logged.
 */
export function createErrorCounter(deps: Deps, kind: Kind): () => void {
  let pending = 0;
  let isRunning = false;
  async function flush(): Promise<void> {
    isRunning = true;
    while (pending > 0) {
      const count = pending;
      pending = 0;
      await addErrors(deps, kind, count).catch(() => undefined);
    }
    isRunning = false;
  }
  return () => {
    pending += 1;
    if (!isRunning) void flush();
  };
}

/** Deletes counts that are no longer displayed. */
export async function purgeErrorCounts({ db, clock }: Deps): Promise<void> {
  await db
    .delete(errorCounts)
    .where(lt(errorCounts.day, dayOf(new Date(clock().getTime() - 2 * serviceLimits.statsDays * dayMs))));
}
