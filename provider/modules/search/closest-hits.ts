import { closestMax, closestMin, closestThreshold } from '@/lib/domain/query/ranking';
import { isExclusion, isRanking } from '@/lib/domain/query/parts';
import { conjunctsOf, isVisited, type QueryNode } from '@/lib/domain/query/query';
import { fieldCodes } from '@/lib/domain/search-terms';
import { SqlParameters, type Database } from '@/provider/db/client';
import type { QueryPart } from '@/provider/modules/query/prepare-query';
import type { Statement, Term } from '@/provider/modules/query/term';
import {
  conditionOf,
  hasTexts,
  joinPage,
  textsWith,
  rowsOf,
  withoutIndex,
  type RankedSearch,
} from '@/provider/modules/search/candidates';
import {
  inScope,
  keyColumns,
  matchingRows,
  orderBy,
  requestedOrder,
  type Ordering,
  runBounded,
  sortColumns,
} from '@/provider/modules/search/rows';
import type { PreparedSearch } from '@/provider/modules/search/prepare-search';
import { anyOf, textMeaning, textWord, Score } from '@/provider/modules/search/score';
import type { RankedWord } from '@/provider/modules/search/words';

/** A bookmark that matches a part of a query. */
export interface ClosestHit {
  id: string;
  score: number;
  /** For each droppable condition, whether the bookmark fulfils it. */
  fulfils: boolean[];
  /** The share of each word of the query, 0 if the bookmark lacks it. */
  shares: number[];
}

/** Maximum number of candidates of each kind: by the words of bookmarks, by collections, by texts. */
const candidatesMax = 300;
const collectedMax = 300;
const pagedMax = 250;
/** Maximum number of bookmarks read by the index. The rarest words select bookmarks; the others only rank them. */
const readMax = 4_000;
/** Maximum number of texts of a kind read for each of the rarest words, and of these words. */
const textsMax = 1_000;
const textWordsMax = 4;
/** A page may have been seen before it was saved, and never opened from here. */
const visitedPenalty = 0.08;

/** Conditions of a query that the closest hits of a question may miss. */
export const droppableParts = (parts: readonly QueryPart[]): QueryPart[] =>
  parts.filter(({ node, term }) => term !== null && !isRanking(node) && !isExclusion(node));

/** The rarest words that the library has, as many as occur in an affordable number of bookmarks, but at least one. */
function selectiveWords(words: readonly RankedWord[]): RankedWord[] {
  let sum = 0;
  const known = words.filter(({ uses, phrases }) => uses > 0 || phrases.length > 0);
  return (known.length > 0 ? known : words)
    .toSorted((a, b) => a.uses - b.uses)
    .filter(({ uses }) => {
      const isSelective = sum === 0 || sum + uses <= readMax;
      sum += uses;
      return isSelective;
    });
}

const termsOf = (parts: readonly QueryPart[]): Term[] => parts.flatMap(({ term }) => term ?? []);

/**
 * `dropsConditions`: whether hits may miss conditions; only soft ones if a bookmark matches the whole query
 * (`hasFullHits`).
 */
