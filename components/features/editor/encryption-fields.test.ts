import { expect, test } from 'vitest';
import { noKeyDraft } from '@/components/entities/key-field/key-input';
import { keyDraftOf } from '@/components/features/editor/encryption-fields';
import { sampleBookmark } from '@/lib/api/testing/samples';

const [first, own] = ['f'.repeat(32), 'o'.repeat(32)];
const unlocked = [first, own].map((key) => ({ key, hint: null, count: 1 }));
const bookmark = sampleBookmark('a', { encrypted: true, cipher: `mw1.${own}rest` });

test('an encrypted bookmark keeps its key, a new one starts with the first unlocked key', () => {
  expect(keyDraftOf(noKeyDraft, bookmark, { unlocked, hasKeys: true }).source).toBe(own);
  expect(keyDraftOf(noKeyDraft, null, { unlocked, hasKeys: true }).source).toBe(first);
  expect(keyDraftOf(noKeyDraft, null, { unlocked: [], hasKeys: true }).source).toBe('typed');
  expect(keyDraftOf(noKeyDraft, null, { unlocked: [], hasKeys: false }).source).toBe('new');
});

test('a choice is valid as long as its key is unlocked', () => {
  const chosen = { ...keyDraftOf(noKeyDraft, null, { unlocked, hasKeys: true }), source: first };
  expect(keyDraftOf(chosen, bookmark, { unlocked, hasKeys: true })).toBe(chosen);
  expect(keyDraftOf(chosen, bookmark, { unlocked: [], hasKeys: true }).source).toBe('typed');
});
