import { lt, or } from 'drizzle-orm';
import { emailCodes, sessions } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { purgeUnverified } from '@/provider/services/account/unverified-accounts';
import { undoableSince } from '@/provider/services/bulk/journal';
import { dropKeyChanges, keyChangeOver } from '@/provider/services/encryption/key-change';
import { purgeFavicons } from '@/provider/services/favicons';
import { forgetHits } from '@/provider/services/rate-limit';

const hourMs = 60 * 60_000;
/** Far longer than any window that is counted. */
const hitsKeptMs = 24 * hourMs;
/** How long an ended session can still be looked up when somebody asks what happened. */
const endedSessionsKeptMs = 30 * 24 * hourMs;

/**
 * Deletes expired codes, changes that can no longer be undone, unfinished key changes, old rate-limit windows and ended
 * sessions, accounts that were never verified nor used, and icons of sites without a bookmark.
 */
export async function tidy(deps: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock().getTime();
  await forgetHits(deps, new Date(now - hitsKeptMs));
  await deps.db.delete(emailCodes).where(lt(emailCodes.expiresAt, new Date(now - hourMs)));
  await deps.db.$client.query('delete from changes where created_at <= $1', [undoableSince(new Date(now))]);
  await dropKeyChanges(deps.db.$client, keyChangeOver(new Date(now)));
  const endedBefore = new Date(now - endedSessionsKeptMs);
  await deps.db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, endedBefore), lt(sessions.revokedAt, endedBefore)));
  await purgeUnverified(deps);
  await purgeFavicons(deps);
}
