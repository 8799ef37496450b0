import { listScope, orderOfHits, sortKeysOf, type RankedHit } from '@/lib/bookmark/scope';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { SearchMatch, SearchResult } from '@/lib/contract/search';
import type { Clock } from '@/lib/domain/query/dates';
import { explainHit } from '@/lib/domain/query/explain';
import type { QueryWord } from '@/lib/domain/query/highlight';
import { inlineSmart } from '@/lib/domain/query/edit';
import { compileQuery, wordsMeant } from '@/lib/domain/query/match';
import { closestMax, closestMin, closestThreshold } from '@/lib/domain/query/ranking';
import { compileScore, type RankContext } from '@/lib/domain/query/score';
import { findConcepts } from '@/lib/domain/concepts/concepts';
import { conjunctsOf, isGroup, joinNodes } from '@/lib/domain/query/query';
import { parseQuery } from '@/lib/domain/query/parse';
import type { Query, QueryNode } from '@/lib/domain/query/query';
import { foldText } from '@/lib/domain/search-words';
import { lockedBookmark, type LocalBookmark, type LocalIndex } from '@/lib/vault/build-index';

export interface LocalHit {
  readonly bookmark: LocalBookmark;
  readonly rank: RankedHit;
}

export interface LocalHits {
  readonly query: Query;
  /** Hits that only this device can find, best first. */
  readonly hits: readonly LocalHit[];
  /** Hits that the service also finds by unencrypted fields, so they are part of its response. */
  readonly shared: readonly LocalHit[];
  /** The words of the query and their matched forms, including forms found on this device. */
  readonly words: readonly QueryWord[];
}

/** The fields of a collection that queries refer to. */
export interface KnownCollection {
  readonly uuid: string;
  readonly name: string;
  readonly smart: { readonly query: string } | null;
}

export interface LocalSearch extends Clock {
  /** The service's interpretation of the query in the grammar, and the matched forms of each word. */
  readonly query: Pick<SearchResult['query'], 'text'> & {
    readonly words: readonly (QueryWord & {
      readonly similar?: readonly string[];
      readonly weight?: number;
    })[];
  };
  /** Restricts the search to this collection. */
  readonly collection?: string | undefined;
  readonly collections: readonly KnownCollection[];
  /** Whether the words occur in text that the service can read, so that none of them is treated as a typo. */
  readonly isKnown: boolean;
}

/** Maximum depth of nested smart collections, as in the service. */
const smartDepth = 3;

/** Finds decrypted bookmarks that match a query, separating those that the service also finds. */
export function findLocal(index: LocalIndex, search: LocalSearch): LocalHits {
  const { query } = parseQuery(search.query.text);
  const own = { ...query, where: whereOf(query.where, search) };
  const within = whereOf(withinOf(search), search);
  const effective = { ...query, where: both(own.where, within) };
  const context: RankContext = {
    now: search.now,
    timeZone: search.timeZone,
    meant: new Map(search.query.words.map(({ text, found }) => [text, found])),
    weights: new Map(
      search.query.words.flatMap(({ text, weight }) => (weight === undefined ? [] : [[text, weight]])),
    ),
    meanings: meaningsOf(search.query.words),
    lexicon: index.lexicon,
    isKnown: search.isKnown,
  };
  const scoreOf = compileScore(own, within, context);
  const isFoundLocked = compileQuery(effective, context);
  const isInside = insideOf(search);
  const [hits, shared]: [LocalHit[], LocalHit[]] = [[], []];
  for (const bookmark of index.bookmarks) {
    const score = isInside(bookmark.row) ? scoreOf(bookmark) : null;
    if (score === null) continue;
    const isShared = isFoundLocked({ ...bookmark, text: null });
    (isShared ? shared : hits).push({ bookmark, rank: rankOf(bookmark, score) });
  }
  const order = orderOfHits(query.sort);
  return {
    query: effective,
    shared,
    hits: withClosest(
      hits.sort((one, other) => order(one.rank, other.rank)),
      compileQuery({ ...own, where: phrasesOf(own.where) }, context),
    ),
    words: search.query.words.map(({ text, found }) => ({
      text,
      found: hits.length === 0 ? found : [...wordsMeant(text, context)],
    })),
  };
}

const phrasesOf = (where: QueryNode | null): QueryNode | null =>
  joinNodes(
    'and',
    conjunctsOf(where).filter(({ kind }) => kind === 'phrase'),
  );

/**
 * Leaves out the closest hits that are far from the best of them and, if bookmarks match the whole query, those that
 * lack a quoted phrase.
 */
