import { and, eq, lte, sql, type SQL } from 'drizzle-orm';
import type { BodyOf } from '@/provider/middleware/handler';
import { serviceLimits } from '@/lib/contract/service-limits';
import { split } from '@/lib/utils/split';
import type { Actor } from '@/provider/actor';
import { executePrepared, inline, newId, type Executor } from '@/provider/db/client';
import { keyChangeRows, keyChanges } from '@/provider/db/schema/changes';
import { bookmarks } from '@/provider/db/schema/library';
import { inTransaction, lockAllSpaces } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { encryptedContent } from '@/provider/modules/bookmarks/content';
import { isUnchanged } from '@/provider/modules/bookmarks/queries';
import { prepareBulkChange } from '@/provider/modules/bookmarks/journal';
import { Problem } from '@/provider/problem';

/** A new envelope of a bookmark that is encrypted with another key. */
export type NewEnvelope = BodyOf<'bookmarks.reencrypt'>['items'][number];

/** Maximum number of bookmarks that one statement reads or writes. */
const batchRows = 5_000;

/** Limits of a statement: the driver copies the envelopes, and keeps a buffer as long as the longest statement. */
export const statementRoom = { items: batchRows, characters: 3 * 1024 * 1024 };

/** Returns assignments of the columns that are equal in all encrypted bookmarks. */
function encryptedAssignments(): SQL[] {
  const { cipher: _, hint: __, ...content } = encryptedContent('', null);
  const keys = Object.keys(content) as (keyof typeof content)[];
  return keys.map((key) => sql`${sql.identifier(bookmarks[key].name)} = ${sql.param(content[key])}`);
}

/**
 * Returns the assignments of an update that writes the envelopes of `u (cipher)` to `bookmarks b`. A hint is set for
 * all of them; without one each keeps its own.
 */
export const setEncrypted = (now: Date, hint: string | undefined): SQL =>
  sql.join(
    [
      sql`updated_at = ${now}`,
      sql`extra = null`,
      sql`cipher = u.cipher`,
      ...(hint === undefined ? [] : [sql`hint = nullif(${hint}, '')`]),
      ...encryptedAssignments(),
    ],
    sql`, `,
  );

/** Returns the bookmarks and their new envelopes as rows. */
export const envelopesOf = (items: readonly NewEnvelope[]): SQL =>
  sql`unnest(${sql.param(items.map(({ uuid }) => uuid))}::uuid[], ${sql.param(items.map(({ cipher }) => cipher))}::text[])`;

/** Throws VALIDATION_FAILED for a repeated uuid. */
export function rejectRepeated(items: readonly NewEnvelope[]): void {
  const seen = new Set<string>();
  for (const [at, { uuid }] of items.entries()) {
    if (seen.has(uuid)) {
      const issues = [{ path: `items.${at}.uuid`, code: 'repeated_uuid' as const }];
      throw new Problem('VALIDATION_FAILED', { issues });
    }
    seen.add(uuid);
  }
}

/** Throws NOT_FOUND if an item has no row, and OUTDATED if a row has changed since the caller read it. */
export function requireUnchanged(
  rows: readonly { readonly id: string; readonly updatedAt: string }[],
  items: readonly NewEnvelope[],
): void {
  if (rows.length < items.length) throw new Problem('NOT_FOUND');
  const known = new Map(items.map(({ uuid, updatedAt }) => [uuid, updatedAt]));
  if (!rows.every((row) => isUnchanged(row, known.get(row.id) ?? ''))) throw new Problem('OUTDATED');
}

/** Throws OUTDATED if a bookmark of the account is still encrypted with the replaced key. */
export async function requireKeyUnused(tx: Executor, accountId: string, key: string): Promise<void> {
  const { rowCount } = await executePrepared(
    tx,
    'find-left-under-key',
    sql`select 1 from bookmarks b
      where b.account_id = ${accountId} and b.encrypted and mw_key_id(b.cipher) = ${key} limit 1`,
  );
  if (rowCount !== 0) throw new Problem('OUTDATED');
}

const hourMs = 60 * 60_000;

/** Returns the time before which started changes are deleted, together with their uploaded envelopes. */
export const keyChangeExpiry = (now: Date): Date =>
  new Date(now.getTime() - serviceLimits.keyChangeHours * hourMs);

/** Deletes changes of all accounts that were started until the given time. */
export async function deleteKeyChanges(db: Executor, until: Date): Promise<void> {
  await db.delete(keyChanges).where(lte(keyChanges.createdAt, until));
}

/** Starts a key change that is uploaded in parts; it replaces an earlier one of the account. Returns its uuid. */
export function beginKeyChange(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    // Serializes concurrent calls.
    await lockAllSpaces(tx, accountId);
    await tx.delete(keyChanges).where(eq(keyChanges.accountId, accountId));
    const id = newId();
    await tx.insert(keyChanges).values({ id, accountId, createdAt: clock() });
    return id;
  });
}

const isChange = (accountId: string, id: string) =>
  and(eq(keyChanges.id, id), eq(keyChanges.accountId, accountId));
const isRowOf = (accountId: string, change: string) =>
  and(eq(keyChangeRows.accountId, accountId), eq(keyChangeRows.changeId, change));

