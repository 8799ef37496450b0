import { recencyOf, scoreMax } from '@/lib/domain/query/ranking';
import { wordExpression } from '@/lib/domain/search-terms';
import { SqlParameters, type Database } from '@/provider/db/client';
import { termConjuncts, type Statement, type Term } from '@/provider/modules/query/term';
import {
  conditionOf,
  hasWords,
  rowsOf,
  textHits,
  withoutIndex,
  type RankedSearch,
  type Rows,
} from '@/provider/modules/search/candidates';
import {
  byScore,
  firstRows,
  isAfter,
  keyColumns,
  matchingRows,
  orderBy,
  type Ordering,
  orderings,
  printedKeys,
  requestedOrder,
  sortColumns,
  runBounded,
  type FirstRows,
  type SortPosition,
} from '@/provider/modules/search/rows';
import {
  boundTotal,
  countedMax,
  countRows,
  estimateTexts,
  expectedHits,
  expectedMax,
  isPlain,
  roundEstimate,
  type Counted,
} from '@/provider/modules/search/hit-counts';
import { Score } from '@/provider/modules/search/score';

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

export interface FullHits extends Counted {
  hits: Hit[];
}

/** Whether the hits of a search are sorted by relevance. */
export const isRanked = ({ prepared }: Pick<RankedSearch, 'prepared'>): boolean =>
  prepared.hasWords && requestedOrder(prepared) === null;

/** Finds the bookmarks that match the whole query, after a position, and their number. */
export async function findFullHits(db: Database, search: RankedSearch, range: HitRange): Promise<FullHits> {
  if (search.scope.size === 0) return { hits: [], total: 0, isEstimated: false };
  return search.prepared.hasWords ? findByWords(db, search, range) : findInOrder(db, search, range);
}

/** The ordering of the hits of a query, over `bookmarks b`; with texts, beside `page_contents p`. */
const orderingOf = (
  { prepared, ranking, texts }: RankedSearch,
  reach: 'fields' | 'texts' | 'page',
  parameters: SqlParameters,
): Ordering =>
  requestedOrder(prepared) ??
  byScore(
    new Score(
      ranking,
      parameters,
      reach === 'fields' ? undefined : { ...texts, isOnPage: reach === 'page' },
    ).full(),
  );

/** The rows of the hits of a query with words, with columns over `bookmarks b`: at most `limit` by fields. */
export function hitRows(
  search: RankedSearch,
  { columns, limit }: { columns: string; limit: number },
  parameters: SqlParameters,
): Rows {
  const condition = conditionOf(search, 'fields', parameters);
  const own = `(${matchingRows(search.scope, { columns, condition }, parameters)} limit ${limit})`;
  const byText = textHits(search, () => columns, parameters);
  if (byText === null) return { tables: [], rows: [own], isCut: 'false' };
  const { tables, rows, isCut } = byText;
  return {
    tables: [`own as materialized ${own}`, ...tables],
    rows: ['select * from own', ...rows],
    isCut,
  };
}

interface FoundRow {
  total: number;
  /** Whether there are too many to be ranked; they are then counted only. */
  isMany: boolean;
  /** Whether there may be more hits by texts than were read. */
  isCut: boolean;
  id: string | null;
  keys: string[] | null;
}

/**
 * All hits are read from the index, ranked, and counted in one statement. If there may be too many, their ids are read
 * first, up to the number that is counted.
 */
