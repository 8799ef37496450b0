import os from 'node:os';
import { sql, type SQL } from 'drizzle-orm';
import type { TagCount } from '@/lib/contract/tags';
import { isRanking, withoutNodes } from '@/lib/domain/query/parts';
import { printQuery } from '@/lib/domain/query/print';
import { conjunctsOf, isGroup, type QueryNode } from '@/lib/domain/query/query';
import { limitWords } from '@/lib/domain/search-terms';
import { Limiter } from '@/lib/utils/limiter';
import type { Actor, SpacesOfAccount } from '@/provider/actor';
import { executePrepared, inline, type Database, type Executor } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import type { AskDeps } from '@/provider/modules/ask/question';
import { recordColumns, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
import { collectionColumns, type CollectionRecord } from '@/provider/modules/collections/queries';
import { droppableParts, relaxSearch, type ClosestHit } from '@/provider/modules/search/closest-hits';
import { findFullHits, isRanked, type Hit } from '@/provider/modules/search/full-hits';
import {
  prepareSearch,
  wordsOf,
  type PreparedSearch,
  type Reader,
  type SearchRequest,
} from '@/provider/modules/search/prepare-search';
import { findNearestHits } from '@/provider/modules/search/similar-hits';
import { collectionBytes, cutToBudget, withinBytes, type Budgeted } from '@/provider/pagination';
import { decodeCursor, encodeCursor, type CursorScope, type CursorValues } from '@/provider/pagination';

/** A page of hits, and what is known about all of them. */
interface FoundHits {
  search: PreparedSearch;
  hits: Hit[];
  hasMore: boolean;
  total: number;
  /** Number of hits that match the whole query. */
  full: number;
  isEstimated: boolean;
  /** Whether hits may lack words of the query. */
  lacksWords: boolean;
  /** Ids of hits by meaning. */
  similar: ReadonlySet<string>;
  /** Conditions of the question that no hit fulfils. */
  dropped: readonly QueryNode[];
  /** Words of the query that no hit has. */
  droppedWords: readonly string[];
}

export interface SearchResults extends Omit<FoundHits, 'hits' | 'hasMore'> {
  /** The query in the grammar; that of a question without dropped conditions. */
  text: string;
  bookmarks: BookmarkRecord[];
  /** The score of each bookmark: at least 1 if it matches the whole query. Empty if the hits are not ranked. */
  scores: number[];
  collections: CollectionRecord[];
  tags: TagCount[];
  next: string | null;
}

type Deps = AskDeps & Pick<ProviderDeps, 'config'>;

const noHits: Omit<FoundHits, 'search'> = {
  hits: [],
  hasMore: false,
  total: 0,
  full: 0,
  isEstimated: false,
  lacksWords: false,
  similar: new Set(),
  dropped: [],
  droppedWords: [],
};

/** Searches per core. A search waits for the database half of the time, so two keep a core busy. */
const perCore = 2;
const searchesMax = perCore * os.availableParallelism();

/**
 * The searches of this process. They share its cores, which are usually those of the database too: the others wait
 * instead of evicting each other's pages from the caches. No account gets the last slot.
 */
const searches = new Limiter({ total: searchesMax, perKey: searchesMax - 1 });

/**
 * Finds the bookmarks that match a query, best first: those that match it as a whole, then the closest ones; and
 * collections and tags by its words. Throws NOT_FOUND like prepareSearch, and VALIDATION_FAILED for a cursor of another
 * search.
 */
export function searchLibrary(
  deps: Deps,
  actor: Actor,
  reader: Reader,
  request: SearchRequest,
): Promise<SearchResults> {
  return searches.run(actor.accountId, () => searchNow(deps, actor, reader, request));
}

/** The position after a hit, with the counts and the time of the first page. */
interface Position extends Hit {
  /** Number of hits up to and including this one. */
  shown: number;
  full: number;
  isEstimated: boolean;
  now: number;
}

async function searchNow(
  deps: Deps,
  actor: Actor,
  reader: Reader,
  request: SearchRequest,
): Promise<SearchResults> {
  const { q, mode, space, collection, texts = true, cursor, page = 1, size, onlyReadable } = request;
  const cursorScope: CursorScope = {
    secret: deps.config.secret,
    list: ['search', actor.accountId, actor.spaceId, space, collection, q.trim(), mode, texts, onlyReadable],
  };
  const position = cursor === undefined ? null : readCursor(decodeCursor(cursorScope, cursor));
  const now = position === null ? deps.clock() : new Date(position.now);
  const search = await prepareSearch(deps, actor, reader, request, now);
  if (search.isEmpty) {
    const empty = { bookmarks: [], scores: [], collections: [], tags: [], next: null };
    return { ...noHits, search, text: search.text, ...empty };
  }
  const range = { position, skipped: (page - 1) * size, limit: size };
  const [found, collections, tags] = await Promise.all([
    findHits(deps, search, range),
    ...findNames(deps.db, search, actor.spaceId),
  ]);
  const { hits, full, isEstimated, dropped } = found;
  const { bookmarks, fitting } = await readBookmarks(deps.db, actor.accountId, hits);
  const scoreOf = new Map(hits.map(({ id, keys }) => [id, Number(keys[0])]));
  const last = hits[fitting - 1];
  const shown = (position?.shown ?? range.skipped) + fitting;
  const hasMore = last !== undefined && (fitting < hits.length || found.hasMore);
  return {
    ...found,
    text:
      dropped.length > 0 && search.isQuestion
        ? printQuery(withoutNodes(found.search.query, dropped))
        : found.search.text,
    bookmarks,
    scores: isRanked(found.search) ? bookmarks.map(({ id }) => scoreOf.get(id) ?? 0) : [],
    collections,
    tags,
    total: Math.max(found.total, bookmarks.length === 0 ? 0 : shown),
    next: hasMore
      ? encodeCursor(cursorScope, cursorValues({ ...last, shown, full, isEstimated, now: now.getTime() }))
      : null,
  };
}

interface Range {
  position: Position | null;
  skipped: number;
  limit: number;
}

/** The closest hits follow if fewer bookmarks than this match the whole query. */
const closestBelow = 20;

/** Finds a page of hits: those that match the whole query, then the closest ones. */
async function findHits(deps: Deps, search: PreparedSearch, range: Range): Promise<FoundHits> {
  const { db } = deps;
  const { position, limit } = range;
  const most = search.prepared.limit ?? Number.POSITIVE_INFINITY;
  const before = position?.shown ?? range.skipped;
  const wanted = Math.max(0, Math.min(limit, most - before));
  const isPastFull = position !== null && position.shown >= position.full;
  const found = isPastFull
    ? { hits: [], total: position.full, isEstimated: false }
    : await findFullHits(db, search, {
        place: position,
        skipped: position ? 0 : range.skipped,
        limit: wanted + 1,
      });
  const full = Math.min(position?.full ?? found.total, most);
  const isEstimated = position?.isEstimated ?? found.isEstimated;
  const whole = { ...noHits, search, full, isEstimated };
  if (full >= Math.min(closestBelow, most)) {
    const hits = found.hits.slice(0, wanted);
    return { ...whole, hits, total: full, hasMore: found.hits.length > wanted && before + wanted < most };
  }
  const { hits: closest, dropsConditions, similar } = await findNearestHits(deps, search, full > 0);
  if (full === 0 && closest.length === 0) return (await findRelaxed(deps, search, range)) ?? whole;
  const start = Math.max(0, before - full);
  const room = Math.max(0, wanted - found.hits.length);
  const hits = [...found.hits.slice(0, wanted), ...closest.slice(start, start + room).map(asHit)];
  const total = Math.min(full + closest.length, most);
  return {
    ...whole,
    ...(full > 0 ? {} : lackingOf(search, closest, dropsConditions)),
    lacksWords: closest.length > 0,
    similar,
    hits,
    total,
    hasMore: before + hits.length < total,
  };
}

const asHit = ({ id, score }: ClosestHit): Hit => ({ id, keys: [String(score)] });

/** Finds the hits of a question that has no words, or none that occur in the library, with fewer of its conditions. */
async function findRelaxed(deps: Deps, search: PreparedSearch, range: Range): Promise<FoundHits | null> {
  const words = conjunctsOf(search.query.where).filter(isRanking);
  const droppedWords = lackedTexts(words, () => true);
  const relaxed = await relaxSearch(deps.db, search);
  if (relaxed === null) return words.length === 0 ? null : { ...noHits, search, droppedWords };
  const found = await findHits(deps, relaxed.search, range);
  return { ...found, full: 0, lacksWords: words.length > 0, dropped: relaxed.dropped, droppedWords };
}

/** Returns the conditions and words of a question that no hit has. */
function lackingOf(
  { query, prepared, ranking }: PreparedSearch,
  closest: readonly ClosestHit[],
  dropsConditions: boolean,
): Pick<FoundHits, 'dropped' | 'droppedWords'> {
  const dropped = droppableParts(prepared.parts).filter(
    (_, place) => dropsConditions && !closest.some(({ fulfils }) => fulfils[place] === true),
  );
  const isLacking = (text: string): boolean => {
    const place = ranking.words.findIndex((word) => word.text === text);
    return ranking.required.has(text) && !closest.some(({ shares }) => (shares[place] ?? 0) > 0);
  };
  const words = conjunctsOf(query.where).filter(isRanking);
  return { dropped: dropped.map(({ node }) => node), droppedWords: lackedTexts(words, isLacking) };
}

const punctuationAround = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** The texts of ranking nodes as typed. An alternative counts only together with the others of its node. */
function lackedTexts(nodes: readonly QueryNode[], lacks: (word: string) => boolean): string[] {
  const textsOf = (node: QueryNode): string[] =>
    isGroup(node) ? node.nodes.flatMap(textsOf) : 'text' in node ? [node.text] : [];
  const isLacking = (node: QueryNode): boolean =>
    node.kind === 'or' ? node.nodes.every(isLacking) : wordsOf(node).some(lacks);
  const texts = nodes.filter(isLacking).flatMap(textsOf);
  return [...new Set(texts.map((text) => text.replace(punctuationAround, '')))];
}

const collectionsMax = 20;
const tagsMax = 20;

// Words consist of letters and digits, so each can be searched unescaped, after a space. All names of a space are
// tested: a separate operand for each word takes half the time of a list of words.
const hasAllWords = (column: SQL, words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`strpos(${column}, ' ' || ${word}::text) > 0`),
    sql` and `,
  );

