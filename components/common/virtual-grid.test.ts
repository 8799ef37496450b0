import { expect, test } from 'vitest';
import { columnsIn, nextBeside, nextInLane } from '@/components/common/virtual-grid';

test.each([
  [1152, 240, 16, 4],
  [1152, 208, 16, 5],
  [752, 240, 16, 3],
  [358, 240, 12, 2],
  [0, 240, 16, 2],
])('%i pixels have columns of at least %i with gaps of %i: %i', (total, minWidth, gap, columns) => {
  expect(columnsIn(total, minWidth, gap)).toBe(columns);
});

/** Items in columns, as a moodboard places them. */
const cells = [0, 1, 2, 1, 0, 2, 2].map((lane, index) => ({ index, lane }));

test.each([
  [0, 1, 4],
  [1, 1, 3],
  [2, 1, 5],
  [5, -1, 2],
  [4, -1, 0],
  // Below the end of a column is the last item; above its beginning is nothing.
  [3, 1, 6],
  [6, 1, -1],
  [1, -1, -1],
] as const)('from item %i, a step of %i leads to item %i', (from, by, to) => {
  expect(nextInLane(cells, cells[from] ?? { index: from, lane: 0 }, by)).toBe(to);
});

test('steps skip what spans all columns', () => {
  const mixed = [-1, 0, 1, -1, 0].map((lane, index) => ({ index, lane }));
  const at = (index: number) => mixed[index] ?? { index, lane: 0 };
  expect([nextBeside(mixed, at(2), 1), nextBeside(mixed, at(4), -1), nextBeside(mixed, at(1), -1)]).toEqual([
    4, 2, -1,
  ]);
  expect([nextInLane(mixed, at(1), 1), nextInLane(mixed, at(4), -1), nextInLane(mixed, at(2), 1)]).toEqual([
    4, 1, 4,
  ]);
});
