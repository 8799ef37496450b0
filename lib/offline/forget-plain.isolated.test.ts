import 'fake-indexeddb/auto';
import { MutationObserver, type QueryKey } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { contentQueries, copyQueries } from '@/lib/api/bookmark-content';
import { bookmarkEditing } from '@/lib/api/bookmark-editing';
import { highlightQueries } from '@/lib/api/highlights';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { searchQueries } from '@/lib/api/search';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { forgetPlain } from '@/lib/offline/forget-plain';
import { loadOfflineLibrary, saveOfflineLibrary } from '@/lib/offline/offline-store';
import { listOfflineTexts, saveOfflineText } from '@/lib/offline/offline-texts';
import { sampleLibrary, sampleSpace } from '@/lib/offline/testing/sample-library';

afterEach(() => vi.restoreAllMocks());

const url = 'https://secret.example/page';

test('an encrypted bookmark is removed from the offline copy, and the others stay with their texts', async () => {
  const bookmarks = ['a', 'b'].map((uuid) => sampleBookmark(uuid));
  await saveOfflineLibrary(sampleLibrary('ada', { spaces: [sampleSpace('home', { bookmarks })] }));
  const text = { html: '<p>Text</p>', byline: '', language: 'en', minutes: 1, copiedAt: null };
  for (const uuid of ['a', 'b']) await saveOfflineText('ada', uuid, { text, annotations: [] });

  forgetPlain(makeQueryClient((async () => ({})) as unknown as Transport), ['a']);
  await vi.waitFor(async () => expect([...(await listOfflineTexts())]).toEqual(['b']));
  expect((await loadOfflineLibrary('ada'))?.spaces).toEqual([
    sampleSpace('home', { bookmarks: bookmarks.slice(1) }),
  ]);
});

test('a copy that cannot be changed is deleted', async () => {
  await saveOfflineLibrary(sampleLibrary('ada'));
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  forgetPlain(makeQueryClient((async () => ({})) as unknown as Transport), ['a']);
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]));
});

// The last one: without a copy, the deletion ends after the test.
test('an encrypted bookmark is removed from page texts, annotations, search results and finished writes', async () => {
  const client = makeQueryClient((async () => ({})) as unknown as Transport);
  const readsOf = (uuid: string): QueryKey[] => [
    contentQueries.of(uuid).queryKey,
    copyQueries.of(uuid).queryKey,
    copyQueries.content(uuid, 'newest').queryKey,
    highlightQueries.of(uuid).queryKey,
  ];
  const lists: QueryKey[] = [
    searchQueries.page({ q: 'secret' }, 1).queryKey,
    highlightQueries.list({ sortOrder: 'DESC' }).queryKey,
  ];
  for (const key of [...readsOf('a'), ...readsOf('b'), ...lists])
    client.setQueryData(key, { html: 'what the page says' });
  await new MutationObserver(client, bookmarkEditing.metadata()).mutate({ body: { url } });

  forgetPlain(client, ['a']);
  const left = client.getQueryCache().getAll();
  expect(left.map(({ queryKey }) => queryKey)).toEqual(readsOf('b'));
  expect(client.getMutationCache().getAll()).toHaveLength(0);
});
