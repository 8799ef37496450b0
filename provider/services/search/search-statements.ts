import { Parameters } from '@/provider/services/listing/parameters';
import { checked, Expressions, lastTier } from '@/provider/services/search/expressions';
import type { Place, Statement } from '@/provider/services/search/hit';
import { behind, matchingRows, newestRows, printedTime } from '@/provider/services/search/search-rows';
import type { SearchScope } from '@/provider/services/search/search-scope';

/** The words of a query, and those of them that the index is asked for. */
export interface QueryWords {
  all: readonly string[];
  counted: readonly string[];
  drivers: readonly string[];
}

/**
 * Looks at the newest bookmarks one by one: the first hits of each tier, each with the number of hits of its tier, and
 * a last row with the number of bookmarks that have each counted word.
 */
export function sampleStatement(
  scope: SearchScope,
  { all, counted }: QueryWords,
  { looked, limit }: { looked: number; limit: number },
): Statement {
  const parameters = new Parameters();
  const expressions = new Expressions(all, parameters);
  const rows = newestRows(scope, looked, null, parameters);
  const flags = counted.map((word, place) => `${expressions.has([word], lastTier)} as w${place}`);
  const isHit = counted.map((_, place) => `w${place}`);
  if (counted.length < all.length) isHit.push(expressions.inTier(lastTier));
  const text = `
    with b as materialized (select b.*, ${flags.join(', ')} from (${rows}) b),
      hits as (
        select m.*, row_number() over (partition by tier order by created_at desc, id desc)::integer as number,
          count(*) over (partition by tier)::integer as hits
        from (select b.id, b.created_at, ${expressions.tier()} as tier from b where ${isHit.join(' and ')}) m)
    select h.id, h.tier, ${printedTime}, h.hits, h.number, null::integer[] as words
      from hits h where h.number <= ${limit}
    union all select null, null, null, null, null,
      array[${counted.map((_, place) => `count(*) filter (where w${place})`).join(', ')}]::integer[] from b
    order by tier, number`;
  return { text, values: parameters.values };
}

/** The condition of a hit: the drivers in the index, all words on the rows that it finds. */
function found({ all, drivers }: QueryWords, tier: number, expressions: Expressions): string {
  const led = expressions.has(drivers, tier);
  return drivers.length === all.length ? led : `${led} and ${checked(expressions.inTier(tier))}`;
}

/** All hits, found by the index: those behind a place in the order of results, and a last row with their number. */
export function gatherStatement(
  scope: SearchScope,
  words: QueryWords,
  { place, skipped, limit }: { place: Place; skipped: number; limit: number },
): Statement {
  const parameters = new Parameters();
  const expressions = new Expressions(words.all, parameters);
  const rows = matchingRows(scope, found(words, lastTier, expressions), parameters);
  const tier = place && parameters.add(place.tier);
  const onwards = place
    ? `where h.tier > ${tier} or (h.tier = ${tier}${behind(place, 'h.created_at, h.id', parameters)})`
    : '';
  const text = `
    with b as materialized (${rows}),
      h as (select b.id, b.created_at, ${expressions.tier()} as tier from b),
      page as (select * from h ${onwards}
        order by h.tier, h.created_at desc, h.id desc limit ${limit} offset ${parameters.add(skipped)})
    select h.id, h.tier, ${printedTime}, h.created_at as place, null::integer as total from page h
    union all select null, null, null, null, count(*)::integer from b
    order by tier, place desc, id desc`;
  return { text, values: parameters.values };
}

interface TierRange {
  tier: number;
  place: Place;
  limit: number;
}

/** The newest hits of one tier behind a place, found by the index: for a tier with few of them. */
export function gatherTierStatement(
  scope: SearchScope,
  words: QueryWords,
  { tier, place, limit }: TierRange,
): Statement {
  const parameters = new Parameters();
  const expressions = new Expressions(words.all, parameters);
  const better = tier === 1 ? '' : ` and not ${checked(expressions.inTier(tier - 1))}`;
  const condition =
    found(words, tier, expressions) + better + behind(place, 'b.created_at, b.id', parameters);
  const text = `
    with h as materialized (${matchingRows(scope, condition, parameters)})
    select h.id, ${tier} as tier, ${printedTime} from h order by h.created_at desc, h.id desc limit ${limit}`;
  return { text, values: parameters.values };
}

/** The newest hits of one tier among so many bookmarks behind a place: for a tier with many of them. */
export function walkTierStatement(
  scope: SearchScope,
  { all }: QueryWords,
  { tier, place, limit, looked }: TierRange & { looked: number },
): Statement {
  const parameters = new Parameters();
  const expressions = new Expressions(all, parameters);
  const rows = newestRows(scope, looked, place, parameters);
  const text = `
    select h.id, ${tier} as tier, ${printedTime}
    from (select b.id, b.created_at from (${rows}) b where ${expressions.inTierOnly(tier)} limit ${limit}) h`;
  return { text, values: parameters.values };
}
