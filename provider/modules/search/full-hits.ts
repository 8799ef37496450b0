import { recencyOf, scoreMax } from '@/lib/domain/query/ranking';
import { wordExpression } from '@/lib/domain/search-terms';
import { SqlParameters, type Database } from '@/provider/db/client';
import type { PreparedQuery } from '@/provider/modules/query/prepare-query';
import type { Statement } from '@/provider/modules/query/term';
import {
  byScore,
  isAfter,
  keyColumns,
  namedKeys,
  orderBy,
  orderings,
  printedKeys,
  type Ordering,
  type SortPosition,
} from '@/provider/modules/search/orders';
import type { PageTexts } from '@/provider/modules/search/page-texts';
import { firstRows, inScope, matchingRows, runBounded } from '@/provider/modules/search/rows';
import type { SearchScope } from '@/provider/modules/search/scope';
import { Score, type ScoreOptions } from '@/provider/modules/search/score';

/** A search of one query: its scope, its conditions, and how its hits are ranked. */
export interface RankedSearch {
  readonly scope: SearchScope;
  readonly prepared: PreparedQuery;
  readonly ranking: ScoreOptions;
  /** The texts of pages; null if they are not searched. */
  readonly pages: PageTexts | null;
}

/** A bookmark found by a search. */
export interface Hit {
  id: string;
  /** Values of the sort keys, as printed by the database, in UTC. */
  keys: string[];
}

export interface HitRange {
  place: SortPosition | null;
  skipped: number;
  limit: number;
}

export interface FullHits {
  hits: Hit[];
  total: number;
  /** Whether the total is an estimate. */
  isEstimated: boolean;
}

/** Whether the hits of a search are sorted by relevance. */
export const isRanked = ({ prepared: { sort, hasWords } }: Pick<RankedSearch, 'prepared'>): boolean =>
  hasWords && (sort === null || sort === 'relevance');

/** Finds the bookmarks that match the whole query, after a position, and their number. */
export async function findFullHits(db: Database, search: RankedSearch, range: HitRange): Promise<FullHits> {
  if (search.scope.size === 0) return { hits: [], total: 0, isEstimated: false };
  return search.prepared.hasWords ? findByWords(db, search, range) : findInOrder(db, search, range);
}

/** The ordering of the hits of a query, over `bookmarks b` beside `m`. */
function orderingOf({ prepared: { sort }, ranking }: RankedSearch, parameters: SqlParameters): Ordering {
  if (sort !== null && sort !== 'relevance') return orderings[sort];
  return byScore(new Score(ranking, parameters).full());
}

/** The condition of a hit on `bookmarks b` by its own fields, or also by the text of its page `m`. */
export function conditionOf(
  { prepared, pages }: RankedSearch,
  reach: 'fields' | 'pages',
  parameters: SqlParameters,
): string {
  const { term } = prepared;
  if (term === null) return 'true';
  if (pages === null || reach === 'fields')
    return prepared.compiler(parameters, { hidesWords: true }).condition(term);
  return prepared.compiler(parameters, { pageBits: pages.ownBits }).condition(term, 'pages');
}

/** A condition for which the planner must not use an index. */
export const withoutIndex = (condition: string): string => `case when ${condition} then true else false end`;

/** The bookmark of a row with its id, as `b`. The planner must not join all with all. */
export const rowOf = (row: string, account: string): string =>
  `lateral (select * from bookmarks b where b.account_id = ${account} and b.id = ${row}.id offset 0) b`;

/**
 * The rows of all hits of a query with words. With page texts, bookmarks found by the index of words and those whose
 * page has a word are collected first, because the planner expects few of both and would compare all with all in a join.
 * `columns` are over `bookmarks b` beside `m`.
 */
