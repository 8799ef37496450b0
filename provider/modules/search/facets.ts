import type { SearchFacets } from '@/lib/contract/search';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import type { Actor, RequestContext } from '@/provider/actor';
import { SqlParameters, type Database } from '@/provider/db/client';
import type { AskDeps } from '@/provider/modules/ask/question';
import { pageTier } from '@/provider/modules/query/compile-term';
import { newestFirst } from '@/provider/modules/search/expressions';
import { isAnsweredByPage } from '@/provider/modules/search/page-hits';
import type { PreparedQuery } from '@/provider/modules/query/prepare-query';
import type { SearchScope } from '@/provider/modules/search/scope';
import { prepareSearch, type FacetsRequest } from '@/provider/modules/search/search-library';
import { firstRows, matchingRows, runBounded, type RowSelection } from '@/provider/modules/search/statements';
import { termConjuncts, type Statement } from '@/provider/modules/query/term';
import { mayUse } from '@/provider/policies';

const entriesMax = 12;

/** Maximum number of hits that are counted exactly. */
const countedHits = 20_000;

interface FacetRequest {
  query: PreparedQuery;
  timeZone: string;
  /** Number of newest bookmarks to inspect one by one; null if the index finds all hits. */
  looked: number | null;
  /** Whether the texts of pages are searched. */
  hasPageTexts: boolean;
}

const columns = 'b.id, b.created_at, b.encrypted, b.domain, b.tags, b.type';

/** Counts the hits among the newest bookmarks, to choose how all hits are counted. */
function shareStatement(scope: SearchScope, query: PreparedQuery, looked: number): Statement {
  const parameters = new SqlParameters();
  const condition = query.condition(parameters);
  const text = `select count(*) filter (where ${condition})::integer as hits
    from (${newest(scope, looked, parameters)}) b`;
  return { text, values: parameters.values };
}

/**
 * Returns the number of hits of a query and the most frequent values of each facet, in one row. A host includes its
 * subdomains, like `site:`. Encrypted bookmarks count only in the years and collections.
 */
function facetStatement(scope: SearchScope, request: FacetRequest): Statement {
  const parameters = new SqlParameters();
  const zone = parameters.add(request.timeZone);
  const account = parameters.add(scope.accountId);
  const text = `
    with hits as materialized (${hitRows(scope, request, parameters)}),
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
    select (select count(*)::integer from hits) as total,
      ${list('best_collections', `'uuid', uuid, 'name', name, 'color', color, 'isDefault', "isDefault", 'space', space`, 'count desc, key, uuid')} as collections,
      ${list('best_tags', "'name', name", 'count desc, key')} as tags,
      ${list('best_hosts', "'name', name", 'count desc, name')} as hosts,
      ${list('types', "'name', name", 'count desc, name')} as types,
      ${list('years', "'name', name", 'name::integer desc')} as years`;
  return { text, values: parameters.values };
}

const list = (table: string, entry: string, order: string): string =>
  `(select coalesce(json_agg(json_build_object(${entry}, 'count', count) order by ${order}), '[]') from ${table})`;

/** The rows that are counted: hits among the newest bookmarks, or all hits with a limit just above `countedHits`. */
function hitRows(
  scope: SearchScope,
  { query, looked, hasPageTexts }: FacetRequest,
  parameters: SqlParameters,
): string {
  const select = ({ from = () => '', condition }: Omit<RowSelection, 'columns'>): string =>
    looked === null
      ? matchingRows(scope, { columns, from, condition }, parameters)
      : `select ${columns} from (${newest(scope, looked, parameters)}) b ${from('b.space_id')} where ${condition}`;
  const hits = select({ condition: query.condition(parameters) });
  const pages =
    hasPageTexts && query.pageLexemes !== null
      ? ` union all ${select(pageSelection(query, parameters))}`
      : '';
  return `${hits}${pages}${looked === null ? ` limit ${countedHits + 1}` : ''}`;
}

const newest = (scope: SearchScope, looked: number, parameters: SqlParameters): string =>
  firstRows(scope, newestFirst, looked, null, parameters);

