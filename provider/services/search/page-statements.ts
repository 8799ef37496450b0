import { bookmarkTiers } from '@/lib/domain/search-terms';
import { Parameters } from '@/provider/services/listing/parameters';
import { pageTier, type TermCompiler } from '@/provider/services/search/compile-term';
import { checked } from '@/provider/services/search/expressions';
import type { Place, Statement } from '@/provider/services/search/hit';
import {
  isBehind,
  keyColumns,
  keyExpressions,
  namedKeys,
  newestFirst,
  orderBy,
  printedKeys,
  type Ordering,
} from '@/provider/services/search/ordering';
import type { PreparedQuery } from '@/provider/services/search/prepare-query';
import { firstRows, matchingRows } from '@/provider/services/search/search-rows';
import type { SearchScope } from '@/provider/services/search/search-scope';
import type { Term } from '@/provider/services/search/term';

export interface PageSearch {
  /** The scope and the conditions that are left of the query when it is narrowed. */
  scope: SearchScope;
  conjuncts: readonly Term[];
  prepared: PreparedQuery;
}

export interface PageRange {
  place: Place;
  limit: number;
}

/** The order of hits, and whether those that their bookmarks make hits are among them. */
export interface PageOrder {
  ordering: Ordering;
  isWithBookmarks: boolean;
}

/** Behind all other hits, the newest first. */
export const behindBookmarks: PageOrder = { ordering: newestFirst, isWithBookmarks: false };

const tierOf = ({ isWithBookmarks }: PageOrder): number => (isWithBookmarks ? bookmarkTiers : pageTier);

/** Words that the index of texts has found already, so that no text has to be read for them. */
export const isAnsweredByPage = (term: Term): boolean =>
  term.kind === 'words' && term.field === 'all' && !term.isPhrase;

/** What a hit fulfils, with the row `p` of its page beside it: its text has the words, and this is so besides. */
function conditions({ conjuncts, prepared }: PageSearch, compiler: TermCompiler) {
  const others = conjuncts.filter((term) => !isAnsweredByPage(term));
  return {
    hasWords: compiler.matches(prepared.pageLexemes ?? '', 'p.search'),
    besides:
      others.length === 0 ? 'true' : checked(compiler.condition({ kind: 'and', terms: others }, pageTier)),
    byBookmark: checked(compiler.condition({ kind: 'and', terms: [...conjuncts] }, bookmarkTiers)),
  };
}

/** How many texts of the spaces have the words, up to a number. */
export const countPagesStatement = ({ scope, prepared }: PageSearch, most: number): Statement => ({
  text: `select count(*)::integer as found from (
    select from page_contents p where p.space_id = any ($1::uuid[]) and p.search @@ $2::tsquery limit $3) p`,
  values: [scope.spaceIds, prepared.pageLexemes, most],
});

/** How many bookmarks fulfil some conditions that their index answers, up to a number. */
export function countBookmarksStatement(
  { scope, prepared }: PageSearch,
  terms: readonly Term[],
  most: number,
): Statement {
  const parameters = new Parameters();
  const condition = prepared.compiler(parameters).condition({ kind: 'and', terms }, bookmarkTiers);
  const rows = matchingRows(scope, { columns: '1', condition }, parameters);
  return {
    text: `select count(*)::integer as found from (${rows} limit ${most}) b`,
    values: parameters.values,
  };
}

/** What the page of a row of bookmarks says, beside it; `worded` tells whether its text has the words. */
const besidePage = (rows: string, hasWords: string): string => `(${rows}) b
  left join lateral (select * from page_contents p where p.bookmark_id = b.id offset 0) p on true
  cross join lateral (select case when p.search is null then false else ${hasWords} end as worded offset 0) f`;

/**
 * Looks at so many bookmarks behind a place one by one: the first hits, and a last row with what was seen on the way, and
 * where it ends.
 */
