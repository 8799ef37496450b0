import 'fake-indexeddb/auto';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { openStorage } from '@/lib/outbox/storage';
import { waitingEntry } from '@/lib/outbox/testing/samples';

const create = (uuid: string) => {
  const { order: _, ...entry } = waitingEntry('bookmarks.create', { body: { uuid } }, [uuid]);
  return entry;
};
const recordsOf = (entries: readonly { records: readonly string[] }[]) =>
  entries.flatMap(({ records }) => records);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

// Guarantee: no change is lost if a phone closes the database of an app in the background.
test('a database that the browser has closed is reopened', async () => {
  const open = vi.spyOn(indexedDB, 'open');
  const storage = await openStorage();
  await storage.add(create('a'));
  const { result } = open.mock.results[0]?.value as { result: Parameters<typeof forceCloseDatabase>[0] };
  forceCloseDatabase(result);
  await storage.add(create('b'));
  expect(recordsOf(await storage.list('ada'))).toEqual(['a', 'b']);
  expect(open).toHaveBeenCalledTimes(2);
});

// Guarantee: an update of the app loses no change, regardless of the versions in other tabs.
test('a newer version migrates the entries while an older one is open, which then stores nothing', async () => {
  const storage = await openStorage();
  await storage.add(create('a'));
  const later = await openDB('markwell-outbox', 2, { upgrade: () => undefined });
  expect(recordsOf((await later.getAll('entries')) as { records: string[] }[])).toEqual(['a']);
  await expect(storage.add(create('b'))).rejects.toThrow();
  expect(await later.count('entries')).toBe(1);
  later.close();
});
