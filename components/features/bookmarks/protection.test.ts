import { expect, test } from 'vitest';
import { keyDraftOf } from '@/components/features/bookmarks/use-protection';
import { sampleBookmark } from '@/lib/api/testing/samples';

const [first, own] = ['f'.repeat(32), 'o'.repeat(32)];
const unlocked = [first, own].map((key) => ({ key, hint: null, count: 1 }));
const bookmark = sampleBookmark('a', { encrypted: true, cipher: `mw1.${own}rest` });

test('an encrypted bookmark keeps its key, a new one begins with the first that is unlocked', () => {
  expect(keyDraftOf(null, bookmark, { unlocked, hasKeys: true }).source).toBe(own);
  expect(keyDraftOf(null, null, { unlocked, hasKeys: true }).source).toBe(first);
  expect(keyDraftOf(null, null, { unlocked: [], hasKeys: true }).source).toBe('typed');
  expect(keyDraftOf(null, null, { unlocked: [], hasKeys: false }).source).toBe('new');
});

test('a choice stands as long as its key is unlocked', () => {
  const chosen = { ...keyDraftOf(null, null, { unlocked, hasKeys: true }), source: first };
  expect(keyDraftOf(chosen, bookmark, { unlocked, hasKeys: true })).toBe(chosen);
  expect(keyDraftOf(chosen, bookmark, { unlocked: [], hasKeys: true }).source).toBe('typed');
});
