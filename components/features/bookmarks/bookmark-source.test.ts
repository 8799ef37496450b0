import { expect, test } from 'vitest';
import { type BookmarkSource, pageOptions, readSpan } from '@/components/features/bookmarks/bookmark-source';
import { pageSize } from '@/lib/api/endpoint';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';

test('a tag of encrypted bookmarks is not part of any query', () => {
  const tag = { kind: 'tag', name: 'quiet', sort: 'title-ASC' } as const;
  expect(JSON.stringify(pageOptions(tag, 1).queryKey)).toContain('quiet');
  expect(JSON.stringify(pageOptions({ ...tag, isEncrypted: true }, 1).queryKey)).not.toContain('quiet');
});

const source: BookmarkSource = { kind: 'library', view: 'all', sort: 'created_at-DESC' };

/** A service with `total` bookmarks, named by their index; it records the requested pages. */
function serving(total: number) {
  const requests: string[] = [];
  const transport = (async (_id: string, { query }: { query: { page?: number; cursor?: string } }) => {
    const page = Number(query.cursor ?? query.page ?? 1);
    requests.push(query.cursor === undefined ? `page ${page}` : `cursor ${page}`);
    const first = (page - 1) * pageSize;
    const content = Array.from({ length: Math.min(pageSize, total - first) }, (_, index) =>
      sampleBookmark(`place${first + index}`),
    );
    return { content, pagination: samplePagination(total, { page, next: String(page + 1) }) };
  }) as unknown as Transport;
  return { client: makeQueryClient(transport), requests };
}

test('a range over several pages contains all of its rows in order', async () => {
  const { client } = serving(500);
  const uuids = await readSpan(client, { source, first: 48, last: 151 });
  expect(uuids).toEqual(Array.from({ length: 104 }, (_, index) => `place${48 + index}`));
});

test('known pages are not requested again, and each of the others continues from the previous one', async () => {
  const { client, requests } = serving(500);
  await readSpan(client, { source, first: 0, last: 60 });
  await readSpan(client, { source, first: 10, last: 120 });
  expect(requests).toEqual(['page 1', 'cursor 2', 'cursor 3']);
});

test('a list that has become shorter returns the remaining rows', async () => {
  const { client } = serving(70);
  expect(await readSpan(client, { source, first: 60, last: 99 })).toHaveLength(10);
});
