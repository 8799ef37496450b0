import type { Actor } from '@/provider/actor';
import { inTransaction, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { eraseCopies } from '@/provider/services/bookmarks/erase-copies';
import { isUnchanged } from '@/provider/services/bookmarks/is-unchanged';
import { fileWordsOf, prepareFor } from '@/provider/services/bulk/journal';
import {
  batchRows,
  ownValues,
  requireNoneUnder,
  requireOnce,
  sealedValues,
  setSealed,
  type NewSeal,
} from '@/provider/services/encryption/new-envelopes';
import { lockAllSpaces } from '@/provider/services/lock-spaces';

export interface Reencrypt {
  items: readonly NewSeal[];
  /** Of all of them; absent: each keeps its own. */
  hint?: string | undefined;
  /** The key that is given up: none of the account's bookmarks may be left under it. */
  replaces?: string | undefined;
}

interface Current {
  id: string;
  encrypted: boolean;
  updatedAt: string;
  title: string | null;
  url: string | null;
  domain: string | null;
}

const read = {
  name: 'read-to-encrypt',
  text: `select b.id, b.encrypted, (b.updated_at at time zone 'UTC')::text as "updatedAt", b.title, b.url, b.domain
    from bookmarks b where b.id = any ($1::uuid[]) and b.account_id = $2`,
};

const write = {
  name: 'write-encrypted',
  text: `update bookmarks b set ${setSealed}
    from unnest($${ownValues}::uuid[], $${ownValues + 1}::text[]) u (id, cipher) where b.id = u.id`,
};

/**
 * Gives many bookmarks of the actor a new envelope, in whatever space and in the trash, all or none. Those that were
 * readable lose every readable copy in the same transaction. Answers how many they are. Throws VALIDATION_FAILED when
 * one is named twice, NOT_FOUND, and OUTDATED when one was changed since the caller read it, or when the key that is
 * given up would keep a bookmark.
 */
export async function reencrypt(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  { items, hint, replaces }: Reencrypt,
): Promise<number> {
  requireOnce(items);
  return inTransaction(db, async (tx) => {
    await lockAllSpaces(tx, accountId);
    await prepareFor(tx, items.length);
    const now = clock();
    for (let from = 0; from < items.length; from += batchRows) {
      const batch = items.slice(from, from + batchRows);
      const current = await readUnchanged(tx, accountId, batch);
      const readable = current.filter(({ encrypted }) => !encrypted);
      await eraseCopies(tx, accountId, readable);
      const ciphers = [batch.map(({ uuid }) => uuid), batch.map(({ cipher }) => cipher)];
      await tx.query({ ...write, values: [...sealedValues(now, hint), ...ciphers] });
    }
    if (replaces !== undefined) await requireNoneUnder(tx, accountId, replaces);
    await fileWordsOf(tx, items.length);
    return items.length;
  });
}

/** The bookmarks as they stand. Throws NOT_FOUND unless all are there, OUTDATED unless all are as the caller has them. */
async function readUnchanged(
  tx: Queryable,
  accountId: string,
  items: readonly NewSeal[],
): Promise<Current[]> {
  const { rows } = await tx.query<Current>({ ...read, values: [items.map(({ uuid }) => uuid), accountId] });
  if (rows.length < items.length) throw new Problem('NOT_FOUND');
  const known = new Map(items.map(({ uuid, updatedAt }) => [uuid, updatedAt]));
  if (!rows.every((row) => isUnchanged(row, known.get(row.id) ?? ''))) throw new Problem('OUTDATED');
  return rows;
}
