import { expect, test } from 'vitest';
import { findSameName } from '@/lib/domain/same-name';

const others = [
  { uuid: 'a', name: 'Receitas de Pão' },
  { uuid: 'b', name: 'Straße' },
];

test.each([
  ['Receitas de Pão', 'a'],
  ['  receitas  DE pao ', 'a'],
  ['STRASSE', 'b'],
  ['Receitas', undefined],
  ['Receitas de Pão 2', undefined],
  ['', undefined],
  ['   ', undefined],
])('%j repeats the name of %s', (typed, uuid) => {
  expect(findSameName(typed, others, undefined)?.uuid).toBe(uuid);
});

test('an item does not repeat its own name', () => {
  expect(findSameName('receitas de pao', others, 'a')).toBeUndefined();
  expect(findSameName('straße', others, 'a')?.uuid).toBe('b');
});
