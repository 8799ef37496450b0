import { limits } from '@/lib/contract/limits';
import { inTransaction, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';

const dayMs = 24 * 60 * 60_000;

/** As many as are erased at once: nobody who writes to the space waits for longer than that takes. */
export const purgeBatch = 1_000;

/** Erases what has been in the trash for longer than anything stays there, some at a time, space by space. */
export async function purgeTrash({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - limits.trashDays * dayMs);
  for (let isOver = false; !isOver;) isOver = await inTransaction(db, (tx) => purgeSome(tx, before));
}

/** Erases some of what one space has to erase; true when there is none. What is restored meanwhile stays. */
async function purgeSome(tx: Queryable, before: Date): Promise<boolean> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'lock-space-to-purge',
    text: `select id from spaces
      where id = (select space_id from bookmarks where deleted_at < $1 order by deleted_at limit 1)
      for no key update`,
    values: [before],
  });
  const [space] = rows;
  if (!space) return true;
  await tx.query({
    name: 'purge-trash',
    text: `delete from bookmarks where id in (
      select id from bookmarks where space_id = $1 and deleted_at < $2 order by deleted_at limit ${purgeBatch})`,
    values: [space.id, before],
  });
  return false;
}
