import { asc, eq, lte, sql } from 'drizzle-orm';
import { describeError } from '@/lib/observability/describe-error';
import { blobReferences, blobReleases, blobs } from '@/provider/db/schema/blobs';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { removeStaged } from '@/provider/integrations/blobs/blob-store';
import type { MakeJob } from '@/provider/jobs/queues';
import { startRetention } from '@/provider/jobs/retention-clock';

type Deps = Pick<ProviderDeps, 'db' | 'blobs' | 'clock' | 'log'>;

const hourMs = 60 * 60_000;
/** No upload takes longer. */
const stagedMs = 24 * hourMs;

/** Deletes the objects whose releases are due and that nothing refers to. */
export async function purgeBlobs(deps: Deps, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (let isOver = false; !isOver && !signal.aborted;) {
    isOver = await purgeNext(deps, (error) => failures.push(error));
  }
  if (failures.length > 0) throw new Error('files could not be deleted', { cause: failures[0] });
}

/** Handles the next due release; true when none is left. One whose object cannot be deleted is postponed. */
async function purgeNext(
  { db, blobs: store, clock }: Deps,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  const now = clock();
  return inTransaction(db, async (tx) => {
    const [due] = await tx
      .select({ id: blobReleases.id, hash: blobReleases.hash })
      .from(blobReleases)
      .where(lte(blobReleases.dueAt, now))
      .orderBy(asc(blobReleases.dueAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return true;
    const { id, hash } = due;
    await tx.select({ hash: blobs.hash }).from(blobs).where(eq(blobs.hash, hash)).for('update');
    // Read only after the lock, so that a reference or a release that was added before is seen.
    const { rows } = await tx.execute<{ isUsed: boolean }>(sql`
      select exists (select from ${blobReferences} where hash = ${hash})
        or exists (select from ${blobReleases} where hash = ${hash} and due_at > ${now}) as "isUsed"`);
    if (rows[0]?.isUsed === false) {
      try {
        await store.delete(hash);
      } catch (error) {
        onFailure(error);
        await tx
          .update(blobReleases)
          .set({ dueAt: new Date(now.getTime() + hourMs) })
          .where(eq(blobReleases.id, id));
        return false;
      }
      await tx.delete(blobs).where(eq(blobs.hash, hash));
    }
    await tx.delete(blobReleases).where(eq(blobReleases.id, id));
    return false;
  });
}

/** Job that deletes stored files that nothing refers to any more. */
export const blobPurge: MakeJob = (deps) => ({
  name: 'blobs',
  cron: '*/5 * * * *',
  run: async (signal) => {
    const now = await startRetention(deps, 'blobs');
    await removeStaged(deps.blobs, new Date(now.getTime() - stagedMs));
    await purgeBlobs({ ...deps, clock: () => now }, signal).catch((error: unknown) => {
      deps.log.warn({ error: describeError(error) }, 'a stored file could not be deleted');
      throw error;
    });
  },
});
