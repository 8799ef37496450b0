import { is, SQL } from 'drizzle-orm';
import { executeText, type Database, type SqlParameters } from '@/provider/db/client';
import { inTransaction } from '@/provider/db/transaction';
import type { Statement } from '@/provider/modules/query/term';
import {
  isAfter,
  keyExpressions,
  orderBy,
  type Ordering,
  type SortPosition,
} from '@/provider/modules/search/orders';
import type { SearchScope } from '@/provider/modules/search/scope';

/** A condition on `bookmarks b` for the collection of a scope, preceded by `and`. */
const inCollection = ({ accountId, collectionId }: SearchScope, parameters: SqlParameters): string =>
  collectionId === null
    ? ''
    : ` and b.id in (select bookmark_id from bookmark_collections
        where account_id = ${parameters.add(accountId)} and collection_id = ${parameters.add(collectionId)})`;

/** The conditions on `bookmarks b` for a scope, if its account is known. */
export const inScope = (scope: SearchScope, parameters: SqlParameters): string =>
  `b.space_id = any (${parameters.add(scope.spaceIds)}::uuid[]) and b.deleted_at is null${inCollection(scope, parameters)}`;

export interface RowSelection {
  /** Over `bookmarks b`. */
  columns: string;
  condition: string;
}

/** The bookmarks of a scope that fulfil a condition, unordered. */
export function matchingRows(
  scope: SearchScope,
  { columns, condition }: RowSelection,
  parameters: SqlParameters,
): string {
  const account = parameters.add(scope.accountId);
  const inside = inCollection(scope, parameters);
  const ofSpace = (space: string): string => `select ${columns} from bookmarks b
    where b.account_id = ${account} and b.space_id = ${space} and b.deleted_at is null and ${condition}${inside}`;
  if (scope.spaceIds.length === 1) return ofSpace(parameters.add(scope.spaceIds[0]));
  return `select f.* from unnest(${parameters.add(scope.spaceIds)}::uuid[]) s (id)
    cross join lateral (${ofSpace('s.id')}) f`;
}

/**
 * The first bookmarks of a scope that fulfil a condition, in an order. Those of each space, and those of a collection by
 * date, are read from an index in this order.
 */
export function firstRows(
  scope: SearchScope,
  {
    condition,
    ordering,
    place,
    limit,
  }: { condition: string; ordering: Ordering; place: SortPosition | null; limit: number },
  parameters: SqlParameters,
): string {
  const keys = keyExpressions(ordering);
  const onwards = (columns: readonly string[], id: string): string =>
    place === null ? '' : ` and ${isAfter(place, { keys: columns, id }, ordering, parameters)}`;
  const account = parameters.add(scope.accountId);
  if (scope.collectionId !== null && keys.length === 1 && keys[0] === 'b.created_at') {
    return `select b.* from bookmark_collections l join bookmarks b on b.account_id = l.account_id and b.id = l.bookmark_id
      where l.account_id = ${account} and l.collection_id = ${parameters.add(scope.collectionId)} and l.live
        and ${condition}${onwards(['l.created_at'], 'l.bookmark_id')}
      order by ${orderBy(['l.created_at'], 'l.bookmark_id', ordering)} limit ${limit}`;
  }
  const inside = inCollection(scope, parameters);
  const ofSpace = (space: string): string => `select b.* from bookmarks b
    where b.account_id = ${account} and b.space_id = ${space} and b.deleted_at is null
      and ${condition}${inside}${onwards(keys, 'b.id')}
    order by ${orderBy(keys, 'b.id', ordering)} limit ${limit}`;
  if (scope.spaceIds.length === 1) return ofSpace(parameters.add(scope.spaceIds[0]));
  return `select b.* from unnest(${parameters.add(scope.spaceIds)}::uuid[]) s (id)
    cross join lateral (${ofSpace('s.id')}) b order by ${orderBy(keys, 'b.id', ordering)} limit ${limit}`;
}

/** After this time a statement is cancelled; the request then fails with SERVICE_UNAVAILABLE. */
const defaultTimeoutMs = 8_000;

/**
 * Runs one statement of a search with a time limit and the planner settings that searches need (docs/search.md):
 * the planner underestimates the cost of detoasting the text of a row and would read whole tables for a frequent word,
 * and parallel workers slow down other requests without making a search faster.
 */
export function runBounded<Row>(
  db: Database,
  statement: Statement | SQL,
  timeoutMs = defaultTimeoutMs,
): Promise<Row[]> {
  const settings = [
    `set local statement_timeout = ${timeoutMs}`,
    'set local enable_seqscan = off',
    'set local max_parallel_workers_per_gather = 0',
  ];
  return inTransaction(
    db,
    async (tx) => {
      const { rows } = await (is(statement, SQL) ? tx.execute(statement) : executeText(tx, statement));
      return rows as Row[];
    },
    settings,
  );
}
