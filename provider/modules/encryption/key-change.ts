import type { BodyOf } from '@/provider/middleware/handler';
import { limits } from '@/lib/contract/limits';
import type { Actor } from '@/provider/actor';
import { newId } from '@/provider/db/client';
import { inTransaction, lockAllSpaces, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { contentColumns, contentValues, encryptedContent } from '@/provider/modules/bookmarks/content';
import { isUnchanged } from '@/provider/modules/bookmarks/queries';
import { fileWordsOf, prepareFor } from '@/provider/modules/bulk/journal';
import { Problem } from '@/provider/problem';

/** A new envelope of a bookmark that is encrypted with another key. */
export type NewEnvelope = BodyOf<'bookmarks.reencrypt'>['items'][number];

/** As many bookmarks as one statement reads or writes. */
export const batchRows = 5_000;

const ofEach: Partial<Record<string, string>> = {
  cipher: 'u.cipher',
  hint: `case when $2::text is null then b.hint else nullif($2, '') end`,
};
/** What is the same in every encrypted bookmark, by column. */
const ofAll = contentValues(encryptedContent('', null)).flatMap((value, at) => {
  const column = contentColumns[at] ?? '';
  return column in ofEach ? [] : [{ column, value }];
});

/**
 * What an update sets that gives `bookmarks b` the envelopes of `u (cipher)`. Its values come first, see
 * {@link encryptedValues}; those of the statement's own are numbered from `ownValues` on.
 */
export const setEncrypted = `updated_at = $1, extra = null,
  ${Object.entries(ofEach)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ')},
  ${ofAll.map(({ column }, at) => `${column} = $${at + 3}`).join(', ')}`;

/** With a hint for all of them; without one each keeps its own. */
export const encryptedValues = (now: Date, hint: string | undefined): unknown[] => [
  now,
  hint ?? null,
  ...ofAll.map(({ value }) => value),
];

export const ownValues = ofAll.length + 3;

/** Throws VALIDATION_FAILED where a bookmark is named twice. */
export function requireOnce(items: readonly NewEnvelope[]): void {
  const seen = new Set<string>();
  for (const [at, { uuid }] of items.entries()) {
    if (seen.has(uuid)) {
      const issues = [{ path: `items.${at}.uuid`, code: 'repeated_uuid' as const }];
      throw new Problem('VALIDATION_FAILED', { issues });
    }
    seen.add(uuid);
  }
}

const findLeft = {
  name: 'find-left-under-key',
  text: 'select 1 from bookmarks b where b.account_id = $1 and b.encrypted and mw_key_id(b.cipher) = $2 limit 1',
};

/** Throws OUTDATED where a key that is given up would keep a bookmark of the account. */
export async function requireNoneUnder(tx: Queryable, accountId: string, key: string): Promise<void> {
  const { rowCount } = await tx.query({ ...findLeft, values: [accountId, key] });
  if (rowCount !== 0) throw new Problem('OUTDATED');
}

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
  text: `insert into key_change_rows (account_id, change_id, bookmark_id, cipher, updated_at)
    select b.account_id, $1, b.id, u.cipher, b.updated_at from unnest($3::uuid[], $4::text[]) u (id, cipher)
    join bookmarks b on b.id = u.id and b.account_id = $2 and b.encrypted
    on conflict (account_id, change_id, bookmark_id) do update set cipher = excluded.cipher, updated_at = excluded.updated_at
    returning bookmark_id as id, (updated_at at time zone 'UTC')::text as "updatedAt"`,
};

const findSize = {
  name: 'size-of-key-change',
  text: `select coalesce(sum(octet_length(cipher)), 0)::float8 as bytes from key_change_rows
    where account_id = $2 and change_id = $1`,
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
  items: readonly NewEnvelope[],
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
    const { rows: sizes } = await tx.query<{ bytes: number }>({
      ...findSize,
      values: [change, accountId],
    });
    if ((sizes[0]?.bytes ?? 0) > (config.storageQuotaBytes ?? Infinity)) throw new Problem('QUOTA_EXCEEDED');
    return rows.length;
  });
}

/** The first bookmark of every part, and how many all parts have. */
const findFences = {
  name: 'find-key-change-fences',
  text: `select bookmark_id as id, total from (
      select bookmark_id, row_number() over (order by bookmark_id) as place, (count(*) over ())::integer as total
      from key_change_rows where account_id = $2 and change_id = $1) r
    where (place - 1) % ${batchRows} = 0 order by place`,
};

const write = {
  name: 'write-put-aside',
  text: `update bookmarks b set ${setEncrypted}
    from (
      select bookmark_id, cipher, updated_at from key_change_rows
      where account_id = $${ownValues + 2} and change_id = $${ownValues} and bookmark_id >= $${ownValues + 1} order by bookmark_id limit ${batchRows}
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
  { count, hint, replaces }: BodyOf<'bookmarks.applyKeyChange'>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockAllSpaces(tx, accountId);
    const applied = await lockChange(tx, accountId, change);
    if (applied !== null) return applied;
    const { rows: fences } = await tx.query<{ id: string; total: number }>({
      ...findFences,
      values: [change, accountId],
    });
    if ((fences[0]?.total ?? 0) !== count) throw new Problem('OUTDATED');
    await prepareFor(tx, count);
    const values = encryptedValues(clock(), hint);
    let written = 0;
    for (const { id } of fences) {
      const { rowCount } = await tx.query({ ...write, values: [...values, change, id, accountId] });
      written += rowCount ?? 0;
    }
    if (written !== count) throw new Problem('OUTDATED');
    if (replaces !== undefined) await requireNoneUnder(tx, accountId, replaces);
    await fileWordsOf(tx, count);
    await close(tx, accountId, change, count);
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

async function close(tx: Queryable, accountId: string, change: string, applied: number): Promise<void> {
  await tx.query('delete from key_change_rows where account_id = $1 and change_id = $2', [accountId, change]);
  await tx.query('update key_changes set applied = $3 where account_id = $1 and id = $2', [
    accountId,
    change,
    applied,
  ]);
}
