import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { bookmarkBulk } from '@/lib/api/bookmark-bulk';
import { bookmarkMutations, bookmarkQueries, undoPart } from '@/lib/api/bookmarks';
import { makeQueryClient } from '@/lib/api/query-client';
import { collectionQueries } from '@/lib/api/collections';
import { sampleBookmark, sampleCollection, samplePagination } from '@/lib/api/testing/samples';
import type { Transport } from '@/lib/api/query-client';

/** Returns a client with three bookmarks whose write is pending until the test resolves or rejects it. */
function setUp() {
  const requested = Promise.withResolvers<{ body: unknown }>();
  const reply = Promise.withResolvers<{ affected: number; undo: string | null }>();
  const transport = ((_id: string, input: { body: unknown }) => {
    requested.resolve(input);
    return reply.promise;
  }) as unknown as Transport;
  const client = makeQueryClient(transport);
  const rows = ['a', 'b', 'c'].map((name, age) => sampleBookmark(name, { age }));
  const page = (content: Bookmark[]) => ({ content, pagination: samplePagination(content.length) });
  client.setQueryData(bookmarkQueries.page({}, 1).queryKey, page(rows));
  client.setQueryData(bookmarkQueries.page({ trash: true }, 1).queryKey, page([]));
  client.setQueryData(collectionQueries.simplified().queryKey, {
    content: [
      { ...sampleCollection('default', { isDefault: true, count: 3 }), smart: false },
      { ...sampleCollection('rust', { name: 'Rust' }), smart: false },
    ],
  });
  const change = new MutationObserver(client, bookmarkBulk.change());
  return { client, rows, requested: requested.promise, reply, change };
}

const names = (client: QueryClient, filter: { trash?: boolean } = {}) =>
  client.getQueryData(bookmarkQueries.page(filter, 1).queryKey)?.content.map(({ uuid }) => uuid);
const counts = (client: QueryClient) =>
  client.getQueryData(collectionQueries.simplified().queryKey)?.content.map(({ count }) => count);

test('a change to bookmarks that are all loaded is shown immediately in every list and count', async () => {
  const { client, rows, requested, reply, change } = setUp();
  const body = { uuids: ['a', 'c'], action: 'move', collection: 'rust' } as const;
  const done = change.mutate({ body: { ...body, uuids: [...body.uuids] }, loaded: [rows[0]!, rows[2]!] });
  expect(await requested).toEqual({ body, params: undefined, query: undefined });
  expect(counts(client)).toEqual([1, 2]);
  reply.resolve({ affected: 2, undo: 'undo' });
  await done;
});

test('a rejected change is rolled back completely', async () => {
  const { client, rows, requested, reply, change } = setUp();
  const done = change.mutate({ body: { uuids: ['a', 'b'], action: 'delete' }, loaded: rows.slice(0, 2) });
  await requested;
  expect([names(client), names(client, { trash: true }), counts(client)]).toEqual([
    ['c'],
    ['a', 'b'],
    [1, 0],
  ]);
  reply.reject(new Error('refused'));
  await expect(done).rejects.toThrow('refused');
  expect([names(client), names(client, { trash: true }), counts(client)]).toEqual([
    ['a', 'b', 'c'],
    [],
    [3, 0],
  ]);
});

test('a change to bookmarks that are not all loaded is not shown optimistically', async () => {
  const { client, rows, requested, reply, change } = setUp();
  const done = change.mutate({ body: { uuids: ['a', 'elsewhere'], action: 'delete' }, loaded: [rows[0]!] });
  await requested;
  expect(names(client)).toEqual(['a', 'b', 'c']);
  reply.resolve({ affected: 2, undo: 'undo' });
  await done;
});

test('a large change is undone by several requests, each of which reports progress', async () => {
  const sent: unknown[] = [];
  const left = [18_000, 16_000, 0];
  const transport = ((id: string, input: unknown) => {
    sent.push([id, input]);
    return Promise.resolve({ affected: left.length === 1 ? 16_000 : undoPart, remaining: left.shift() });
  }) as unknown as Transport;
  const client = makeQueryClient(transport);
  const seen: unknown[] = [];
  const params = { uuid: 'change' };
  const undo = new MutationObserver(client, bookmarkMutations.undo());
  const result = await undo.mutate({ params, onProgress: (progress) => seen.push(progress) });
  expect(result).toEqual({ affected: 20_000 });
  expect(sent).toEqual(Array(3).fill(['bookmarks.undo', { params, query: { limit: undoPart } }]));
  expect(seen).toEqual([
    { done: 2_000, total: 20_000 },
    { done: 4_000, total: 20_000 },
  ]);
});

test('the lists are refetched once, after everything is undone', async () => {
  const left = [2_000, 0];
  const transport = (() =>
    Promise.resolve({ affected: undoPart, remaining: left.shift() })) as unknown as Transport;
  const client = makeQueryClient(transport);
  const refreshed: number[] = [];
  const { queryKey } = bookmarkQueries.page({}, 1);
  client.setQueryData(queryKey, { content: [], pagination: samplePagination(0) });
  client.getQueryCache().subscribe(({ type }) => {
    const isInvalidation = type === 'updated' && client.getQueryState(queryKey)?.isInvalidated === true;
    if (isInvalidation) refreshed.push(left.length);
  });
  await new MutationObserver(client, bookmarkMutations.undo()).mutate({ params: { uuid: 'change' } });
  expect(refreshed).toEqual([0]);
});
