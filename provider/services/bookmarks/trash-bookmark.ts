import type { Actor } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import type { BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import { getBookmark, lockBookmark } from '@/provider/services/bookmarks/find-bookmark';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

const erase = { name: 'erase-bookmark', text: 'delete from bookmarks where id = $1' };
const trash = {
  name: 'trash-bookmark',
  text: 'update bookmarks set deleted_at = $2, updated_at = $2 where id = $1 and deleted_at is null',
};
const restore = {
  name: 'restore-bookmark',
  text: 'update bookmarks set deleted_at = null, updated_at = $2 where id = $1 and deleted_at is not null',
};

/**
 * Moves a bookmark of the actor to the trash, where it keeps its collections; already there, it stays as it is. With
 * `isPermanent` it is erased, wherever it is. Throws NOT_FOUND.
 */
export function deleteBookmark(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  { isPermanent }: { isPermanent: boolean },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockBookmark(tx, actor.accountId, id);
    await tx.query(isPermanent ? { ...erase, values: [id] } : { ...trash, values: [id, clock()] });
  });
}

/** Takes a bookmark of the actor out of the trash; outside it, nothing changes. Throws NOT_FOUND. */
export function restoreBookmark({ db, clock }: Deps, actor: Actor, id: string): Promise<BookmarkRecord> {
  return inTransaction(db, async (tx) => {
    await lockBookmark(tx, actor.accountId, id);
    await tx.query({ ...restore, values: [id, clock()] });
    return getBookmark(tx, actor.accountId, id);
  });
}
