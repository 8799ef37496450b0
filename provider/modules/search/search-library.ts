import os from 'node:os';
import { sql } from 'drizzle-orm';
import type { QueryOf } from '@/provider/middleware/handler';
import type { TagCount } from '@/lib/contract/tags';
import { conjunctsOf, type Query, type QueryNode } from '@/lib/domain/query/query';
import { queryWords } from '@/lib/domain/search-words';
import { parseQuery, type ParsedQuery } from '@/lib/domain/query/parse';
import { printQuery } from '@/lib/domain/query/print';
import { bookmarkTiers, limitWords } from '@/lib/domain/search-terms';
import { Limiter } from '@/lib/utils/limiter';
import type { Actor, SpacesOfAccount, RequestContext } from '@/provider/actor';
import { executePrepared, type Database, type Executor, type SqlParameters } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { mayUse } from '@/provider/policies';
import { Problem } from '@/provider/problem';
import { findClosest, withoutIgnored, type ClosestSearch } from '@/provider/modules/search/closest-hits';
import { alsoByCollection } from '@/provider/modules/search/closest-words';
import { findEverywhere, type FoundEverywhere, type Places } from '@/provider/modules/search/find-everywhere';
import { askQuestion, type AskDeps } from '@/provider/modules/ask/question';
import { recordColumns, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
import type { CollectionRecord } from '@/provider/modules/collections/queries';
import { collectionBytes, cutToBudget, withinBytes, type Budgeted } from '@/provider/pagination';
import { decodeCursor, encodeCursor, type CursorScope, type CursorValues } from '@/provider/pagination';
import { pageTier } from '@/provider/modules/query/compile-term';
import { findCollectionsByName, findTagsByName } from '@/provider/modules/search/find-names';
import type { RankedPlace } from '@/provider/modules/search/find-ranked';
import type { Hit } from '@/provider/modules/query/term';
import { prepareQuery, type PreparedQuery } from '@/provider/modules/query/prepare-query';
import { findScope, type SearchScope } from '@/provider/modules/search/scope';
import type { Term } from '@/provider/modules/query/term';

export type FacetsRequest = QueryOf<'search.facets'>;

export type SearchRequest = QueryOf<'search.find'> & {
  /** Whether encrypted bookmarks are neither returned nor counted. */
  onlyReadable?: boolean;
};

/** A search request after parsing: its scope and its query. */
export interface PreparedSearch {
  scope: SearchScope;
  prepared: PreparedQuery;
  /** The query in the grammar; the trimmed request text if it is too short to be searched. */
  text: string;
  parsed: boolean;
  /** Ordered hits of a question that hardly any bookmark fulfils as a whole; otherwise null. */
  closestIds: readonly string[] | null;
  /** Whether hits may lack words of the question. */
  isClosest: boolean;
  /** Conditions of the question that hits need not fulfil. */
  dropped: readonly QueryNode[];
  /** Words of the question that no hit has. */
  droppedWords: readonly string[];
}

export interface SearchResults {
  search: PreparedSearch;
  bookmarks: BookmarkRecord[];
  /** The tier of each bookmark. */
  tiers: number[];
  collections: CollectionRecord[];
  tags: TagCount[];
  total: number;
  next: string | null;
}

type Deps = AskDeps & Pick<ProviderDeps, 'config'>;
type Reader = Pick<RequestContext, 'timeZone' | 'locale'>;

const shortestQuery = 2;
const nothing = { bookmarks: [], tiers: [], collections: [], tags: [], total: 0, next: null };
const emptyQuery: Query = { where: null, sort: null, limit: null };

const isShort = (q: string): boolean => Array.from(q.trim()).length < shortestQuery;

/** Parses the text of a request: an empty query for less than two characters; in ask mode, as a question. */
async function readQuery(
  deps: AskDeps,
  actor: Actor,
  reader: Reader,
  { q, mode, assist = false }: FacetsRequest,
  { spaceIds }: SpacesOfAccount,
): Promise<ParsedQuery> {
  if (isShort(q)) return { query: emptyQuery, parsed: true };
  if (mode === 'keyword') return parseQuery(q);
  return { query: await askQuestion(deps, actor, reader, { text: q, spaceIds, assist }), parsed: true };
}

/**
 * Parses a search request and resolves its names. Throws NOT_FOUND for a space of another account, and for a collection
 * that is not in the searched spaces.
 */
export async function prepareSearch(
  deps: AskDeps,
  actor: Actor,
  reader: Reader,
  request: FacetsRequest & Pick<SearchRequest, 'texts' | 'onlyReadable'>,
): Promise<PreparedSearch & { isEmpty: boolean }> {
  const found = await findScope(deps.db, actor, request);
  if (!found) throw new Problem('NOT_FOUND');
  const { scope, smartQuery } = found;
  const { query, parsed } = await readQuery(deps, actor, reader, request, scope);
  const widen = request.mode === 'ask' ? await alsoByCollection(deps.db, scope) : undefined;
  const prepare = (read: Query): Promise<PreparedQuery> =>
    prepareQuery(deps.db, {
      accountId: scope.accountId,
      spaceIds: scope.spaceIds,
      query: read,
      widen,
      within: smartQuery === null ? null : parseQuery(smartQuery).query.where,
      onlyReadable: request.onlyReadable,
      now: deps.clock(),
      timeZone: reader.timeZone,
    });
  const prepared = await prepare(query);
  const text = isShort(request.q) ? request.q.trim() : printQuery(query);
  const isEmpty = isShort(request.q) || prepared.isEmpty;
  const whole = { closestIds: null, isClosest: false, dropped: [], droppedWords: [] };
  const search = { scope, prepared, parsed, text, isEmpty, ...whole };
  if (request.mode === 'keyword' || isEmpty || scope.size === 0) return search;
  return relaxQuestion(deps.db, actor, search, {
    prepare,
    hasPageTexts: request.texts ?? true,
    sortsAll: parseQuery(request.q).query.sort !== null,
  });
}

interface RelaxOptions extends Pick<ClosestSearch, 'sortsAll'> {
  prepare: (query: Query) => Promise<PreparedQuery>;
  hasPageTexts: boolean;
}

/** Maximum number of closest hits that come from page texts with all significant words of a question. */
const pageHitsMax = 20;
/** Number of hits among which they are looked for: hits in the texts of bookmarks come first. */
const pageSearchMax = 200;
/** If this many bookmarks have all words of a question, it is not relaxed. */
const completeHitsMax = 50;

/**
 * Relaxes a question if no bookmark has all its words, or if it has words that do not rank: a "how" or a "my" must not
 * hide bookmarks. Those with all words stay first. Page texts do not count as such: every long text has a "how", a "do"
 * and an "I".
 */
async function relaxQuestion(
  db: Database,
  actor: Actor,
  search: PreparedSearch & { isEmpty: boolean },
  { prepare, hasPageTexts, sortsAll }: RelaxOptions,
): Promise<PreparedSearch & { isEmpty: boolean }> {
  const { scope, prepared } = search;
  const currentSpaceId = actor.spaceId;
  const searchesPages = hasPageTexts && mayUse(actor, 'pageText');
  const find = async (query: PreparedQuery, hasPages: boolean, limit: number): Promise<Hit[]> => {
    const range = { currentSpaceId, skipped: 0, limit, places: null };
    return (await findEverywhere(db, { scope, prepared: query, searchesPages: hasPages }, range)).hits;
  };
  const significant = withoutIgnored(prepared.query);
  const enough = significant === null ? 1 : Math.min(completeHitsMax, prepared.limit ?? Infinity);
  const complete = await find(prepared, searchesPages && significant === null, enough);
  if (complete.length >= enough) return search;
  const found =
    significant && searchesPages ? await find(await prepare(significant), true, pageSearchMax) : [];
  const pageIds = found
    .filter(({ tier }) => tier === pageTier)
    .slice(0, pageHitsMax)
    .map(({ id }) => id);
  const completeIds = complete.map(({ id }) => id);
  const asked = { scope, prepared, currentSpaceId, completeIds, pageIds, sortsAll };
  const closest = await findClosest(db, asked);
  if (closest === null) return search;
  const { query, dropped, droppedWords, ids, words, lacksWords } = closest;
  const rest = await prepare(query);
  const relaxed = { text: printQuery(query), dropped, droppedWords, isClosest: lacksWords };
  const result = { ...search, prepared: rest, ...relaxed };
  if (ids === null) return result;
  const term: Term = { kind: 'ids', ids };
  const prepareIds = (parameters: SqlParameters): string =>
    rest.compiler(parameters).condition(term, bookmarkTiers);
  return {
    ...result,
    prepared: { ...rest, words, term, pageLexemes: null, condition: prepareIds },
    closestIds: ids,
  };
}

/** Searches per core. A search waits for the database half of the time, so two keep a core busy. */
const perCore = 2;
const searchesMax = perCore * os.availableParallelism();

/**
 * The searches of this process. They share its cores, which are usually those of the database too: the others wait
 * instead of evicting each other's pages from the caches. No account gets the last slot.
 */
const searches = new Limiter({ total: searchesMax, perKey: searchesMax - 1 });

/**
 * Finds the bookmarks that match a query, and collections and tags by its words. Throws NOT_FOUND like prepareSearch,
 * and VALIDATION_FAILED for a cursor of another search.
 */
export function searchLibrary(
  deps: Deps,
  actor: Actor,
  reader: Reader,
  request: SearchRequest,
): Promise<SearchResults> {
  return searches.run(actor.accountId, () => searchNow(deps, actor, reader, request));
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
  const places = cursor === undefined ? null : readCursor(decodeCursor(cursorScope, cursor));
  const { isEmpty, ...search } = await prepareSearch(deps, actor, reader, request);
  if (isEmpty) return { search, ...nothing };
  const searchesPages = texts && mayUse(actor, 'pageText');
  const find = async (limit: number): Promise<FoundEverywhere> => {
    const range = { currentSpaceId: actor.spaceId, skipped: (page - 1) * size, limit, places };
    return search.closestIds === null
      ? findEverywhere(deps.db, { ...search, searchesPages }, range)
      : pageOfClosest(search.closestIds, range);
  };
  const [found, collections, tags] = await Promise.all([
    find(size),
    ...findNames(deps.db, search, actor.spaceId),
  ]);
  const { bookmarks, fitting } = await readBookmarks(deps.db, actor.accountId, found.hits);
  // The cursor continues after the last hit. If the byte budget cut the page, it is taken from a search for the shorter
  // page.
  const { hasMore, places: end } = fitting < found.hits.length ? await find(fitting) : found;
  const tierOf = new Map(found.hits.map(({ id, tier }) => [id, tier]));
  return {
    search,
    bookmarks,
    tiers: bookmarks.map(({ id }) => tierOf.get(id) ?? 0),
    collections,
    tags,
    total: found.total,
    next: hasMore ? encodeCursor(cursorScope, cursorValues(end)) : null,
  };
}

const noSample = { looked: 0, size: 0, words: [], tiers: [] };

/** Returns a page of the closest hits. Their tier is the last one of hits by the words of a bookmark. */
function pageOfClosest(
  ids: readonly string[],
  { skipped, limit, places }: { skipped: number; limit: number; places: Places | null },
): FoundEverywhere {
  const start = places?.[0]?.shown ?? skipped;
  const hits = ids.slice(start, start + limit).map((id) => ({ id, tier: bookmarkTiers, keys: [] }));
  const shown = start + hits.length;
  const last = hits.at(-1);
  const total = ids.length;
  return {
    hits,
    hasMore: shown < total,
    total,
    places: [last ? { place: last, total, shown, sample: noSample } : null],
  };
}

/** Finds collections and tags by the words of a query, regardless of its other conditions. */
function findNames(
  db: Database,
  { scope, prepared }: PreparedSearch,
  currentSpaceId: string,
): [Promise<CollectionRecord[]>, Promise<TagCount[]>] {
  const plain = conjunctsOf(prepared.query.where).flatMap((node) =>
    node.kind === 'word' || node.kind === 'phrase' ? queryWords(node.text) : [],
  );
  const words = limitWords(plain);
  if (words.length === 0 || scope.collectionIds.length > 0 || prepared.isWithin) {
    return [Promise.resolve([]), Promise.resolve([])];
  }
  return [findCollectionsByName(db, scope, words, currentSpaceId), findTagsByName(db, scope.spaceIds, words)];
}

type PlaceValues = [hit: Hit, total: number, shown: number, sample: RankedPlace['sample']];

const cursorValues = (places: Places): CursorValues => [
  JSON.stringify(
    places.map((at) => {
      if (at === null) return null;
      const { id, tier, keys } = at.place;
      return [{ id, tier, keys }, at.total, at.shown, at.sample];
    }),
  ),
];

const readCursor = ([json]: CursorValues): Places =>
  (JSON.parse(String(json)) as (PlaceValues | null)[]).map((values) => {
    if (values === null) return null;
    const [place, total, shown, sample] = values;
    return { place, total, shown, sample };
  });

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