function wordsStatement(search: RankedSearch, mayBeMany: boolean, range: HitRange): Statement {
  const parameters = new SqlParameters();
  const { scope } = search;
  const ordering = orderingOf(search, 'fields', parameters);
  const columns = `b.id, ${keyColumns(ordering)}`;
  const condition = conditionOf(search, 'fields', parameters, mayBeMany);
  const own = matchingRows(
    scope,
    { columns: mayBeMany ? 'b.id' : columns, condition, readsCollection: mayBeMany },
    parameters,
  );
  const byText = textHits(
    search,
    (reach) => `b.id, ${keyColumns(orderingOf(search, reach, parameters))}`,
    parameters,
  );
  const isFew = mayBeMany ? `(select total <= ${rankedMax} from counted)` : 'true';
  const tables = [
    `own as materialized (${own} ${mayBeMany ? `limit ${countedMax + 1}` : ''})`,
    ...(mayBeMany ? ['counted as materialized (select count(*)::integer as total from own)'] : []),
    ...(byText?.tables ?? []),
  ];
  const rows = [
    mayBeMany
      ? `select ${columns} from ${rowsOf('own', parameters.add(scope.accountId))} where ${isFew}`
      : 'select * from own',
    ...(byText?.rows ?? []).map((found) => `${found} and ${isFew}`),
  ];
  const sorted = sortColumns(ordering, 'h');
  const { place, skipped, limit } = range;
  const onwards = place === null ? '' : `where ${isAfter(place, sorted, ordering, parameters)}`;
  const text = `
    with ${tables.join(', ')}, h as materialized (${rows.join(' union all ')}),
      page as (select h.* from h ${onwards} order by ${orderBy(sorted, ordering)} limit ${limit} offset ${skipped})
    select case when ${isFew} then (select count(*)::integer from h) ${mayBeMany ? 'else (select total from counted)' : ''} end as total,
      not ${isFew} as "isMany", case when ${isFew} then ${byText?.isCut ?? 'false'} else false end as "isCut",
      g.id, ${printedKeys('g', ordering)} from (values (1)) one left join page g on true
    order by ${orderBy(sortColumns(ordering, 'g'), ordering)}`;
  return { text, values: parameters.values };
}

/** If more bookmarks than this match, they are not all ranked: see docs/search.md. */
const rankedMax = 4_000;
async function findByWords(db: Database, search: RankedSearch, range: HitRange): Promise<FullHits> {
  const { place } = range;
  if (place !== null && isInFields(place)) {
    // Later pages have the number of the first one.
    return { hits: await findInFields(db, search, range), total: 0, isEstimated: true };
  }
  const expected = expectedHits(search);
  if (place === null && expected > expectedMax && isPlain(search)) {
    return findMany(db, search, range, {
      total: roundEstimate(expected, countedMax + 1, search.scope.size),
      isEstimated: true,
    });
  }
  const mayBeMany = place === null && expected > rankedMax;
  const [found, ...others] = await runBounded<FoundRow>(db, wordsStatement(search, mayBeMany, range));
  if (found === undefined) throw new Error('a search returned no row');
  if (found.isMany) return findMany(db, search, range, await boundTotal(db, search, found.total));
  const hits = [found, ...others].flatMap(({ id, keys }) =>
    id === null || keys === null ? [] : { id, keys },
  );
  // If no text that was read is a hit, others are unlikely to be.
  const { total, isCut } = found;
  if (!isCut || total === 0 || place !== null) return { hits, total, isEstimated: isCut };
  return { hits, total: await estimateTexts(db, search, total), isEstimated: true };
}

/** Finds the first of more hits than are ranked. */
async function findMany(
  db: Database,
  search: RankedSearch,
  range: HitRange,
  counted: Counted,
): Promise<FullHits> {
  const hits = await (isRanked(search) ? findInFields(db, search, range) : readInOrder(db, search, range));
  return { hits, ...counted };
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
  const { now } = search.ranking;
  const hits: Hit[] = [];
  for (const [list, share] of titleShares.entries()) {
    const missing = skipped + limit - hits.length;
    const [, created, last] = place?.keys ?? [];
    if (missing <= 0 || (last !== undefined && list < Number(last))) continue;
    const from = place !== null && Number(last) === list ? { id: place.id, keys: [created ?? ''] } : null;
    const statement = (list === 0 ? titlesStatement : othersStatement)(search, from, missing);
    for (const { id, keys } of await runBounded<Hit>(db, statement)) {
      const [time = ''] = keys;
      const recency = recencyOf({ createdAt: Date.parse(time), visits: 0 }, now.getTime());
      hits.push({ id, keys: [String(1 + (share + recency) / scoreMax), time, String(list)] });
    }
  }
  return hits.slice(skipped);
}

