import { limits } from '@/lib/contract/limits';
import type { Actor } from '@/provider/actor';
import { inTransaction, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { isUnchanged } from '@/provider/services/bookmarks/is-unchanged';
import { requireOnce, type NewSeal } from '@/provider/services/encryption/new-envelopes';
import { lockAllSpaces } from '@/provider/services/lock-spaces';
import { newId } from '@/provider/services/new-id';

const hourMs = 60 * 60_000;

/** A change that began before this is dropped, with what it has put aside. */
export const keyChangeOver = (now: Date): Date => new Date(now.getTime() - limits.keyChangeHours * hourMs);

/** Drops changes of all accounts that began until then. */
export const dropKeyChanges = (db: Queryable, until: Date): Promise<unknown> =>
  db.query('delete from key_changes where created_at <= $1', [until]);

/**
 * Begins a change of a key that comes in parts, in the place of one that the account began before. Answers its uuid.
 */
export function beginKeyChange(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    // Two that begin at once come one after the other.
    await lockAllSpaces(tx, accountId);
    await tx.query('delete from key_changes where account_id = $1', [accountId]);
    const id = newId();
    await tx.query('insert into key_changes (id, account_id, created_at) values ($1, $2, $3)', [
      id,
      accountId,
      clock(),
    ]);
    return id;
  });
}

const findOpen = {
  name: 'find-key-change',
  text: 'select applied is not null as "isOver" from key_changes where id = $1 and account_id = $2 for key share',
};

// The time of change is read by the statement that puts the envelope aside: nothing can come between the two.
const putAside = {
  name: 'put-envelopes-aside',
  text: `insert into key_change_rows (change_id, bookmark_id, cipher, updated_at)
    select $1, b.id, u.cipher, b.updated_at from unnest($3::uuid[], $4::text[]) u (id, cipher)
    join bookmarks b on b.id = u.id and b.account_id = $2 and b.encrypted
    on conflict (change_id, bookmark_id) do update set cipher = excluded.cipher, updated_at = excluded.updated_at
    returning bookmark_id as id, (updated_at at time zone 'UTC')::text as "updatedAt"`,
};

const findSize = {
  name: 'size-of-key-change',
  text: `select coalesce(sum(octet_length(cipher)), 0)::float8 as bytes from key_change_rows where change_id = $1`,
};

/**
 * Puts new envelopes of the actor's encrypted bookmarks aside, all or none. Answers how many they are. Throws
 * VALIDATION_FAILED when one is named twice, NOT_FOUND for a change or an encrypted bookmark that is not the account's,
 * OUTDATED when one was changed since the caller read it or when the change is applied already, and QUOTA_EXCEEDED when
 * what was put aside is more than the account may store.
 */
export function addToKeyChange(
  { db, config }: Pick<ProviderDeps, 'db' | 'config'>,
  { accountId }: Actor,
  change: string,
  items: readonly NewSeal[],
): Promise<number> {
  requireOnce(items);
  return inTransaction(db, async (tx) => {
    const { rows: changes } = await tx.query<{ isOver: boolean }>({
      ...findOpen,
      values: [change, accountId],
    });
    if (!changes[0]) throw new Problem('NOT_FOUND');
    if (changes[0].isOver) throw new Problem('OUTDATED');
    const known = new Map(items.map(({ uuid, updatedAt }) => [uuid, updatedAt]));
    const ciphers = [items.map(({ uuid }) => uuid), items.map(({ cipher }) => cipher)];
    const { rows } = await tx.query<{ id: string; updatedAt: string }>({
      ...putAside,
      values: [change, accountId, ...ciphers],
    });
    if (rows.length < items.length) throw new Problem('NOT_FOUND');
    if (!rows.every((row) => isUnchanged(row, known.get(row.id) ?? ''))) throw new Problem('OUTDATED');
    const { rows: sizes } = await tx.query<{ bytes: number }>({ ...findSize, values: [change] });
    if ((sizes[0]?.bytes ?? 0) > (config.storageQuotaBytes ?? Infinity)) throw new Problem('QUOTA_EXCEEDED');
    return rows.length;
  });
}
