import type { Query, QueryClient } from '@tanstack/react-query';
import type { OnBookmark } from '@/lib/api/bookmarks';
import type { MutationId } from '@/lib/api/invalidation';
import { rootsTouchedBy } from '@/lib/api/invalidation';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Vault } from '@/lib/vault/vault-types';

type Followed = Pick<Vault, 'decryptBookmarks' | 'forget' | 'refresh'>;

/** Delay after the last of several changes to many bookmarks. */
const restMs = 1_000;

/** Mutations whose response, or its effect on the lists, contains everything the vault needs. */
const selfContained = new Set<unknown>([
  'bookmarks.create',
  'bookmarks.update',
  'bookmarks.favorite',
  'bookmarks.restore',
  'bookmarks.order',
  'bookmarks.visit',
]);

/** Updates the vault when bookmarks in the cache change; returns a function that stops it. */
export function followLibrary(client: QueryClient, vault: Followed): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Bookmarks that could not be decrypted or fetched stay encrypted; the list that contains them reports
  // network errors.
  const decryptRows = (data: unknown) => void vault.decryptBookmarks(rowsIn(data)).catch(() => undefined);
  const refreshSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void vault.refresh().catch(() => undefined), restMs);
  };
  const isFollowed = ({ queryKey }: Pick<Query, 'queryKey'>) => followed.has(queryKey[0]);
  const cache = client.getQueryCache();
  for (const query of cache.findAll({ predicate: isFollowed })) decryptRows(query.state.data);
  const stopReading = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const query = event.query as Query;
    if (isFollowed(query)) decryptRows(query.state.data);
  });
  const stopWriting = client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const id = event.mutation.options.mutationKey?.[1];
    if (selfContained.has(id)) return decryptRows({ content: [event.action.data] });
    if (id === 'bookmarks.delete') {
      const { params, query, bookmark } = event.mutation.state.variables as OnBookmark<'bookmarks.delete'>;
      if (query?.permanent === true) return vault.forget([params.uuid]);
      // It can be restored from the trash unchanged.
      return decryptRows({ content: [{ ...bookmark, deletedAt: new Date().toISOString() }] });
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

/** Returns the bookmarks of a response: every list of them is named `content` or `bookmarks`. */
function rowsIn(data: unknown): Bookmark[] {
  const { content, bookmarks } = (data ?? {}) as { content?: unknown; bookmarks?: unknown };
  return [content, bookmarks].flatMap((list) => (Array.isArray(list) ? list.filter(isBookmark) : []));
}
