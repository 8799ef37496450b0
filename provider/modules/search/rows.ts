import type { QuerySort } from '@/lib/domain/query/query';
import type { SpacesOfAccount } from '@/provider/actor';
import { is, SQL } from 'drizzle-orm';
import { executeText, type Database, type SqlParameters } from '@/provider/db/client';
import { inTransaction } from '@/provider/db/transaction';
import type { Statement } from '@/provider/modules/query/term';

/** The scope of a search: some spaces of one account, or one collection. */
export interface SearchScope extends SpacesOfAccount {
  /** The collection that contains the bookmarks; null for whole spaces. */
  readonly collectionId: string | null;
  /** Maximum number of bookmarks in it, outside the trash. */
  readonly size: number;
}

interface SortKey {
  /** Over `bookmarks b`. */
  readonly sql: string;
  readonly type: 'time' | 'text' | 'integer' | 'number';
}

/** An order of hits; the id breaks ties, and all keys run in one direction. */
export interface Ordering {
  readonly keys: readonly SortKey[];
  readonly isDescending: boolean;
}

const created: SortKey = { sql: 'b.created_at', type: 'time' };

export const newestFirst: Ordering = { keys: [created], isDescending: true };

/** Best first, by a score, an expression over `bookmarks b`. */
export const byScore = (score: string): Ordering => ({
  keys: [{ sql: score, type: 'number' }],
  isDescending: true,
});

export const orderings: Readonly<Record<Exclude<QuerySort, 'relevance'>, Ordering>> = {
  newest: newestFirst,
  oldest: { keys: [created], isDescending: false },
  title: { keys: [{ sql: 'b.title_key', type: 'text' }], isDescending: false },
  visited: {
    keys: [{ sql: `coalesce(b.last_accessed_at, '-infinity'::timestamptz)`, type: 'time' }],
    isDescending: true,
  },
  visits: { keys: [{ sql: 'b.visits', type: 'integer' }, created], isDescending: true },
};

/** The keys as columns `k1`, `k2` of a query over `bookmarks b`. */
export const keyColumns = ({ keys }: Ordering): string =>
  keys.map(({ sql }, index) => `${sql} as k${index + 1}`).join(', ');

/** The keys of a row of {@link keyColumns}, as text for a cursor. */
export const printedKeys = (row: string, { keys }: Ordering): string => {
  const printed = keys.map(({ type }, index) => {
    const key = `${row}.k${index + 1}`;
    return type === 'time' ? `(${key} at time zone 'UTC')::text` : `${key}::text`;
  });
  return `array[${printed.join(', ')}] as keys`;
};

/** Names of the columns of {@link keyColumns}. */
export const namedKeys = ({ keys }: Ordering, row: string): string[] =>
  keys.map((_, index) => `${row}.k${index + 1}`);

const keyExpressions = ({ keys }: Ordering): string[] => keys.map(({ sql }) => sql);

export const orderBy = (keys: readonly string[], id: string, { isDescending }: Ordering): string =>
  [...keys, id].map((key) => `${key} ${isDescending ? 'desc' : 'asc'}`).join(', ');

export interface SortPosition {
  keys: readonly string[];
  id: string;
}

const casts: Readonly<Record<SortKey['type'], (place: string) => string>> = {
  time: (place) => `(${place}::timestamp at time zone 'UTC')`,
  text: (place) => `${place}::text`,
  integer: (place) => `${place}::integer`,
  number: (place) => `${place}::float8`,
};

/** Condition for rows after a position in this order. */
export function isAfter(
  place: SortPosition,
  columns: SortPosition,
  { keys, isDescending }: Ordering,
  parameters: SqlParameters,
): string {
  const values = keys.map(({ type }, index) => casts[type](parameters.add(place.keys[index] ?? null)));
  const here = [...columns.keys, columns.id].join(', ');
  return `(${here}) ${isDescending ? '<' : '>'} (${[...values, `${parameters.add(place.id)}::uuid`].join(', ')})`;
}

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
