import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeSelection, type SelectionChange } from '@/components/features/bookmarks/select-rows';
import {
  isSelected,
  nothing,
  selectedCount,
  type Selection,
} from '@/components/features/bookmarks/selection';

const rows = Array.from({ length: 12 }, (_, place) => ({ uuid: `row${place}`, place }));
const row = (place: number) => rows[place] ?? { uuid: 'elsewhere', place };

const after = (changes: readonly SelectionChange[], from: Selection = nothing): Selection =>
  changes.reduce(changeSelection, from);
const places = (selection: Selection): number[] =>
  rows.filter(({ uuid }) => isSelected(selection, uuid)).map(({ place }) => place);

const toggle = (place: number): SelectionChange => ({ type: 'toggle', row: row(place) });
/** Returns the range as the list selects it: from the current anchor of the selection. */
const rangeTo = (selection: Selection, place: number): Selection => {
  const [first = 0, last = 0] = [selection.anchor?.place ?? place, place].sort((a, b) => a - b);
  const uuids = rows.slice(first, last + 1).map(({ uuid }) => uuid);
  return changeSelection(selection, { type: 'range', uuids });
};

describe('some', () => {
  test('are selected and deselected one by one', () => {
    expect(places(after([toggle(3), toggle(5)]))).toEqual([3, 5]);
    expect(places(after([toggle(3), toggle(5), toggle(3)]))).toEqual([5]);
  });

  test('of a range are added to those selected before', () => {
    expect(places(rangeTo(after([toggle(0), toggle(4)]), 7))).toEqual([0, 4, 5, 6, 7]);
    expect(places(rangeTo(after([toggle(4)]), 1))).toEqual([1, 2, 3, 4]);
  });

  test('of a shrinking range are deselected, unless they were selected before it', () => {
    const chosen = after([toggle(6), toggle(3)]);
    expect(places(rangeTo(rangeTo(chosen, 8), 4))).toEqual([3, 4, 6]);
    expect(places(rangeTo(rangeTo(chosen, 8), 1))).toEqual([1, 2, 3, 6]);
  });

  test('of a range that starts at a deselected one are deselected too', () => {
    const chosen = rangeTo(after([toggle(2)]), 8);
    expect(places(rangeTo(after([toggle(4)], chosen), 6))).toEqual([2, 3, 7, 8]);
  });

  test('can be exactly those of a search', () => {
    expect(places(after([toggle(1), { type: 'only', uuids: ['row4', 'row7'] }]))).toEqual([4, 7]);
  });
});

describe('all', () => {
  test('include those that were never loaded', () => {
    const all = after([toggle(2), { type: 'all' }]);
    expect(isSelected(all, 'never loaded')).toBe(true);
    expect(selectedCount(all, 12_345)).toBe(12_345);
  });

  test('have exceptions, also by ranges, that can be reverted', () => {
    const except = after([{ type: 'all' }, toggle(2), toggle(5)]);
    expect(selectedCount(except, 12_345)).toBe(12_343);
    expect(places(rangeTo(except, 7))).toEqual([0, 1, 3, 4, 8, 9, 10, 11]);
    expect(selectedCount(after([toggle(2)], except), 12_345)).toBe(12_344);
  });

  test('are never fewer than none if the list has become shorter', () => {
    expect(selectedCount(after([{ type: 'all' }, toggle(0), toggle(1)]), 1)).toBe(0);
  });
});

test('a removed bookmark is not counted, neither as selected nor as an exception', () => {
  const drop: SelectionChange = { type: 'drop', uuid: 'row3' };
  expect(places(after([toggle(3), toggle(4), drop]))).toEqual([4]);
  expect(selectedCount(after([{ type: 'all' }, toggle(3), toggle(4), drop]), 11)).toBe(10);
  expect(selectedCount(after([{ type: 'all' }, drop]), 11)).toBe(11);
});

test('a shrinking range does not restore removed bookmarks', () => {
  const chosen = after([toggle(6), toggle(3)]);
  const dropped = changeSelection(rangeTo(chosen, 8), { type: 'drop', uuid: 'row6' });
  expect(places(rangeTo(dropped, 4))).toEqual([3, 4]);
});

test('clearing deselects everything', () => {
  expect(after([{ type: 'all' }, toggle(1), { type: 'clear' }])).toEqual(nothing);
});

test('the count equals the selection after any actions', () => {
  const place = fc.integer({ min: 0, max: rows.length - 1 });
  const step = fc.oneof(
    place.map((at) => (selection: Selection) => changeSelection(selection, toggle(at))),
    place.map((at) => (selection: Selection) => rangeTo(selection, at)),
    fc
      .constantFrom<SelectionChange>({ type: 'all' }, { type: 'clear' })
      .map((change) => (selection: Selection) => changeSelection(selection, change)),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const selection = steps.reduce((now, run) => run(now), nothing);
      expect(selectedCount(selection, rows.length)).toBe(places(selection).length);
    }),
  );
});
