import {
  conjunctsOf,
  isGroup,
  isVisited,
  joinNodes,
  type Query,
  type QueryNode,
} from '@/lib/domain/query/query';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import { executeText, SqlParameters, type Database, type Executor } from '@/provider/db/client';
import { closestStatement, rankingWords, type Candidate } from '@/provider/modules/search/closest-statement';
import {
  lackedTexts,
  weighQuestion,
  wordsOf,
  type WeighedQuestion,
} from '@/provider/modules/search/closest-words';
import { keyExpressions, orderBy, orderings } from '@/provider/modules/search/expressions';
import type { PreparedQuery, QueryPart } from '@/provider/modules/query/prepare-query';
import type { SearchScope } from '@/provider/modules/search/scope';
import { matchingRows, runBounded } from '@/provider/modules/search/statements';

/** Hits of a question that no bookmark fulfils as a whole, and the conditions dropped to find them. */
export interface Choice {
  hits: Candidate[];
  /** Positions of the conditions that these hits need not fulfil. */
  dropped: number[];
}

/** A condition is dropped if the best score without it is more than this many times higher. */
const dropFactor = 4;
/** Hits below this fraction of the best score are left out. */
const scoreThreshold = 0.5;

const order: readonly QueryNode['kind'][] = [
  'not', 'type', 'or', 'site', 'visits', 'date', 'dates', 'tag', 'collection', 'is', 'title', 'url',
]; // prettier-ignore

/** Positions of conditions in the order in which they are dropped: types early; tags, collections and states late. */
export const dropOrder = (conditions: readonly QueryNode[]): number[] =>
  conditions
    .map((node, place) => ({ place, rank: order.indexOf(node.kind) }))
    .toSorted((a, b) => a.rank - b.rank || b.place - a.place)
    .map(({ place }) => place);

/** Sets of conditions to drop, smallest first: none, each alone, then growing prefixes of the drop order. */
function dropSets(conditions: readonly QueryNode[]): number[][] {
  const places = dropOrder(conditions);
  const more = places.slice(1).map((_, index) => places.slice(0, index + 2));
  return [[], ...places.map((place) => [place]), ...more];
}

const best = (hits: readonly Candidate[]): number => Math.max(0, ...hits.map(({ score }) => score));

/**
 * Returns the closest hits and the fewest conditions to drop for them; null if no candidate qualifies. The condition
 * that a bookmark was visited is dropped as soon as another one scores higher.
 */
export function chooseClosest(
  conditions: readonly QueryNode[],
  candidates: readonly Candidate[],
): Choice | null {
  const without = (dropped: readonly number[]): Candidate[] =>
    candidates.filter(({ fulfils }) =>
      fulfils.every((isFulfilled, place) => isFulfilled || dropped.includes(place)),
    );
  // A page may have been seen before it was saved, and never opened from here.
  const visited = conditions.flatMap((node, place) => (isVisited(node) ? place : []));
  const most = best(candidates);
  for (const dropped of dropSets(conditions)) {
    const hits = without(dropped);
    const top = best(hits);
    const isBest = visited.length === 0 || top >= best(without([...dropped, ...visited]));
    if (top > 0 && top * dropFactor >= most && isBest) {
      return { hits: hits.filter(({ score }) => score >= scoreThreshold * top), dropped };
    }
  }
  return null;
}

/** Closest matches of a question that hardly any bookmark fulfils as a whole. */
export interface Closest {
  /** Ordered ids of the hits; null if the remaining query is searched like any other. */
  ids: string[] | null;
  words: PreparedQuery['words'];
  /** Whether hits may lack words of the question. */
  lacksWords: boolean;
  /** The remaining query. */
  query: Query;
  /** Conditions that no hit fulfils. */
  dropped: QueryNode[];
  /** Words of the question, as typed, that no hit has. */
  droppedWords: string[];
}

export interface ClosestSearch {
  scope: SearchScope;
  prepared: PreparedQuery;
  currentSpaceId: string;
  /** Bookmarks that match the question as a whole, in order. They stay first. */
  completeIds: readonly string[];
  /** Bookmarks whose page text contains all ranking words. */
  pageIds: readonly string[];
  /** Whether the order was requested by an operator (`sort:`) and thus applies to all hits. */
  sortsAll: boolean;
}

const isText = (node: QueryNode): boolean => node.kind === 'word' || node.kind === 'phrase';

