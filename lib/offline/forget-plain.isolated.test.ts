import 'fake-indexeddb/auto';
import { MutationObserver, type QueryKey } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { saveOfflineLibrary } from '@/lib/offline/offline-store';
import { sampleLibrary } from '@/lib/offline/testing/sample-library';
import { contentQueries } from '@/lib/api/bookmark-content';
import { bookmarkEditing } from '@/lib/api/bookmark-editing';
import { makeQueryClient } from '@/lib/api/query-client';
import { forgetPlain } from '@/lib/offline/forget-plain';
import { searchQueries } from '@/lib/api/search';
import type { Transport } from '@/lib/api/query-client';

const url = 'https://secret.example/page';

test('an encrypted bookmark is removed from page texts, search results and finished writes', async () => {
  const client = makeQueryClient((async () => ({})) as unknown as Transport);
  const keys: QueryKey[] = [
    contentQueries.of('a').queryKey,
    contentQueries.of('b').queryKey,
    searchQueries.page({ q: 'secret' }, 1).queryKey,
  ];
  for (const key of keys) client.setQueryData(key, { html: 'what the page says' });
  await new MutationObserver(client, bookmarkEditing.metadata()).mutate({ body: { url } });

  forgetPlain(client, ['a']);
  expect(client.getQueryCache().getAll()).toHaveLength(1);
  expect(client.getMutationCache().getAll()).toHaveLength(0);
});

test('an encrypted bookmark is removed from the offline copy', async () => {
  await saveOfflineLibrary(sampleLibrary('ada'));
  expect(await indexedDB.databases()).toHaveLength(1);
  forgetPlain(makeQueryClient((async () => ({})) as unknown as Transport), ['a']);
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]));
});
