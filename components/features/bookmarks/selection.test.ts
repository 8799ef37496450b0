import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { takeToasts } from '@/components/common/notify';
import {
  bulkChoice,
  changeSelection,
  extendTo,
  isSelected,
  nothing,
  type Selectable,
  selectedCount,
  type Selection,
  type SelectionChange,
  toggle,
} from '@/components/features/bookmarks/selection';
import { pageSize } from '@/lib/api/endpoint';
import { ApiProblem } from '@/lib/api/problem';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';

const some = changeSelection(nothing, { type: 'only', uuids: ['a', 'b'] });
const all = changeSelection(nothing, { type: 'all' });
const allButOne = changeSelection(all, { type: 'toggle', row: { uuid: 'a', place: 0 } });
const sort = 'created_at-DESC';

test('individually selected bookmarks are named individually', () => {
  expect(bulkChoice(some, { kind: 'library', view: 'trash', sort })).toEqual({ uuids: ['a', 'b'] });
  expect(bulkChoice(some, { kind: 'search', filter: { q: 'rust' } })).toEqual({ uuids: ['a', 'b'] });
});

test('a whole list is its query, with the excluded bookmarks', () => {
  expect(bulkChoice(all, { kind: 'library', view: 'all', sort })).toEqual({ query: {} });
  expect(bulkChoice(all, { kind: 'library', view: 'trash', sort })).toEqual({ query: { trash: true } });
  expect(bulkChoice(allButOne, { kind: 'collection', uuid: 'c', sort })).toEqual({
    query: { collection: 'c', except: ['a'] },
  });
  expect(bulkChoice(all, { kind: 'tag', name: 'ci/cd', sort })).toEqual({ query: { tag: 'ci/cd' } });
});

// Guarantee: a selection that cannot be expressed as a query never becomes a query for everything.
test('all of a search is refused rather than widened', () => {
  expect(() => bulkChoice(all, { kind: 'search', filter: { q: 'rust' } })).toThrow();
});

const rows = Array.from({ length: 12 }, (_, place) => ({ uuid: `row${place}`, place }));
const row = (place: number) => rows[place] ?? { uuid: 'elsewhere', place };

const after = (changes: readonly SelectionChange[], from: Selection = nothing): Selection =>
  changes.reduce(changeSelection, from);
const places = (selection: Selection): number[] =>
  rows.filter(({ uuid }) => isSelected(selection, uuid)).map(({ place }) => place);

const toggled = (place: number): SelectionChange => ({ type: 'toggle', row: row(place) });
/** Returns the range as the list selects it: from the current anchor of the selection. */
const rangeTo = (selection: Selection, place: number): Selection => {
  const [first = 0, last = 0] = [selection.anchor?.place ?? place, place].sort((a, b) => a - b);
  const uuids = rows.slice(first, last + 1).map(({ uuid }) => uuid);
  return changeSelection(selection, { type: 'range', uuids });
};

describe('some', () => {
  test('are selected and deselected one by one', () => {
    expect(places(after([toggled(3), toggled(5)]))).toEqual([3, 5]);
    expect(places(after([toggled(3), toggled(5), toggled(3)]))).toEqual([5]);
  });

  test('of a range are added to those selected before', () => {
    expect(places(rangeTo(after([toggled(0), toggled(4)]), 7))).toEqual([0, 4, 5, 6, 7]);
    expect(places(rangeTo(after([toggled(4)]), 1))).toEqual([1, 2, 3, 4]);
  });

  test('of a shrinking range are deselected, unless they were selected before it', () => {
    const chosen = after([toggled(6), toggled(3)]);
    expect(places(rangeTo(rangeTo(chosen, 8), 4))).toEqual([3, 4, 6]);
    expect(places(rangeTo(rangeTo(chosen, 8), 1))).toEqual([1, 2, 3, 6]);
  });

  test('of a range that starts at a deselected one are deselected too', () => {
    const chosen = rangeTo(after([toggled(2)]), 8);
    expect(places(rangeTo(after([toggled(4)], chosen), 6))).toEqual([2, 3, 7, 8]);
  });

  test('can be exactly those of a search', () => {
    expect(places(after([toggled(1), { type: 'only', uuids: ['row4', 'row7'] }]))).toEqual([4, 7]);
  });
});

describe('all', () => {
  test('include those that were never loaded', () => {
    const all = after([toggled(2), { type: 'all' }]);
    expect(isSelected(all, 'never loaded')).toBe(true);
    expect(selectedCount(all, 12_345)).toBe(12_345);
  });

  test('have exceptions, also by ranges, that can be reverted', () => {
    const except = after([{ type: 'all' }, toggled(2), toggled(5)]);
    expect(selectedCount(except, 12_345)).toBe(12_343);
    expect(places(rangeTo(except, 7))).toEqual([0, 1, 3, 4, 8, 9, 10, 11]);
    expect(selectedCount(after([toggled(2)], except), 12_345)).toBe(12_344);
  });

  test('are never fewer than none if the list has become shorter', () => {
    expect(selectedCount(after([{ type: 'all' }, toggled(0), toggled(1)]), 1)).toBe(0);
  });
});

