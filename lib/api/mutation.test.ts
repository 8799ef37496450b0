import { MutationObserver, QueryObserver, type QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Space } from '@/lib/contract/spaces';
import { bookmarkEditing } from '@/lib/api/bookmark-editing';
import { bookmarkMutations, bookmarkQueries } from '@/lib/api/bookmarks';
import { makeQueryClient } from '@/lib/api/query-client';
import { collectionMutations } from '@/lib/api/collection-editing';
import { collectionQueries } from '@/lib/api/collections';
import { searchQueries } from '@/lib/api/search';
import { spaceQueries } from '@/lib/api/spaces';
import { sampleBookmark, sampleCollection, samplePagination } from '@/lib/api/testing/samples';
import type { Transport } from '@/lib/api/query-client';

interface Pending {
  id: string;
  input: { params?: { uuid: string }; body?: unknown };
  answer: (value: unknown) => void;
  refuse: (error: Error) => void;
}

/** Returns a client whose writes are pending until the test resolves them; reads are recorded and never resolve. */
function setUp() {
  const writes: Pending[] = [];
  const reads: string[] = [];
  const transport = ((id: string, input: Pending['input']) =>
    new Promise((answer, refuse) => {
      const isRead = /\.(?:list|details|simplified|find|get)$/.test(id);
      if (isRead) reads.push(id);
      else writes.push({ id, input, answer, refuse });
    })) as unknown as Transport;
  const client = makeQueryClient(transport);
  const a = sampleBookmark('a', { age: 1 });
  const b = sampleBookmark('b', { age: 2, favorite: true });
  const page = (content: Bookmark[]) => ({ content, pagination: samplePagination(content.length) });
  client.setQueryData(bookmarkQueries.page({}, 1).queryKey, page([a, b]));
  client.setQueryData(bookmarkQueries.page({ favorite: true }, 1).queryKey, page([b]));
  client.setQueryData(bookmarkQueries.page({ trash: true }, 1).queryKey, page([]));
  client.setQueryData(collectionQueries.simplified().queryKey, {
    content: [
      { ...sampleCollection('default', { isDefault: true, count: 2 }), smart: false },
      { ...sampleCollection('rust', { name: 'Rust' }), smart: false },
    ],
  });
  client.setQueryData(spaceQueries.list().queryKey, { content: [space], pagination: samplePagination(1) });
  return { client, writes, reads, a, b };
}

const space: Space = {
  uuid: 'space',
  name: 'Personal',
  description: '',
  isDefault: true,
  isCurrent: true,
  counts: { bookmarks: 2, collections: 2, favorites: 1, later: 0, trash: 0 },
  createdAt: '2026-01-01T00:00:00.000Z',
  lastActivityAt: '2026-01-01T00:00:00.000Z',
};

const rows = (client: QueryClient, filter: Parameters<typeof bookmarkQueries.page>[0] = {}) =>
  client.getQueryData(bookmarkQueries.page(filter, 1).queryKey)?.content.map((row) => row.uuid);
const counts = (client: QueryClient) => client.getQueryData(spaceQueries.list().queryKey)?.content[0]?.counts;
const countIn = (client: QueryClient, uuid: string) =>
  client.getQueryData(collectionQueries.simplified().queryKey)?.content.find((one) => one.uuid === uuid)
    ?.count;
const untilRequested = async (writes: Pending[], count = 1) => {
  while (writes.length < count) await new Promise((next) => setImmediate(next));
};