/** Whether a node ranks hits: words, phrases and alternatives of them. All other nodes are conditions. */
const isRanking = (node: QueryNode): boolean =>
  isText(node) || (node.kind === 'or' && node.nodes.every((inner) => isText(inner) || isTextGroup(inner)));
const isTextGroup = (node: QueryNode): boolean => isGroup(node) && node.nodes.every(isText);

/** Whether a node excludes bookmarks, which is never dropped. A negated date ("not visited for a year") may be. */
const isExclusion = (node: QueryNode): boolean =>
  node.kind === 'not' && node.node.kind !== 'date' && node.node.kind !== 'dates';

/**
 * Finds the bookmarks that match a question most closely. Conditions filter; words rank, weighted by their rarity. A
 * condition is dropped only if no hits, or none with the words, would remain. Returns null if no other bookmarks are
 * found than those that match the question as a whole.
 */
export async function findClosest(db: Database, search: ClosestSearch): Promise<Closest | null> {
  const { prepared, scope } = search;
  const parts = prepared.parts.filter(({ term }) => term !== null);
  const conditions = parts.filter(({ node }) => !isRanking(node) && !isExclusion(node));
  const ranking = parts.filter(({ node }) => isRanking(node)).map(({ node }) => node);
  const weighed = await weighQuestion(db, search, ranking);
  const ranked = await rankByWords(db, search, { conditions, ranking, ...weighed });
  if (ranked !== null || search.completeIds.length > 0) return ranked;
  return shortenConditions(db, scope, prepared, conditions);
}

/** Returns the query without its ignored words (see rankingWords); null if it has none. */
export function withoutIgnored(query: Query): Query | null {
  const texts = conjunctsOf(query.where).filter(({ kind }) => kind === 'word');
  const significant = new Set(rankingWords(texts.flatMap(wordsOf)));
  const ignored = texts.filter((node) => !wordsOf(node).some((word) => significant.has(word)));
  return ignored.length === 0 ? null : withoutNodes(query, ignored);
}

/** The order of a question applies to hits from this fraction of the best score on; the others follow by score. */
const sortThreshold = 0.9;
/** Hits below this fraction of the full score rank after pages whose text contains all words. */
const pageThreshold = 0.5;

async function rankByWords(
  db: Database,
  search: ClosestSearch,
  {
    conditions,
    ranking,
    texts,
    words,
    collectionIds,
    full,
  }: WeighedQuestion & { conditions: readonly QueryPart[]; ranking: readonly QueryNode[] },
): Promise<Closest | null> {
  const { scope, prepared, completeIds, pageIds, sortsAll } = search;
  const nodes = conditions.map(({ node }) => node);
  const candidates = await findCandidates(db, search, { conditions, words, collectionIds });
  // These bookmarks fulfil all conditions, so none has to be dropped.
  const fulfilling = [...completeIds, ...pageIds];
  const eligible =
    fulfilling.length === 0 ? candidates : candidates.filter(({ fulfils }) => fulfils.every(Boolean));
  const choice = chooseClosest(nodes, eligible);
  if (choice === null && fulfilling.length === 0) return null;
  const { hits, dropped } = choice ?? { hits: [], dropped: [] };
  const better = hits.filter(({ score }) => score >= pageThreshold * full);
  const ids = [...completeIds, ...better.map(({ id }) => id), ...pageIds, ...hits.map(({ id }) => id)];
  const all = [...new Set(ids)];
  if (all.length === completeIds.length) return null;
  const first = sortsAll ? [] : completeIds;
  const leading = (pageIds.length === 0 ? hits : better).filter(
    ({ score }) => score >= sortThreshold * best(hits),
  );
  const sorted = await applyOrder(db, scope.accountId, prepared, {
    ids: all.filter((id) => !first.includes(id)),
    sortable: new Set(sortsAll ? all : [...leading.map(({ id }) => id), ...pageIds]),
  });
  const ordered = [...first, ...sorted];
  const droppedNodes = dropped.flatMap((place) => nodes[place] ?? []);
  const isLacking = (text: string): boolean => {
    const place = words.findIndex((word) => word.text === text);
    return texts.includes(text) && !hits.some(({ has }) => has[place] === true);
  };
  return {
    ids: ordered.slice(0, prepared.limit ?? ordered.length),
    words: words.map(({ text, strong, weak }) => ({
      text,
      found: [...strong, ...weak].filter((word) => word !== text),
    })),
    lacksWords: true,
    query: withoutNodes(prepared.query, droppedNodes),
    dropped: droppedNodes,
    droppedWords: fulfilling.length > 0 ? [] : lackedTexts(ranking, isLacking),
  };
}

