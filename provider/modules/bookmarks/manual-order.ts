import type { BodyOf } from '@/provider/middleware/handler';
import { keyAtTop, keyBetween, sequenceLimit } from '@/lib/domain/order-key';
import type { BookmarkRow } from '@/provider/db/schema/library';
import type { Queryable } from '@/provider/db/transaction';

type Placement = BodyOf<'bookmarks.order'>;

/** A row of a list in the manual order of its space. */
export type OrderedRow = Pick<BookmarkRow, 'id' | 'spaceId' | 'orderKey'>;

/** The row that is placed, with its account. */
type MovedRow = Pick<BookmarkRow, 'id' | 'accountId'>;

/** The manual order of a table's rows within their space. */
export interface ManualOrder {
  /** Places a row right beside the anchor, by writing the one row. Both must be of one space, which is locked. */
  place(tx: Queryable, moved: MovedRow, anchor: OrderedRow, side: keyof Placement, now: Date): Promise<void>;
}

/** `listed` is the condition on a row that is part of the list. */
export function manualOrder(table: 'bookmarks' | 'collections', listed: string): ManualOrder {
  const write = {
    name: `place-in-${table}`,
    text: `update ${table} set order_key = $2, updated_at = $3 where id = $1 and account_id = $4`,
  };
  const nearest = (compare: '<' | '>', direction: 'asc' | 'desc'): string => `
    select order_key as key from ${table}
    where account_id = $4 and space_id = $1 and ${listed} and order_key ${compare} $2 and id <> $3
    order by order_key ${direction}, id ${direction} limit 1`;
  const neighbour = {
    above: { name: `above-in-${table}`, text: nearest('<', 'desc') },
    below: { name: `below-in-${table}`, text: nearest('>', 'asc') },
  };

  /**
   * The nearest different key on one side of the anchor, null at the end of the list. Rows that share the anchor's own
   * key, which only the same millisecond and the same draw can bring, count as the anchor.
   */
  async function findNeighbour(
    tx: Queryable,
    { spaceId, orderKey }: OrderedRow,
    moved: MovedRow,
    side: 'above' | 'below',
  ): Promise<string | null> {
    const { rows } = await tx.query<{ key: string }>({
      ...neighbour[side],
      values: [spaceId, orderKey, moved.id, moved.accountId],
    });
    return rows[0]?.key ?? null;
  }

  async function keyBefore(tx: Queryable, anchor: OrderedRow, moved: MovedRow, now: Date): Promise<string> {
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
      await tx.query({ ...write, values: [moved.id, orderKey, now, moved.accountId] });
    },
  };
}

/** The row that a placement names, and the side of it. */
export const anchorOf = ({ after, before }: Placement): { id: string; side: keyof Placement } =>
  after === undefined ? { id: before ?? '', side: 'before' } : { id: after, side: 'after' };
