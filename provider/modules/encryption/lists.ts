import { and, sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '@/provider/middleware/handler';
import type { EncryptionKey } from '@/lib/contract/encryption';
import type { Actor } from '@/provider/actor';
import { executePrepared, inline } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { recordColumns, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
import {
  budgetColumns,
  collectionBytes,
  cutToBudget,
  decodeCursor,
  encodeCursor,
  encryptionBytes,
  isoTime,
  withinBytes,
  type Budgeted,
  type CursorScope,
} from '@/provider/pagination';

type Deps = Pick<ProviderDeps, 'db' | 'config'>;

/**
 * Returns a page of the actor's encrypted bookmarks, newest first; the cost does not depend on the position. Throws
 * VALIDATION_FAILED for a cursor of another list.
 */
export async function listEncrypted(
  { db, config }: Deps,
  actor: Actor,
  list: QueryOf<'bookmarks.encrypted'>,
): Promise<{ records: BookmarkRecord[]; next: string | null }> {
  const { space, key, trash, cursor, size } = list;
  const where = space === 'all' ? actor.accountId : actor.spaceId;
  const scope: CursorScope = { secret: config.secret, list: ['encrypted', where, key ?? null, trash] };
  const conditions = conditionsOf(actor, list);
  if (cursor !== undefined) {
    const [time = null, id = null] = decodeCursor(scope, cursor);
    conditions.push(sql`(b.created_at, b.id) < (${time}::timestamp at time zone 'UTC', ${id})`);
  }
  const order = sql`b.created_at desc, b.id desc`;
  const { rows } = await db.execute<BookmarkRecord & Budgeted & Record<string, unknown>>(
    withinBytes(
      sql`select ${recordColumns}, ${budgetColumns(order, sql`b.stored_bytes`)}
        from bookmarks b where ${and(...conditions)} order by ${order} limit ${inline(size + 1)}`,
      { max: encryptionBytes, extra: collectionBytes },
    ),
  );
  const { records, isLast } = cutToBudget(rows, size, { max: encryptionBytes });
  const last = records.at(-1);
  return { records, next: !last || isLast ? null : encodeCursor(scope, [last.createdAt, last.id]) };
}

function conditionsOf(actor: Actor, { space, key, trash }: QueryOf<'bookmarks.encrypted'>): SQL[] {
  return [
    sql`b.encrypted`,
    sql`b.account_id = ${actor.accountId}`,
    ...(space === 'all' ? [] : [sql`b.space_id = ${actor.spaceId}`]),
    ...(trash === 'with' ? [] : [sql`b.deleted_at is null`]),
    ...(key === undefined ? [] : [sql`mw_key_id(b.cipher) = ${key}`]),
  ];
}

/** An account has a few keys; a client that creates one per bookmark must not make the response unbounded. */
const maxKeys = 1_000;

// One pass over the envelopes: the plan of a look-up per key would depend on statistics. The first samples of all keys
// precede the second ones, up to the byte budget.
const findKeys = (accountId: string): SQL => sql`
    with own as (
      select id, mw_key_id(cipher) as key, created_at, hint,
        row_number() over (partition by mw_key_id(cipher) order by created_at desc, id desc) as place,
        count(*) over (partition by mw_key_id(cipher)) as count
      from bookmarks where account_id = ${accountId} and encrypted
    ), keys as (
      select key, count(*)::integer as count, min(created_at) as first, max(created_at) as last,
        (array_agg(hint order by place) filter (where hint <> ''))[1] as hint,
        array_agg(id order by place) filter (where place <= 2 or place = count) as ids
      from own group by key order by last desc, key limit ${inline(maxKeys)}
    ), samples as (
      select k.key, s.place, b.id, b.cipher,
        sum(octet_length(b.cipher)) over (order by s.place, k.last desc, k.key) as bytes
      from keys k cross join unnest(k.ids) with ordinality s (id, place)
        join bookmarks b on b.account_id = ${accountId} and b.id = s.id
    )
    select k.key, k.count, k.hint, (k.first at time zone 'UTC')::text as "createdAt", coalesce(t.samples, '[]') as samples
    from keys k left join (
      select s.key, json_agg(json_build_object('uuid', s.id, 'cipher', s.cipher) order by s.place) as samples
      from samples s where s.bytes <= ${inline(encryptionBytes)} group by s.key) t on t.key = k.key
    order by k.last desc, k.key`;

/**
 * Returns the keys that bookmarks of the actor are encrypted with, in all spaces and the trash; most recently used
 * first.
 */
export async function listKeys(
  { db }: Pick<ProviderDeps, 'db'>,
  { accountId }: Actor,
): Promise<EncryptionKey[]> {
  const { rows } = await executePrepared<EncryptionKey>(db, 'encryption-keys', findKeys(accountId));
  return rows.map((row) => ({ ...row, createdAt: isoTime(row.createdAt) }));
}

const maxRows = 100;

const readableCopies = (accountId: string, uuids: readonly string[]): SQL => sql`with chosen as (
      select distinct url_key from bookmarks
      where id = any (${sql.param(uuids)}::uuid[]) and account_id = ${accountId} and not encrypted and url_key is not null
    ), readable as (
      select b.id, b.created_at, b.stored_bytes as bytes
      from spaces s cross join chosen c
      join bookmarks b on b.account_id = s.account_id and b.space_id = s.id and b.url_key = c.url_key and b.deleted_at is null
      where s.account_id = ${accountId} and b.id <> all (${sql.param(uuids)}::uuid[])
    ), fitting as (
      select id, created_at, sum(bytes) over (order by created_at desc, id desc) - bytes as before from readable
    )
    select ${recordColumns}, (select count(*)::integer from readable) as total
    from fitting f join bookmarks b on b.account_id = ${accountId} and b.id = f.id
    where f.before < ${inline(encryptionBytes)} order by f.created_at desc, f.id desc limit ${inline(maxRows)}`;

/**
 * Returns the actor's unencrypted bookmarks, in any space but not in the trash, for the same pages as the given ones:
 * they would stay readable when those are encrypted. The list ends at its byte budget; `total` also counts the
 * bookmarks after it.
 */
export async function findReadableCopies(
  { db }: Pick<ProviderDeps, 'db'>,
  { accountId }: Actor,
  uuids: readonly string[],
): Promise<{ records: BookmarkRecord[]; total: number }> {
  const { rows } = await executePrepared<BookmarkRecord & { total: number }>(
    db,
    'find-readable-copies',
    readableCopies(accountId, uuids),
  );
  return { records: rows, total: rows[0]?.total ?? 0 };
}
