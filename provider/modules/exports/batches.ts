import { and, sql, type SQL } from 'drizzle-orm';
import { fieldsWith } from '@/lib/bookmark/fields';
import type { QueryOf } from '@/provider/middleware/handler';
import type { SpacesOfAccount } from '@/provider/actor';
import { inline, toSql, type Executor } from '@/provider/db/client';
import { bookmarks, type BookmarkRow, type CollectionRow } from '@/provider/db/schema/library';
import { fieldColumns, selectList } from '@/provider/modules/bookmarks/columns';
import type { Selection } from '@/provider/modules/bookmarks/selection';
import {
  budgetColumns,
  collectionBytes,
  cutToBudget,
  withinBytes,
  type Budgeted,
} from '@/provider/pagination';

/** A space whose name is part of the file. */
export interface NamedSpace {
  readonly id: string;
  readonly name: string;
}

/** Options of the exported file. */
export interface ExportOptions extends Omit<QueryOf<'bookmarks.export'>, 'format' | 'space'> {
  /** The spaces, if the file keeps them apart; by default all bookmarks are written as of one space. */
  apart?: readonly NamedSpace[] | undefined;
  /** Bookmarks to export; by default all that are not in the trash. */
  chosen?: Selection | undefined;
}

const exportedColumns = {
  ...fieldColumns,
  encrypted: bookmarks.encrypted,
  cipher: bookmarks.cipher,
  hint: bookmarks.hint,
  extra: bookmarks.extra,
  orderKey: bookmarks.orderKey,
};

export interface ExportedBookmark extends Pick<BookmarkRow, 'id' | keyof typeof exportedColumns> {
  /** The collections of the bookmark; empty if the file does not include them. */
  collections: { uuid: string; name: string }[];
}

/** Bookmarks outside the trash that existed when the export started. */
export interface ExportScope extends SpacesOfAccount {
  readonly encrypted: boolean;
  readonly chosen: Selection | undefined;
  /** The first and the last order key; bookmarks added at the top later are not part of the export. */
  readonly first: string;
  readonly last: string;
  /** Number of bookmarks in the spaces. */
  readonly total: number;
}

/**
 * Maximum rows per batch, which is all that an export holds in memory; fewer if they exceed the byte budget of a page.
 */
const batchRows = 250;
const lowestId = '00000000-0000-0000-0000-000000000000';

/** Returns the conditions of a choice, to be appended to others. */
export const isChosen = (chosen: Selection | undefined): SQL =>
  chosen === undefined ? sql`` : sql`and ${and(...chosen)}`;

/** Starts an export; null when there is nothing to export. */
export async function openScope(
  db: Executor,
  { accountId, spaceIds }: SpacesOfAccount,
  { encrypted, chosen }: Pick<ExportOptions, 'encrypted' | 'chosen'>,
): Promise<ExportScope | null> {
  const ids = sql`${sql.param(spaceIds)}::uuid[]`;
  const { rows } = await db.execute<{ first: string | null; last: string | null; total: number }>(
    sql`select min(b.order_key) as first, max(b.order_key) as last,
        (select sum(bookmark_count)::integer from spaces
          where account_id = ${accountId} and id = any (${ids})) as total
      from bookmarks b
      where b.account_id = ${accountId} and b.space_id = any (${ids}) and b.deleted_at is null
        and (${encrypted} or not b.encrypted) ${isChosen(chosen)}`,
  );
  const { first = null, last = null, total = 0 } = rows[0] ?? {};
  return first === null || last === null
    ? null
    : { accountId, spaceIds, encrypted, chosen, first, last, total };
}

const columns = sql`b.id, ${toSql(() => selectList(exportedColumns, 'b'))}`;

const noCollections = sql`'[]'::json`;

const names = sql`
  (select coalesce(json_agg(json_build_object('uuid', c.id, 'name', c.name)
      order by c.is_default desc, c.natural_key, c.id), '[]')
    from bookmark_collections n join collections c on c.account_id = n.account_id and c.id = n.collection_id
    where n.account_id = b.account_id and n.bookmark_id = b.id)`;

/** Position before a batch: order key and id of the preceding row. */
type BatchKey = readonly [key: string, id: string];

