import { expect, test } from 'vitest';
import { collectionList } from '@/lib/api/collection-editing';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { sampleCollection, samplePagination } from '@/lib/api/testing/samples';

test('the list of collections is read to its end', async () => {
  const all = Array.from({ length: 450 }, (_, index) => sampleCollection(`c${index}`));
  const transport = ((_id: string, { query }: { query: { size: number; cursor?: string } }) => {
    const start = Number(query.cursor ?? 0);
    const end = start + query.size;
    return Promise.resolve({
      content: all.slice(start, end),
      pagination: samplePagination(all.length, { next: end < all.length ? String(end) : null }),
    });
  }) as unknown as Transport;
  const list = await makeQueryClient(transport).query(collectionList({}));
  expect(list.content).toEqual(all);
  expect(list.pagination).toMatchObject({ total: 450, next: null });
});