const collectionWords = sql`' ' || translate(c.name_key, '/.-_?=&#:%+~@;|()[]', '                   ')`;

/** Finds collections in whose names each word is a prefix of a word: the current space first, then the largest. */
async function findCollectionsByName(
  db: Executor,
  { accountId, spaceIds }: SpacesOfAccount,
  words: readonly string[],
  currentSpaceId: string,
): Promise<CollectionRecord[]> {
  const { rows } = await executePrepared<CollectionRecord>(
    db,
    `search-collections-${words.length}`,
    sql`select ${collectionColumns} from collections c
      where c.account_id = ${accountId} and c.space_id = any(${sql.param(spaceIds)}::uuid[])
        and ${hasAllWords(collectionWords, words)}
      order by (c.space_id = ${currentSpaceId}::uuid) desc, greatest(c.bookmark_count, c.smart_count) desc,
        c.natural_key, c.id
      limit ${inline(collectionsMax)}`,
  );
  return rows;
}

/** Finds tags in which each word is a prefix of a word, most used first. */
async function findTagsByName(
  db: Executor,
  spaceIds: readonly string[],
  words: readonly string[],
): Promise<TagCount[]> {
  const { rows } = await executePrepared<TagCount>(
    db,
    `search-tags-${words.length}`,
    sql`select min(t.name) as name, sum(t.bookmark_count)::integer as count from tags t
      where t.space_id = any(${sql.param(spaceIds)}::uuid[]) and ${hasAllWords(sql`t.words`, words)}
      group by t.key order by count desc, mw_natural(t.key), t.key limit ${inline(tagsMax)}`,
  );
  return rows;
}

