import type { Query, QueryClient } from '@tanstack/react-query';
import type { OnBookmark } from '@/lib/api/bookmarks';
import type { MutationId } from '@/lib/api/invalidation';
import { rootsTouchedBy } from '@/lib/api/invalidation';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Vault } from '@/lib/vault/vault-types';

type Followed = Pick<Vault, 'decryptBookmarks' | 'forget' | 'refresh'>;

/** After the last of several changes to many bookmarks. */
const restMs = 1_000;

/** Writes that say in their answer, or by what lists show of them, all that the vault has to know. */
const told = new Set<unknown>([
  'bookmarks.create',
  'bookmarks.update',
  'bookmarks.favorite',
  'bookmarks.restore',
  'bookmarks.order',
  'bookmarks.visit',
]);

/** Tells the vault what becomes of the bookmarks in the cache; returns a function that stops it. */
export function followLibrary(client: QueryClient, vault: Followed): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What could not be decrypted or read stays encrypted; the list that brought it says what is wrong with the network.
  const take = (data: unknown) => void vault.decryptBookmarks(rowsIn(data)).catch(() => undefined);
  const refreshSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void vault.refresh().catch(() => undefined), restMs);
  };
  const isFollowed = ({ queryKey }: Pick<Query, 'queryKey'>) => followed.has(queryKey[0]);
  const cache = client.getQueryCache();
  for (const query of cache.findAll({ predicate: isFollowed })) take(query.state.data);
  const stopReading = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const query = event.query as Query;
    if (isFollowed(query)) take(query.state.data);
  });
  const stopWriting = client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const id = event.mutation.options.mutationKey?.[1];
    if (told.has(id)) return take({ content: [event.action.data] });
    if (id === 'bookmarks.delete') {
      const { params, query, bookmark } = event.mutation.state.variables as OnBookmark<'bookmarks.delete'>;
      if (query?.permanent === true) return vault.forget([params.uuid]);
      // From the trash it comes back as it was.
      return take({ content: [{ ...bookmark, deletedAt: new Date().toISOString() }] });
    }
    if (touchesBookmarks(id)) refreshSoon();
  });
  return () => {
    clearTimeout(timer);
    stopReading();
    stopWriting();
  };
}

const followed = new Set<unknown>(['bookmarks', 'collections', 'search']);

const touchesBookmarks = (id: unknown): boolean =>
  typeof id === 'string' && rootsTouchedBy(id as MutationId).has('bookmarks');

const isBookmark = (value: unknown): value is Bookmark =>
  value instanceof Object && 'uuid' in value && 'cipher' in value;

/** The bookmarks of an answer: every list of them is called `content` or `bookmarks`. */
function rowsIn(data: unknown): Bookmark[] {
  const { content, bookmarks } = (data ?? {}) as { content?: unknown; bookmarks?: unknown };
  return [content, bookmarks].flatMap((list) => (Array.isArray(list) ? list.filter(isBookmark) : []));
}
