import { expect, test } from 'vitest';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import { type ListContext, nothing, type Selection } from '@/components/features/bookmarks/selection';
import { areEncrypted, readSelected } from '@/components/features/bookmarks/use-bar-actions';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';

const source: BookmarkSource = { kind: 'collection', uuid: 'rust', sort: 'created_at-DESC' };
const library: BookmarkSource = { kind: 'library', view: 'favorites', sort: 'created_at-DESC' };

interface PageQuery {
  page?: number;
  cursor?: string;
  size: number;
  encrypted?: boolean;
}

/** A service with 450 bookmarks, of which every tenth is encrypted. */
function serving() {
  const requests: unknown[] = [];
  const rows = Array.from({ length: 450 }, (_, place) =>
    sampleBookmark(`place${place}`, { encrypted: place % 10 === 0 }),
  );
  const transport = (async (id: string, { params, query }: { params?: unknown; query: PageQuery }) => {
    requests.push({ id, params, query });
    const { page = 1, cursor, size } = query;
    const first = cursor === undefined ? (page - 1) * size : Number(cursor);
    const held = query.encrypted === false ? rows.filter(({ encrypted }) => !encrypted) : rows;
    const content = held.slice(first, first + size);
    const next = first + size < held.length ? String(first + size) : null;
    const pagination = samplePagination(held.length, { page, next });
    return id === 'bookmarks.list' ? { content, pagination } : { bookmarks: content, pagination };
  }) as unknown as Transport;
  return { client: makeQueryClient(transport), requests, rows };
}

function contextOf(selection: Selection, from: BookmarkSource = source) {
  const { client, requests, rows } = serving();
  const list = { rows: new Map(rows.slice(0, 50).entries()), total: 450 } as unknown as ListContext['list'];
  return { context: { source: from, client, list, selection }, requests };
}
const some = (...places: number[]): Selection => ({
  ...nothing,
  named: new Set(places.map((place) => `place${place}`)),
});

test('visible rows are not requested, and encrypted ones are left out', async () => {
  const { context, requests } = contextOf(some(0, 1, 2));
  expect((await readSelected(context)).map(({ uuid }) => uuid)).toEqual(['place1', 'place2']);
  expect(requests).toEqual([]);
});

test('rows that are not loaded are read up to the last of them', async () => {
  const { context, requests } = contextOf(some(1, 101), library);
  expect(await readSelected(context)).toHaveLength(2);
  expect(requests).toHaveLength(3);
});

test('a whole list is read in large pages, without deselected rows', async () => {
  const { context, requests } = contextOf({ ...some(1), kind: 'all' });
  const read = await readSelected(context);
  expect(read).toHaveLength(404);
  expect(read.some(({ uuid }) => uuid === 'place1')).toBe(false);
  expect(requests).toHaveLength(3);
  expect(requests[0]).toMatchObject({
    id: 'bookmarks.list',
    query: { collection: 'rust', encrypted: false, size: 200 },
  });
});

test('a selection is known to be encrypted only if all of it is', () => {
  expect(areEncrypted(contextOf(some(0, 10)).context)).toBe(true);
  expect(areEncrypted(contextOf(some(0, 11)).context)).toBe(false);
  expect(areEncrypted(contextOf(some(0, 100)).context)).toBe(false);
  expect(areEncrypted(contextOf({ ...nothing, kind: 'all' }).context)).toBe(false);
});
