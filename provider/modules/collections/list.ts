import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '@/provider/middleware/handler';
import { serviceLimits } from '@/lib/contract/service-limits';
import { collectionSorts } from '@/lib/contract/sorts';
import { sortQuery } from '@/lib/domain/sort';
import type { Actor, CurrentSpace } from '@/provider/actor';
import { executePrepared, inline, toSql, type Executor } from '@/provider/db/client';
import { spaces } from '@/provider/db/schema/library';
import type { ProviderDeps } from '@/provider/deps';
import {
  collectionColumns,
  summaryColumns,
  type CollectionRecord,
} from '@/provider/modules/collections/queries';
import { dayOf, prepareSmart, type Reader, type Smart } from '@/provider/modules/bookmarks/smart';
import { decodeCursor, encodeCursor } from '@/provider/pagination';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

/** A smart collection to count. */
interface Count {
  readonly record: CollectionRecord;
  readonly smart: Smart;
}

/**
 * Returns the records with the counts of smart collections: recounted in one statement if the space or the day has
 * changed since; otherwise the stored counts. See [Note: Revision].
 */
export async function countSmart<T extends CollectionRecord>(
  { db, clock }: Deps,
  records: readonly T[],
  { timeZone }: Reader,
): Promise<T[]> {
  const counts: Count[] = [];
  if (records.every(({ smart }) => smart === null)) return [...records];
  const when = { now: clock(), timeZone };
  const today = dayOf(when);
  for (const record of records) {
    if (record.smart === null) continue;
    const holds = record.countedFor === '' || record.countedFor === today;
    if (holds && record.countedAt === record.revision) continue;
    counts.push({ record, smart: await prepareSmart(db, record, record.smart.query, when) });
  }
  if (counts.length === 0) return [...records];
  const counted = await count(db, counts);
  return records.map((record) => ({
    ...record,
    bookmarkCount: counted.get(record.id) ?? record.bookmarkCount,
  }));
}

/** Returns one collection with its count. */
export async function countOne(
  deps: Deps,
  record: CollectionRecord,
  reader: Reader,
): Promise<CollectionRecord> {
  return (await countSmart(deps, [record], reader))[0] ?? record;
}

/**
 * Counts, and stores the counts under the revision that was read before: later changes then cause a recount. A row that
 * another transaction is writing is skipped, so that counting never blocks a request.
 */