test('a removed bookmark is not counted, neither as selected nor as an exception', () => {
  const drop: SelectionChange = { type: 'drop', uuid: 'row3' };
  expect(places(after([toggled(3), toggled(4), drop]))).toEqual([4]);
  expect(selectedCount(after([{ type: 'all' }, toggled(3), toggled(4), drop]), 11)).toBe(10);
  expect(selectedCount(after([{ type: 'all' }, drop]), 11)).toBe(11);
});

test('a shrinking range does not restore removed bookmarks', () => {
  const chosen = after([toggled(6), toggled(3)]);
  const dropped = changeSelection(rangeTo(chosen, 8), { type: 'drop', uuid: 'row6' });
  expect(places(rangeTo(dropped, 4))).toEqual([3, 4]);
});

test('clearing deselects everything', () => {
  expect(after([{ type: 'all' }, toggled(1), { type: 'clear' }])).toEqual(nothing);
});

test('the count equals the selection after any actions', () => {
  const place = fc.integer({ min: 0, max: rows.length - 1 });
  const step = fc.oneof(
    place.map((at) => (selection: Selection) => changeSelection(selection, toggled(at))),
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

describe('a range', () => {
  /** A list of a service whose first rows are loaded; a test changes the rows, and answers the calls for more. */
  function listOf(uuids: readonly string[]) {
    const requested = Promise.withResolvers<null>();
    const replied = Promise.withResolvers<unknown>();
    const transport = (() => {
      requested.resolve(null);
      return replied.promise;
    }) as unknown as Transport;
    const client = makeQueryClient(transport);
    let selection: Selection = nothing;
    let rows = uuids;
    const now = (): Selectable => ({
      source: { kind: 'library', view: 'all', sort: 'created_at-DESC' },
      list: {
        rows: new Map(rows.map((uuid, place) => [place, sampleBookmark(uuid)])),
        total: 2 * pageSize,
      } as unknown as Selectable['list'],
      items: [],
      selection,
      setSelection: (next) => {
        selection = typeof next === 'function' ? next(selection) : next;
      },
      count: selection.named.size,
      client,
      t: ((key: string) => key) as unknown as Selectable['t'],
    });
    return {
      now,
      /** Answers the call for the rows of a range, once it is sent. */
      reply: async (content: readonly string[]) => {
        await requested.promise;
        const bookmarks = content.map((uuid) => sampleBookmark(uuid));
        replied.resolve({
          content: bookmarks,
          bookmarks,
          spaces: [],
          pagination: samplePagination(2 * pageSize),
        });
        // The range is selected in a later task of the same queue.
        await new Promise((next) => setImmediate(next));
      },
      /** Refuses that call. */
      refuse: async () => {
        await requested.promise;
        replied.reject(new ApiProblem(403, {}));
        await new Promise((next) => setImmediate(next));
      },
      show: (next: readonly string[]) => void (rows = next),
      clear: () => now().setSelection((old) => changeSelection(old, { type: 'clear' })),
      names: () => [...selection.named].sort(),
    };
  }

  test('a range starts at the row that was selected, although another was added above it', () => {
    const list = listOf(['a', 'b', 'c', 'd']);
    toggle({ uuid: 'b', place: 1 }, list.now());
    list.show(['new', 'a', 'b', 'c', 'd']);
    extendTo({ uuid: 'c', place: 3 }, list.now());
    expect(list.names()).toEqual(['b', 'c']);
  });

  test('a range that arrives after the selection was cleared is not selected', async () => {
    const list = listOf(['a', 'b']);
    toggle({ uuid: 'a', place: 0 }, list.now());
    extendTo({ uuid: 'd', place: 3 }, list.now());
    list.clear();
    await list.reply(['a', 'b', 'c', 'd']);
    expect(list.names()).toEqual([]);
  });

  test('a range that arrives while nothing else is selected is selected', async () => {
    const list = listOf(['a', 'b']);
    toggle({ uuid: 'a', place: 0 }, list.now());
    extendTo({ uuid: 'd', place: 3 }, list.now());
    await list.reply(['a', 'b', 'c', 'd']);
    expect(list.names()).toEqual(['a', 'b', 'c', 'd']);
  });

  // By then the rows may have moved, and the selection may be another one.
  test('a range that cannot be loaded is reported, and not requested again later', async () => {
    takeToasts();
    const list = listOf(['a', 'b']);
    toggle({ uuid: 'a', place: 0 }, list.now());
    extendTo({ uuid: 'd', place: 3 }, list.now());
    await list.refuse();
    expect(takeToasts()).toEqual([{ message: 'spanFailed', tone: 'bad' }]);
    expect(list.names()).toEqual(['a']);
  });
});
