import type { QueryOf } from '@/provider/middleware/handler';
import type { SpacesOfAccount } from '@/provider/actor';
import type { Database } from '@/provider/db/client';
import type { Selection } from '@/provider/modules/bulk/selection';
import { SqlParameters } from '@/provider/db/client';
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
export const isChosen = (chosen: Selection | undefined, parameters: SqlParameters): string =>
  chosen === undefined ? '' : `and ${chosen(parameters).join(' and ')}`;

/** Begins an export; null when there is nothing to export. */
export async function openScope(
  { $client }: Database,
  { accountId, spaceIds }: SpacesOfAccount,
  { encrypted, chosen }: Pick<ExportOptions, 'encrypted' | 'chosen'>,
): Promise<ExportScope | null> {
  const parameters = new SqlParameters();
  const [spaces, all] = [parameters.add(spaceIds), parameters.add(encrypted)];
  const account = parameters.add(accountId);
  const { rows } = await $client.query<{ first: string | null; last: string | null; total: number }>(
    `select min(b.order_key) as first, max(b.order_key) as last,
       (select sum(bookmark_count)::integer from spaces
         where account_id = ${account} and id = any (${spaces}::uuid[])) as total
     from bookmarks b
     where b.account_id = ${account} and b.space_id = any (${spaces}::uuid[]) and b.deleted_at is null and (${all} or not b.encrypted)
       ${isChosen(chosen, parameters)}`,
    parameters.values,
  );
  const { first = null, last = null, total = 0 } = rows[0] ?? {};
  return first === null || last === null
    ? null
    : { accountId, spaceIds, encrypted, chosen, first, last, total };
}

const columns = `
  b.id, b.title, b.url, b.description, b.tags, b.encrypted, b.cipher, b.hint, b.favorite, b.highlighted, b.extra,
  b.order_key as "orderKey", b.visits, b.created_at as "createdAt", b.updated_at as "updatedAt",
  b.last_accessed_at as "lastAccessedAt"`;

const none = `'[]'::json`;

const names = `
  (select coalesce(json_agg(json_build_object('uuid', c.id, 'name', c.name)
      order by c.is_default desc, mw_natural(c.name_key), c.id), '[]')
    from bookmark_collections n join collections c on c.account_id = n.account_id and c.id = n.collection_id
    where n.account_id = b.account_id and n.bookmark_id = b.id)`;

/** The next batch of a scope, as the end of a statement: by the parameters that `batches` gives it. */
const page = (scope: ExportScope, parameters: SqlParameters): string => `
  b.account_id = $7 and b.space_id ${scope.spaceIds.length === 1 ? '= ($1::uuid[])[1]' : '= any ($1::uuid[])'} and b.deleted_at is null and ($2 or not b.encrypted) and b.order_key between $3 and $4
    and (b.order_key, b.id) > ($5, $6::uuid) ${isChosen(scope.chosen, parameters)}
  order by b.order_key, b.id limit ${batchRows}`;

/** All bookmarks of the scope in the manual order, with their collections where they are wanted. */
export const allBookmarks = (
  db: Database,
  scope: ExportScope | null,
  withCollections: boolean,
): AsyncGenerator<ExportedBookmark[]> =>
  batches(db, scope, () => ({ collections: withCollections ? names : none, where: 'true' }));

/**
 * The bookmarks of one collection. Which way is short is known here from the counters, and not left to a planner that
 * knows little of a space that was just imported: by the links of the collection, all read for each batch, or for a
 * large one along the manual order of the space, once. Neither subquery can be turned into a join.
 */
export function bookmarksOf(
  db: Database,
  scope: ExportScope | null,
  { id, count }: { id: string; count: number },
): AsyncGenerator<ExportedBookmark[]> {
  const isLarge = (count * count) / batchRows > (scope?.total ?? 0);
  return batches(db, scope, (parameters) => {
    const collection = parameters.add(id);
    return {
      collections: none,
      where: isLarge
        ? `(select l.live from bookmark_collections l
            where l.account_id = b.account_id and l.bookmark_id = b.id and l.collection_id = ${collection})`
        : `b.id = any (array(
            select l.bookmark_id from bookmark_collections l
            where l.account_id = $7 and l.collection_id = ${collection} and l.live))`,
    };
  });
}

/** The bookmarks that are in no collection. There should be none; an export loses nothing all the same. */
export const strayBookmarks = (db: Database, scope: ExportScope | null): AsyncGenerator<ExportedBookmark[]> =>
  batches(db, scope, () => ({
    collections: none,
    where: `(select true from bookmark_collections l
      where l.account_id = b.account_id and l.bookmark_id = b.id limit 1) is null`,
  }));

interface BatchParts {
  /** The collections, as an expression. */
  collections: string;
  where: string;
}

/**
 * A batch at a time, each a statement of its own: between two of them no connection is held, however slowly the reader
 * takes them, and a reader who goes away leaves nothing behind.
 */
async function* batches(
  { $client }: Database,
  scope: ExportScope | null,
  partsOf: (parameters: SqlParameters) => BatchParts,
): AsyncGenerator<ExportedBookmark[]> {
  if (scope === null) return;
  const parameters = new SqlParameters();
  for (const value of [
    scope.spaceIds,
    scope.encrypted,
    scope.first,
    scope.last,
    '',
    lowestId,
    scope.accountId,
  ]) {
    parameters.add(value);
  }
  const { collections, where } = partsOf(parameters);
  // Rows are chosen before anything but their order is read of them.
  const text = withinBytes(
    `select ${columns}, ${collections} as collections, ${budgetColumns('b.order_key, b.id', 'b.stored_bytes')}
     from (select b.* from bookmarks b where ${where} and ${page(scope, parameters)}) b`,
    { extra: collectionBytes },
  );
  const [spaces, encrypted, first, last, , , ...more] = parameters.values;
  let after: readonly [string, string] = ['', lowestId];
  for (;;) {
    const values = [spaces, encrypted, first, last, ...after, ...more];
    const { rows } = await $client.query<ExportedBookmark & Budgeted>(text, values);
    const { records, isLast } = cutToBudget(rows, batchRows);
    const lastRecord = records.at(-1);
    if (lastRecord === undefined) return;
    yield records;
    if (isLast && records.length < batchRows) return;
    after = [lastRecord.orderKey, lastRecord.id];
  }
}
