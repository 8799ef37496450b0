import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { sortQuery } from '@/lib/domain/sort';
import { bookmarkOrder } from '@/lib/api/manual-order';
import { bookmarkQueries } from '@/lib/api/bookmarks';
import { makeQueryClient } from '@/lib/api/query-client';
import { collectionQueries } from '@/lib/api/collections';
import { sampleBookmark, sampleCollection, samplePagination } from '@/lib/api/testing/samples';
import type { Transport } from '@/lib/api/query-client';

const manual = sortQuery('order-ASC');
const all = (sort: Parameters<typeof bookmarkQueries.page>[0], page: number) =>
  bookmarkQueries.page(sort, page).queryKey;

/** Returns a client with two pages of a long list, a collection and the newest; its write is pending until the test. */
function setUp() {
  const reply = Promise.withResolvers<Bookmark>();
  const client = makeQueryClient((() => reply.promise) as unknown as Transport);
  const rows = Array.from({ length: 100 }, (_, age) => sampleBookmark(`row${age}`, { age }));
  const page = (content: Bookmark[], total: number) => ({ content, pagination: samplePagination(total) });
  client.setQueryData(all(manual, 1), page(rows.slice(0, 50), 300));
  client.setQueryData(all(manual, 2), page(rows.slice(50), 300));
  client.setQueryData(all({}, 1), page(rows.slice(0, 50), 300));
  client.setQueryData(collectionQueries.page('rust', manual, 1).queryKey, {
    collection: sampleCollection('rust', { name: 'Rust' }),
    space: 'home',
    bookmarks: [rows[1], rows[3], rows[60]].flatMap((row) => row ?? []),
    pagination: samplePagination(3),
  });
  const place = new MutationObserver(client, bookmarkOrder.place());
  return { client, rows, reply, place };
}

const names = (client: QueryClient, key: readonly unknown[]) =>
  client.getQueryData<{ content?: Bookmark[]; bookmarks?: Bookmark[] }>(key);
const listed = (client: QueryClient, sort: typeof manual | object, page: number) =>
  names(client, all(sort, page))?.content?.map(({ uuid }) => uuid);
const collected = (client: QueryClient) =>
  names(client, collectionQueries.page('rust', manual, 1).queryKey)?.bookmarks?.map(({ uuid }) => uuid);

test('a move is shown immediately in every manually sorted list, across pages, and in no other list', async () => {
  const { client, rows, reply, place } = setUp();
  const placed = place.mutate({ params: { uuid: 'row1' }, body: { after: 'row60' } });
  await expect
    .poll(() => listed(client, manual, 2)?.slice(8, 12))
    .toEqual(['row59', 'row60', 'row1', 'row61']);
  expect(listed(client, manual, 1)?.slice(0, 2)).toEqual(['row0', 'row2']);
  expect(listed(client, manual, 1)?.at(-1)).toBe('row50');
  expect(collected(client)).toEqual(['row3', 'row60', 'row1']);
  expect(listed(client, {}, 1)?.slice(0, 3)).toEqual(['row0', 'row1', 'row2']);
  reply.resolve({ ...rows[1], order: 'zz' } as Bookmark);
  await placed;
  const moved = names(client, all(manual, 2))?.content?.find(({ uuid }) => uuid === 'row1');
  expect(moved?.order).toBe('zz');
});

test('a rejected move is rolled back', async () => {
  const { client, reply, place } = setUp();
  const placed = place.mutate({ params: { uuid: 'row60' }, body: { before: 'row0' } });
  await expect.poll(() => listed(client, manual, 1)?.[0]).toBe('row60');
  reply.reject(new Error('refused'));
  await expect(placed).rejects.toThrow('refused');
  expect(listed(client, manual, 1)?.slice(0, 2)).toEqual(['row0', 'row1']);
  expect(listed(client, manual, 2)?.[10]).toBe('row60');
  expect(collected(client)).toEqual(['row1', 'row3', 'row60']);
});
