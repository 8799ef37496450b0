import { expect, test } from 'vitest';
import { rankedTiers } from '@/components/features/search/search-option';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';

test('in a tier hits of other spaces rank after those of the current one, and before the next tier', () => {
  const ranks = rankedTiers({
    bookmarks: ['title here', 'title there', 'text here'].map((name) => sampleBookmark(name)),
    tiers: [1, 1, 2],
    matches: [],
    collections: [],
    tags: [],
    spaces: [{ uuid: 'work', name: 'Work', defaultCollection: 'other', hits: ['title there'] }],
    pagination: samplePagination(3),
    query: { text: '', chips: [], words: [], parsed: true, closest: false, dropped: [], droppedWords: [] },
    suggestion: null,
    took: 1,
  });
  expect([...ranks.values()]).toEqual([1, 1.5, 2]);
});
