import { keyAtTop, keyBetween, sequenceLimit } from '@/lib/domain/order-key';
import type { Actor } from '@/provider/actor';
import { inTransaction, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import type { BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import { findBookmark, getBookmark, lockBookmark } from '@/provider/services/bookmarks/find-bookmark';

export interface Placement {
  after?: string | undefined;
  before?: string | undefined;
}

const place = {
  name: 'place-bookmark',
  text: 'update bookmarks set order_key = $2, updated_at = $3 where id = $1',
};

const nearest = (compare: '<' | '>', direction: 'asc' | 'desc'): string => `
  select order_key as key from bookmarks
  where space_id = $1 and deleted_at is null and order_key ${compare} $2 and id <> $3
  order by order_key ${direction}, id ${direction} limit 1`;

const neighbour = {
  above: { name: 'bookmark-above', text: nearest('<', 'desc') },
  below: { name: 'bookmark-below', text: nearest('>', 'asc') },
};

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
    const anchor = await findBookmark(tx, actor.accountId, placement.after ?? placement.before ?? '');
    if (!anchor || anchor.spaceId !== moved.spaceId || anchor.deletedAt !== null)
      throw new Problem('NOT_FOUND');
    if (anchor.id === moved.id) return moved;
    const now = clock();
    const orderKey =
      placement.after === undefined
        ? await keyBefore(tx, anchor, moved.id, now)
        : keyBetween(anchor.orderKey, await findNeighbour(tx, anchor, moved.id, 'below'));
    await tx.query({ ...place, values: [id, orderKey, now] });
    return getBookmark(tx, actor.accountId, id);
  });
}

async function keyBefore(tx: Queryable, anchor: BookmarkRecord, movedId: string, now: Date): Promise<string> {
  const above = await findNeighbour(tx, anchor, movedId, 'above');
  if (above !== null) return keyBetween(above, anchor.orderKey);
  // At the very top a key of this moment keeps later bookmarks above it, as they are above everything older.
  const top = keyAtTop(now, Math.floor(Math.random() * sequenceLimit));
  return top < anchor.orderKey ? top : keyBetween(null, anchor.orderKey);
}

/**
 * The nearest different key on one side of the anchor, null at the end of the list. Rows that share the anchor's own
 * key, which only the same millisecond and the same draw can bring, count as the anchor.
 */
async function findNeighbour(
  tx: Queryable,
  { spaceId, orderKey }: BookmarkRecord,
  movedId: string,
  side: 'above' | 'below',
): Promise<string | null> {
  const { rows } = await tx.query<{ key: string }>({
    ...neighbour[side],
    values: [spaceId, orderKey, movedId],
  });
  return rows[0]?.key ?? null;
}
