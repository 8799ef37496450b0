import type { Actor } from '@/provider/actor';
import { inTransaction, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { fileWordsOf, prepareFor } from '@/provider/services/bulk/journal';
import {
  batchRows,
  ownValues,
  requireNoneUnder,
  sealedValues,
  setSealed,
} from '@/provider/services/encryption/new-envelopes';
import { lockAllSpaces } from '@/provider/services/lock-spaces';

export interface ApplyKeyChange {
  /** How many bookmarks the caller has put aside. */
  count: number;
  /** Of all of them; absent: each keeps its own. */
  hint?: string | undefined;
  /** The key that is given up: none of the account's bookmarks may be left under it. */
  replaces?: string | undefined;
}

/** The first bookmark of every part, and how many all parts have. */
const findFences = {
  name: 'find-key-change-fences',
  text: `select bookmark_id as id, total from (
      select bookmark_id, row_number() over (order by bookmark_id) as place, (count(*) over ())::integer as total
      from key_change_rows where change_id = $1) r
    where (place - 1) % ${batchRows} = 0 order by place`,
};

const write = {
  name: 'write-put-aside',
  text: `update bookmarks b set ${setSealed}
    from (
      select bookmark_id, cipher, updated_at from key_change_rows
      where change_id = $${ownValues} and bookmark_id >= $${ownValues + 1} order by bookmark_id limit ${batchRows}
    ) u
    where b.id = u.bookmark_id and b.account_id = $${ownValues + 2} and b.encrypted and b.updated_at = u.updated_at`,
};

/**
 * Gives the actor's bookmarks the envelopes that were put aside, in one transaction, all or none. Answers how many they
 * are; asked again, the same. Throws NOT_FOUND for a change that is not the account's, and OUTDATED when it holds more
 * or fewer than the caller says, when one was changed or erased since, or when the key that is given up would keep a
 * bookmark.
 */
export function applyKeyChange(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  change: string,
  { count, hint, replaces }: ApplyKeyChange,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockAllSpaces(tx, accountId);
    const applied = await lockChange(tx, accountId, change);
    if (applied !== null) return applied;
    const { rows: fences } = await tx.query<{ id: string; total: number }>({
      ...findFences,
      values: [change],
    });
    if ((fences[0]?.total ?? 0) !== count) throw new Problem('OUTDATED');
    await prepareFor(tx, count);
    const values = sealedValues(clock(), hint);
    let written = 0;
    for (const { id } of fences) {
      const { rowCount } = await tx.query({ ...write, values: [...values, change, id, accountId] });
      written += rowCount ?? 0;
    }
    if (written !== count) throw new Problem('OUTDATED');
    if (replaces !== undefined) await requireNoneUnder(tx, accountId, replaces);
    await fileWordsOf(tx, count);
    await close(tx, change, count);
    return count;
  });
}

/** Waits until no part is on its way; answers what the change did already, null where it has done nothing yet. */
async function lockChange(tx: Queryable, accountId: string, change: string): Promise<number | null> {
  const { rows } = await tx.query<{ applied: number | null }>({
    name: 'lock-key-change',
    text: 'select applied from key_changes where id = $1 and account_id = $2 for update',
    values: [change, accountId],
  });
  if (!rows[0]) throw new Problem('NOT_FOUND');
  return rows[0].applied;
}

async function close(tx: Queryable, change: string, applied: number): Promise<void> {
  await tx.query('delete from key_change_rows where change_id = $1', [change]);
  await tx.query('update key_changes set applied = $2 where id = $1', [change, applied]);
}
