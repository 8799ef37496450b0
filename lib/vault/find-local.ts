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
import { orderOfHits, type RankedHit } from '@/lib/domain/query/match';
import { foldText } from '@/lib/domain/search-words';
import { lockedBookmark, type LocalBookmark, type LocalIndex } from '@/lib/vault/build-index';

export interface LocalHit {
  readonly bookmark: LocalBookmark;
  readonly rank: RankedHit;
}

export interface LocalHits {
  readonly query: Query;
  /** What only this device can find, the best first. */
  readonly hits: readonly LocalHit[];
  /** What the service finds too, by what it can read: it stands in its answer. */
  readonly shared: readonly LocalHit[];
  /** The words of the query, and what each was taken for, on this device too. */
  readonly words: readonly QueryWord[];
}

/** A collection of the space, as far as queries speak of it. */
export interface KnownCollection {
  readonly uuid: string;
  readonly name: string;
  readonly smart: { readonly query: string } | null;
}

export interface LocalSearch extends Clock {
  /** What the service has understood, in the grammar, and what it took each word for. */
  readonly query: Pick<SearchResult['query'], 'text' | 'words'>;
  /** The search is narrowed to this collection. */
  readonly collection?: string | undefined;
  readonly collections: readonly KnownCollection[];
  /** Words of the query stand in what the service can read: none of them is a slip of the pen. */
  readonly isKnown: boolean;
}

/** Smart collections that name smart collections are followed so far, as the service does. */
const smartDepth = 3;

/** The bookmarks open on this device that a query finds, apart from those that the service finds by itself. */
export function findLocal(index: LocalIndex, search: LocalSearch): LocalHits {
  const { query } = parseQuery(search.query.text);
  const asked = { ...query, where: whereOf(query.where, search) };
  const context: MatchContext = {
    now: search.now,
    timeZone: search.timeZone,
    meant: new Map(search.query.words.map(({ text, found }) => [text, found])),
    lexicon: index.lexicon,
    isKnown: search.isKnown,
  };
  const tierOf = compileTiers(asked, context);
  const isFoundLocked = compileQuery(asked, context);
  const isInside = insideOf(search);
  const [hits, shared]: [LocalHit[], LocalHit[]] = [[], []];
  for (const bookmark of index.bookmarks) {
    const tier = isInside(bookmark.row) ? tierOf(bookmark) : null;
    if (tier === null) continue;
    const isShared = isFoundLocked({ ...bookmark, text: null });
    (isShared ? shared : hits).push({ bookmark, rank: rankOf(bookmark, tier) });
  }
  const order = orderOfHits(query.sort, isRanked(asked.where) ? 'lifted' : 'newest');
  return {
    query: asked,
    shared,
    hits: hits.sort((one, other) => order(one.rank, other.rank)),
    words: search.query.words.map(({ text, found }) => ({
      text,
      found: hits.length === 0 ? found : [...wordsMeant(text, context)],
    })),
  };
}

/** Whether a search finds a bookmark that is locked: by what the service knows of it, too. */
export function findsLocked(
  search: LocalSearch,
  defaultCollection: string | undefined,
): (row: Bookmark) => boolean {
  const { query } = parseQuery(search.query.text);
  const isFound = compileQuery({ ...query, where: whereOf(query.where, search) }, search);
  const isInside = insideOf(search);
  return (row) => row.deletedAt === null && isInside(row) && isFound(lockedBookmark(row, defaultCollection));
}

/** Why a hit is one; null where no word found it. */
export function explainLocal({ bookmark }: LocalHit, words: readonly QueryWord[]): SearchMatch | null {
  const explanation = explainHit(bookmark.decrypted, words);
  return explanation && { uuid: bookmark.row.uuid, ...explanation };
}

/** Whether hits of a query can be better than others. */
export const isRanked = (where: QueryNode | null): boolean => where !== null && hasWords(where);

const rankOf = (bookmark: LocalBookmark, tier: number): RankedHit => ({
  id: bookmark.row.uuid,
  tier,
  createdAt: bookmark.createdAt.getTime(),
  lastVisitedAt: bookmark.lastVisitedAt?.getTime() ?? null,
  visits: bookmark.visits,
  titleKey: bookmark.titleKey,
});

const smartQueryOf = ({ collection, collections }: LocalSearch): string | null =>
  collections.find(({ uuid }) => uuid === collection)?.smart?.query ?? null;

/** Whether a bookmark is in the collection that the search is narrowed to; a smart one is a condition of the query. */
function insideOf(search: LocalSearch): (row: Bookmark) => boolean {
  const { collection } = search;
  if (collection === undefined || smartQueryOf(search) !== null) return () => true;
  return ({ collections }) => collections.some(({ uuid }) => uuid === collection);
}

/** What has to be fulfilled, with smart collections in the place of their names. */
function whereOf(asked: QueryNode | null, search: LocalSearch): QueryNode | null {
  const within = smartQueryOf(search);
  let where = joinNodes(
    'and',
    [asked, within === null ? null : parseQuery(within).query.where].filter((node) => node !== null),
  );
  const seen = new Set<string>();
  for (let depth = 0; depth < smartDepth && where !== null; depth += 1) {
    const smart = smartNamed(where, search.collections);
    if ([...smart.keys()].every((name) => seen.has(name))) break;
    where = inlineSmart(where, smart, seen);
  }
  return where;
}

/** The queries of the smart collections that conditions name, by the name as it is written there. */
function smartNamed(where: QueryNode, collections: readonly KnownCollection[]): Map<string, string[]> {
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
