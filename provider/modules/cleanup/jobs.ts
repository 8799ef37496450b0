import { lt, lte, or, sql } from 'drizzle-orm';
import { limits } from '@/lib/contract/limits';
import { connectCodes, emailCodes, sessions } from '@/provider/db/schema/accounts';
import { changes } from '@/provider/db/schema/changes';
import type { Executor } from '@/provider/db/client';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';
import { deleteHits } from '@/provider/middleware/rate-limit';
import { purgeUnverified } from '@/provider/modules/account/queries';
import { purgeAudit } from '@/provider/modules/audit/audit';
import { purgeTokenCalls } from '@/provider/modules/auth/token-calls';
import { purgeErrorCounts } from '@/provider/modules/admin/errors';
import { purgeBilling } from '@/provider/modules/billing/jobs';
import { undoableSince } from '@/provider/modules/bookmarks/journal';
import { forgetFilesOfCollections } from '@/provider/modules/covers/collection-store';
import { deleteKeyChanges, keyChangeExpiry } from '@/provider/modules/encryption/key-change';
import { purgeEvents } from '@/provider/modules/events/feed';
import { purgeFavicons } from '@/provider/modules/favicons/favicons';
import { purgeFeedback } from '@/provider/modules/feedback/service';
import { startRetention } from '@/provider/jobs/retention-clock';
import { purgeIdempotencyKeys } from '@/provider/modules/idempotency/idempotency-keys';
import { purgeRelatedWords } from '@/provider/modules/meanings/related-words';

const dayMs = 24 * 60 * 60_000;

/** Batch size: a writer to the space waits for one batch at most. */
export const purgeBatch = 1_000;

/** Deletes bookmarks whose retention period in the trash has ended, in batches, space by space. */
export async function purgeTrash({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - limits.trashDays * dayMs);
  for (let isOver = false; !isOver;) isOver = await inTransaction(db, (tx) => purgeBatchOfSpace(tx, before));
}

/** Deletes a batch of one space; true when nothing is left. Bookmarks restored in the meantime are kept. */
async function purgeBatchOfSpace(tx: Executor, before: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ accountId: string; id: string }>(
    sql`select account_id as "accountId", id from spaces
      where (account_id, id) = (select account_id, space_id from bookmarks where deleted_at < ${before} order by deleted_at limit 1)
      for no key update`,
  );
  const [space] = rows;
  if (!space) return true;
  await tx.execute(
    sql`delete from bookmarks where account_id = ${space.accountId} and id in (
      select id from bookmarks
      where account_id = ${space.accountId} and space_id = ${space.id} and deleted_at < ${before}
      order by deleted_at limit ${purgeBatch})`,
  );
  return false;
}

/** Returns the dependencies of a scheduled run, whose clock is the time up to which it may delete. */
async function withRetention(deps: ProviderDeps, job: string): Promise<ProviderDeps> {
  const now = await startRetention(deps, job);
  return { ...deps, clock: () => now };
}

/** Job that deletes expired bookmarks from the trash. */
export const purge: MakeJob = (deps) => ({
  name: 'purge',
  cron: '37 * * * *',
  run: async () => purgeTrash(await withRetention(deps, 'purge')),
});

const hourMs = 60 * 60_000;
/** How long ended sessions are retained for inquiries. */
const endedSessionRetentionMs = 30 * 24 * hourMs;

/**
 * Deletes expired codes, old idempotency keys, changes that can no longer be undone, unfinished key changes, old rate
 * limit windows, ended sessions, bug reports, audit entries, events, calls of assistants, error counts, payment events
 * and checkouts, accounts that
 * were never verified nor used, icons of sites without a bookmark, and old related words.
 */
export async function cleanUp(deps: Pick<ProviderDeps, 'db' | 'clock' | 'config'>): Promise<void> {
  const now = deps.clock().getTime();
  await deleteHits(deps, new Date(now - hourMs));
  await deps.db.delete(emailCodes).where(lt(emailCodes.expiresAt, new Date(now - hourMs)));
  await deps.db.delete(connectCodes).where(lt(connectCodes.expiresAt, new Date(now - dayMs)));
  await deps.db.delete(changes).where(lte(changes.createdAt, undoableSince(new Date(now))));
  await forgetFilesOfCollections(deps);
  await deleteKeyChanges(deps.db, keyChangeExpiry(new Date(now)));
  await purgeIdempotencyKeys(deps.db, new Date(now));
  const endedBefore = new Date(now - endedSessionRetentionMs);
  await deps.db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, endedBefore), lt(sessions.revokedAt, endedBefore)));
  await purgeBilling(deps);
  await purgeFeedback(deps);
  await purgeAudit(deps);
  await purgeEvents(deps);
  await purgeTokenCalls(deps);
  await purgeErrorCounts(deps);
  await purgeUnverified(deps);
  await purgeFavicons(deps);
  await purgeRelatedWords(deps);
}

/** Job that deletes expired rows. */
export const cleanup: MakeJob = (deps) => ({
  name: 'cleanup',
  cron: '17 * * * *',
  run: async () => cleanUp(await withRetention(deps, 'cleanup')),
});