describe('an optimistic update', () => {
  test('of a bookmark in another space is shown only in search results', async () => {
    const { client, writes } = setUp();
    const there = sampleBookmark('there');
    const { queryKey } = searchQueries.page({ q: 'there' }, 1);
    client.setQueryData(queryKey, {
      bookmarks: [there],
      scores: [2],
      full: 1,
      matches: [],
      collections: [],
      tags: [],
      spaces: [{ uuid: 'work', name: 'Work', defaultCollection: 'other', hits: ['there'] }],
      pagination: samplePagination(1),
      query: {
        text: 'there',
        chips: [],
        words: [],
        parsed: true,
        closest: false,
        dropped: [],
        droppedWords: [],
        estimated: false,
      },
      suggestion: null,
      took: 1,
    });
    void new MutationObserver(client, bookmarkMutations.favorite()).mutate({
      params: { uuid: 'there' },
      body: { favorite: true },
      bookmark: there,
    });
    await untilRequested(writes);
    expect(client.getQueryData(queryKey)?.bookmarks[0]?.favorite).toBe(true);
    expect(rows(client, { favorite: true })).toEqual(['b']);
    expect(counts(client)?.favorites).toBe(1);
  });

  test('changes a bookmark in a smart collection, where it stays until the response', async () => {
    const { client, writes, a, b } = setUp();
    const { queryKey } = collectionQueries.page('smart', {}, 1);
    const collection = sampleCollection('smart', { smart: { query: '-is:favorite' }, count: 1 });
    client.setQueryData(queryKey, {
      collection,
      space: 'home',
      bookmarks: [a],
      pagination: samplePagination(1),
    });
    const favorite = (bookmark: Bookmark) =>
      new MutationObserver(client, bookmarkMutations.favorite()).mutate({
        params: { uuid: bookmark.uuid },
        body: { favorite: true },
        bookmark,
      });
    void favorite(a);
    void favorite(b);
    await untilRequested(writes);
    const shown = client.getQueryData(queryKey)?.bookmarks;
    expect(shown?.map(({ uuid, favorite: isFavorite }) => [uuid, isFavorite])).toEqual([['a', true]]);
  });

  test('removes a deleted bookmark from every list and count, and adds it to the trash', async () => {
    const { client, writes, b } = setUp();
    const done = new MutationObserver(client, bookmarkMutations.delete()).mutate({
      params: { uuid: 'b' },
      bookmark: b,
    });
    await untilRequested(writes);
    expect(rows(client)).toEqual(['a']);
    expect(rows(client, { favorite: true })).toEqual([]);
    expect(rows(client, { trash: true })).toEqual(['b']);
    expect(counts(client)).toEqual({ bookmarks: 1, collections: 2, favorites: 0, later: 0, trash: 1 });
    expect(countIn(client, 'default')).toBe(1);
    writes[0]?.answer({});
    await done;
  });

  test('counts a bookmark to read later', async () => {
    const { client, writes, a } = setUp();
    void new MutationObserver(client, bookmarkMutations.mark()).mutate({
      params: { uuid: 'a' },
      body: { later: true },
      bookmark: a,
    });
    await untilRequested(writes);
    expect(counts(client)).toMatchObject({ bookmarks: 2, favorites: 1, later: 1 });
  });

  test('of an undo restores all of that', async () => {
    const { client, writes, b } = setUp();
    const before = { counts: counts(client), rows: rows(client) };
    const gone = new MutationObserver(client, bookmarkMutations.delete()).mutate({
      params: { uuid: 'b' },
      bookmark: b,
    });
    const back = new MutationObserver(client, bookmarkMutations.restore()).mutate({
      params: { uuid: 'b' },
      bookmark: b,
    });
    await untilRequested(writes);
    expect({ counts: counts(client), rows: rows(client) }).toEqual(before);
    expect(rows(client, { trash: true })).toEqual([]);
    writes[0]?.answer({});
    await gone;
    await untilRequested(writes, 2);
    writes[1]?.answer(b);
    await back;
  });

  test('adds a new bookmark to its lists and collections with its final uuid', async () => {
    const { client, writes } = setUp();
    const done = new MutationObserver(client, bookmarkEditing.create()).mutate({
      body: { uuid: 'new', url: 'www.rust-lang.org/learn', tags: ' rust , Rust,docs', collections: ['rust'] },
    });
    await untilRequested(writes);
    const row = client.getQueryData(bookmarkQueries.page({}, 1).queryKey)?.content[0];
    expect(row).toMatchObject({
      uuid: 'new',
      url: 'https://www.rust-lang.org/learn',
      domain: 'rust-lang.org',
      path: '/learn',
      tags: 'rust,docs',
      collections: [{ uuid: 'rust', name: 'Rust' }],
    });
    expect(countIn(client, 'rust')).toBe(1);
    writes[0]?.answer({ ...row, order: 'zz' });
    await done;
    expect(client.getQueryData(bookmarkQueries.page({}, 1).queryKey)?.content[0]?.order).toBe('zz');
    expect(rows(client)).toEqual(['new', 'a', 'b']);
  });

  test('of a renamed collection is shown in the rows of its bookmarks', async () => {
    const { client, writes } = setUp();
    const collection = sampleCollection('default');
    const done = new MutationObserver(client, collectionMutations.update()).mutate({
      params: { uuid: 'default' },
      body: { name: 'Reading', color: '112233', icon: 'book' },
      collection,
    });
    await untilRequested(writes);
    const row = client.getQueryData(bookmarkQueries.page({}, 1).queryKey)?.content[0];
    expect(row?.collections[0]).toEqual({
      uuid: 'default',
      name: 'Reading',
      color: '112233',
      icon: 'book',
      security: 0,
    });
    writes[0]?.answer(collection);
    await done;
  });
});