/** Selects bookmarks that match only by their page text. */
function pageSelection(query: PreparedQuery, parameters: SqlParameters): Omit<RowSelection, 'columns'> {
  const page = `p.search @@ ${parameters.add(query.pageLexemes)}::tsquery`;
  const otherTerms = termConjuncts(query.term).filter((term) => !isAnsweredByPage(term));
  return {
    from: (space) => `join page_contents p
      on p.account_id = b.account_id and p.bookmark_id = b.id and p.space_id = ${space} and ${page}`,
    condition: `${otherTerms.length === 0 ? 'true' : query.compiler(parameters).condition({ kind: 'and', terms: otherTerms }, pageTier)}
    and (${query.condition(parameters, bookmarkTiers)}) is not true`,
  };
}

interface CountRequest {
  query: PreparedQuery;
  timeZone: string;
  /** Whether the texts of pages are searched. */
  hasPageTexts: boolean;
}

type Counts = Omit<SearchFacets, 'exact'>;

const sampleSize = 1_000;
/** Hits counted to estimate larger numbers: enough for two digits, at some microseconds each. */
const estimatedFrom = 10_000;
const lookedMax = 50_000;

/**
 * Counts the facets of a query. Up to 20,000 hits are counted exactly. For more, the numbers are extrapolated from the
 * newest bookmarks and rounded to two digits.
 */
async function countFacets(db: Database, scope: SearchScope, request: CountRequest): Promise<SearchFacets> {
  const share = scope.size <= countedHits ? 0 : await readShare(db, scope, request.query);
  if (share * scope.size <= countedHits) {
    const { total, ...counts } = await count(db, scope, { ...request, looked: null });
    if (total <= countedHits) return { ...counts, exact: true };
  }
  const looked = Math.min(scope.size, lookedMax, Math.ceil(estimatedFrom / Math.max(share, 1 / sampleSize)));
  const { total: _, ...counts } = await count(db, scope, { ...request, looked });
  return looked === scope.size ? { ...counts, exact: true } : scale(counts, scope.size / looked);
}

/** Returns the share of hits among the newest bookmarks. */
async function readShare(db: Database, scope: SearchScope, query: PreparedQuery): Promise<number> {
  const { hits } = await readRow<{ hits: number }>(db, shareStatement(scope, query, sampleSize));
  return hits / sampleSize;
}

const count = (
  db: Database,
  scope: SearchScope,
  request: Parameters<typeof facetStatement>[1],
): Promise<Counts & { total: number }> => readRow(db, facetStatement(scope, request));

function scale(facets: Counts, factor: number): SearchFacets {
  const each = <Entry extends { count: number }>(entries: readonly Entry[]): Entry[] =>
    entries.map((entry) => ({ ...entry, count: Number((entry.count * factor).toPrecision(2)) }));
  return {
    collections: each(facets.collections),
    tags: each(facets.tags),
    hosts: each(facets.hosts),
    types: each(facets.types),
    years: each(facets.years),
    exact: false,
  };
}

async function readRow<Row>(db: Database, statement: Statement): Promise<Row> {
  const [row] = await runBounded<Row>(db, statement);
  if (row === undefined) throw new Error('a counting statement returned no row');
  return row;
}

const nothing: SearchFacets = { collections: [], tags: [], hosts: [], types: [], years: [], exact: true };

/** Returns the values by which a search can be narrowed. Matches the same bookmarks, and throws the same errors. */
export async function findFacets(
  deps: AskDeps,
  actor: Actor,
  context: Pick<RequestContext, 'timeZone' | 'locale'>,
  request: FacetsRequest,
): Promise<SearchFacets> {
  const { scope, prepared, isEmpty } = await prepareSearch(deps, actor, context, request);
  if (isEmpty || scope.size === 0) return nothing;
  const hasPageTexts = mayUse(actor, 'pageText');
  return countFacets(deps.db, scope, { query: prepared, timeZone: context.timeZone, hasPageTexts });
}
