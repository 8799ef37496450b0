import type { SearchFacets } from '@/lib/contract/search';
import type { Actor } from '@/provider/actor';
import { SqlParameters } from '@/provider/db/client';
import type { AskDeps } from '@/provider/modules/ask/question';
import type { Statement } from '@/provider/modules/query/term';
import { relaxSearch } from '@/provider/modules/search/closest-hits';
import { hitRows } from '@/provider/modules/search/full-hits';
import {
  prepareSearch,
  type FacetsRequest,
  type PreparedSearch,
  type Reader,
} from '@/provider/modules/search/prepare-search';
import { matchingRows, runBounded } from '@/provider/modules/search/rows';
import { findNearestHits } from '@/provider/modules/search/similar-hits';

const entriesMax = 12;

/** Maximum number of hits that are counted. */
const countedMax = 50_000;

const columns = 'b.id, b.created_at, b.encrypted, b.domain, b.tags, b.type';

/**
 * Returns the number of hits of a query and the most frequent values of each facet, in one row. A host includes its
 * subdomains, like `site:`. Encrypted bookmarks count only in the years and collections.
 */
function facetStatement(search: PreparedSearch, timeZone: string, ids: readonly string[] | null): Statement {
  const parameters = new SqlParameters();
  const zone = parameters.add(timeZone);
  const account = parameters.add(search.scope.accountId);
  const { tables, rows, isCut } =
    ids === null
      ? hitRows(search, { columns, limit: countedMax + 1 }, parameters)
      : {
          tables: [],
          rows: [
            matchingRows(
              search.scope,
              { columns, condition: `b.id = any (${parameters.add(ids)}::uuid[])` },
              parameters,
            ),
          ],
          isCut: 'false',
        };
  const text = `
    with ${tables.map((table) => `${table}, `).join('')}hits as materialized (select * from (${rows.join(' union all ')}) r limit ${countedMax + 1}),
      hosts as materialized (
        select domain as name, count(*)::integer as count from hits
        where domain <> '' and not encrypted group by domain),
      best_hosts as materialized (
        select h.name, (select sum(o.count)::integer from hosts o
          where o.name = h.name or right(o.name, length(h.name) + 1) = '.' || h.name) as count
        from (select * from hosts order by count desc, name limit ${entriesMax}) h),
      best_tags as (
        select mw_tag_key(name) as key, min(name) as name, sum(count)::integer as count
        from (select name, count(*) as count
          from (select unnest(tags) as name from hits where not encrypted) t group by name) t
        group by key order by count desc, key limit ${entriesMax}),
      types as (
        select type as name, count(*)::integer as count from hits
        where type is not null and not encrypted group by type),
      years as (
        select extract(year from created_at at time zone ${zone})::integer::text as name, count(*)::integer as count
        from hits group by 1 order by 1 desc limit ${entriesMax}),
      best_collections as (
        select c.id as uuid, c.name, c.color, c.is_default as "isDefault", c.space_id as space, l.count, c.natural_key as key from (
          select l.collection_id, count(*)::integer as count
          from hits h join bookmark_collections l on l.account_id = ${account} and l.bookmark_id = h.id
          group by l.collection_id) l
        join collections c on c.account_id = ${account} and c.id = l.collection_id order by l.count desc, key, c.id limit ${entriesMax})
    select (select count(*)::integer from hits) as total, ${isCut} as "isCut",
      ${list('best_collections', `'uuid', uuid, 'name', name, 'color', color, 'isDefault', "isDefault", 'space', space`, 'count desc, key, uuid')} as collections,
      ${list('best_tags', "'name', name", 'count desc, key')} as tags,
      ${list('best_hosts', "'name', name", 'count desc, name')} as hosts,
      ${list('types', "'name', name", 'count desc, name')} as types,
      ${list('years', "'name', name", 'name::integer desc')} as years`;
  return { text, values: parameters.values };
}

const list = (table: string, entry: string, order: string): string =>
  `(select coalesce(json_agg(json_build_object(${entry}, 'count', count) order by ${order}), '[]') from ${table})`;

type Counted = Omit<SearchFacets, 'exact'> & { total: number; isCut: boolean };

const nothing: SearchFacets = { collections: [], tags: [], hosts: [], types: [], years: [], exact: true };

/** Counts the matches of the whole query, or the bookmarks with some ids; null if there are none. */
async function countValues(
  { db }: AskDeps,
  search: PreparedSearch,
  timeZone: string,
  ids: readonly string[] | null = null,
): Promise<SearchFacets | null> {
  const [row] = await runBounded<Counted>(db, facetStatement(search, timeZone, ids));
  if (row === undefined) throw new Error('a counting statement returned no row');
  const { total, isCut, ...counts } = row;
  return total === 0 ? null : { ...counts, exact: total <= countedMax && !isCut };
}

/**
 * Returns the values by which a search can be narrowed: of the bookmarks that match the whole query, or of the closest
 * ones if none does, or of those that fulfil the conditions of a question without its words. Throws the same errors as
 * a search. Beyond 50,000 hits, the others are not counted.
 */
export async function findFacets(
  deps: AskDeps,
  actor: Actor,
  reader: Reader,
  request: FacetsRequest,
): Promise<SearchFacets> {
  const { timeZone } = reader;
  const search = await prepareSearch(deps, actor, reader, request);
  if (search.isEmpty || search.scope.size === 0) return nothing;
  const full = await countValues(deps, search, timeZone);
  if (full !== null) return full;
  const { hits } = await findNearestHits(deps, search, false);
  const ids = hits.map(({ id }) => id);
  if (ids.length > 0) return (await countValues(deps, search, timeZone, ids)) ?? nothing;
  const relaxed = await relaxSearch(deps.db, search);
  return (relaxed && (await countValues(deps, relaxed.search, timeZone))) ?? nothing;
}
