import { expect, test } from 'vitest';
import { changeByBulk, type BulkBody } from '@/lib/api/bookmark-bulk';
import { sampleBookmark } from '@/lib/api/testing/samples';

const ref = (uuid: string) => ({ uuid, name: uuid, color: 'b9411a', security: 0 as const });
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

test('a move without a place to leave replaces every collection', () => {
  expect(collectionsAfter(['default'], { action: 'move', collection: 'rust' })).toEqual(['rust']);
  expect(collectionsAfter(['rust', 'other'], { action: 'move', collection: 'trains' })).toEqual(['trains']);
});

test('a move out of one collection leaves the others', () => {
  const out = { action: 'move', collection: 'trains', from: 'rust' } as const;
  expect(collectionsAfter(['rust', 'other'], out)).toEqual(['other', 'trains']);
  expect(collectionsAfter(['rust', 'trains'], out)).toEqual(['trains']);
});

test('what goes to another space is here no more', () => {
  expect(change({}, { action: 'move', space: 'work' })).toBeNull();
});

test('a copy comes beside, once', () => {
  expect(collectionsAfter(['rust'], { action: 'copy', collection: 'trains' })).toEqual(['rust', 'trains']);
  expect(collectionsAfter(['rust'], { action: 'copy', collection: 'rust' })).toEqual(['rust']);
});

test('what is taken out of its last collection is in the default one', () => {
  expect(collectionsAfter(['rust', 'trains'], { action: 'removeFrom', collection: 'rust' })).toEqual([
    'trains',
  ]);
  expect(collectionsAfter(['rust'], { action: 'removeFrom', collection: 'rust' })).toEqual(['default']);
});

test('tags come and go without regard to case, and keep the spelling that was there', () => {
  expect(change({ tags: 'Rust,docs' }, { action: 'tag', tags: 'rust, new ' })?.tags).toBe('Rust,docs,new');
  expect(change({ tags: 'Rust,docs' }, { action: 'untag', tags: 'RUST,other' })?.tags).toBe('docs');
});

test('an encrypted bookmark gets no tag that anybody could read', () => {
  expect(change({ encrypted: true, tags: '' }, { action: 'tag', tags: 'secret' })?.tags).toBe('');
});

test('favorites, highlights, the trash and its end', () => {
  expect(change({}, { action: 'favorite', favorite: true })?.favorite).toBe(true);
  expect(change({}, { action: 'highlight', highlighted: true })?.highlighted).toBe(true);
  expect(change({}, { action: 'delete' })?.deletedAt).toBe(now);
  expect(change({ deletedAt: now }, { action: 'restore' })?.deletedAt).toBeNull();
  expect(change({ deletedAt: now }, { action: 'erase' })).toBeNull();
});