function withClosest(
  hits: readonly LocalHit[],
  hasPhrases: (bookmark: LocalBookmark) => boolean,
): LocalHit[] {
  const hasFullHits = hits.some(({ rank }) => rank.score >= 1);
  const closest = hits.filter(
    ({ bookmark, rank }) => rank.score < 1 && (!hasFullHits || hasPhrases(bookmark)),
  );
  const best = Math.max(0, ...closest.map(({ rank }) => rank.score));
  const least = Math.max(hasFullHits ? closestMin : 0, closestThreshold * best);
  const kept = new Set(
    closest
      .filter(({ rank }) => rank.score >= least)
      .toSorted((one, other) => other.rank.score - one.rank.score)
      .slice(0, closestMax),
  );
  return hits.filter((hit) => hit.rank.score >= 1 || kept.has(hit));
}

/** Returns the words of a similar meaning, by word of the query: of the service, and of the lexicon. */
function meaningsOf(words: LocalSearch['query']['words']): Map<string, ReadonlySet<string>> {
  const texts = words.map(({ text }) => text);
  const meanings = new Map(words.map(({ text, similar = [] }) => [text, new Set(similar)]));
  for (const { start, length, terms } of findConcepts(texts)) {
    const single = terms.flatMap(([word, ...others]) =>
      word === undefined || others.length > 0 ? [] : word,
    );
    for (const text of texts.slice(start, start + length))
      for (const word of single) meanings.get(text)?.add(word);
  }
  return meanings;
}

/** Returns a predicate for locked bookmarks, which match by their unencrypted fields. */
export function findsLocked(
  search: LocalSearch,
  defaultCollection: string | undefined,
): (row: Bookmark) => boolean {
  const { query } = parseQuery(search.query.text);
  const where = both(whereOf(query.where, search), whereOf(withinOf(search), search));
  const isFound = compileQuery({ ...query, where }, search);
  const isInside = insideOf(search);
  return (row) => isInside(row) && isFound(lockedBookmark(row, defaultCollection));
}

/** Explains which words matched a hit; null if it matched without words. */
export function explainLocal({ bookmark }: LocalHit, words: readonly QueryWord[]): SearchMatch | null {
  const explanation = explainHit(bookmark.decrypted, words);
  if (explanation === null) return null;
  const { field, snippet, word, matched } = explanation;
  const isTyped = matched.startsWith(word);
  return {
    uuid: bookmark.row.uuid,
    field,
    snippet,
    form: isTyped ? 'exact' : 'part',
    words: isTyped ? [] : [matched],
  };
}

const rankOf = ({ row, titleKey }: LocalBookmark, score: number): RankedHit => ({
  ...sortKeysOf(row),
  titleKey,
  score,
});

const smartQueryOf = ({ collection, collections }: LocalSearch): string | null =>
  collections.find(({ uuid }) => uuid === collection)?.smart?.query ?? null;

/** Returns whether a bookmark is in the search's collection; a smart collection becomes a query condition instead. */
function insideOf(search: LocalSearch): (row: Bookmark) => boolean {
  const { collection } = search;
  const isAnywhere = collection === undefined || smartQueryOf(search) !== null;
  const { holds } = listScope(isAnywhere ? {} : { collection });
  return (row) => holds(row) === true;
}

/** Returns the conditions of the searched smart collection; null if it is a regular one. */
function withinOf(search: LocalSearch): QueryNode | null {
  const within = smartQueryOf(search);
  return within === null ? null : parseQuery(within).query.where;
}

const both = (one: QueryNode | null, other: QueryNode | null): QueryNode | null =>
  joinNodes(
    'and',
    [one, other].filter((node) => node !== null),
  );

/** Returns the effective conditions, with names of smart collections replaced by their queries. */
function whereOf(conditions: QueryNode | null, search: LocalSearch): QueryNode | null {
  let where = conditions;
  const seen = new Set<string>();
  for (let depth = 0; depth < smartDepth && where !== null; depth += 1) {
    const smart = smartQueriesIn(where, search.collections);
    if ([...smart.keys()].every((name) => seen.has(name))) break;
    where = inlineSmart(where, smart, seen);
  }
  return where;
}

/** Returns the queries of referenced smart collections, keyed by the name as written in the condition. */
function smartQueriesIn(where: QueryNode, collections: readonly KnownCollection[]): Map<string, string[]> {
  const queries = namesIn(where).map((name): [string, string[]] => {
    const key = foldText(name.trim());
    return [
      name,
      collections.flatMap((one) => (one.smart && foldText(one.name) === key ? one.smart.query : [])),
    ];
  });
  return new Map(queries.filter(([, found]) => found.length > 0));
}

function namesIn(node: QueryNode): string[] {
  if (node.kind === 'not') return namesIn(node.node);
  if (isGroup(node)) return node.nodes.flatMap(namesIn);
  return node.kind === 'collection' ? [node.name] : [];
}
