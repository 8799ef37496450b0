import type { BulkInput } from '@/lib/contract/schemas/bulk';
import { parseTags } from '@/lib/domain/tags';
import type { Actor } from '@/provider/actor';
import { inTransaction, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { resolveChosen, type Reader } from '@/provider/services/collections/resolve-filters';
import { Problem } from '@/provider/problem';
import { beginChange, closeChange, type Change, type Written } from '@/provider/services/bulk/journal';
import { copyMany, moveMany, removeManyFrom } from '@/provider/services/bulk/link-many';
import { eraseMany, markMany, restoreMany, trashMany } from '@/provider/services/bulk/mark-many';
import { selectBookmarks, selectNamed, spacesOf, type Selection } from '@/provider/services/bulk/selection';
import { tagMany, untagMany } from '@/provider/services/bulk/tag-many';
import { lockSpaces } from '@/provider/services/lock-spaces';

/**
 * Does one thing to many bookmarks of the actor's space: to all of them or, when something is not as the call has it,
 * to none. Named bookmarks may be in other spaces, unless the change concerns collections. However many they are, it takes the same few statements; only words pass through this program, some
 * thousands at a time. Throws SPACE_NOT_FOUND, NOT_FOUND, SMART_COLLECTION and VALIDATION_FAILED.
 */
export async function changeMany(
  deps: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  input: BulkInput,
  reader: Reader,
): Promise<Written> {
  const { db, clock } = deps;
  const chosen = await resolveChosen(deps, actor.spaceId, input, reader);
  const spaces = new Set([actor.spaceId]);
  if (input.action === 'move' && input.space !== undefined) spaces.add(input.space);
  const across = involvesCollections(input) ? undefined : input.uuids;
  if (across !== undefined) {
    for (const id of await spacesOf(db.$client, actor.accountId, across)) spaces.add(id);
  }
  return inTransaction(db, async (tx) => {
    const locked = await lockSpaces(tx, actor.accountId, [...spaces]);
    if (locked < spaces.size) throw new Problem('SPACE_NOT_FOUND');
    const selection =
      across === undefined
        ? await selectBookmarks(tx, actor.spaceId, chosen)
        : await selectNamed(tx, [...spaces], across);
    if (input.action === 'erase') return { affected: await eraseMany(tx, selection), undo: null };
    const change = beginChange(actor, clock());
    return closeChange(tx, change, await apply(tx, change, selection, input));
  });
}

const involvesCollections = ({ action }: BulkInput): boolean =>
  action === 'move' || action === 'copy' || action === 'removeFrom';

type Undoable = Exclude<BulkInput, { action: 'erase' }>;

function apply(tx: Queryable, change: Change, selection: Selection, input: Undoable): Promise<number> {
  switch (input.action) {
    case 'move':
      return moveMany(tx, change, selection, { ...input, spaceId: input.space ?? change.spaceId });
    case 'copy':
      return copyMany(tx, change, selection, input.collection);
    case 'removeFrom':
      return removeManyFrom(tx, change, selection, input.collection);
    case 'tag':
      return tagMany(tx, change, selection, parseTags(input.tags));
    case 'untag':
      return untagMany(tx, change, selection, parseTags(input.tags));
    case 'favorite':
      return markMany(tx, change, selection, { field: 'favorite', value: input.favorite });
    case 'highlight':
      return markMany(tx, change, selection, { field: 'highlighted', value: input.highlighted });
    case 'delete':
      return trashMany(tx, change, selection);
    case 'restore':
      return restoreMany(tx, change, selection);
  }
}
