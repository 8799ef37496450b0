import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemsBetween, layOut, nextBeside, nextInLane, wide } from '@/components/common/grid-layout';

const place = (sizes: readonly number[], columns: number, gap = 10, wideAt: readonly number[] = []) =>
  layOut({
    ...{ count: sizes.length, columns, gap },
    sizeOf: (index) => sizes[index] ?? 0,
    isWide: (index) => wideAt.includes(index),
  });

test('each item is in the shortest column', () => {
  const { tops, lanes, height } = place([100, 50, 30, 30], 2);
  expect([...lanes]).toEqual([0, 1, 1, 1]);
  expect([...tops]).toEqual([0, 0, 60, 100]);
  expect(height).toBe(130);
});

test('a wide item is below all before it, and above all after it', () => {
  const { tops, lanes } = place([20, 100, 50, 20, 40, 40], 2, 10, [0, 3]);
  expect([...lanes]).toEqual([wide, 0, 1, wide, 0, 1]);
  expect([...tops]).toEqual([0, 30, 30, 140, 170, 170]);
});

test('aligned items are in rows, as high as their highest item', () => {
  const { tops, sizes, lanes, height } = layOut({
    ...{ count: 7, columns: 3, gap: 10, isAligned: true },
    sizeOf: (index) => [40, 60, 50, 30, 20, 15, 40][index] ?? 0,
    isWide: (index) => index === 4,
  });
  expect([...lanes]).toEqual([0, 1, 2, 0, wide, 0, 1]);
  expect([...tops]).toEqual([0, 0, 0, 70, 110, 140, 140]);
  expect([...sizes]).toEqual([60, 60, 60, 30, 20, 40, 40]);
  expect(height).toBe(180);
});

test('nothing has no height', () => {
  expect(place([], 3).height).toBe(0);
});

test('items never overlap, and those in view are found', () => {
  const size = fc.integer({ min: 1, max: 300 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(size, fc.boolean()), { minLength: 1, maxLength: 80 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 3_000 }),
      (items, columns, from) => {
        const layout = layOut({
          ...{ count: items.length, columns, gap: 4 },
          sizeOf: (index) => items[index]?.[0] ?? 0,
          isWide: (index) => items[index]?.[1] ?? false,
        });
        const boxes = items.map((_, index) => ({
          top: layout.tops[index] ?? 0,
          end: (layout.tops[index] ?? 0) + (layout.sizes[index] ?? 0),
          lane: layout.lanes[index] ?? 0,
        }));
        const to = from + 500;
        const { first, last } = itemsBetween(layout, from, to);
        for (const [index, box] of boxes.entries()) {
          for (const other of boxes.slice(index + 1)) {
            const shares = box.lane === other.lane || box.lane === wide || other.lane === wide;
            if (shares) expect(other.top).toBeGreaterThanOrEqual(box.end);
          }
          if (box.end >= from && box.top < to) expect(index >= first && index <= last).toBe(true);
        }
        expect(Math.max(...boxes.map(({ end }) => end))).toBe(layout.height);
      },
    ),
    { numRuns: 200 },
  );
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