// The modification time is read by the statement that stages the envelope, so that it cannot change in between.
const stageEnvelopes = (accountId: string, change: string, items: readonly NewEnvelope[]): SQL => sql`
  insert into key_change_rows (account_id, change_id, bookmark_id, cipher, updated_at)
  select b.account_id, ${change}, b.id, u.cipher, b.updated_at from ${envelopesOf(items)} u (id, cipher)
  join bookmarks b on b.id = u.id and b.account_id = ${accountId} and b.encrypted
  on conflict (account_id, change_id, bookmark_id) do update set cipher = excluded.cipher, updated_at = excluded.updated_at
  returning bookmark_id as id, (updated_at at time zone 'UTC')::text as "updatedAt"`;

const sizeOf = sql<number>`coalesce(sum(octet_length(${keyChangeRows.cipher})), 0)::float8`;

/**
 * Stages new envelopes of the actor's encrypted bookmarks, all or none. Returns their number. Throws VALIDATION_FAILED
 * for a repeated uuid, NOT_FOUND for a change or an encrypted bookmark that does not belong to the account, OUTDATED
 * when a bookmark changed since the caller read it or when the change is already applied, and QUOTA_EXCEEDED when the
 * staged envelopes exceed the quota of the account.
 */
export function addToKeyChange(
  { db, config }: Pick<ProviderDeps, 'db' | 'config'>,
  { accountId }: Actor,
  change: string,
  items: readonly NewEnvelope[],
): Promise<number> {
  rejectRepeated(items);
  return inTransaction(db, async (tx) => {
    const applied = await lockChange(tx, accountId, change, 'key share');
    if (applied !== null) throw new Problem('OUTDATED');
    for (const batch of split(items, statementRoom, ({ cipher }) => cipher.length)) {
      const { rows } = await executePrepared<{ id: string; updatedAt: string }>(
        tx,
        'put-envelopes-aside',
        stageEnvelopes(accountId, change, batch),
      );
      requireUnchanged(rows, batch);
    }
    const [size] = await tx.select({ bytes: sizeOf }).from(keyChangeRows).where(isRowOf(accountId, change));
    if ((size?.bytes ?? 0) > (config.storageQuotaBytes ?? Infinity)) throw new Problem('QUOTA_EXCEEDED');
    return items.length;
  });
}

/** The first bookmark of every batch, and the total number of rows. */
const findBatchStarts = (accountId: string, change: string): SQL => sql`
  select bookmark_id as id, total from (
    select bookmark_id, row_number() over (order by bookmark_id) as place, (count(*) over ())::integer as total
    from key_change_rows where account_id = ${accountId} and change_id = ${change}) r
  where (place - 1) % ${inline(batchRows)} = 0 order by place`;

const writePart = (accountId: string, change: string, first: string, columns: SQL): SQL => sql`
  update bookmarks b set ${columns}
  from (
    select bookmark_id, cipher, updated_at from key_change_rows
    where account_id = ${accountId} and change_id = ${change} and bookmark_id >= ${first}
    order by bookmark_id limit ${inline(batchRows)}
  ) u
  where b.id = u.bookmark_id and b.account_id = ${accountId} and b.encrypted and b.updated_at = u.updated_at`;

/**
 * Writes the staged envelopes to the actor's bookmarks in one transaction, all or none. Returns their number; a
 * repeated call returns the same. Throws NOT_FOUND for a change of another account, and OUTDATED when the number of
 * staged envelopes differs from `count`, when a bookmark was changed or deleted since, or when a bookmark is still
 * encrypted with the replaced key.
 */
export function applyKeyChange(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  change: string,
  { count, hint, replaces }: BodyOf<'bookmarks.applyKeyChange'>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockAllSpaces(tx, accountId);
    // Waits for uploads in progress.
    const applied = await lockChange(tx, accountId, change, 'update');
    if (applied !== null) return applied;
    const { rows: batchStarts } = await tx.execute<{ id: string; total: number }>(
      findBatchStarts(accountId, change),
    );
    if ((batchStarts[0]?.total ?? 0) !== count) throw new Problem('OUTDATED');
    await prepareBulkChange(tx, count);
    const columns = setEncrypted(clock(), hint);
    let written = 0;
    for (const { id } of batchStarts) {
      const { rowCount } = await tx.execute(writePart(accountId, change, id, columns));
      written += rowCount ?? 0;
    }
    if (written !== count) throw new Problem('OUTDATED');
    if (replaces !== undefined) await requireKeyUnused(tx, accountId, replaces);
    await tx.delete(keyChangeRows).where(isRowOf(accountId, change));
    await tx.update(keyChanges).set({ applied: count }).where(isChange(accountId, change));
    return count;
  });
}

/** Locks a change. Returns its result, or null if it is not applied yet. Throws NOT_FOUND. */
async function lockChange(
  tx: Executor,
  accountId: string,
  change: string,
  strength: 'key share' | 'update',
): Promise<number | null> {
  const [found] = await tx
    .select({ applied: keyChanges.applied })
    .from(keyChanges)
    .where(isChange(accountId, change))
    .for(strength);
  if (!found) throw new Problem('NOT_FOUND');
  return found.applied;
}
