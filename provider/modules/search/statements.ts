import { is, SQL } from 'drizzle-orm';
import { executeText, SqlParameters, type Database } from '@/provider/db/client';
import { inTransaction } from '@/provider/db/transaction';
import {
  withoutIndex,
  Expressions,
  isAfter,
  keyColumns,
  keyExpressions,
  namedKeys,
  newestFirst,
  orderBy,
  orderings,
  printedKeys,
  type Ordering,
  type SearchConditions,
} from '@/provider/modules/search/expressions';
import type { SearchScope } from '@/provider/modules/search/scope';
import type { ResultPosition, Statement, Term } from '@/provider/modules/query/term';

/** Conditions that narrow a scope further than the table or index that is scanned, each preceded by `and`. */
function bounds(
  { accountId, marks, from, before, collectionIds }: SearchScope,
  created: string,
  scannedId: string | null,
  parameters: SqlParameters,
): string {
  const conditions = [
    ...collectionIds
      .filter((id) => id !== scannedId)
      .map(
        (id) =>
          `b.id in (select bookmark_id from bookmark_collections
            where account_id = ${parameters.add(accountId)} and collection_id = ${parameters.add(id)})`,
      ),
    ...marks.map((mark) => `b.${mark}`),
    ...(from === null ? [] : [`${created} >= ${parameters.add(from)}::timestamptz`]),
    ...(before === null ? [] : [`${created} < ${parameters.add(before)}::timestamptz`]),
  ];
  return conditions.map((condition) => ` and ${condition}`).join('');
}

/**
 * The first bookmarks of a scope after a position, read from an index in that order. `within` is an additional
 * condition, starting with `and`; it is ignored for scopes that scan a collection.
 */
export function firstRows(
  scope: SearchScope,
  ordering: Ordering,
  limit: number,
  place: ResultPosition,
  parameters: SqlParameters,
  within = '',
): string {
  const keys = keyExpressions(ordering);
  const onwards = (columns: readonly string[], id: string): string =>
    place === null ? '' : ` and ${isAfter(place, { keys: columns, id }, ordering, parameters)}`;
  if (scope.scannedId !== null) {
    return `select b.* from bookmark_collections l join bookmarks b on b.account_id = l.account_id and b.id = l.bookmark_id
      where l.account_id = ${parameters.add(scope.accountId)} and l.collection_id = ${parameters.add(scope.scannedId)} and l.live
        ${bounds(scope, 'l.created_at', scope.scannedId, parameters)}${onwards(['l.created_at'], 'l.bookmark_id')}
      order by ${orderBy(['l.created_at'], 'l.bookmark_id', ordering)} limit ${limit}`;
  }
  const account = parameters.add(scope.accountId);
  const ofSpace = (space: string): string => `select b.* from bookmarks b
    where b.account_id = ${account} and b.space_id = ${space} and b.deleted_at is null
      ${bounds(scope, 'b.created_at', null, parameters)}${onwards(keys, 'b.id')}${within}
    order by ${orderBy(keys, 'b.id', ordering)} limit ${limit}`;
  if (scope.spaceIds.length === 1) return ofSpace(parameters.add(scope.spaceIds[0]));
  return `select b.* from unnest(${parameters.add(scope.spaceIds)}::uuid[]) s (id)
    cross join lateral (${ofSpace('s.id')}) b order by ${orderBy(keys, 'b.id', ordering)} limit ${limit}`;
}

/** Number of periods of equal length from which older bookmarks are sampled. */
const periods = 14;

/**
 * A sample of bookmarks as a list of `with` queries, the last of which is `name`: the newest ones, and a few from the
 * middle of each earlier period. Many bookmarks of one kind are often saved at a time, so the newest alone may not be
 * typical.
 */
