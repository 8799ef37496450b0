import { recencyOf, scoreMax } from '@/lib/domain/query/ranking';
import { wordExpression } from '@/lib/domain/search-terms';
import { SqlParameters, type Database } from '@/provider/db/client';
import type { Statement } from '@/provider/modules/query/term';
import {
  conditionOf,
  textCandidates,
  textRows,
  rowsOf,
  withoutIndex,
  type RankedSearch,
} from '@/provider/modules/search/candidates';
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
} from '@/provider/modules/search/count-hits';
import {
  byScore,
  firstRows,
  isAfter,
  keyColumns,
  matchingRows,
  namedKeys,
  orderBy,
  type Ordering,
  orderings,
  printedKeys,
  runBounded,
  type SortPosition,
} from '@/provider/modules/search/rows';
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
export const isRanked = ({ prepared: { sort, hasWords } }: Pick<RankedSearch, 'prepared'>): boolean =>
  hasWords && (sort === null || sort === 'relevance');

/** Finds the bookmarks that match the whole query, after a position, and their number. */
export async function findFullHits(db: Database, search: RankedSearch, range: HitRange): Promise<FullHits> {
  if (search.scope.size === 0) return { hits: [], total: 0, isEstimated: false };
  return search.prepared.hasWords ? findByWords(db, search, range) : findInOrder(db, search, range);
}

/** The ordering of the hits of a query, over `bookmarks b`; with texts, beside `page_contents p`. */
function orderingOf(
  { prepared: { sort }, ranking, texts }: RankedSearch,
  reach: 'fields' | 'texts',
  parameters: SqlParameters,
): Ordering {
  if (sort !== null && sort !== 'relevance') return orderings[sort];
  return byScore(new Score(ranking, parameters, reach === 'texts' ? texts : undefined).full());
}

/** The rows of all hits of a query with words, with columns over `bookmarks b`. */
export function hitRows(
  search: RankedSearch,
  columns: string,
  parameters: SqlParameters,
): { tables: string; rows: string; isCut: string } {
  const condition = conditionOf(search, 'fields', parameters);
  const own = matchingRows(search.scope, { columns, condition }, parameters);
  const candidates = textCandidates(search, parameters);
  if (candidates === null) return { tables: '', rows: own, isCut: 'false' };
  const rows = `${own} union all ${textRows(search, columns, parameters)}`;
  return { tables: `${candidates.tables}, `, rows, isCut: candidates.isCut };
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
  const condition = conditionOf(search, 'fields', parameters);
  const columns = `b.id, ${keyColumns(ordering)}`;
  const own = matchingRows(scope, { columns: mayBeMany ? 'b.id' : columns, condition }, parameters);
  const isFew = mayBeMany ? `(select count(*) from own) <= ${rankedMax}` : 'true';
  const candidates = textCandidates(search, parameters);
  const tables = [
    ...(mayBeMany ? [`own as materialized (${own} limit ${countedMax + 1})`] : []),
    ...(candidates === null ? [] : [candidates.tables]),
  ];
  const rows = [
    mayBeMany
      ? `select ${columns} from ${rowsOf('own', parameters.add(scope.accountId))} where ${isFew}`
      : own,
    ...(candidates === null
      ? []
      : [
          `${textRows(search, `b.id, ${keyColumns(orderingOf(search, 'texts', parameters))}`, parameters)} and ${isFew}`,
        ]),
  ];
  const keys = namedKeys(ordering, 'h');
  const { place, skipped, limit } = range;
  const onwards = place === null ? '' : `where ${isAfter(place, { keys, id: 'h.id' }, ordering, parameters)}`;
  const text = `
    with ${tables.map((table) => `${table}, `).join('')}h as materialized (${rows.join(' union all ')}),
      page as (select h.* from h ${onwards} order by ${orderBy(keys, 'h.id', ordering)} limit ${limit} offset ${skipped})
    select case when ${isFew} then (select count(*)::integer from h) ${mayBeMany ? 'else (select count(*)::integer from own)' : ''} end as total,
      not ${isFew} as "isMany", case when ${isFew} then ${candidates?.isCut ?? 'false'} else false end as "isCut",
      g.id, ${printedKeys('g', ordering)} from (values (1)) one left join page g on true
    order by ${orderBy(namedKeys(ordering, 'g'), 'g.id', ordering)}`;
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
  if (!found.isCut || place !== null) return { hits, total: found.total, isEstimated: found.isCut };
  return { hits, total: await estimateTexts(db, search, found.total), isEstimated: true };
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
 * Scores have no other part, so that the order is that of the index by date. The planner knows the frequency of such
 * words, and reads titles from the index of words if few have them.
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
    const isHit = search.prepared.condition(parameters);
    const condition = list === 0 ? `${hasTitle} and ${withoutIndex(isHit)}` : `${isHit} and not ${hasTitle}`;
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

/** Finds the hits of a query without words, from an index in their order. */
async function findInOrder(db: Database, search: RankedSearch, range: HitRange): Promise<FullHits> {
  const [hits, counted] = await Promise.all([readInOrder(db, search, range), countRows(db, search)]);
  return { hits, ...counted };
}

function readInOrder(db: Database, { scope, prepared }: RankedSearch, range: HitRange): Promise<Hit[]> {
  const ordering =
    prepared.sort === null || prepared.sort === 'relevance' ? orderings.newest : orderings[prepared.sort];
  const parameters = new SqlParameters();
  const condition = prepared.condition(parameters);
  const { place, skipped, limit } = range;
  const rows = firstRows(scope, { condition, ordering, place, limit: skipped + limit }, parameters);
  const keys = namedKeys(ordering, 'h');
  const text = `select h.id, ${printedKeys('h', ordering)} from (select b.id, ${keyColumns(ordering)} from (${rows}) b) h
    order by ${orderBy(keys, 'h.id', ordering)} offset ${skipped}`;
  return runBounded<Hit>(db, { text, values: parameters.values });
}