function closestStatement(search: PreparedSearch, hasFullHits: boolean, dropsConditions: boolean): Statement {
  const { scope, prepared, ranking, soft } = search;
  const { words } = ranking;
  const parameters = new SqlParameters();
  const compiler = prepared.compiler(parameters);
  const has = (terms: readonly Term[]): string =>
    terms.length === 0 ? 'true' : compiler.condition({ kind: 'and', terms });
  const droppable = droppableParts(prepared.parts);
  // A quoted phrase that a bookmark matches completely is not relaxed for others.
  const isRequired = ({ node }: QueryPart): boolean =>
    isExclusion(node) ||
    (node.kind === 'phrase' && hasFullHits) ||
    (!isRanking(node) && (!dropsConditions || (hasFullHits && !soft.has(node))));
  const required = [...termsOf(prepared.parts.filter(isRequired)), ...prepared.within];
  const score = new Score(ranking, parameters, search.texts);
  const account = parameters.add(scope.accountId);
  const lists = [
    ...(droppable.length > 0 && dropsConditions ? [[...required, ...termsOf(droppable)]] : []),
    required,
  ].map((terms) => ownCandidates(search, has(terms), parameters));
  const named = [...new Set(words.flatMap(({ collectionIds }) => collectionIds))];
  if (named.length > 0) {
    lists.push(`(select l.bookmark_id as id from bookmark_collections l
      where l.account_id = ${account} and l.collection_id = any (${parameters.add(named)}::uuid[]) and l.live
      order by l.created_at desc limit ${collectedMax})`);
  }
  lists.push(...textCandidates(search, parameters));
  const ordering = requestedOrder(prepared);
  const flags = droppable.map(
    ({ term }) => `coalesce(${term === null ? 'true' : compiler.condition(term)}, false)`,
  );
  const missed = droppable.map(
    ({ node }, place) =>
      `case when f.fulfils[${place + 1}] then 0 else ${isVisited(node) ? visitedPenalty : 1} end`,
  );
  const isFull = withoutIndex(conditionOf(search, hasTexts(search) ? 'texts' : 'fields', parameters));
  const text = `
    with c as materialized (${lists.join(' union ')}),
      s as materialized (
        select b.id, f.fulfils, w.shares,
          ${score.closest('w.shares', dropsConditions && missed.length > 0 ? missed.join(' + ') : '0')} as score
          ${ordering === null ? '' : `, ${keyColumns(ordering)}`}
        from ${rowsOf('c', account)} ${joinPage(search)}
          cross join lateral (select array[${flags.join(', ')}]::boolean[] as fulfils offset 0) f
          cross join lateral (select ${score.shares()} as shares offset 0) w
        where ${inScope(scope, parameters)}
          and not b.encrypted and ${withoutIndex(has(required))} and not ${isFull})
    select s.id, s.score, s.fulfils, s.shares from s, (select max(score) as score from s) best
    where 0 < any (s.shares) and s.score >= ${hasFullHits ? `greatest(${closestMin}, ${closestThreshold} * best.score)` : `${closestThreshold} * best.score`}
    order by ${closestOrder(ordering, search.sortsAll)} limit ${closestMax}`;
  return { text, values: parameters.values };
}

/**
 * Bookmarks that have one of the rarest words: those with the most of them, and in the title, first, then the newest.
 * If all words are frequent, only titles are read.
 */
function ownCandidates(
  { scope, ranking }: RankedSearch,
  required: string,
  parameters: SqlParameters,
): string {
  const words = selectiveWords(ranking.words);
  const isFrequent = words.reduce((sum, { uses }) => sum + uses, 0) > readMax;
  const matches = (some: readonly RankedWord[], codes: string): string =>
    `b.search @@ (select ${parameters.add(anyOf(some, codes))}::tsquery)`;
  const parts = words
    .slice(0, textWordsMax)
    .flatMap((word) => [
      ...(words.length > 1 ? [matches([word], fieldCodes)] : []),
      ...(isFrequent ? [] : [matches([word], 't')]),
    ]);
  const points = parts.length === 0 ? '0' : parts.map((part) => `(${part})::integer`).join(' + ');
  const rows = matchingRows(
    scope,
    {
      columns: `b.id, b.created_at, ${points} as points`,
      condition: `${matches(words, isFrequent ? 't' : fieldCodes)} and ${required}`,
    },
    parameters,
  );
  return `(select id from (select * from (${rows}) r limit ${readMax}) r order by points desc, created_at desc limit ${candidatesMax})`;
}

/** Bookmarks with a text that has one of the rarest words: those with the most of them. */
function textCandidates(search: RankedSearch, parameters: SqlParameters): string[] {
  const { ranking } = search;
  const words = ranking.words
    .filter(({ text }) => ranking.required.has(text))
    .toSorted((a, b) => a.uses - b.uses)
    .slice(0, textWordsMax);
  if (words.length === 0 || !hasTexts(search)) return [];
  const lists = words.flatMap((word) => {
    const lexemes = [textWord(word), textMeaning(word)].filter((part) => part !== '').join('|');
    return textsWith(search, lexemes, textsMax, parameters);
  });
  return [
    `(select id from (${lists.join(' union all ')}) t group by id order by count(*) desc, id desc limit ${pagedMax})`,
  ];
}

/** The order of a question applies to hits from this fraction of the best score on; the others follow by score. */
const sortThreshold = 0.9;