export function hitRows(search: RankedSearch, columns: string, parameters: SqlParameters): string {
  const { scope, pages } = search;
  const condition = conditionOf(search, 'fields', parameters);
  if (pages === null) return matchingRows(scope, { columns, condition }, parameters);
  const matching = matchingRows(scope, { columns: 'b.id', condition }, parameters);
  return `select ${columns} from (
      select id, bit_or(mask) as mask, bool_or(is_hit) as is_hit from (
        select id, 0 as mask, true as is_hit from (${matching}) f
        union all select id, mask, false from pages) u group by id) m
    cross join ${rowOf('m', parameters.add(scope.accountId))}
    where ${inScope(scope, parameters)} and (m.is_hit or ${withoutIndex(conditionOf(search, 'pages', parameters))})`;
}

export const withPages = ({ pages, scope }: RankedSearch, parameters: SqlParameters): string =>
  pages === null ? '' : `${pages.table(scope, parameters)}, `;

interface FoundRow {
  total: number;
  id: string | null;
  keys: string[] | null;
}

/** All hits are read from the index, ranked, and counted in one statement. */
function wordsStatement(search: RankedSearch, { place, skipped, limit }: HitRange): Statement {
  const parameters = new SqlParameters();
  const pages = withPages(search, parameters);
  const ordering = orderingOf(search, parameters);
  const rows = hitRows(search, `b.id, ${keyColumns(ordering)}`, parameters);
  const keys = namedKeys(ordering, 'h');
  const onwards = place === null ? '' : `where ${isAfter(place, { keys, id: 'h.id' }, ordering, parameters)}`;
  const text = `
    with ${pages}h as materialized (${rows}),
      page as (select h.* from h ${onwards} order by ${orderBy(keys, 'h.id', ordering)} limit ${limit} offset ${skipped})
    select c.total, g.id, ${printedKeys('g', ordering)} from (select count(*)::integer as total from h) c
      left join page g on true order by ${orderBy(namedKeys(ordering, 'g'), 'g.id', ordering)}`;
  return { text, values: parameters.values };
}

async function rankAll(db: Database, search: RankedSearch, range: HitRange): Promise<FullHits> {
  const rows = await runBounded<FoundRow>(db, wordsStatement(search, range));
  return {
    hits: rows.flatMap(({ id, keys }) => (id === null || keys === null ? [] : { id, keys })),
    total: rows[0]?.total ?? 0,
    isEstimated: false,
  };
}

/** If more bookmarks than this match, they are not all ranked: see docs/search.md. */
const rankedMax = 4_000;

async function findByWords(db: Database, search: RankedSearch, range: HitRange): Promise<FullHits> {
  const { words, required } = search.ranking;
  const uses = words.filter(({ text }) => required.has(text)).map((word) => word.uses);
  const mayBeMany = uses.length > 0 && Math.min(...uses) > rankedMax;
  if (range.place === null ? !mayBeMany : !isInFields(range.place)) return rankAll(db, search, range);
  // Later pages have the number of the first one.
  const counted = range.place === null ? await countRows(db, search) : { total: 0, isEstimated: true };
  if (range.place === null && counted.total <= rankedMax) return rankAll(db, search, range);
  if (!isRanked(search)) return { ...(await readInOrder(db, search, range)), ...counted };
  return { hits: await findInFields(db, search, range), ...counted };
}

/** The keys of a hit of {@link findInFields}: its score, its creation time, and the number of its list. */
const isInFields = ({ keys }: SortPosition): boolean => keys.length === 3;

/**
 * Finds the first of very many hits: those with all words in the title, as typed, then the others, both newest first.
 * Scores have no other part, so that the order is that of the index by date.
 */
