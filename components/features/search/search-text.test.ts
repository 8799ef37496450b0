import { expect, test } from 'vitest';
import {
  collectionBeingTyped,
  matchingCollections,
  withoutCollection,
} from '@/components/features/search/search-text';

test.each([
  ['@', ''],
  ['@ru', 'ru'],
  ['trains @night tra', 'night tra'],
  ['mail me@example', null],
  ['trains', null],
])('in %j the collection being typed is %j', (text, typed) => {
  expect(collectionBeingTyped(text)).toBe(typed);
});

test('the text without it is what is searched for', () => {
  expect(withoutCollection('trains @ru')).toBe('trains');
  expect(withoutCollection('@ru')).toBe('');
  expect(withoutCollection('me@example')).toBe('me@example');
});

test('names that begin with what was typed come first, whatever their accents', () => {
  const named = ['Minha ação', 'Acao', 'Rust'].map((name) => ({
    uuid: name,
    name,
    color: '000000',
    security: 0 as const,
    count: 0,
    isDefault: false,
    smart: false,
  }));
  const found = matchingCollections(named, (one) => one.name, 'aça');
  expect(found.map((one) => one.name)).toEqual(['Acao', 'Minha ação']);
});
