import type { Actor } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import type { CollectionRecord } from '@/provider/services/collections/collection-record';
import {
  findCollectionRow,
  getCollectionRow,
  lockCollectionRow,
} from '@/provider/services/collections/collection-rows';
import { anchorOf, manualOrder, type Placement } from '@/provider/services/manual-order';

const order = manualOrder('collections', 'true');

/**
 * Places a collection of the actor right after or right before another one in the manual order of their space, by
 * writing the one row. Throws NOT_FOUND for either, also when they are not of one space.
 */
export function orderCollection(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  id: string,
  placement: Placement,
): Promise<CollectionRecord> {
  return inTransaction(db, async (tx) => {
    const moved = await lockCollectionRow(tx, accountId, id);
    const { id: anchorId, side } = anchorOf(placement);
    const anchor = await findCollectionRow(tx, accountId, anchorId);
    if (anchor?.spaceId !== moved.spaceId) throw new Problem('NOT_FOUND');
    if (anchor.id === moved.id) return moved;
    await order.place(tx, moved, anchor, side, clock());
    return getCollectionRow(tx, accountId, id);
  });
}
