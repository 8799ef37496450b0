import { and, asc, desc, eq, gt, lt, ne, type SQL } from 'drizzle-orm';
import type { BodyOf } from '@/provider/middleware/handler';
import { keyBetween, keyOfNew } from '@/lib/domain/order-key';
import type { Executor } from '@/provider/db/client';
import type { BookmarkRow, bookmarks, collections } from '@/provider/db/schema/library';

type Placement = BodyOf<'bookmarks.order'>;

/** A row of a manually ordered list. */
export type OrderedRow = Pick<BookmarkRow, 'id' | 'spaceId' | 'orderKey'>;

/** The row to move, with its account. */
type MovedRow = Pick<BookmarkRow, 'id' | 'accountId'>;

/** The manual order of a table's rows within their space. */
export interface ManualOrder {
  /** Moves a row next to the anchor, by updating this row only. Both must be in one space, which is locked. */
  place(tx: Executor, moved: MovedRow, anchor: OrderedRow, side: keyof Placement, now: Date): Promise<void>;
}

/** Creates the manual order of a table; `listed` is the condition for rows that are part of the list. */
export function manualOrder(of: typeof bookmarks | typeof collections, listed: SQL): ManualOrder {
  // Both tables have all columns that are used here.
  const table = of as typeof bookmarks;

  /**
   * Returns the nearest different key on one side of the anchor; null at the end of the list. Rows with the same key as
   * the anchor, which requires the same millisecond and random number, are treated like the anchor.
   */
  async function findNeighbor(
    tx: Executor,
    { spaceId, orderKey }: OrderedRow,
    moved: MovedRow,
    side: 'above' | 'below',
  ): Promise<string | null> {
    const isBeyond = side === 'above' ? lt(table.orderKey, orderKey) : gt(table.orderKey, orderKey);
    const direction = side === 'above' ? desc : asc;
    const [found] = await tx
      .select({ key: table.orderKey })
      .from(table)
      .where(
        and(
          eq(table.accountId, moved.accountId),
          eq(table.spaceId, spaceId),
          listed,
          isBeyond,
          ne(table.id, moved.id),
        ),
      )
      .orderBy(direction(table.orderKey), direction(table.id))
      .limit(1);
    return found?.key ?? null;
  }

  async function keyBefore(tx: Executor, anchor: OrderedRow, moved: MovedRow, now: Date): Promise<string> {
    const above = await findNeighbor(tx, anchor, moved, 'above');
    if (above !== null) return keyBetween(above, anchor.orderKey);
    // At the top, a key of the current time keeps rows that are added later above it.
    const top = keyOfNew(now);
    return top < anchor.orderKey ? top : keyBetween(null, anchor.orderKey);
  }

  return {
    place: async (tx, moved, anchor, side, now) => {
      const orderKey =
        side === 'before'
          ? await keyBefore(tx, anchor, moved, now)
          : keyBetween(anchor.orderKey, await findNeighbor(tx, anchor, moved, 'below'));
      await tx
        .update(table)
        .set({ orderKey, updatedAt: now })
        .where(and(eq(table.id, moved.id), eq(table.accountId, moved.accountId)));
    },
  };
}

/** Returns the anchor row of a placement, and the side of it. */
export const anchorOf = ({ after, before }: Placement): { id: string; side: keyof Placement } =>
  after === undefined ? { id: before ?? '', side: 'before' } : { id: after, side: 'after' };
