import { expect, test } from 'vitest';
import { applyEntries } from '@/lib/outbox/show-waiting';
import type { OutboxEntry } from '@/lib/outbox/entry';
import { waitingEntry } from '@/lib/outbox/testing/samples';
import { sampleBookmark, sampleCollection } from '@/lib/api/testing/samples';

const collections = [
  { ...sampleCollection('default', { isDefault: true }), smart: false },
  { ...sampleCollection('rust', { name: 'Rust' }), smart: false },
];
const [a, b] = [sampleBookmark('a'), sampleBookmark('b')];
const apply = (...entries: OutboxEntry[]) => applyEntries([a, b], entries, collections);
const trashedAt = '2026-05-01T00:00:00.000Z';

test.each<[string, OutboxEntry, object[]]>([
  [
    'a creation, first',
    waitingEntry('bookmarks.create', { body: { uuid: 'c', url: 'c.example', title: 'C' } }, ['c']),
    [{ uuid: 'c', title: 'C', url: 'https://c.example', collections: [{ uuid: 'default' }] }, a, b],
  ],
  ['a creation that has arrived', waitingEntry('bookmarks.create', { body: { uuid: 'a' } }, ['a']), [a, b]],
  [
    'an edit',
    waitingEntry('bookmarks.update', { body: { title: 'Later', collections: ['rust'] } }, ['a']),
    [{ uuid: 'a', title: 'Later', url: a.url, collections: [{ uuid: 'rust', name: 'Rust' }] }, b],
  ],
  [
    'a star',
    waitingEntry('bookmarks.favorite', { body: { favorite: true } }, ['b']),
    [a, { ...b, favorite: true }],
  ],
  ['a deletion', waitingEntry('bookmarks.delete', {}, ['a']), [{ ...a, deletedAt: trashedAt }, b]],
  ['an erasure', waitingEntry('bookmarks.delete', { query: { permanent: true } }, ['a']), [b]],
  [
    'a move of several',
    waitingEntry('bookmarks.bulk', { body: { uuids: ['a', 'b'], action: 'move', collection: 'rust' } }, [
      'a',
      'b',
    ]),
    [{ collections: [{ uuid: 'rust' }] }, { collections: [{ uuid: 'rust' }] }],
  ],
  [
    'a later reading',
    waitingEntry('bookmarks.bulk', { body: { uuids: ['a'], action: 'later', later: true } }, ['a']),
    [{ ...a, later: true }, b],
  ],
  ['a change of a bookmark that is not there', waitingEntry('bookmarks.restore', {}, ['x']), [a, b]],
])('the bookmarks with %s', (_, entry, expected) => {
  const changed = apply(entry);
  expect(changed).toHaveLength(expected.length);
  expect(changed).toMatchObject(expected);
});

test('entries apply in order, except those behind a stuck one', () => {
  const create = waitingEntry('bookmarks.create', { body: { uuid: 'c', title: 'C' } }, ['c']);
  const edit = waitingEntry('bookmarks.update', { body: { title: 'D' } }, ['c']);
  const erase = waitingEntry('bookmarks.delete', { query: { permanent: true } }, ['c']);
  expect(apply(create, edit)[0]).toMatchObject({ uuid: 'c', title: 'D' });
  expect(apply(create, edit, erase)).toEqual([a, b]);
  expect(apply({ ...create, state: 'refused' }, edit)).toEqual([a, b]);
});