async function count(db: Executor, counts: readonly Count[]): Promise<Map<string, number>> {
  const selects = counts.map(
    ({ record: { id, accountId, spaceId, revision }, smart }) => sql`
      select ${accountId}::uuid, ${id}::uuid, ${revision}::bigint, ${smart.countedFor}::text, (
        select count(*)::integer from bookmarks b
        where b.account_id = ${accountId} and b.space_id = ${spaceId} and b.deleted_at is null and ${toSql(smart.condition)})`,
  );
  const { rows } = await db.execute<{ id: string; count: number }>(
    sql`with counted (account_id, id, revision, reader, count) as materialized (${sql.join(selects, sql` union all `)}),
      free as (
        select id from collections where (account_id, id) in (select account_id, id from counted)
        for no key update skip locked),
      kept as (
        update collections c set smart_count = n.count, smart_revision = n.revision, smart_counted_for = n.reader
        from counted n where c.account_id = n.account_id and c.id = n.id and c.id in (select id from free))
    select id, count from counted`,
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}

export type ListCollections = QueryOf<'collections.list'> & CurrentSpace;

export interface CollectionList {
  records: CollectionRecord[];
  total: number;
  next: string | null;
}

interface Sort {
  key: SQL;
  print: SQL;
  read: (value: unknown) => SQL;
}

const byTime = (key: SQL): Sort => ({
  key,
  print: sql`(${key} at time zone 'UTC')::text`,
  read: (value) => sql`(${value}::timestamp at time zone 'UTC')`,
});
const byText = (key: SQL): Sort => ({ key, print: key, read: (value) => sql`${value}` });

const sorts: Record<ListCollections['sortField'], Sort> = {
  created_at: byTime(sql`c.created_at`),
  name: byText(sql`c.natural_key`),
  last_accessed: byTime(sql`coalesce(c.last_accessed_at, '-infinity'::timestamptz)`),
  order: byText(sql`c.order_key`),
};

const directions = { ASC: sql`asc`, DESC: sql`desc` };

type Sorted = CollectionRecord & { sortValue: string } & Record<string, unknown>;

/** Returns a page of a space's collections. Throws VALIDATION_FAILED for a cursor of another list. */
export async function listCollections(
  deps: Pick<ProviderDeps, 'db' | 'clock' | 'config'>,
  { accountId, spaceId, sortField, sortOrder, page = 1, cursor, size }: ListCollections,
  reader: Reader,
): Promise<CollectionList> {
  const { db, config } = deps;
  const scope = { secret: config.secret, list: ['collections', spaceId, sortField, sortOrder] };
  const { key, print, read } = sorts[sortField];
  const conditions = [sql`c.account_id = ${accountId}`, sql`c.space_id = ${spaceId}`];
  if (cursor !== undefined) {
    const [value, id] = decodeCursor(scope, cursor);
    const sign = sortOrder === 'ASC' ? sql`>` : sql`<`;
    conditions.push(sql`(${key}, c.id) ${sign} (${read(value ?? null)}, ${id ?? null})`);
  }
  const skipped = cursor === undefined ? (page - 1) * size : 0;
  const direction = directions[sortOrder];
  const { rows } = await db.execute<Sorted>(
    sql`select ${collectionColumns}, ${print} as "sortValue" from collections c where ${and(...conditions)}
      order by ${key} ${direction}, c.id ${direction} limit ${size + 1} offset ${skipped}`,
  );
  const records = rows.slice(0, size);
  const last = records.at(-1);
  return {
    records: await countSmart(deps, records, reader),
    total: await countCollections(db, { accountId, spaceId }),
    next: rows.length > size && last ? encodeCursor(scope, [last.sortValue, last.id]) : null,
  };
}

async function countCollections(db: Executor, { accountId, spaceId }: CurrentSpace): Promise<number> {
  const [space] = await db
    .select({ total: spaces.collectionCount })
    .from(spaces)
    .where(and(eq(spaces.accountId, accountId), eq(spaces.id, spaceId)))
    .prepare('collection-count')
    .execute();
  return space?.total ?? 0;
}

// Only the expression of the selected sort is not null; all others compare equal.
const chosenOrder = sql.join(
  collectionSorts.flatMap((sort) => {
    const { sortField, sortOrder } = sortQuery(sort);
    const inThis = (key: SQL) =>
      sql`case when p.sort = ${inline(sort)} then ${key} end ${directions[sortOrder]}`;
    return [inThis(sorts[sortField].key), inThis(sql`c.id`)];
  }),
  sql`, `,
);

/** Pinned collections stay in the manual order, whatever order is chosen for the others. */
const pinnedFirst = sql`c.pinned desc, case when c.pinned then c.order_key end, case when c.pinned then c.id end`;

/** A collection with its zero-based position in the sidebar. */
export interface PlacedCollection extends CollectionRecord {
  position: number;
}

/**
 * Returns the collections of a space without their descriptions, the default one first and the others by name; at most
 * 10,000.
 */
export async function listAllCollections(
  deps: Pick<ProviderDeps, 'db' | 'clock'>,
  { spaceId, accountId }: Actor,
  reader: Reader,
): Promise<PlacedCollection[]> {
  const { rows } = await executePrepared<PlacedCollection>(
    deps.db,
    'collections-of-space',
    sql`select ${summaryColumns}, (row_number() over (order by ${pinnedFirst}, ${chosenOrder}))::integer - 1 as position
      from collections c cross join (
        select coalesce(preferences ->> 'collectionSort', ${inline(collectionSorts[0])}) as sort
        from accounts where id = ${accountId}) p
      where c.account_id = ${accountId} and c.space_id = ${spaceId}
      order by c.is_default desc, c.natural_key, c.id limit ${inline(serviceLimits.listedNames)}`,
  );
  return countSmart(deps, rows, reader);
}

const topLength = 10;

const byUse = sql`c.last_accessed_at desc nulls last, c.natural_key, c.id`;

/**
 * Returns the collections with the most bookmarks; among equals, the last opened comes first. The size of smart
 * collections is only known after counting, so all of them are candidates.
 */
export async function listTopCollections(
  deps: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId, spaceId }: CurrentSpace,
  reader: Reader,
): Promise<CollectionRecord[]> {
  const { rows } = await executePrepared<CollectionRecord>(
    deps.db,
    'top-collections',
    sql`with fullest as (
        select c.id from collections c
        where c.account_id = ${accountId} and c.space_id = ${spaceId} and c.smart is null
        order by c.bookmark_count desc, ${byUse} limit ${inline(topLength)})
      select ${summaryColumns} from collections c
      where c.account_id = ${accountId} and c.space_id = ${spaceId}
        and (c.smart is not null or c.id in (select id from fullest)) order by ${byUse}`,
  );
  const counted = await countSmart(deps, rows, reader);
  return counted.sort((a, b) => b.bookmarkCount - a.bookmarkCount).slice(0, topLength);
}
