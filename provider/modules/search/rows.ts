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
  readonly type: 'timestamptz' | 'text' | 'integer' | 'float8';
}

/** An order of hits; the id breaks ties, and all keys run in one direction. */
export interface Ordering {
  readonly keys: readonly SortKey[];
  readonly isDescending: boolean;
}

const created: SortKey = { sql: 'b.created_at', type: 'timestamptz' };

/** Best first, by a score, an expression over `bookmarks b`. */
export const byScore = (score: string): Ordering => ({
  keys: [{ sql: score, type: 'float8' }],
  isDescending: true,
});

export const orderings: Readonly<Record<Exclude<QuerySort, 'relevance'>, Ordering>> = {
  newest: { keys: [created], isDescending: true },
  oldest: { keys: [created], isDescending: false },
  title: { keys: [{ sql: 'b.title_key', type: 'text' }], isDescending: false },
  visited: {
    keys: [{ sql: `coalesce(b.last_accessed_at, '-infinity'::timestamptz)`, type: 'timestamptz' }],
    isDescending: true,
  },
  visits: { keys: [{ sql: 'b.visits', type: 'integer' }, created], isDescending: true },
};

/** The order that a query requests; null if its hits are ranked. */
export const requestedOrder = ({ sort }: { readonly sort: QuerySort | null }): Ordering | null =>
  sort === null || sort === 'relevance' ? null : orderings[sort];

/** The keys as columns `k1`, `k2` of a query over `bookmarks b`. */
export const keyColumns = ({ keys }: Ordering): string =>
  keys.map(({ sql }, index) => `${sql} as k${index + 1}`).join(', ');

/** The keys of a row of {@link keyColumns} as text, for a cursor. */
export const printedKeys = (row: string, { keys }: Ordering): string =>
  `array[${keys.map((_, index) => `${row}.k${index + 1}::text`).join(', ')}] as keys`;

/** The columns that sort rows of {@link keyColumns}. */
export const sortColumns = ({ keys }: Ordering, row: string): string[] => [
  ...keys.map((_, index) => `${row}.k${index + 1}`),
  `${row}.id`,
];

export const orderBy = (columns: readonly string[], { isDescending }: Ordering): string =>
  columns.map((column) => `${column} ${isDescending ? 'desc' : 'asc'}`).join(', ');

export interface SortPosition {
  keys: readonly string[];
  id: string;
}

/** Condition for rows after a position in this order. */
export function isAfter(
  place: SortPosition,
  columns: readonly string[],
  { keys, isDescending }: Ordering,
  parameters: SqlParameters,
): string {
  const values = keys.map(({ type }, index) => `${parameters.add(place.keys[index] ?? null)}::${type}`);
  return `(${columns.join(', ')}) ${isDescending ? '<' : '>'} (${[...values, `${parameters.add(place.id)}::uuid`].join(', ')})`;
}

/** A condition on `bookmarks b` for the collection of a scope, preceded by `and`. */
const inCollection = (
  { accountId, collectionId }: SearchScope,
  parameters: SqlParameters,
  isRead = false,
): string =>
  collectionId === null
    ? ''
    : ` and b.id in (select bookmark_id from bookmark_collections
        where account_id = ${parameters.add(accountId)} and collection_id = ${parameters.add(collectionId)}${isRead ? ' offset 0' : ''})`;

/** The conditions on `bookmarks b` for a scope, if its account is known. */
export const inScope = (scope: SearchScope, parameters: SqlParameters): string =>
  `b.space_id = any (${parameters.add(scope.spaceIds)}::uuid[]) and b.deleted_at is null${inCollection(scope, parameters)}`;

/**
 * The rows that a statement selects in each space of a scope. An index of words is searched for one space at a time:
 * with a list of spaces, or with a join that the planner may reorder, it returns the rows of all accounts.
 */
export const inEachSpace = (
  { spaceIds }: Pick<SearchScope, 'spaceIds'>,
  ofSpace: (space: string) => string,
  parameters: SqlParameters,
): string =>
  spaceIds.length === 1
    ? ofSpace(parameters.add(spaceIds[0]))
    : `select b.* from unnest(${parameters.add(spaceIds)}::uuid[]) s (id) cross join lateral (${ofSpace('s.id')} offset 0) b`;

/**
 * The bookmarks of a scope that fulfil a condition, unordered, with columns over `bookmarks b`. If so many fulfil it that
 * a link is not read for each, the collection of the scope is read as a whole (`readsCollection`).
 */
export function matchingRows(
  scope: SearchScope,
  { columns, condition, readsCollection }: { columns: string; condition: string; readsCollection?: boolean },
  parameters: SqlParameters,
): string {
  const account = parameters.add(scope.accountId);
  const inside = inCollection(scope, parameters, readsCollection);
  const ofSpace = (space: string): string => `select ${columns} from bookmarks b
    where b.account_id = ${account} and b.space_id = ${space} and b.deleted_at is null and ${condition}${inside}`;
  return inEachSpace(scope, ofSpace, parameters);
}

export interface FirstRows {
  condition: string;
  ordering: Ordering;
  /** Null for the first row. */
  place: SortPosition | null;
  limit: number;
}

/**
 * The first bookmarks of a scope that fulfil a condition, in an order. Those of each space, and those of a collection
 * by date, are read from an index in this order.
 */
export function firstRows(
  scope: SearchScope,
  { condition, ordering, place, limit }: FirstRows,
  parameters: SqlParameters,
): string {
  const sorted = (source: string, columns: readonly string[]): string => {
    const onwards = place === null ? '' : ` and ${isAfter(place, columns, ordering, parameters)}`;
    return `select b.* from ${source}${onwards} order by ${orderBy(columns, ordering)} limit ${limit}`;
  };
  const account = parameters.add(scope.accountId);
  if (scope.collectionId !== null && ordering.keys.length === 1 && ordering.keys[0] === created) {
    const links = `bookmark_collections l join bookmarks b on b.account_id = l.account_id and b.id = l.bookmark_id
      where l.account_id = ${account} and l.collection_id = ${parameters.add(scope.collectionId)} and l.live and ${condition}`;
    return sorted(links, ['l.created_at', 'l.bookmark_id']);
  }
  const columns = [...ordering.keys.map(({ sql }) => sql), 'b.id'];
  const inside = inCollection(scope, parameters);
  const ofSpace = (space: string): string =>
    sorted(
      `bookmarks b
        where b.account_id = ${account} and b.space_id = ${space} and b.deleted_at is null${inside} and ${condition}`,
      columns,
    );
  const rows = inEachSpace(scope, ofSpace, parameters);
  return scope.spaceIds.length === 1 ? rows : `${rows} order by ${orderBy(columns, ordering)} limit ${limit}`;
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
