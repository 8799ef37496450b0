import { expect, test } from 'vitest';
import { takeToasts } from '@/components/common/notify';
import {
  changeSelection,
  extendTo,
  type Selectable,
  toggle,
} from '@/components/features/bookmarks/select-rows';
import { nothing, type Selection } from '@/components/features/bookmarks/selection';
import { pageSize } from '@/lib/api/endpoint';
import { ApiProblem } from '@/lib/api/problem';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';

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