test('only the input of the call is sent', async () => {
  const { client, writes, a } = setUp();
  const done = new MutationObserver(client, bookmarkMutations.favorite()).mutate({
    params: { uuid: 'a' },
    body: { favorite: true },
    bookmark: a,
  });
  await untilRequested(writes);
  expect(writes[0]?.input).toEqual({ params: { uuid: 'a' }, query: undefined, body: { favorite: true } });
  writes[0]?.answer(a);
  await done;
});

test('a failed write is rolled back completely', async () => {
  const { client, writes, b } = setUp();
  const before = client.getQueriesData({}).map(([, data]) => data);
  const done = new MutationObserver(client, bookmarkMutations.delete()).mutate({
    params: { uuid: 'b' },
    bookmark: b,
  });
  await untilRequested(writes);
  writes[0]?.refuse(new Error('refused'));
  await expect(done).rejects.toThrow('refused');
  expect(client.getQueriesData({}).map(([, data]) => data)).toEqual(before);
});

describe('refetching after a write', () => {
  test('is skipped after a visit: no visible list is sorted again', async () => {
    const { client, writes, reads, a } = setUp();
    for (const options of [
      bookmarkQueries.page({}, 1),
      collectionQueries.simplified(),
      spaceQueries.list(),
    ]) {
      new QueryObserver<unknown>(client, options as never).subscribe(() => undefined);
    }
    expect(reads).toEqual([]);
    const done = new MutationObserver(client, bookmarkMutations.visit()).mutate({
      params: { uuid: 'a' },
      bookmark: a,
    });
    await untilRequested(writes);
    writes[0]?.answer({});
    await done;
    expect(reads).toEqual([]);
  });

  test('of a deleted collection waits until it is visited again', async () => {
    const { client, writes, reads } = setUp();
    const collection = sampleCollection('rust');
    const shown = collectionQueries.page('rust', {}, 1);
    client.setQueryData(shown.queryKey, {
      collection,
      space: 'space',
      bookmarks: [],
      pagination: samplePagination(0),
    });
    const leave = new QueryObserver(client, shown).subscribe(() => undefined);
    const done = new MutationObserver(client, collectionMutations.delete()).mutate({
      params: { uuid: 'rust' },
      query: { bookmarks: 'keep' },
      collection,
    });
    await untilRequested(writes);
    writes[0]?.answer(null);
    await done;
    expect(reads).not.toContain('collections.details');
    leave();
    new QueryObserver(client, shown).subscribe(() => undefined);
    expect(reads).toContain('collections.details');
  });

  test('follows a failed visit, whose rollback restores older lists', async () => {
    const { client, writes, reads, a, b } = setUp();
    new QueryObserver(client, bookmarkQueries.page({}, 1)).subscribe(() => undefined);
    const visit = new MutationObserver(client, bookmarkMutations.visit()).mutate({
      params: { uuid: 'a' },
      bookmark: a,
    });
    await untilRequested(writes);
    const trash = new MutationObserver(client, bookmarkMutations.delete()).mutate({
      params: { uuid: 'b' },
      bookmark: b,
    });
    await untilRequested(writes, 2);
    writes[1]?.answer({});
    await trash;
    expect(rows(client)).toEqual(['a']);
    const before = reads.length;
    writes[0]?.refuse(new Error('offline'));
    await visit.catch(() => undefined);
    expect(reads.slice(before)).toEqual(['bookmarks.list']);
  });

  test('happens once, when no other write to the same resource is running', async () => {
    const { client, writes, reads, a, b } = setUp();
    new QueryObserver(client, bookmarkQueries.page({}, 1)).subscribe(() => undefined);
    const favorite = (bookmark: Bookmark) =>
      new MutationObserver(client, bookmarkMutations.favorite()).mutate({
        params: { uuid: bookmark.uuid },
        body: { favorite: !bookmark.favorite },
        bookmark,
      });
    const first = favorite(a);
    const second = favorite(b);
    await untilRequested(writes);
    writes[0]?.answer({ ...a, favorite: true });
    await first;
    expect(reads).toEqual([]);
    await untilRequested(writes, 2);
    writes[1]?.answer({ ...b, favorite: false });
    await second;
    expect(reads).toEqual(['bookmarks.list']);
  });
});