/** Finds collections and tags by the words of a query, regardless of its other conditions. */
function findNames(
  db: Database,
  { scope, prepared, ranking }: PreparedSearch,
  currentSpaceId: string,
): [Promise<CollectionRecord[]>, Promise<TagCount[]>] {
  const words = limitWords([...ranking.required]);
  if (words.length === 0 || scope.collectionId !== null || prepared.isWithin) {
    return [Promise.resolve([]), Promise.resolve([])];
  }
  return [findCollectionsByName(db, scope, words, currentSpaceId), findTagsByName(db, scope.spaceIds, words)];
}

const cursorValues = ({ id, keys, shown, full, isEstimated, now }: Position): CursorValues => [
  JSON.stringify([id, keys, shown, full, isEstimated, now]),
];

function readCursor([json]: CursorValues): Position {
  const [id, keys, shown, full, isEstimated, now] = JSON.parse(String(json)) as [
    string, string[], number, number, boolean, number,
  ]; // prettier-ignore
  return { id, keys, shown, full, isEstimated, now };
}

/** Reads the bookmarks of hits up to the byte budget of a page, and returns how many hits fit. */
async function readBookmarks(
  db: Executor,
  accountId: string,
  hits: readonly Hit[],
): Promise<{ bookmarks: BookmarkRecord[]; fitting: number }> {
  if (hits.length === 0) return { bookmarks: [], fitting: 0 };
  const ids = sql`${sql.param(hits.map(({ id }) => id))}::uuid[]`;
  const { rows } = await executePrepared<BookmarkRecord & Budgeted & { number: number }>(
    db,
    'bookmarks-by-id',
    withinBytes(
      sql`select ${recordColumns}, h.number::integer, b.stored_bytes as bytes
        from unnest(${ids}) with ordinality as h (id, number)
        join bookmarks b on b.account_id = ${accountId} and b.id = h.id where b.deleted_at is null`,
      { extra: collectionBytes },
    ),
  );
  const { records, isLast } = cutToBudget(rows, hits.length);
  // Bookmarks that were deleted since the search leave gaps, which do not count as cut.
  return { bookmarks: records, fitting: isLast ? hits.length : (records.at(-1)?.number ?? 0) };
}
