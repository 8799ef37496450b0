import { expect, test } from 'vitest';
import type { Input } from '@/lib/contract';
import { bookmarkQueries } from '@/lib/api/bookmarks';
import { makeQueryClient } from '@/lib/api/query-client';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';
import type { Transport } from '@/lib/api/query-client';

type ListInput = Input<'bookmarks.list'>;

/** Returns a fake service with a long list that records its calls. */
function longList() {
  const requests: ListInput['query'][] = [];
  const transport = (async (_id: unknown, input: ListInput) => {
    requests.push(input.query);
    const start = Number(input.query?.cursor?.slice(1) ?? (Number(input.query?.page ?? 1) - 1) * 50);
    return {
      content: Array.from({ length: 50 }, (_, index) => sampleBookmark(`row${start + index}`)),
      pagination: samplePagination(10_000, { next: `c${start + 50}` }),
    };
  }) as unknown as Transport;
  return { requests, client: makeQueryClient(transport) };
}

test('the first page is requested without a number', async () => {
  const { requests, client } = longList();
  await client.query(bookmarkQueries.page({ favorite: true }, 1));
  expect(requests).toEqual([{ favorite: true, size: 50, page: undefined }]);
});

test('a page that follows a loaded one continues from its cursor', async () => {
  const { requests, client } = longList();
  await client.query(bookmarkQueries.page({}, 1));
  const second = await client.query(bookmarkQueries.page({}, 2));
  expect(requests[1]).toEqual({ size: 50, cursor: 'c50' });
  expect(second.content[0]?.uuid).toBe('row50');
});

test('a page without a loaded predecessor is requested by number', async () => {
  const { requests, client } = longList();
  const page = await client.query(bookmarkQueries.page({}, 100));
  expect(requests).toEqual([{ size: 50, page: 100 }]);
  expect(page.content[0]?.uuid).toBe('row4950');
});

test('a page is refetched by number, since rows may have been added before it', async () => {
  const { requests, client } = longList();
  await client.query(bookmarkQueries.page({}, 1));
  await client.query(bookmarkQueries.page({}, 2));
  await client.invalidateQueries({ refetchType: 'none' });
  await client.query(bookmarkQueries.page({}, 2));
  expect(requests[2]).toEqual({ size: 50, page: 2 });
});

test('the cursor of an invalidated page is not used', async () => {
  const { requests, client } = longList();
  await client.query(bookmarkQueries.page({}, 1));
  await client.invalidateQueries({ refetchType: 'none' });
  await client.query(bookmarkQueries.page({}, 2));
  expect(requests[1]).toEqual({ size: 50, page: 2 });
});

test('a page that was truncated because of its size is completed', async () => {
  const sizes: unknown[] = [];
  const client = makeQueryClient((async (_id: unknown, { query }: ListInput) => {
    sizes.push([query?.cursor, query?.size]);
    const start = Number(query?.cursor?.slice(1) ?? 0);
    const length = Math.min(20, Number(query?.size));
    return {
      content: Array.from({ length }, (_, index) => sampleBookmark(`row${start + index}`)),
      pagination: samplePagination(200, { next: `c${start + length}` }),
    };
  }) as unknown as Transport);
  const page = await client.query(bookmarkQueries.page({}, 1));
  expect(sizes).toEqual([
    [undefined, 50],
    ['c20', 30],
    ['c40', 10],
  ]);
  expect(page.content.map(({ uuid }) => uuid)).toEqual(Array.from({ length: 50 }, (_, at) => `row${at}`));
  expect(page.pagination.next).toBe('c50');
});