function sampledRows(
  scope: SearchScope,
  { name, newest, older }: { name: string; newest: number; older: number },
  parameters: SqlParameters,
): string {
  const newestRows = `newest as materialized (${firstRows(scope, newestFirst, newest, null, parameters)})`;
  if (older === 0) return `${newestRows}, ${name} as (select n.*, true as is_newest from newest n)`;
  const oldest = firstRows(scope, orderings.oldest, 1, null, parameters);
  const within = ' and b.created_at < p.latest and b.created_at >= p.earliest';
  const rows = firstRows(scope, newestFirst, Math.ceil(older / periods), null, parameters, within);
  return `${newestRows},
    span as materialized (select (select o.created_at from (${oldest}) o) as first, (select min(created_at) from newest) as last),
    period as materialized (
      select last - (last - first) * ((k - 0.5) / ${periods}) as latest, last - (last - first) * ((k + 0.5) / ${periods}) as earliest
      from span cross join generate_series(1, ${periods}) k),
    ${name} as (select n.*, true as is_newest from newest n
      union all select b.*, false from period p cross join lateral (${rows}) b)`;
}

export interface RowSelection {
  /** Over `bookmarks b`. */
  columns: string;
  /** Joins between the bookmarks and the condition; `space` is the expression of the space that is read. */
  from?: (space: string) => string;
  condition: string;
}

/**
 * The bookmarks of a scope that fulfil a condition, unordered. There may be many favorites as well as many bookmarks
 * with a word. PostgreSQL combines two indexes only if they share no condition, so one index of favorites is by
 * account.
 */
export function matchingRows(
  scope: SearchScope,
  { columns, from = () => '', condition }: RowSelection,
  parameters: SqlParameters,
): string {
  const account = parameters.add(scope.accountId);
  const narrowed = bounds(scope, 'b.created_at', null, parameters);
  const ofSpace = (space: string): string => `select ${columns} from bookmarks b ${from(space)}
    where b.account_id = ${account} and b.space_id = ${space} and b.deleted_at is null
      and ${condition}${narrowed}`;
  if (scope.spaceIds.length === 1) return ofSpace(parameters.add(scope.spaceIds[0]));
  return `select m.* from unnest(${parameters.add(scope.spaceIds)}::uuid[]) s (id)
    cross join lateral (${ofSpace('s.id')}) m`;
}

/** Conditions of a search, its scope, and the order of hits within a tier. */
export interface SearchTask {
  scope: SearchScope;
  conditions: SearchConditions;
  ordering: Ordering;
}

export interface SampleRange {
  /** Number of newest bookmarks to read. */
  newest: number;
  /** Number of older bookmarks to read. */
  older: number;
  limit: number;
}

/**
 * Reads a sample of bookmarks one by one. Returns the first hits of each tier among the newest, then one row for the
 * newest and one for older bookmarks with the number of rows, the earliest date, and how many rows match each counted
 * condition and are hits of each tier.
 */
export function sampleStatement(
  { scope, conditions, ordering }: SearchTask,
  { newest, older, limit }: SampleRange,
): Statement {
  const parameters = new SqlParameters();
  const expressions = new Expressions(conditions, parameters, true);
  const last = conditions.tiers.at(-1) ?? 1;
  const rows = sampledRows(scope, { name: 'sampled', newest, older }, parameters);
  const flags = conditions.counted.map((term, place) => `${expressions.has([term], last)} as f${place}`);
  const isHit = expressions.orGranted(
    [...conditions.counted.map((_, place) => `f.f${place}`), expressions.has(conditions.others, last)].join(
      ' and ',
    ),
  );
  const counts = conditions.counted.map((_, place) => `count(*) filter (where s.f${place})`);
  const tiers = conditions.tiers.map((tier) => `count(*) filter (where s.tier = ${tier})`);
  const keys = namedKeys(ordering, 's');
  const text = `
    with ${rows}, s as materialized (
      select b.id, b.created_at, b.is_newest, ${keyColumns(ordering)}${conditions.counted.map((_, place) => `, f.f${place}`).join('')},
        case when ${isHit} then ${expressions.tierOfHit()} end as tier
      from sampled b cross join lateral (select ${['1 as one', ...flags].join(', ')} offset 0) f),
    hits as (
      select s.*, row_number() over (partition by s.tier order by ${orderBy(keys, 's.id', ordering)})::integer as number
      from s where s.tier is not null and s.is_newest)
    select h.id, h.tier, ${printedKeys('h', ordering)}, h.number,
      h.is_newest as "isNewest", null::integer[] as counts, null::integer[] as tiers, null::integer as read, null::text as since
      from hits h where h.number <= ${limit}
    union all select null, null, null, null, s.is_newest, array[${counts.join(', ')}]::integer[], array[${tiers.join(', ')}]::integer[],
      count(*)::integer, (min(s.created_at) at time zone 'UTC')::text from s group by s.is_newest
    order by tier, number`;
  return { text, values: parameters.values };
}