/** Finds bookmarks with some of the words, best first, including those that fulfil all conditions. */
async function findCandidates(
  db: Database,
  { scope, prepared, currentSpaceId, completeIds }: ClosestSearch,
  {
    conditions,
    words,
    collectionIds,
  }: Pick<WeighedQuestion, 'words' | 'collectionIds'> & { conditions: readonly QueryPart[] },
): Promise<Candidate[]> {
  if (words.length === 0) return [];
  const terms = (some: readonly QueryPart[]) => some.flatMap(({ term }) => term ?? []);
  // A quoted phrase that a bookmark matches completely is not relaxed for others.
  const isRequired = ({ node }: QueryPart): boolean =>
    isExclusion(node) || (node.kind === 'phrase' && completeIds.length > 0);
  const always = [...terms(prepared.parts.filter(isRequired)), ...prepared.within];
  const find = (required: readonly QueryPart[]): Promise<Candidate[]> =>
    runBounded<Candidate>(
      db,
      closestStatement(scope, prepared, {
        words,
        collectionIds,
        required: [...always, ...terms(required)],
        reported: terms(conditions),
        currentSpaceId,
      }),
    );
  const candidates = new Map<string, Candidate>();
  if (conditions.length > 0) for (const found of await find(conditions)) candidates.set(found.id, found);
  for (const found of await find([])) candidates.set(found.id, found);
  return [...candidates.values()].toSorted((a, b) => rounded(b.score) - rounded(a.score));
}

const withoutNodes = (query: Query, dropped: readonly QueryNode[]): Query => ({
  ...query,
  where: joinNodes(
    'and',
    conjunctsOf(query.where).filter((node) => !dropped.includes(node)),
  ),
});

/** Applies the sort order of the query, if it has one, to the sortable hits. The others follow in their order. */
async function applyOrder(
  db: Executor,
  accountId: string,
  { sort }: PreparedQuery,
  { ids, sortable }: { ids: string[]; sortable: ReadonlySet<string> },
): Promise<string[]> {
  if (sort === null || sort === 'relevance') return ids;
  const ordering = orderings[sort];
  const { rows } = await executeText<{ id: string }>(db, {
    text: `select b.id from bookmarks b where b.account_id = $2 and b.id = any ($1::uuid[])
      order by ${orderBy(keyExpressions(ordering), 'b.id', ordering)}`,
    values: [ids.filter((id) => sortable.has(id)), accountId],
  });
  return [...rows.map(({ id }) => id), ...ids.filter((id) => !sortable.has(id))];
}

/** Drops the fewest conditions of a question that has no words, or none that occur in the library. */
async function shortenConditions(
  db: Database,
  scope: SearchScope,
  prepared: PreparedQuery,
  conditions: readonly QueryPart[],
): Promise<Closest | null> {
  const exclusions = prepared.parts.filter(({ node }) => isExclusion(node));
  const sets = dropSets(conditions.map(({ node }) => node)).filter(
    ({ length }) => length < conditions.length,
  );
  if (sets.length === 0) return null;
  const parameters = new SqlParameters();
  const compiler = prepared.compiler(parameters);
  const tried = sets.map((dropped, place) => {
    const kept = [...conditions.filter((_, index) => !dropped.includes(index)), ...exclusions];
    const terms = [...kept.flatMap(({ term }) => term ?? []), ...prepared.within];
    const condition = compiler.condition({ kind: 'and', terms }, bookmarkTiers);
    return `select ${place} as place where exists (${matchingRows(scope, { columns: 'b.id', condition }, parameters)})`;
  });
  const [found] = await runBounded<{ place: number }>(db, {
    text: `${tried.join(' union all ')} order by place limit 1`,
    values: parameters.values,
  });
  const dropped = found && sets[found.place];
  if (!dropped) return null;
  const nodes = dropped.flatMap((place) => conditions[place]?.node ?? []);
  const words = prepared.parts.filter(({ node }) => isRanking(node)).map(({ node }) => node);
  return {
    ids: null,
    words: [],
    lacksWords: words.length > 0,
    query: withoutNodes(prepared.query, [...nodes, ...words]),
    dropped: nodes,
    droppedWords: lackedTexts(words, (word) => rankingWords(words.flatMap(wordsOf)).includes(word)),
  };
}

const rounded = (score: number): number => Math.round(score * 1_000);
