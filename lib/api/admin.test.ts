import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Input, OperationId } from '@/lib/contract';
import { adminMutations, adminQueries } from '@/lib/api/admin';
import { makeQueryClient } from '@/lib/api/query-client';
import { samplePagination } from '@/lib/api/testing/samples';
import type { Transport } from '@/lib/api/query-client';

/** Returns a fake service with three pages of accounts that records its calls. */
function service() {
  const calls: [OperationId, { params?: unknown; query?: unknown }][] = [];
  const transport = (async (id: OperationId, input: Input<'admin.users'>) => {
    calls.push([id, input]);
    if (id !== 'admin.users') return {};
    const page = Number(input.query?.cursor ?? 1);
    return {
      content: [{ uuid: `account${page}` }],
      pagination: samplePagination(3, { next: page < 3 ? String(page + 1) : null }),
    };
  }) as unknown as Transport;
  return { calls, client: makeQueryClient(transport) };
}

test('a list continues from the cursor of its last page until there is none', async () => {
  const { calls, client } = service();
  const list = new InfiniteQueryObserver(client, adminQueries.users({ q: 'ada' }));
  const stop = list.subscribe(() => undefined);
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
  await list.fetchNextPage();
  const { data, hasNextPage } = await list.fetchNextPage();
  stop();
  expect(data?.pages.flatMap(({ content }) => content.map(({ uuid }) => uuid))).toEqual([
    'account1',
    'account2',
    'account3',
  ]);
  expect(hasNextPage).toBe(false);
  expect(calls.map(([, { query }]) => query)).toEqual([
    { q: 'ada', size: 50, cursor: undefined },
    { q: 'ada', size: 50, cursor: '2' },
    { q: 'ada', size: 50, cursor: '3' },
  ]);
});

// Guarantee: closing the screen of a deleted account does not cause an error.
test('a deleted account is not refetched, but the other open queries are', async () => {
  const { calls, client } = service();
  const open = [
    new QueryObserver(client, adminQueries.user('gone')),
    new QueryObserver(client, adminQueries.user('other')),
  ];
  const stops = open.map((observer) => observer.subscribe(() => undefined));
  await expect.poll(() => open.every((observer) => observer.getCurrentResult().isSuccess)).toBe(true);
  calls.length = 0;
  await client
    .getMutationCache()
    .build(client, adminMutations.deleteUser())
    .execute({ params: { uuid: 'gone' } });
  await expect
    .poll(() => calls.map(([id, { params }]) => [id, params]))
    .toEqual([
      ['admin.deleteUser', { uuid: 'gone' }],
      ['admin.user', { uuid: 'other' }],
    ]);
  for (const stop of stops) stop();
});