/** All words of a query in the title, as typed. */
const inTitle = ({ required }: RankedSearch['ranking']): string =>
  [...required].map((word) => `(${wordExpression(word, 't', false)})`).join('&');

/**
 * Hits with all words in the title, newest first. If many bookmarks have them, the first are among the newest bookmarks;
 * otherwise all of them are read from the index of words and sorted. The planner cannot choose: it takes a word that it
 * does not know for one that a bookmark in 500 has, and would read a large library by date in vain.
 */
function titlesStatement(search: RankedSearch, place: SortPosition | null, limit: number): Statement {
  const parameters = new SqlParameters();
  const { scope, ranking, prepared } = search;
  const ordering = orderings.newest;
  const compiler = prepared.compiler(parameters);
  const fulfils = (isWanted: (term: Term) => boolean): string =>
    compiler.condition({ kind: 'and', terms: termConjuncts(prepared.term).filter(isWanted) });
  const title = `b.search @@ (select ${parameters.add(inTitle(ranking))}::tsquery)`;
  const [others, words] = [fulfils((term) => !hasWords(term)), withoutIndex(fulfils(hasWords))];
  const columns = `b.id, ${keyColumns(ordering)}`;
  // With as many titles as bookmarks are read by date, both ways take as long.
  const newestMax = Math.ceil(Math.sqrt(limit * scope.size));
  const newest = firstRows(scope, { condition: others, ordering, place, limit: newestMax }, parameters);
  const own = matchingRows(scope, { columns, condition: `${title} and ${others} and ${words}` }, parameters);
  const byDate = [...ordering.keys.map(({ sql }) => sql), 'b.id'];
  const sorted = sortColumns(ordering, 'h');
  const onwards = place === null ? '' : `and ${isAfter(place, sorted, ordering, parameters)}`;
  const isFilled = `(select count(*) from newest) >= ${limit}`;
  const text = `
    with newest as materialized (
      select ${columns} from (${newest}) b where ${withoutIndex(title)} and ${words}
      order by ${orderBy(byDate, ordering)} limit ${limit})
    select h.id, ${printedKeys('h', ordering)} from (
      select * from newest where ${isFilled}
      union all select h.* from (${own}) h where not ${isFilled} ${onwards}) h
    order by ${orderBy(sorted, ordering)} limit ${limit}`;
  return { text, values: parameters.values };
}

/** The other hits, newest first. */
function othersStatement(search: RankedSearch, place: SortPosition | null, limit: number): Statement {
  const parameters = new SqlParameters();
  const title = `b.search @@ ${parameters.add(inTitle(search.ranking))}::tsquery`;
  const condition = `${search.prepared.condition(parameters)} and not ${title}`;
  return firstStatement(search, { condition, ordering: orderings.newest, place, limit }, parameters);
}

/** The share of the words in the title, and of those anywhere. */
const titleShares = [1, 0.5];

/** Finds the hits of a query without words, from an index in their order. */
async function findInOrder(db: Database, search: RankedSearch, range: HitRange): Promise<FullHits> {
  const [hits, counted] = await Promise.all([readInOrder(db, search, range), countRows(db, search)]);
  return { hits, ...counted };
}

function readInOrder(db: Database, search: RankedSearch, range: HitRange): Promise<Hit[]> {
  const ordering = requestedOrder(search.prepared) ?? orderings.newest;
  const parameters = new SqlParameters();
  const condition = search.prepared.condition(parameters);
  const { place, skipped, limit } = range;
  const rows = { condition, ordering, place, limit: skipped + limit };
  return runBounded<Hit>(db, firstStatement(search, rows, parameters, skipped));
}

function firstStatement(
  { scope }: RankedSearch,
  rows: FirstRows,
  parameters: SqlParameters,
  skipped = 0,
): Statement {
  const { ordering } = rows;
  const text = `select h.id, ${printedKeys('h', ordering)} from (
      select b.id, ${keyColumns(ordering)} from (${firstRows(scope, rows, parameters)}) b) h
    order by ${orderBy(sortColumns(ordering, 'h'), ordering)} offset ${skipped}`;
  return { text, values: parameters.values };
}
