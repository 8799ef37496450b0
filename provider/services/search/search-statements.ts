import { Parameters } from '@/provider/services/listing/parameters';
import { checked, Expressions, type Sought } from '@/provider/services/search/expressions';
import type { Place, Statement } from '@/provider/services/search/hit';
import {
  isBehind,
  keyColumns,
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

export interface GatherRange {
  /** Conditions that lead to the rows. */
  drivers?: readonly Term[];
  /** Only hits of this tier. */
  tier?: number;
  place: Place;
  skipped: number;
  limit: number;
  /** So many rows are read at the most: where the index leads to more, it is enough to know that. */
  most?: number;
}

/**
 * All hits, found by the index: those behind a place in the order of results, and a last row with their number, which
 * tells whether there would have been more rows to read.
 */
export function gatherStatement(
  { scope, sought, ordering }: Task,
  { drivers = [], tier, place, skipped, limit, most }: GatherRange,
): Statement {
  const parameters = new Parameters();
  const expressions = new Expressions(sought, parameters);
  const last = sought.tiers.at(-1) ?? 1;
  const leads = expressions.leads(drivers, tier ?? last);
  const rows = matchingRows(scope, { columns: 'b.*', condition: leads }, parameters);
  const columns = `b.id, ${keyColumns(ordering)}`;
  const granted =
    sought.granted.length === 0
      ? ''
      : ` union ${matchingRows(scope, { columns: `${columns}, ${last} as tier`, condition: expressions.isGranted() }, parameters)}`;
  const keys = namedKeys(ordering, 'h');
  const placeTier = place && parameters.add(place.tier);
  const onwards = place
    ? `where h.tier > ${placeTier}::integer or (h.tier = ${placeTier}::integer and ${isBehind(place, { keys, id: 'h.id' }, ordering, parameters)})`
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

/** The tier of a row that the drivers lead to; null for one that is no hit, or not of the one tier that is wanted. */
function tierOf(
  expressions: Expressions,
  drivers: readonly Term[],
  tier: number | null,
  last: number,
): string {
  const besides = expressions.besides(drivers, tier ?? last);
  if (tier === null) return `case when ${besides} then ${expressions.tierOfHit()} end`;
  const better = expressions.betterThan(tier);
  return `case when ${besides}${better === null ? '' : ` and not ${checked(better)}`} then ${tier} end`;
}

interface TierRange {
  tier: number;
  place: Place;
  limit: number;
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
