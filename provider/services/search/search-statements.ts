import { Parameters } from '@/provider/services/listing/parameters';
import { checked, Expressions, type Sought } from '@/provider/services/search/expressions';
import type { Place, Statement } from '@/provider/services/search/hit';
import {
  isBehind,
  keyColumns,
  keyExpressions,
  namedKeys,
  orderBy,
  printedKeys,
  newestFirst,
  type Ordering,
} from '@/provider/services/search/ordering';
import { firstRows, matchingRows } from '@/provider/services/search/search-rows';
import type { SearchScope } from '@/provider/services/search/search-scope';
import type { Term } from '@/provider/services/search/term';

/** What is looked for, where, and in which order hits of one tier come. */
export interface Task {
  scope: SearchScope;
  sought: Sought;
  ordering: Ordering;
}

/**
 * Looks at the newest bookmarks one by one: the first hits of each tier, each with the number of hits of its tier, and
 * a last row that tells how many were looked at, back to when, and how many fulfil each counted condition.
 */
export function sampleStatement(
  { scope, sought, ordering }: Task,
  { looked, limit }: { looked: number; limit: number },
): Statement {
  const parameters = new Parameters();
  const expressions = new Expressions(sought, parameters, true);
  const last = sought.tiers.at(-1) ?? 1;
  const rows = firstRows(scope, newestFirst, looked, null, parameters);
  const flags = sought.counted.map((term, place) => `${expressions.has([term], last)} as f${place}`);
  const isHit = expressions.orGranted(
    [...sought.counted.map((_, place) => `f.f${place}`), expressions.has(sought.others, last)].join(' and '),
  );
  const counts = sought.counted.map((_, place) => `count(*) filter (where s.f${place})`);
  const keys = namedKeys(ordering, 's');
  const text = `
    with s as materialized (
      select b.id, b.created_at, ${keyColumns(ordering)}${sought.counted.map((_, place) => `, f.f${place}`).join('')},
        case when ${isHit} then ${expressions.tierOfHit()} end as tier
      from (${rows}) b cross join lateral (select ${['1 as one', ...flags].join(', ')} offset 0) f),
    hits as (
      select s.*, row_number() over (partition by s.tier order by ${orderBy(keys, 's.id', ordering)})::integer as number,
        count(*) over (partition by s.tier)::integer as hits
      from s where s.tier is not null)
    select h.id, h.tier, ${printedKeys('h', ordering)}, h.hits, h.number,
      null::integer[] as counts, null::integer as looked, null::text as since
      from hits h where h.number <= ${limit}
    union all select null, null, null, null, null,
      array[${counts.join(', ')}]::integer[], count(*)::integer, (min(s.created_at) at time zone 'UTC')::text from s
    order by tier, number`;
  return { text, values: parameters.values };
}

interface GatherRange {
  drivers: readonly Term[];
  place: Place;
  skipped: number;
  limit: number;
  /** Where there are more hits than this, it is enough to know that. */
  most?: number;
}

/** All hits, found by the index: those behind a place in the order of results, and a last row with their number. */
export function gatherStatement(
  { scope, sought, ordering }: Task,
  { drivers, place, skipped, limit, most }: GatherRange,
): Statement {
  const parameters = new Parameters();
  const expressions = new Expressions(sought, parameters);
  const last = sought.tiers.at(-1) ?? 1;
  const columns = `b.id, ${keyColumns(ordering)}, ${expressions.tierOfHit()} as tier`;
  const rows = matchingRows(scope, { columns, condition: expressions.found(drivers, last) }, parameters);
  const granted =
    sought.granted.length === 0
      ? ''
      : ` union ${matchingRows(scope, { columns, condition: expressions.isGranted() }, parameters)}`;
  const atMost = most === undefined ? '' : ` limit ${most + 1}`;
  const tier = place && parameters.add(place.tier);
  const keys = namedKeys(ordering, 'h');
  const onwards = place
    ? `where h.tier > ${tier}::integer or (h.tier = ${tier}::integer and ${isBehind(place, { keys, id: 'h.id' }, ordering, parameters)})`
    : '';
  const text = `
    with h as materialized (${rows}${granted}${atMost}),
      page as (select h.*, row_number() over (order by h.tier, ${orderBy(keys, 'h.id', ordering)}) as number from h ${onwards}
        order by number limit ${limit} offset ${parameters.add(skipped)})
    select p.id, p.tier, ${printedKeys('p', ordering)}, p.number, null::integer as total from page p
    union all select null, null, null, null, count(*)::integer from h
    order by number`;
  return { text, values: parameters.values };
}

interface TierRange {
  tier: number;
  place: Place;
  limit: number;
}

/** The first hits of one tier behind a place, found by the index: for a tier with few of them. */
export function gatherTierStatement(
  { scope, sought, ordering }: Task,
  { drivers, tier, place, limit }: TierRange & { drivers: readonly Term[] },
): Statement {
  const parameters = new Parameters();
  const expressions = new Expressions(sought, parameters);
  const better = expressions.betterThan(tier);
  const onwards =
    place === null
      ? ''
      : ` and ${isBehind(place, { keys: keyExpressions(ordering), id: 'b.id' }, ordering, parameters)}`;
  const unless = better === null ? '' : ` and not ${checked(better)}`;
  const columns = `b.id, ${keyColumns(ordering)}`;
  const rows = matchingRows(
    scope,
    { columns, condition: expressions.found(drivers, tier) + unless + onwards },
    parameters,
  );
  const granted =
    sought.granted.length === 0
      ? ''
      : ` union ${matchingRows(scope, { columns, condition: expressions.isGranted() + onwards }, parameters)}`;
  const text = `
    with h as materialized (${rows}${granted})
    select h.id, ${tier} as tier, ${printedKeys('h', ordering)} from h
    order by ${orderBy(namedKeys(ordering, 'h'), 'h.id', ordering)} limit ${limit}`;
  return { text, values: parameters.values };
}

/** The first hits of one tier among so many bookmarks behind a place: for a tier with many of them. */
export function walkTierStatement(
  { scope, sought, ordering }: Task,
  { tier, place, limit, looked }: TierRange & { looked: number },
): Statement {
  const parameters = new Parameters();
  const expressions = new Expressions(sought, parameters, true);
  const rows = firstRows(scope, ordering, looked, place, parameters);
  const text = `
    select h.id, ${tier} as tier, ${printedKeys('h', ordering)}
    from (select b.id, ${keyColumns(ordering)} from (${rows}) b where ${expressions.inTierOnly(tier)} limit ${limit}) h`;
  return { text, values: parameters.values };
}
