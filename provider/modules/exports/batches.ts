import { and, sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '@/provider/middleware/handler';
import type { SpacesOfAccount } from '@/provider/actor';
import { inline, type Executor } from '@/provider/db/client';
import type { Selection } from '@/provider/modules/bulk/selection';
import {
  budgetColumns,
  collectionBytes,
  cutToBudget,
  withinBytes,
  type Budgeted,
} from '@/provider/pagination';

/** What goes into the file. */
export interface ExportOptions extends Omit<QueryOf<'bookmarks.export'>, 'format'> {
  /** Which bookmarks; absent: all that are not in the trash. */
  chosen?: Selection | undefined;
}

export interface ExportedBookmark {
  id: string;
  title: string | null;
  url: string | null;
  description: string | null;
  tags: string[];
  encrypted: boolean;
  cipher: string | null;
  hint: string | null;
  favorite: boolean;
  highlighted: boolean;
  extra: Record<string, string> | null;
  orderKey: string;
  visits: number;
  createdAt: Date;
  updatedAt: Date;
  lastAccessedAt: Date | null;
  /** The collections that it is in; empty where the file does not tell them. */
  collections: { uuid: string; name: string }[];
}

/** Bookmarks outside the trash that were there when the export began. */
export interface ExportScope extends SpacesOfAccount {
  readonly encrypted: boolean;
  readonly chosen: Selection | undefined;
  /** The first and the last place; what is added at the top meanwhile is not part of the export. */
  readonly first: string;
  readonly last: string;
  /** Bookmarks of the spaces. */
  readonly total: number;
}

/** Rows of a batch, which is what an export has in memory; fewer where they exceed the byte budget of a page. */
const batchRows = 250;
const lowestId = '00000000-0000-0000-0000-000000000000';

/** The conditions of a choice, to be added to others. */
export const isChosen = (chosen: Selection | undefined): SQL =>
  chosen === undefined ? sql`` : sql`and ${and(...chosen)}`;

/** Begins an export; null when there is nothing to export. */
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

const columns = sql`
  b.id, b.title, b.url, b.description, b.tags, b.encrypted, b.cipher, b.hint, b.favorite, b.highlighted, b.extra,
  b.order_key as "orderKey", b.visits, b.created_at as "createdAt", b.updated_at as "updatedAt",
  b.last_accessed_at as "lastAccessedAt"`;

const none = sql`'[]'::json`;

const names = sql`
  (select coalesce(json_agg(json_build_object('uuid', c.id, 'name', c.name)
      order by c.is_default desc, c.natural_key, c.id), '[]')
    from bookmark_collections n join collections c on c.account_id = n.account_id and c.id = n.collection_id
    where n.account_id = b.account_id and n.bookmark_id = b.id)`;

/** Where a batch begins: behind this key and id. */
type Place = readonly [key: string, id: string];

/** The next batch of a scope, as the end of a statement. */
const page = (scope: ExportScope, [key, id]: Place): SQL => sql`
  b.account_id = ${scope.accountId}
    and b.space_id ${scope.spaceIds.length === 1 ? sql`= ${scope.spaceIds[0]}` : sql`= any (${sql.param(scope.spaceIds)}::uuid[])`}
    and b.deleted_at is null and (${scope.encrypted} or not b.encrypted) and b.order_key between ${scope.first} and ${scope.last}
    and (b.order_key, b.id) > (${key}, ${id}::uuid) ${isChosen(scope.chosen)}
  order by b.order_key, b.id limit ${inline(batchRows)}`;

/** All bookmarks of the scope in the manual order, with their collections where they are wanted. */
export const allBookmarks = (
  db: Executor,
  scope: ExportScope | null,
  withCollections: boolean,
): AsyncGenerator<ExportedBookmark[]> =>
  batches(db, scope, { collections: withCollections ? names : none, where: sql`true` });

/**
 * The bookmarks of one collection. Which way is short is known here from the counters, and not left to a planner that
 * knows little of a space that was just imported: by the links of the collection, all read for each batch, or for a
 * large one along the manual order of the space, once. Neither subquery can be turned into a join.
 */
export function bookmarksOf(
  db: Executor,
  scope: ExportScope | null,
  { id, count }: { id: string; count: number },
): AsyncGenerator<ExportedBookmark[]> {
  const isLarge = (count * count) / batchRows > (scope?.total ?? 0);
  return batches(db, scope, {
    collections: none,
    where: isLarge
      ? sql`(select l.live from bookmark_collections l
          where l.account_id = b.account_id and l.bookmark_id = b.id and l.collection_id = ${id})`
      : sql`b.id = any (array(
          select l.bookmark_id from bookmark_collections l
          where l.account_id = ${scope?.accountId ?? null} and l.collection_id = ${id} and l.live))`,
  });
}

/** The bookmarks that are in no collection. There should be none; an export loses nothing all the same. */
export const strayBookmarks = (db: Executor, scope: ExportScope | null): AsyncGenerator<ExportedBookmark[]> =>
  batches(db, scope, {
    collections: none,
    where: sql`(select true from bookmark_collections l
      where l.account_id = b.account_id and l.bookmark_id = b.id limit 1) is null`,
  });

interface BatchParts {
  /** The collections, as an expression. */
  collections: SQL;
  where: SQL;
}

type Times = 'createdAt' | 'updatedAt' | 'lastAccessedAt';

/** A bookmark as it comes from the database, with its times as text. */
type BatchRow = Omit<ExportedBookmark, Times> &
  Budgeted &
  Record<'createdAt' | 'updatedAt', string> &
  Record<'lastAccessedAt', string | null> &
  Record<string, unknown>;

const readRow = ({ createdAt, updatedAt, lastAccessedAt, ...row }: BatchRow): ExportedBookmark => ({
  ...row,
  createdAt: new Date(createdAt),
  updatedAt: new Date(updatedAt),
  lastAccessedAt: lastAccessedAt === null ? null : new Date(lastAccessedAt),
});

/**
 * A batch at a time, each a statement of its own: between two of them no connection is held, however slowly the reader
 * takes them, and a reader who goes away leaves nothing behind.
 */
async function* batches(
  db: Executor,
  scope: ExportScope | null,
  { collections, where }: BatchParts,
): AsyncGenerator<ExportedBookmark[]> {
  if (scope === null) return;
  let after: Place = ['', lowestId];
  for (;;) {
    // Rows are chosen before anything but their order is read of them.
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
