import { expect, test } from 'vitest';
import type { Clue } from '@/provider/modules/suggestions/library';
import { weighCollections } from '@/provider/modules/suggestions/weights';

const word = (shown: string, counts: Record<string, number>, weight = 1): Clue => ({
  kind: 'word',
  shown,
  weight,
  counts: new Map(Object.entries(counts)),
});
const ids = (candidates: { id: string; size: number }[], clues: Clue[]): string[] =>
  weighCollections(candidates, clues).map(({ id }) => id);

const even = [
  { id: 'a', size: 10 },
  { id: 'b', size: 10 },
  { id: 'c', size: 10 },
];

test('a clue leads to the collection in which it is most frequent', () => {
  expect(ids(even, [word('rust', { a: 1, b: 4 })])).toEqual(['b', 'a']);
});

test('the same count weighs more in a small collection than in a large one', () => {
  const uneven = [
    { id: 'large', size: 1_000 },
    { id: 'small', size: 5 },
  ];
  expect(ids(uneven, [word('rust', { large: 4, small: 4 })])[0]).toBe('small');
});

test('several clues outweigh one, and a heavy clue a light one', () => {
  expect(ids(even, [word('x', { a: 3 }), word('y', { b: 3 }), word('z', { b: 3 })])[0]).toBe('b');
  expect(ids(even, [word('x', { a: 3 }, 1), word('y', { b: 3 }, 0.3)])[0]).toBe('a');
});

test('a collection without clues, or only with one far more frequent elsewhere, is not returned', () => {
  expect(weighCollections(even, [])).toEqual([]);
  expect(weighCollections(even, [word('zebra', {})])).toEqual([]);
  expect(ids(even, [word('guide', { a: 1, b: 40 })])).toEqual(['b']);
});

test('confidence is a share, grows with the clues, and the strongest clue is first', () => {
  const once = weighCollections(even, [word('x', { a: 1 })])[0];
  const [often] = weighCollections(even, [word('x', { a: 1 }), word('y', { a: 9 })]);
  expect(once?.confidence).toBeGreaterThan(1 / 3);
  expect(often?.confidence).toBeGreaterThan(once?.confidence ?? 1);
  expect(often?.confidence).toBeLessThan(1);
  expect(often?.clues.map(({ clue }) => clue.shown)).toEqual(['y', 'x']);
});
