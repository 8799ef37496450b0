import { afterEach, expect, test } from 'vitest';
import { endUndo, takeToasts } from '@/components/common/notify';
import { dropRows } from '@/components/features/bookmarks/drop-rows';
import type { ListContext } from '@/components/features/bookmarks/list-context';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { searchQueries } from '@/lib/api/search';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';

afterEach(() => {
  endUndo();
  takeToasts();
});

const filter = { q: 'rust' };
const [here, there] = [sampleBookmark('here'), sampleBookmark('there')];

/** Drops search hits of two spaces on a collection of the current one; returns the calls. */
async function drop(...uuids: string[]): Promise<string[]> {
  const calls: string[] = [];
  const client = makeQueryClient((async (id: string) => {
    calls.push(id);
    return { affected: 1, undo: 'change' };
  }) as unknown as Transport);
  client.setQueryData(searchQueries.page(filter, 1).queryKey, {
    bookmarks: [here, there],
    tiers: [1, 1],
    matches: [],
    collections: [],
    tags: [],
    spaces: [{ uuid: 'work', name: 'Work', defaultCollection: 'other', hits: ['there'] }],
    pagination: samplePagination(2),
  } as unknown as never);
  const context = { source: { kind: 'search', filter }, client, setSelection: () => undefined, t: String };
  const loaded = [here, there].filter(({ uuid }) => uuids.includes(uuid));
  await dropRows(context as unknown as ListContext, { choice: { uuids }, loaded }, 'reading', false);
  return calls;
}

test('bookmarks of another space are not dropped on a collection of this one, with the reason', async () => {
  expect(await drop('here', 'there')).toEqual([]);
  expect(takeToasts()).toMatchObject([{ message: 'dropOtherSpace', tone: 'bad' }]);
});

test('bookmarks of this space are', async () => {
  expect(await drop('here')).toEqual(['bookmarks.bulk']);
  expect(takeToasts()).toMatchObject([{ message: 'droppedOn' }]);
});