export interface CandidateRange {
  /** Conditions by which the index finds the rows; all conditions if empty. */
  drivers?: readonly Term[];
  /** Only hits of this tier. */
  tier?: number;
  place: ResultPosition;
  skipped: number;
  limit: number;
  /** Maximum number of rows to read; if the index has more, the result is marked as cut. */
  most?: number;
}

/**
 * All hits, found by the index: those after a position in the order of results, and a last row with the number of all
 * hits and whether reading stopped at the maximum number of rows.
 */
export function candidateStatement(
  { scope, conditions, ordering }: SearchTask,
  { drivers = [], tier, place, skipped, limit, most }: CandidateRange,
): Statement {
  const parameters = new SqlParameters();
  const expressions = new Expressions(conditions, parameters);
  const last = conditions.tiers.at(-1) ?? 1;
  const indexCondition = expressions.indexCondition(drivers, tier ?? last, scope.marks.includes('favorite'));
  const rows = matchingRows(scope, { columns: 'b.*', condition: indexCondition }, parameters);
  const columns = `b.id, ${keyColumns(ordering)}`;
  const granted =
    conditions.granted.length === 0
      ? ''
      : ` union ${matchingRows(scope, { columns: `${columns}, ${last} as tier`, condition: expressions.isGranted() }, parameters)}`;
  const keys = namedKeys(ordering, 'h');
  const placeTier = place && parameters.add(place.tier);
  const onwards = place
    ? `where h.tier > ${placeTier}::integer or (h.tier = ${placeTier}::integer and ${isAfter(place, { keys, id: 'h.id' }, ordering, parameters)})`
    : '';
  const text = `
    with c as materialized (select ${columns}, ${tierOf(expressions, drivers, tier ?? null, last)} as tier
        from (${rows}${most === undefined ? '' : ` limit ${most + 1}`}) b),
      h as materialized (select * from c where c.tier is not null${granted}),
      page as (select h.*, row_number() over (order by h.tier, ${orderBy(keys, 'h.id', ordering)}) as number from h ${onwards}
        order by number limit ${limit} offset ${parameters.add(skipped)})
    select p.id, p.tier, ${printedKeys('p', ordering)}, p.number, null::integer as total, null::boolean as "isCut" from page p
    union all select null, null, null, null, count(*)::integer,
      ${most === undefined ? 'false' : `(select count(*) > ${most} from c)`} from h
    order by number`;
  return { text, values: parameters.values };
}

/** The tier of a row found by the drivers; null if it is no hit, or not of the requested tier. */
function tierOf(
  expressions: Expressions,
  drivers: readonly Term[],
  tier: number | null,
  last: number,
): string {
  const remaining = expressions.remainingConditions(drivers, tier ?? last);
  if (tier === null) return `case when ${remaining} then ${expressions.tierOfHit()} end`;
  const better = expressions.betterThan(tier);
  return `case when ${remaining}${better === null ? '' : ` and not ${withoutIndex(better)}`} then ${tier} end`;
}

interface TierRange {
  tier: number;
  place: ResultPosition;
  limit: number;
}

/** The first hits of one tier among a number of bookmarks after a position; for a tier with many hits. */
export function scanTierStatement(
  { scope, conditions, ordering }: SearchTask,
  { tier, place, limit, looked }: TierRange & { looked: number },
): Statement {
  const parameters = new SqlParameters();
  const expressions = new Expressions(conditions, parameters, true);
  const rows = firstRows(scope, ordering, looked, place, parameters);
  const text = `
    select h.id, ${tier} as tier, ${printedKeys('h', ordering)}
    from (select b.id, ${keyColumns(ordering)} from (${rows}) b where ${expressions.inTierOnly(tier)} limit ${limit}) h`;
  return { text, values: parameters.values };
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