async function findInFields(
  db: Database,
  search: RankedSearch,
  { place, skipped, limit }: HitRange,
): Promise<Hit[]> {
  const { required, now } = search.ranking;
  const inTitle = [...required].map((word) => `(${wordExpression(word, 't', false)})`).join('&');
  const hits: Hit[] = [];
  for (const [list, share] of titleShares.entries()) {
    const missing = skipped + limit - hits.length;
    const [, created, last] = place?.keys ?? [];
    if (missing <= 0 || (last !== undefined && list < Number(last))) continue;
    const from = place !== null && Number(last) === list ? { id: place.id, keys: [created ?? ''] } : null;
    const parameters = new SqlParameters();
    const hasTitle = `b.search @@ ${parameters.add(inTitle)}::tsquery`;
    const isHit = withoutIndex(search.prepared.condition(parameters));
    const condition = `${isHit} and ${list === 0 ? hasTitle : `not ${hasTitle}`}`;
    const ordering = orderings.newest;
    const rows = firstRows(search.scope, { condition, ordering, place: from, limit: missing }, parameters);
    const text = `select h.id, ${printedKeys('h', ordering)} from (select b.id, ${keyColumns(ordering)} from (${rows}) b) h
      order by ${orderBy(namedKeys(ordering, 'h'), 'h.id', ordering)}`;
    for (const { id, keys } of await runBounded<Hit>(db, { text, values: parameters.values })) {
      const [time = ''] = keys;
      const recency = recencyOf({ createdAt: Date.parse(`${time}Z`), visits: 0 }, now.getTime());
      hits.push({ id, keys: [String(1 + (share + recency) / scoreMax), time, String(list)] });
    }
  }
  return hits.slice(skipped);
}

/** The share of the words in the title, and of those anywhere. */
const titleShares = [1, 0.5];

/** Hits are counted up to this number; beyond it, the number is the planner's estimate. */
const countedMax = 10_000;

/** Finds the hits of a query without words, from an index in their order. */
async function findInOrder(db: Database, search: RankedSearch, range: HitRange): Promise<FullHits> {
  const [read, counted] = await Promise.all([readInOrder(db, search, range), countRows(db, search)]);
  return { ...read, ...counted };
}

async function readInOrder(
  db: Database,
  { scope, prepared }: RankedSearch,
  range: HitRange,
): Promise<Pick<FullHits, 'hits'>> {
  const ordering =
    prepared.sort === null || prepared.sort === 'relevance' ? orderings.newest : orderings[prepared.sort];
  const parameters = new SqlParameters();
  const condition = prepared.condition(parameters);
  const { place, skipped, limit } = range;
  const rows = firstRows(scope, { condition, ordering, place, limit: skipped + limit }, parameters);
  const keys = namedKeys(ordering, 'h');
  const text = `select h.id, ${printedKeys('h', ordering)} from (select b.id, ${keyColumns(ordering)} from (${rows}) b) h
    order by ${orderBy(keys, 'h.id', ordering)} offset ${skipped}`;
  return { hits: await runBounded<Hit>(db, { text, values: parameters.values }) };
}

async function countRows(
  db: Database,
  search: RankedSearch,
): Promise<Pick<FullHits, 'total' | 'isEstimated'>> {
  const { scope, prepared } = search;
  if (prepared.term === null && scope.collectionId === null) return { total: scope.size, isEstimated: false };
  const parameters = new SqlParameters();
  const rows = matchingRows(
    scope,
    { columns: 'b.id', condition: conditionOf(search, 'fields', parameters) },
    parameters,
  );
  const text = `select count(*)::integer as total from (${rows} limit ${countedMax + 1}) b`;
  const [counted] = await runBounded<{ total: number }>(db, { text, values: parameters.values });
  const total = counted?.total ?? 0;
  if (total <= countedMax) return { total, isEstimated: false };
  return { total: await estimateRows(db, search), isEstimated: true };
}

interface Plan {
  'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }];
}

/** Returns the number of hits that the planner expects, which sees the words here, to two digits. */
async function estimateRows(db: Database, { scope, prepared }: RankedSearch): Promise<number> {
  const parameters = new SqlParameters();
  const condition = prepared.condition(parameters);
  const rows = matchingRows(scope, { columns: 'b.id', condition }, parameters);
  const text = `explain (format json) ${rows}`;
  const [plan] = await runBounded<Plan>(db, { text, values: parameters.values });
  const expected = plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  return Number(Math.min(scope.size, Math.max(countedMax + 1, expected)).toPrecision(2));
}
