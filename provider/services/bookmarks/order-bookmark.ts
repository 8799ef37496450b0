import type { Actor } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import type { BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import { findBookmark, getBookmark, lockBookmark } from '@/provider/services/bookmarks/find-bookmark';
import { anchorOf, manualOrder, type Placement } from '@/provider/services/manual-order';

const order = manualOrder('bookmarks', 'deleted_at is null');

/**
 * Places a bookmark of the actor right after or right before another one in the manual order of their space, by writing
 * the one row. Throws NOT_FOUND for either, also when they are not of one space or the other one is in the trash.
 */
export function orderBookmark(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
  placement: Placement,
): Promise<BookmarkRecord> {
  return inTransaction(db, async (tx) => {
    const moved = await lockBookmark(tx, actor.accountId, id);
    const { id: anchorId, side } = anchorOf(placement);
    const anchor = await findBookmark(tx, actor.accountId, anchorId);
    if (!anchor || anchor.spaceId !== moved.spaceId || anchor.deletedAt !== null)
      throw new Problem('NOT_FOUND');
    if (anchor.id === moved.id) return moved;
    await order.place(tx, moved, anchor, side, clock());
    return getBookmark(tx, actor.accountId, id);
  });
}
