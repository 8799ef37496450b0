import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { Account } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { OutboxEntry } from '@/lib/outbox/entry';
import type { Outbox } from '@/lib/outbox/outbox';
import { rememberOriginals, showWaiting } from '@/lib/outbox/show-waiting';
import { waitingEntry } from '@/lib/outbox/testing/samples';
import { accountQueries } from '@/lib/api/account';
import { bookmarkQueries } from '@/lib/api/bookmarks';
import { makeQueryClient } from '@/lib/api/query-client';
import { collectionQueries } from '@/lib/api/collections';
import { sampleBookmark, sampleCollection, samplePagination } from '@/lib/api/testing/samples';
import type { Transport } from '@/lib/api/query-client';

const stored = [sampleBookmark('a', { age: 1 }), sampleBookmark('b', { age: 2 })];
const star = waitingEntry('bookmarks.favorite', { body: { favorite: true } }, ['b']);
const erase = waitingEntry('bookmarks.delete', { query: { permanent: true } }, ['a']);
const create = waitingEntry('bookmarks.create', { body: { uuid: 'c', title: 'C' } }, ['c']);

/** Returns a tab that lists the bookmarks of a fake service, with its outbox. */
function openTab(space = 'home') {
  const page = (content: Bookmark[]) => ({ content, pagination: samplePagination(content.length) });
  const service = ((_id, input) =>
    Promise.resolve(page(input.query && 'favorite' in input.query ? [] : stored))) as Transport;
  const client = makeQueryClient(service);
  client.setQueryData(accountQueries.current().queryKey, { uuid: 'ada', space } as Account);
  client.setQueryData(collectionQueries.simplified().queryKey, {
    content: [{ ...sampleCollection('default', { isDefault: true, count: 2 }), smart: false }],
  });
  let entries: OutboxEntry[] = [];
  const discarded = new Set<OutboxEntry>();
  let onChange = (): void => undefined;
  const own = new Set<string>();
  showWaiting(client, {
    getEntries: () => entries,
    isOwn: (id: string) => own.has(id),
    isDiscarded: (entry: OutboxEntry) => discarded.has(entry),
    subscribe: (listener: () => void) => {
      onChange = listener;
      return () => undefined;
    },
  } as unknown as Outbox);
  return {
    read: async (filter: Parameters<typeof bookmarkQueries.page>[0] = {}) => {
      const { queryKey } = bookmarkQueries.page(filter, 1);
      await new QueryObserver(client, { ...bookmarkQueries.page(filter, 1), staleTime: 0 }).refetch();
      return client.getQueryData(queryKey);
    },
    cached: () => client.getQueryData(bookmarkQueries.page({}, 1).queryKey)?.content ?? [],
    count: () => client.getQueryData(collectionQueries.simplified().queryKey)?.content[0]?.count,
    store: (...added: OutboxEntry[]) => {
      entries = [...entries, ...added];
      onChange();
    },
    storeHere: (entry: OutboxEntry, bookmark: Bookmark[] = []) => {
      own.add(entry.id);
      rememberOriginals(bookmark);
      entries = [...entries, entry];
      onChange();
    },
    discard: (entry: OutboxEntry) => {
      discarded.add(entry);
      entries = entries.filter((one) => one !== entry);
      onChange();
    },
    sent: () => {
      entries = [];
      onChange();
    },
  };
}

const titles = (rows: readonly Bookmark[] = []) => rows.map(({ title }) => title);

describe('a pending entry', () => {
  test('is applied to each list fetched while it is pending, but not after it was sent', async () => {
    const tab = openTab();
    tab.store(create, star, erase);
    for (const _ of [1, 2]) {
      const list = await tab.read();
      expect(titles(list?.content)).toEqual(['C', 'b']);
      expect(list?.content[1]?.favorite).toBe(true);
      expect(list?.pagination.total).toBe(2);
    }
    tab.sent();
    expect(titles((await tab.read())?.content)).toEqual(['a', 'b']);
  });

  test('of an earlier visit or another tab is applied to the displayed lists', async () => {
    const tab = openTab();
    await tab.read();
    tab.store(create, star);
    expect(titles(tab.cached())).toEqual(['C', 'a', 'b']);
    expect(tab.count()).toBe(3);
  });

  test('of this tab is shown by its optimistic update only', async () => {
    const tab = openTab();
    await tab.read();
    tab.storeHere(create);
    expect(titles(tab.cached())).toEqual(['a', 'b']);
    expect(tab.count()).toBe(2);
    expect(titles((await tab.read())?.content)).toEqual(['C', 'a', 'b']);
  });

  test('is reverted when it is discarded, but not the others of its bookmarks', async () => {
    const tab = openTab();
    await tab.read();
    const trash = waitingEntry('bookmarks.bulk', { body: { uuids: ['a', 'b'], action: 'delete' } }, [
      'a',
      'b',
    ]);
    tab.store(create, star, trash);
    expect([titles(tab.cached()), tab.count()]).toEqual([['C'], 1]);
    tab.discard(trash);
    expect([titles(tab.cached()), tab.count()]).toEqual([['C', 'a', 'b'], 3]);
    expect(tab.cached()[2]?.favorite).toBe(true);
    tab.discard(create);
    tab.discard(star);
    expect(tab.cached()).toEqual(stored);
  });

  test('adds a bookmark to a list that it now belongs to', async () => {
    const tab = openTab();
    tab.storeHere(star, [stored[1] as Bookmark]);
    expect(titles((await tab.read({ favorite: true }))?.content)).toEqual(['b']);
    await tab.read();
    expect(titles((await tab.read({ favorite: true }))?.content)).toEqual(['b']);
  });

  test('is not applied while it is stuck, or in another space', async () => {
    const stuck = openTab();
    stuck.store({ ...star, state: 'conflict' });
    expect((await stuck.read())?.content).toEqual(stored);
    const elsewhere = openTab('work');
    elsewhere.store(star, create);
    expect((await elsewhere.read())?.content).toEqual(stored);
  });
});
