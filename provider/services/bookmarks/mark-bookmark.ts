import type { Actor } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import type { BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import { getBookmark, lockBookmark } from '@/provider/services/bookmarks/find-bookmark';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

const favor = {
  name: 'favorite-bookmark',
  text: 'update bookmarks set favorite = $2, updated_at = $3 where id = $1',
};
const visit = {
  name: 'visit-bookmark',
  text: 'update bookmarks set visits = visits + 1, last_accessed_at = $3 where id = $1 and account_id = $2',
};

/** Marks or unmarks a favorite of the actor. Throws NOT_FOUND. */
export function setFavorite(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  favorite: boolean,
): Promise<BookmarkRecord> {
  return inTransaction(db, async (tx) => {
    await lockBookmark(tx, actor.accountId, id);
    await tx.query({ ...favor, values: [id, favorite, clock()] });
    return getBookmark(tx, actor.accountId, id);
  });
}

/** Counts a visit of a bookmark of the actor. It changes nothing that a space counts, so no space is locked. */
export async function recordVisit({ db, clock }: Deps, actor: Actor, id: string): Promise<void> {
  const { rowCount } = await db.$client.query({ ...visit, values: [id, actor.accountId, clock()] });
  if (rowCount === 0) throw new Problem('NOT_FOUND');
}
