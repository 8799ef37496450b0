import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { eraseOfflineCopy } from '@/lib/offline/erase';
import { type OfflineText, saveOfflineLibrary } from '@/lib/offline/offline-store';
import {
  listOfflineTexts,
  loadOfflineText,
  offlineTextLimits,
  saveOfflineText,
} from '@/lib/offline/offline-texts';
import { sampleLibrary, sampleSpace } from '@/lib/offline/testing/sample-library';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.useFakeTimers({ toFake: ['Date'] });
});

const textOf = (html: string): OfflineText => ({
  text: { html, byline: 'Lin', language: 'en', minutes: 3, copiedAt: null },
  annotations: [],
});

const library = (bookmarks: ReturnType<typeof sampleBookmark>[], account = 'ada') =>
  sampleLibrary(account, { spaces: [sampleSpace('home', { bookmarks })] });

const kept = async () => [...(await listOfflineTexts())].sort();

/** One millisecond after the one before. */
async function open(bookmark: string, html: string, account = 'ada'): Promise<void> {
  vi.advanceTimersByTime(1);
  await saveOfflineText(account, bookmark, textOf(html));
}

test('a text is kept with its annotations, and replaced when it is opened again', async () => {
  await saveOfflineLibrary(library([sampleBookmark('a')]));
  await open('a', '<p>First</p>');
  await open('a', '<p>Second</p>');
  expect(await loadOfflineText('a')).toMatchObject(textOf('<p>Second</p>'));
  expect(await loadOfflineText('b')).toBeNull();
});

test('nothing is kept without a copy of the library, and none is created', async () => {
  await open('a', '<p>First</p>');
  expect(await indexedDB.databases()).toEqual([]);
  await saveOfflineLibrary(library([sampleBookmark('a')]));
  await open('a', '<p>First</p>', 'bob');
  expect(await kept()).toEqual([]);
});

test('what is encrypted or not in the copy is not kept', async () => {
  await saveOfflineLibrary(library([sampleBookmark('a', { encrypted: true }), sampleBookmark('b')]));
  for (const uuid of ['a', 'b', 'c']) await open(uuid, '<p>Text</p>');
  expect(await kept()).toEqual(['b']);
});

test('the next copy removes the texts of bookmarks that were encrypted or deleted, and of another account', async () => {
  const all = ['a', 'b', 'c'].map((uuid) => sampleBookmark(uuid));
  await saveOfflineLibrary(library(all));
  for (const uuid of ['a', 'b', 'c']) await open(uuid, '<p>Text</p>');
  await saveOfflineLibrary(library([sampleBookmark('a', { encrypted: true }), sampleBookmark('b')]));
  expect(await kept()).toEqual(['b']);
  await saveOfflineLibrary(library([sampleBookmark('d')], 'bob'));
  expect(await kept()).toEqual([]);
});

test('of too many texts, and of too large ones, those opened last are kept', async () => {
  const { count, size } = offlineTextLimits;
  const names = Array.from({ length: count + 2 }, (_, index) => `n${1000 + index}`);
  await saveOfflineLibrary(library(names.map((name) => sampleBookmark(name))));
  for (const name of names) await open(name, '<p>Text</p>');
  expect(await kept()).toEqual(names.slice(2));
  const [oldest = '', large = '', larger = '', tooLarge = ''] = names.slice(2);
  await open(oldest, '<p>Again</p>');
  await open(large, 'x'.repeat(size / 2));
  await open(larger, 'x'.repeat(size / 2 - 20));
  expect(await kept()).toEqual([oldest, large, larger].sort());
  await open(tooLarge, 'x'.repeat(size + 1));
  expect(await kept()).not.toContain(tooLarge);
});

test('texts are erased with the copy', async () => {
  await saveOfflineLibrary(library([sampleBookmark('a')]));
  await open('a', '<p>First</p>');
  await eraseOfflineCopy();
  await saveOfflineLibrary(library([sampleBookmark('a')]));
  expect(await loadOfflineText('a')).toBeNull();
});
