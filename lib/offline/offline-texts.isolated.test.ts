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
  readPictures,
  saveOfflineText,
  withPictures,
} from '@/lib/offline/offline-texts';
import { sampleLibrary, sampleSpace } from '@/lib/offline/testing/sample-library';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.useFakeTimers({ toFake: ['Date'] });
});

const textOf = (html: string): OfflineText => ({
  text: { html, byline: 'Lin', language: 'en', minutes: 3, copiedAt: null },
  annotations: [],
  pictures: new Map(),
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

test('pictures are kept with their text until it changes', async () => {
  await saveOfflineLibrary(library([sampleBookmark('a')]));
  const { pictures: _, ...opened } = textOf('<p>First</p>');
  const pictures = new Map([['/pictures/1', new Blob(['one'])]]);
  const stored = async () => [...((await loadOfflineText('a'))?.pictures.keys() ?? [])];
  await saveOfflineText('ada', 'a', { ...opened, pictures });
  await saveOfflineText('ada', 'a', opened);
  expect(await stored()).toEqual(['/pictures/1']);
  await saveOfflineText('ada', 'a', { ...opened, text: { ...opened.text, html: '<p>Second</p>' } });
  expect(await stored()).toEqual([]);
});

test('the first pictures of a text are read, up to a number of bytes, and no others', async () => {
  const bytes: Record<string, number> = {
    '/copy/1': 2_000_000,
    '/copy/large': 4_000_000,
    '/copy/2': 3_000_000,
    '/copy/3': 1,
  };
  const requests: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    requests.push(path);
    const size = bytes[path];
    return size === undefined
      ? Promise.reject(new TypeError('the network failed'))
      : Promise.resolve(new Response(new Uint8Array(size)));
  });
  const names = [
    '/copy/1',
    '/copy/gone',
    'https://tracker.example/x',
    '/copy/large',
    '/copy/1',
    '/copy/2',
    '/copy/3',
  ];
  const html = names.map((src) => `<p><img alt="" src="${src}" width="1"></p>`).join('');
  const pictures = await readPictures(html, '/copy/');
  expect([...pictures.keys()]).toEqual(['/copy/1', '/copy/2']);
  expect(requests).not.toContain('https://tracker.example/x');
  const shown = withPictures(html, pictures);
  expect(shown.match(/src="blob:[^"]+"/g)).toHaveLength(3);
  expect(shown).toContain('src="/copy/large"');
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
