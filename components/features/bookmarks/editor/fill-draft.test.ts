import { expect, test } from 'vitest';
import { emptyDraft } from '@/components/features/bookmarks/editor/draft';
import { fillDraft, noText } from '@/components/features/bookmarks/editor/fill-draft';

const page = { title: 'The Rust Book', description: 'Learn Rust.' };

test('what a page says of itself fills what is empty', () => {
  expect(fillDraft(emptyDraft, noText, page).draft).toMatchObject(page);
});

test('what somebody has typed stays', () => {
  const { draft } = fillDraft({ ...emptyDraft, title: 'My words' }, noText, page);
  expect(draft).toMatchObject({ title: 'My words', description: 'Learn Rust.' });
});

test('the page of another url takes the place of what the first page had put there', () => {
  const first = fillDraft(emptyDraft, noText, page);
  const second = fillDraft(first.draft, first.filledIn, { title: 'Another', description: '' });
  expect(second.draft).toMatchObject({ title: 'Another', description: 'Learn Rust.' });
});

test('a field that was filled and then emptied stays empty', () => {
  const first = fillDraft(emptyDraft, noText, page);
  const second = fillDraft({ ...first.draft, title: '' }, first.filledIn, page);
  expect(second.draft.title).toBe('');
});
