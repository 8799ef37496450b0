import { expect, test } from 'vitest';
import { findTags } from '@/components/features/tags/find-tags';

const tags = ['rust', 'Ácido', 'zebra', 'abelha', 'part 10', 'part 9'].map((name, index) => ({
  name,
  count: index % 2,
}));
const names = (text: string, sort: 'count' | 'name') =>
  findTags(tags, { text, sort, locale: 'pt-BR' }).map(({ name }) => name);

test('by name in the order of the language, numbers by their value', () => {
  expect(names('', 'name')).toEqual(['abelha', 'Ácido', 'part 9', 'part 10', 'rust', 'zebra']);
});

test('by count, and by name where counts are equal', () => {
  expect(names('', 'count')).toEqual(['abelha', 'Ácido', 'part 9', 'part 10', 'rust', 'zebra']);
  expect(findTags(tags, { text: '', sort: 'count', locale: 'en' })[0]?.count).toBe(1);
});

test('found by a part of the name, regardless of case and accents', () => {
  expect(names(' aCI ', 'name')).toEqual(['Ácido']);
  expect(names('nothing', 'name')).toEqual([]);
});
