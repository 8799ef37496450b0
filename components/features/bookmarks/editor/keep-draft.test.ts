import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyDraft } from '@/components/features/bookmarks/editor/draft';
import { keepDraft } from '@/components/features/bookmarks/editor/keep-draft';
import { sampleBookmark } from '@/lib/queries/testing/samples';
import { showOpened } from '@/lib/vault/opened';

const draft = { ...emptyDraft, title: 'Typed' };
const bookmark = sampleBookmark('a', { encrypted: true, cipher: 'mw1.a', url: null });
const text = { cipher: 'mw1.a', title: 'A', url: 'https://a.example', domain: 'a.example', path: '' };

beforeEach(() => {
  vi.useFakeTimers();
  showOpened(new Map([['a', { ...text, description: '', tags: '' }]]));
});
afterEach(() => {
  vi.useRealTimers();
  showOpened();
});

test('what was typed comes back with the switch as it stood, or the address would be asked about', () => {
  expect(keepDraft({ encrypt: true }, draft)()).toEqual({ encrypt: true, draft });
});

test('of a bookmark that is locked meanwhile nothing is kept', () => {
  const kept = keepDraft({ bookmark, encrypt: true }, draft);
  expect(kept().draft).toBe(draft);
  showOpened();
  expect(kept()).toEqual({ bookmark });
});

test('nothing is kept for longer than it can be taken back', () => {
  const kept = keepDraft({ bookmark, encrypt: true }, draft);
  vi.advanceTimersByTime(60_000);
  expect(kept()).toEqual({ bookmark });
});
