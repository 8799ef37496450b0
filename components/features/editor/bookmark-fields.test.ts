import { expect, test } from 'vitest';
import { changeUrl, fillDraft, noText } from '@/components/features/editor/bookmark-fields';
import { emptyDraft } from '@/components/entities/bookmark-draft';

const page = { title: 'The Rust Book', description: 'Learn Rust.' };

test('metadata of the page fills empty fields', () => {
  expect(fillDraft(emptyDraft, noText, page).draft).toMatchObject(page);
});

test('typed text stays', () => {
  const { draft } = fillDraft({ ...emptyDraft, title: 'My words' }, noText, page);
  expect(draft).toMatchObject({ title: 'My words', description: 'Learn Rust.' });
});

test('metadata of one url does not stay with the next url', () => {
  const first = fillDraft({ ...emptyDraft, url: 'https://a.example' }, noText, page);
  const typed = changeUrl(first.draft, first.filledIn, 'https://b.example');
  expect(typed.draft).toEqual({ ...emptyDraft, url: 'https://b.example' });
  const second = fillDraft(typed.draft, typed.filledIn, { title: 'Another', description: '' });
  expect(second.draft).toMatchObject({ title: 'Another', description: '' });
});

test('the same url in another spelling keeps its texts', () => {
  const first = fillDraft({ ...emptyDraft, url: 'https://a.example' }, noText, page);
  const typed = changeUrl(first.draft, first.filledIn, ' a.example');
  expect(typed.draft).toMatchObject({ ...page, url: ' a.example' });
});

test('typed or cleared fields stay when the url changes', () => {
  const first = fillDraft({ ...emptyDraft, url: 'https://a.example' }, noText, page);
  const edited = { ...first.draft, title: 'My words', description: '' };
  const typed = changeUrl(edited, first.filledIn, 'https://b.example');
  const second = fillDraft(typed.draft, typed.filledIn, { title: 'Another', description: 'More' });
  expect(second.draft).toMatchObject({ title: 'My words', description: '' });
});

test('a field that was filled and then cleared stays empty', () => {
  const first = fillDraft(emptyDraft, noText, page);
  const second = fillDraft({ ...first.draft, title: '' }, first.filledIn, page);
  expect(second.draft.title).toBe('');
});