function closestOrder(ordering: Ordering | null, sortsAll: boolean): string {
  if (ordering === null) return 's.score desc, s.id desc';
  const sorted = orderBy(sortColumns(ordering, 's'), ordering);
  if (sortsAll) return sorted;
  return `case when s.score >= ${sortThreshold} * best.score then 0 else 1 end, case when s.score < ${sortThreshold} * best.score then s.score end desc, ${sorted}`;
}

export interface ClosestHits {
  /** Best first. */
  hits: ClosestHit[];
  /** Whether they may miss conditions of the query. */
  dropsConditions: boolean;
}

/**
 * Finds the bookmarks that match a query most closely, but not as a whole. Those of a question may miss its conditions;
 * those of a search by keywords, only if nothing matches them together with any of the words.
 */
export async function findClosestHits(
  db: Database,
  search: PreparedSearch,
  hasFullHits: boolean,
): Promise<ClosestHits> {
  const { isQuestion, ranking, scope, prepared } = search;
  if (ranking.words.length === 0 || scope.size === 0) return { hits: [], dropsConditions: isQuestion };
  const find = (dropsConditions: boolean) =>
    runBounded<ClosestHit>(db, closestStatement(search, hasFullHits, dropsConditions));
  const hits = await find(isQuestion);
  const isDone = isQuestion || hasFullHits || hits.length > 0 || droppableParts(prepared.parts).length === 0;
  return isDone ? { hits, dropsConditions: isQuestion } : { hits: await find(true), dropsConditions: true };
}

const order: readonly QueryNode['kind'][] = [
  'not', 'type', 'or', 'site', 'visits', 'date', 'dates', 'tag', 'collection', 'is', 'title', 'url',
]; // prettier-ignore

/** Positions of conditions in the order in which they are dropped: types early; tags, collections and states late. */
export const dropOrder = (conditions: readonly QueryNode[]): number[] =>
  conditions
    .map((node, place) => ({ place, rank: order.indexOf(node.kind) }))
    .toSorted((a, b) => a.rank - b.rank || b.place - a.place)
    .map(({ place }) => place);

/** A question without its words and some of its conditions. */
export interface RelaxedSearch {
  readonly search: PreparedSearch;
  readonly dropped: readonly QueryNode[];
}

/** Returns a question with fewer conditions, if it has no words, or none that a bookmark has; null if none has hits. */
export async function relaxSearch(db: Database, search: PreparedSearch): Promise<RelaxedSearch | null> {
  const words = conjunctsOf(search.query.where).filter(isRanking);
  const isRelaxable = search.isQuestion && droppableParts(search.prepared.parts).length > 0;
  const dropped = isRelaxable ? await findDroppable(db, search, words.length > 0) : null;
  return dropped && { search: await search.without([...dropped, ...words]), dropped };
}

/**
 * Returns the fewest conditions to drop so that a bookmark fulfils the others; null if none helps. With `mayKeepAll`,
 * dropping none is tried first, because the words of the question are dropped.
 */
async function findDroppable(
  db: Database,
  { scope, prepared }: Pick<RankedSearch, 'scope' | 'prepared'>,
  mayKeepAll: boolean,
): Promise<QueryNode[] | null> {
  const conditions = droppableParts(prepared.parts);
  const places = dropOrder(conditions.map(({ node }) => node));
  const sets = [
    ...(mayKeepAll ? [[]] : []),
    ...places.map((place) => [place]),
    ...places.slice(1).map((_, index) => places.slice(0, index + 2)),
  ].filter(({ length }) => length < conditions.length);
  if (sets.length === 0) return null;
  const exclusions = prepared.parts.filter(({ node }) => isExclusion(node));
  const parameters = new SqlParameters();
  const compiler = prepared.compiler(parameters);
  const tried = sets.map((dropped, place) => {
    const kept = [...conditions.filter((_, index) => !dropped.includes(index)), ...exclusions];
    const terms = [...termsOf(kept), ...prepared.within];
    const condition = compiler.condition({ kind: 'and', terms });
    return `select ${place} as place where exists (${matchingRows(scope, { columns: 'b.id', condition }, parameters)})`;
  });
  const [found] = await runBounded<{ place: number }>(db, {
    text: `${tried.join(' union all ')} order by place limit 1`,
    values: parameters.values,
  });
  const dropped = found && sets[found.place];
  return dropped ? dropped.flatMap((place) => conditions[place]?.node ?? []) : null;
}
