import { expect, test } from 'vitest';
import { followEntries, waitingRecords, withEntries } from '@/lib/offline/waiting-entries';
import { sampleLibrary, sampleSpace } from '@/lib/offline/testing/sample-library';
import type { OutboxEntry } from '@/lib/outbox/entry';
import { waitingEntry } from '@/lib/outbox/testing/samples';
import { sampleBookmark, sampleCollection } from '@/lib/api/testing/samples';

const [a, b, c] = [sampleBookmark('a'), sampleBookmark('b'), sampleBookmark('c')];
const collections = [
  sampleCollection('default', { isDefault: true, count: 12 }),
  sampleCollection('rust', { count: 3 }),
];
const library = sampleLibrary('ada', {
  spaces: [
    // Larger than its copy.
    sampleSpace('home', { bookmarks: [a, b], collections, total: 12 }),
    sampleSpace('work', { bookmarks: [c], collections: [sampleCollection('other', { isDefault: true })] }),
  ],
});
const show = (...waiting: OutboxEntry[]) => withEntries(library, { waiting, sent: [] });
const create = waitingEntry('bookmarks.create', { body: { uuid: 'n', url: 'n.example', title: 'N' } }, ['n']);
const move = (uuid: string) =>
  waitingEntry('bookmarks.bulk', { body: { uuids: [uuid], action: 'move', collection: 'rust' } }, [uuid]);
const trash = (uuid: string) => waitingEntry('bookmarks.delete', {}, [uuid]);
const titles = (shown: typeof library) =>
  shown.spaces.map(({ bookmarks }) => bookmarks.map(({ title }) => title));

test('the copy without entries is the same object', () => {
  expect(show()).toBe(library);
});

test('a new bookmark is added to the space of its entry, and counted there', () => {
  const shown = show(create);
  expect(titles(shown)).toEqual([['N', 'a', 'b'], ['c']]);
  expect(shown.spaces.map(({ total }) => total)).toEqual([13, 1]);
  expect(shown.spaces[0]?.collections.map(({ count }) => count)).toEqual([13, 3]);
  expect(titles(show({ ...create, space: 'work' }))).toEqual([
    ['a', 'b'],
    ['N', 'c'],
  ]);
});

test('other entries apply to their bookmark in any space, and keep the identity of other rows', () => {
  const shown = show(waitingEntry('bookmarks.favorite', { body: { favorite: true } }, ['c']));
  expect(shown.spaces[1]?.bookmarks).toEqual([{ ...c, favorite: true }]);
  expect(shown.spaces[0]?.bookmarks[0]).toBe(a);
});

test('a bookmark in the trash is hidden until it is restored', () => {
  const shown = show(trash('a'));
  expect(titles(shown)).toEqual([['b'], ['c']]);
  expect([shown.spaces[0]?.total, shown.spaces[0]?.collections[0]?.count]).toEqual([11, 11]);
  expect(titles(show(trash('a'), waitingEntry('bookmarks.restore', {}, ['a'])))).toEqual([['a', 'b'], ['c']]);
});

test('a moved bookmark is counted in its new collection', () => {
  const [home] = show(move('b')).spaces;
  expect(home?.bookmarks[1]?.collections.map(({ uuid }) => uuid)).toEqual(['rust']);
  expect(home?.collections.map(({ count }) => count)).toEqual([11, 4]);
});

/** A fake outbox with settable entries. */
function fakeOutbox(...entries: OutboxEntry[]) {
  const state = { entries, discarded: new Set<OutboxEntry>(), changed: (): void => undefined };
  const outbox = {
    getEntries: () => state.entries,
    isDiscarded: (entry: OutboxEntry) => state.discarded.has(entry),
    subscribe: (listener: () => void) => {
      state.changed = listener;
      return () => undefined;
    },
  };
  return { state, outbox };
}

test('entries sent by another tab are still shown, without a mark; discarded ones are not', () => {
  const [first, second, third] = [create, move('a'), trash('b')];
  const { state, outbox } = fakeOutbox(first, second, third);
  const entries = followEntries(outbox);
  expect([...waitingRecords(entries.getEntries())]).toEqual(['n', 'a', 'b']);
  state.discarded.add(third);
  state.entries = [second];
  state.changed();
  expect(entries.getEntries()).toEqual({ waiting: [second], sent: [first] });
  expect(titles(withEntries(library, entries.getEntries()))).toEqual([['N', 'a', 'b'], ['c']]);
  expect([...waitingRecords(entries.getEntries())]).toEqual(['a']);
});

test('an entry that is replaced does not count as sent', () => {
  const { state, outbox } = fakeOutbox(create);
  const entries = followEntries(outbox);
  const again = { ...create, id: 'another key' };
  state.entries = [again];
  state.changed();
  expect(entries.getEntries()).toEqual({ waiting: [again], sent: [] });
});
