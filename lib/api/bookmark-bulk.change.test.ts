import { expect, test } from 'vitest';
import { changeByBulk, type BulkBody } from '@/lib/api/bookmark-bulk';
import { sampleBookmark } from '@/lib/api/testing/samples';

const ref = (uuid: string) => ({ uuid, name: uuid, color: 'b9411a', icon: null, security: 0 as const });
const refs = [ref('default'), ref('rust'), ref('trains')];
const known = {
  find: (uuid: string | undefined) => refs.find((one) => one.uuid === uuid),
  default: ref('default'),
};
const now = '2026-02-01T00:00:00.000Z';

type Change<Body = BulkBody> = Body extends unknown ? Omit<Body, 'uuids' | 'query'> : never;
const change = (from: Parameters<typeof sampleBookmark>[1], body: Change) =>
  changeByBulk(sampleBookmark('a', from), { uuids: ['a'], ...body }, known, now);
const collectionsAfter = (before: string[], body: Change) =>
  change({ collections: before.map(ref) }, body)?.collections.map(({ uuid }) => uuid);

test('a move without a source replaces every collection', () => {
  expect(collectionsAfter(['default'], { action: 'move', collection: 'rust' })).toEqual(['rust']);
  expect(collectionsAfter(['rust', 'other'], { action: 'move', collection: 'trains' })).toEqual(['trains']);
});

test('a move out of one collection keeps the others', () => {
  const out = { action: 'move', collection: 'trains', from: 'rust' } as const;
  expect(collectionsAfter(['rust', 'other'], out)).toEqual(['other', 'trains']);
  expect(collectionsAfter(['rust', 'trains'], out)).toEqual(['trains']);
});

test('a bookmark moved to another space is removed', () => {
  expect(change({}, { action: 'move', space: 'work' })).toBeNull();
});

test('a copy adds the collection once', () => {
  expect(collectionsAfter(['rust'], { action: 'copy', collection: 'trains' })).toEqual(['rust', 'trains']);
  expect(collectionsAfter(['rust'], { action: 'copy', collection: 'rust' })).toEqual(['rust']);
});

test('a bookmark removed from its last collection is in the default one', () => {
  expect(collectionsAfter(['rust', 'trains'], { action: 'removeFrom', collection: 'rust' })).toEqual([
    'trains',
  ]);
  expect(collectionsAfter(['rust'], { action: 'removeFrom', collection: 'rust' })).toEqual(['default']);
});

test('tags are added and removed ignoring case, and existing spellings are kept', () => {
  expect(change({ tags: 'Rust,docs' }, { action: 'tag', tags: 'rust, new ' })?.tags).toBe('Rust,docs,new');
  expect(change({ tags: 'Rust,docs' }, { action: 'untag', tags: 'RUST,other' })?.tags).toBe('docs');
});

test('an encrypted bookmark gets no readable tag', () => {
  expect(change({ encrypted: true, tags: '' }, { action: 'tag', tags: 'secret' })?.tags).toBe('');
});

test('favorites, highlights, trash and permanent deletion', () => {
  expect(change({}, { action: 'favorite', favorite: true })?.favorite).toBe(true);
  expect(change({}, { action: 'highlight', highlighted: true })?.highlighted).toBe(true);
  expect(change({}, { action: 'delete' })?.deletedAt).toBe(now);
  expect(change({ deletedAt: now }, { action: 'restore' })?.deletedAt).toBeNull();
  expect(change({ deletedAt: now }, { action: 'erase' })).toBeNull();
});