export function lookStatement(search: PageSearch, { place, limit }: PageRange, looked: number): Statement {
  const parameters = new Parameters();
  const { hasWords, besides, byBookmark } = conditions(search, search.prepared.compiler(parameters, true));
  const rows = firstRows(search.scope, newestFirst, looked, place, parameters);
  const keys = namedKeys(newestFirst, 's');
  const text = `
    with s as materialized (
        select b.id, ${keyColumns(newestFirst)}, f.worded, f.worded and not ${byBookmark} and ${besides} as hits
        from ${besidePage(rows, hasWords)}),
      h as (select s.*, row_number() over (order by ${orderBy(keys, 's.id', newestFirst)}) as number
        from s where s.hits order by number limit ${limit})
    select h.id, ${pageTier} as tier, ${printedKeys('h', newestFirst)}, h.number, null::integer as looked,
      null::integer as worded, null::integer as found from h
    union all select l.id, ${pageTier}, ${printedKeys('l', newestFirst)}, null, looked, worded, found from (
      select count(*)::integer as looked, (count(*) filter (where worded))::integer as worded,
        (count(*) filter (where hits))::integer as found from s) c
      left join (select id, k1 from s order by k1, id limit 1) l on true
    order by number`;
  return { text, values: parameters.values };
}

/**
 * The first hits on so many bookmarks behind a place, which are looked at no further than these hits lie, and how many
 * texts with the words were passed on the way to each.
 */
export function walkStatement(
  search: PageSearch,
  order: PageOrder,
  { place, limit }: PageRange,
  looked: number,
): Statement {
  const parameters = new Parameters();
  const { ordering } = order;
  const { hasWords, besides, byBookmark } = conditions(search, search.prepared.compiler(parameters, true));
  const rows = firstRows(search.scope, ordering, looked, place, parameters);
  const byPage = `f.worded and ${besides}`;
  const isHit = order.isWithBookmarks ? `${byBookmark} or (${byPage})` : `not ${byBookmark} and ${byPage}`;
  const text = `
    select w.id, ${tierOf(order)} as tier, ${printedKeys('w', ordering)}, w.worded::integer
    from (select b.id, ${keyColumns(ordering)}, (${isHit}) as hits,
        count(*) filter (where f.worded) over (rows unbounded preceding) as worded
      from ${besidePage(rows, hasWords)} order by ${orderBy(keyExpressions(ordering), 'b.id', ordering)}) w
    where w.hits order by ${orderBy(namedKeys(ordering, 'w'), 'w.id', ordering)} limit ${limit}`;
  return { text, values: parameters.values };
}

/** All hits, found by the indexes, and a last row with their number. */
export function gatherStatement(
  search: PageSearch,
  order: PageOrder,
  { place, limit }: PageRange,
  /** Conditions that lead to few bookmarks, whose pages are looked at then; else the index of texts leads. */
  drivers: readonly Term[] = [],
): Statement {
  const parameters = new Parameters();
  const { ordering } = order;
  const compiler = search.prepared.compiler(parameters);
  const { hasWords, besides, byBookmark } = conditions(search, compiler);
  const columns = `b.id, ${keyColumns(ordering)}`;
  const allOf = (terms: readonly Term[]): string => compiler.condition({ kind: 'and', terms }, bookmarkTiers);
  const leading = drivers.length === 0 ? '' : `${allOf(drivers)} and `;
  const from = (space: string): string =>
    drivers.length === 0
      ? `join page_contents p on p.bookmark_id = b.id and p.space_id = ${space} and ${hasWords}`
      : `cross join lateral (select p.* from page_contents p where p.bookmark_id = b.id and ${hasWords} offset 0) p`;
  const byPages = matchingRows(
    search.scope,
    { columns, from, condition: `${leading}not ${byBookmark} and ${besides}` },
    parameters,
  );
  const rows = order.isWithBookmarks
    ? `${byPages} union all ${matchingRows(search.scope, { columns, condition: allOf(search.conjuncts) }, parameters)}`
    : byPages;
  const keys = namedKeys(ordering, 'h');
  const onwards =
    place === null ? '' : `where ${isBehind(place, { keys, id: 'h.id' }, ordering, parameters)}`;
  const text = `
    with h as materialized (${rows}),
      page as (select h.*, row_number() over (order by ${orderBy(keys, 'h.id', ordering)}) as number from h ${onwards}
        order by number limit ${limit})
    select g.id, ${tierOf(order)} as tier, ${printedKeys('g', ordering)}, g.number, null::integer as total from page g
    union all select null, null, null, null, count(*)::integer from h
    order by number`;
  return { text, values: parameters.values };
}
