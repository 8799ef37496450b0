import { and, asc, desc, eq, gt, lt, ne, type SQL } from 'drizzle-orm';
import type { BodyOf } from '@/provider/middleware/handler';
import { keyAtTop, keyBetween, sequenceLimit } from '@/lib/domain/order-key';
import type { Executor } from '@/provider/db/client';
import type { BookmarkRow, bookmarks, collections } from '@/provider/db/schema/library';

type Placement = BodyOf<'bookmarks.order'>;

/** A row of a list in the manual order of its space. */
export type OrderedRow = Pick<BookmarkRow, 'id' | 'spaceId' | 'orderKey'>;

/** The row that is placed, with its account. */
type MovedRow = Pick<BookmarkRow, 'id' | 'accountId'>;

/** The manual order of a table's rows within their space. */
export interface ManualOrder {
  /** Places a row right beside the anchor, by writing the one row. Both must be of one space, which is locked. */
  place(tx: Executor, moved: MovedRow, anchor: OrderedRow, side: keyof Placement, now: Date): Promise<void>;
}

/** `listed` is the condition on a row that is part of the list. */
export function manualOrder(of: typeof bookmarks | typeof collections, listed: SQL): ManualOrder {
  // Of the columns that are used here, both have all.
  const table = of as typeof bookmarks;

  /**
   * The nearest different key on one side of the anchor, null at the end of the list. Rows that share the anchor's own
   * key, which only the same millisecond and the same draw can bring, count as the anchor.
   */
  async function findNeighbour(
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
    const above = await findNeighbour(tx, anchor, moved, 'above');
    if (above !== null) return keyBetween(above, anchor.orderKey);
    // At the very top a key of this moment keeps later rows above it, as they are above everything older.
    const top = keyAtTop(now, Math.floor(Math.random() * sequenceLimit));
    return top < anchor.orderKey ? top : keyBetween(null, anchor.orderKey);
  }

  return {
    place: async (tx, moved, anchor, side, now) => {
      const orderKey =
        side === 'before'
          ? await keyBefore(tx, anchor, moved, now)
          : keyBetween(anchor.orderKey, await findNeighbour(tx, anchor, moved, 'below'));
      await tx
        .update(table)
        .set({ orderKey, updatedAt: now })
        .where(and(eq(table.id, moved.id), eq(table.accountId, moved.accountId)));
    },
  };
}

/** The row that a placement names, and the side of it. */
export const anchorOf = ({ after, before }: Placement): { id: string; side: keyof Placement } =>
  after === undefined ? { id: before ?? '', side: 'before' } : { id: after, side: 'after' };
