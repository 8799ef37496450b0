import { expect, test } from 'vitest';
import { isIn } from '@/components/features/bookmarks/unlocked-rows';
import { sourceFilter } from '@/components/features/bookmarks/selection';
import { sampleBookmark } from '@/lib/api/testing/samples';

const sort = 'title-ASC';
const inDefault = sampleBookmark('a', { encrypted: true });
const elsewhere = sampleBookmark('b', {
  encrypted: true,
  favorite: true,
  collections: [{ uuid: 'rust', name: 'Rust', color: 'b7410e', security: 0 }],
});
const trashed = sampleBookmark('c', { encrypted: true, deletedAt: '2026-01-02T00:00:00.000Z' });
const namesIn = (source: Parameters<typeof sourceFilter>[0]) =>
  [inDefault, elsewhere, trashed]
    .filter((bookmark) => isIn(sourceFilter(source), bookmark, 'default'))
    .map(({ uuid }) => uuid);

test('an encrypted bookmark is in the same lists as at the service', () => {
  expect(namesIn({ kind: 'library', view: 'all', sort })).toEqual(['a', 'b']);
  expect(namesIn({ kind: 'library', view: 'encrypted', sort })).toEqual(['a', 'b']);
  expect(namesIn({ kind: 'library', view: 'favorites', sort })).toEqual(['b']);
  expect(namesIn({ kind: 'library', view: 'uncollected', sort })).toEqual(['a']);
  expect(namesIn({ kind: 'library', view: 'broken', sort })).toEqual([]);
  expect(namesIn({ kind: 'library', view: 'trash', sort })).toEqual(['c']);
  expect(namesIn({ kind: 'collection', uuid: 'rust', sort })).toEqual(['b']);
});
