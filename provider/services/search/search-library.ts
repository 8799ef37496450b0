import type { TagCount } from '@/lib/contract/schemas/tag';
import { searchTerms, searchTiers } from '@/lib/domain/search-terms';
import type { Actor } from '@/provider/actor';
import type { Database } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { recordColumns, type BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import type { CollectionRecord } from '@/provider/services/collections/collection-record';
import {
  decodeCursor,
  encodeCursor,
  type CursorScope,
  type CursorValues,
} from '@/provider/services/listing/cursor';
import type { PageRequest } from '@/provider/services/listing/pagination';
import { findHits, type Continuation, type Hits } from '@/provider/services/search/find-hits';
import { findCollectionsByName, findTagsByName } from '@/provider/services/search/find-names';
import type { Hit } from '@/provider/services/search/hit';
import { findScope, type SearchScope } from '@/provider/services/search/search-scope';

export interface SearchRequest extends PageRequest {
  q: string;
  space: 'current' | 'all';
  /** Only bookmarks of this collection; then neither collections nor tags are looked for. */
  collection?: string | undefined;
}

export interface SearchResults {
  bookmarks: BookmarkRecord[];
  collections: CollectionRecord[];
  tags: TagCount[];
  total: number;
  next: string | null;
}

type Deps = Pick<ProviderDeps, 'db' | 'config'>;

const shortestQuery = 2;
const nothing: SearchResults = { bookmarks: [], collections: [], tags: [], total: 0, next: null };

/**
 * Finds bookmarks in which every word of the query begins a word, and collections and tags by name. A query of less
 * than two characters, or without a letter or digit, finds nothing. Throws NOT_FOUND for a collection that is not in
 * the spaces that are searched, VALIDATION_FAILED for a cursor of another search.
 */
export async function searchLibrary(
  deps: Deps,
  actor: Actor,
  request: SearchRequest,
): Promise<SearchResults> {
  const { q, space, collection, cursor, page = 1, size } = request;
  const cursorScope: CursorScope = {
    secret: deps.config.secret,
    list: ['search', actor.accountId, space === 'all' ? null : actor.spaceId, collection, q.trim()],
  };
  const continuation = cursor === undefined ? null : readCursor(decodeCursor(cursorScope, cursor));
  const scope = await findScope(deps.db, actor, { space, collection });
  if (!scope) throw new Problem('NOT_FOUND');
  const words = Array.from(q.trim()).length < shortestQuery ? [] : searchTerms(q);
  if (words.length === 0) return nothing;
  const hitRequest = { words, skipped: (page - 1) * size, limit: size + 1, continuation };
  const [found, collections, tags] = await Promise.all([
    scope.size === 0 ? noHits : findHits(deps.db, scope, hitRequest),
    ...findNames(deps.db, scope, words),
  ]);
  const shown = found.hits.slice(0, size);
  const last = shown.at(-1);
  return {
    bookmarks: await readBookmarks(deps.db, shown),
    collections,
    tags,
    total: Math.max(found.total, shown.length),
    next: found.hits.length > size && last ? encodeCursor(cursorScope, cursorValues(found, last)) : null,
  };
}

const noHits: Hits = { hits: [], total: 0, sample: { looked: 0, words: [], tiers: [] } };

const findNames = (
  db: Database,
  scope: SearchScope,
  words: readonly string[],
): [Promise<CollectionRecord[]>, Promise<TagCount[]>] =>
  scope.collectionId === null
    ? [findCollectionsByName(db, scope.spaceIds, words), findTagsByName(db, scope.spaceIds, words)]
    : [Promise.resolve([]), Promise.resolve([])];

const cursorValues = ({ total, sample }: Hits, { id, tier, createdAt }: Hit): CursorValues => [
  id,
  tier,
  createdAt,
  total,
  sample.looked,
  ...sample.tiers,
  ...sample.words,
];

function readCursor([id, tier, createdAt, ...numbers]: CursorValues): Continuation {
  const [total = 0, looked = 0, ...counts] = numbers.map(Number);
  return {
    place: { id: String(id), tier: Number(tier), createdAt: String(createdAt) },
    total,
    sample: { looked, tiers: counts.slice(0, searchTiers.length), words: counts.slice(searchTiers.length) },
  };
}

async function readBookmarks({ $client }: Database, hits: readonly Hit[]): Promise<BookmarkRecord[]> {
  if (hits.length === 0) return [];
  const { rows } = await $client.query<BookmarkRecord>({
    name: 'bookmarks-by-id',
    text: `select ${recordColumns} from unnest($1::uuid[]) with ordinality as h (id, number)
      join bookmarks b on b.id = h.id where b.deleted_at is null order by h.number`,
    values: [hits.map(({ id }) => id)],
  });
  return rows;
}
