import { listScope, orderOfHits, sortKeysOf, type RankedHit } from '@/lib/bookmark/scope';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { SearchMatch, SearchResult } from '@/lib/contract/search';
import type { Clock } from '@/lib/domain/query/dates';
import { explainHit } from '@/lib/domain/query/explain';
import type { QueryWord } from '@/lib/domain/query/highlight';
import { inlineSmart } from '@/lib/domain/query/edit';
import { compileQuery, compileTiers, type MatchContext, wordsMeant } from '@/lib/domain/query/match';
import { hasWords, isGroup, joinNodes } from '@/lib/domain/query/query';
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
  readonly query: Pick<SearchResult['query'], 'text' | 'words'>;
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
  const effective = { ...query, where: whereOf(query.where, search) };
  const context: MatchContext = {
    now: search.now,
    timeZone: search.timeZone,
    meant: new Map(search.query.words.map(({ text, found }) => [text, found])),
    lexicon: index.lexicon,
    isKnown: search.isKnown,
  };
  const tierOf = compileTiers(effective, context);
  const isFoundLocked = compileQuery(effective, context);
  const isInside = insideOf(search);
  const [hits, shared]: [LocalHit[], LocalHit[]] = [[], []];
  for (const bookmark of index.bookmarks) {
    const tier = isInside(bookmark.row) ? tierOf(bookmark) : null;
    if (tier === null) continue;
    const isShared = isFoundLocked({ ...bookmark, text: null });
    (isShared ? shared : hits).push({ bookmark, rank: rankOf(bookmark, tier) });
  }
  const order = orderOfHits(query.sort, isRanked(effective.where) ? 'lifted' : 'newest');
  return {
    query: effective,
    shared,
    hits: hits.sort((one, other) => order(one.rank, other.rank)),
    words: search.query.words.map(({ text, found }) => ({
      text,
      found: hits.length === 0 ? found : [...wordsMeant(text, context)],
    })),
  };
}

/** Returns a predicate for locked bookmarks, which match by their unencrypted fields. */
export function findsLocked(
  search: LocalSearch,
  defaultCollection: string | undefined,
): (row: Bookmark) => boolean {
  const { query } = parseQuery(search.query.text);
  const isFound = compileQuery({ ...query, where: whereOf(query.where, search) }, search);
  const isInside = insideOf(search);
  return (row) => isInside(row) && isFound(lockedBookmark(row, defaultCollection));
}

/** Explains which words matched a hit; null if it matched without words. */
export function explainLocal({ bookmark }: LocalHit, words: readonly QueryWord[]): SearchMatch | null {
  const explanation = explainHit(bookmark.decrypted, words);
  return explanation && { uuid: bookmark.row.uuid, ...explanation };
}

/** Whether the hits of a query have different ranks. */
export const isRanked = (where: QueryNode | null): boolean => where !== null && hasWords(where);

const rankOf = ({ row, titleKey }: LocalBookmark, tier: number): RankedHit => ({
  ...sortKeysOf(row),
  titleKey,
  tier,
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

/** Returns the effective conditions, with names of smart collections replaced by their queries. */
function whereOf(conditions: QueryNode | null, search: LocalSearch): QueryNode | null {
  const within = smartQueryOf(search);
  let where = joinNodes(
    'and',
    [conditions, within === null ? null : parseQuery(within).query.where].filter((node) => node !== null),
  );
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
