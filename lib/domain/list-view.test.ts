import { expect, test } from 'vitest';
import { viewOf } from '@/lib/domain/list-view';

const cards = { layout: 'cards', shows: {} } as const;
const compact = { layout: 'compact', shows: { compact: ['notes'] } } as const;

const account = (views: Record<string, typeof cards | typeof compact>, rowTags = false) => ({
  space: 'home',
  preferences: { views, rowTags } as never,
});

test.each([
  ['the space without a choice', {}, undefined, 'list'],
  ['the space', { home: cards }, undefined, 'cards'],
  ['a collection without a choice', { home: cards }, 'letters', 'cards'],
  ['a collection', { home: cards, letters: compact }, 'letters', 'compact'],
  ['searches without a choice', { home: cards }, 'search', 'list'],
  ['searches', { home: cards, search: compact }, 'search', 'compact'],
])('%s has its layout', (_, views, place, layout) => {
  expect(viewOf(account(views), place)).toMatchObject({ layout, place: place ?? 'home' });
});

test('a layout shows its usual parts until they are chosen', () => {
  expect(viewOf(account({ home: cards })).parts).toContain('cover');
  expect(viewOf(account({ home: compact })).parts).toEqual(['notes']);
  expect(viewOf(account({})).parts).toEqual(['collections', 'date']);
  expect(viewOf(account({}, true)).parts).toContain('tags');
});