/** The next batch of a scope, as the end of a statement. */
const page = (scope: ExportScope, [key, id]: BatchKey): SQL => sql`
  b.account_id = ${scope.accountId}
    and b.space_id ${scope.spaceIds.length === 1 ? sql`= ${scope.spaceIds[0]}` : sql`= any (${sql.param(scope.spaceIds)}::uuid[])`}
    and b.deleted_at is null and (${scope.encrypted} or not b.encrypted) and b.order_key between ${scope.first} and ${scope.last}
    and (b.order_key, b.id) > (${key}, ${id}::uuid) ${isChosen(scope.chosen)}
  order by b.order_key, b.id limit ${inline(batchRows)}`;

/** Returns all bookmarks of the scope in manual order, optionally with their collections. */
export const allBookmarks = (
  db: Executor,
  scope: ExportScope | null,
  withCollections: boolean,
): AsyncGenerator<ExportedBookmark[]> =>
  batches(db, scope, { collections: withCollections ? names : noCollections, where: sql`true` });

/**
 * Returns the bookmarks of one collection. The faster strategy is chosen from the counters, because the planner may
 * lack statistics of a recently imported space: reading all links of the collection for each batch, or, for a large
 * collection, scanning the manual order of the space once. Neither subquery can be turned into a join.
 */
export function bookmarksOf(
  db: Executor,
  scope: ExportScope | null,
  { id, bookmarkCount: count }: Pick<CollectionRow, 'id' | 'bookmarkCount'>,
): AsyncGenerator<ExportedBookmark[]> {
  const isLarge = (count * count) / batchRows > (scope?.total ?? 0);
  return batches(db, scope, {
    collections: noCollections,
    where: isLarge
      ? sql`(select l.live from bookmark_collections l
          where l.account_id = b.account_id and l.bookmark_id = b.id and l.collection_id = ${id})`
      : sql`b.id = any (array(
          select l.bookmark_id from bookmark_collections l
          where l.account_id = ${scope?.accountId ?? null} and l.collection_id = ${id} and l.live))`,
  });
}

/** Returns all bookmarks of the scope like `allBookmarks`, by space if the file keeps the spaces apart. */
export async function* bookmarksBySpace(
  db: Executor,
  scope: ExportScope | null,
  { apart, collections }: Pick<ExportOptions, 'apart' | 'collections'>,
): AsyncGenerator<{ space: string | null; rows: ExportedBookmark[] }> {
  for (const space of apart ?? [null]) {
    const part = scope && space ? { ...scope, spaceIds: [space.id] } : scope;
    for await (const rows of allBookmarks(db, part, collections)) yield { space: space?.name ?? null, rows };
  }
}

/** Returns bookmarks that are in no collection. None should exist, but an export must not lose any. */
export const strayBookmarks = (db: Executor, scope: ExportScope | null): AsyncGenerator<ExportedBookmark[]> =>
  batches(db, scope, {
    collections: noCollections,
    where: sql`(select true from bookmark_collections l
      where l.account_id = b.account_id and l.bookmark_id = b.id limit 1) is null`,
  });

interface BatchParts {
  /** The collections as an SQL expression. */
  collections: SQL;
  where: SQL;
}

const timeNames = fieldsWith({ type: 'time' });
type Times = (typeof timeNames)[number];

/** A bookmark as returned by the database, with its times as text. */
type BatchRow = Omit<ExportedBookmark, Times> &
  Budgeted &
  Record<Times, string | null> &
  Record<string, unknown>;

const readRow = (row: BatchRow): ExportedBookmark => ({
  ...row,
  ...(Object.fromEntries(timeNames.map((name) => [name, row[name] && new Date(row[name])])) as Pick<
    ExportedBookmark,
    Times
  >),
});

/**
 * Yields batches, each read by a separate statement: no connection is held between them, however slowly the client
 * reads, and a client that disconnects leaves nothing to clean up.
 */
async function* batches(
  db: Executor,
  scope: ExportScope | null,
  { collections, where }: BatchParts,
): AsyncGenerator<ExportedBookmark[]> {
  if (scope === null) return;
  let after: BatchKey = ['', lowestId];
  for (;;) {
    // Rows are selected before their other columns are read.
    const { rows } = await db.execute<BatchRow>(
      withinBytes(
        sql`select ${columns}, ${collections} as collections, ${budgetColumns(sql`b.order_key, b.id`, sql`b.stored_bytes`)}
          from (select b.* from bookmarks b where ${where} and ${page(scope, after)}) b`,
        { extra: collectionBytes },
      ),
    );
    const { records, isLast } = cutToBudget(rows, batchRows);
    const lastRecord = records.at(-1);
    if (lastRecord === undefined) return;
    yield records.map(readRow);
    if (isLast && records.length < batchRows) return;
    after = [lastRecord.orderKey, lastRecord.id];
  }
}
