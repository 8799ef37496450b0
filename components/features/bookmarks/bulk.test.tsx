import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endUndo, notify, takeToasts, undoLatest } from '@/components/common/notify';
import { type BulkChange, dropRows, useBulk } from '@/components/features/bookmarks/bulk';
import { type ListContext, nothing, type Selection } from '@/components/features/bookmarks/selection';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { searchQueries } from '@/lib/api/search';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';
import { loadMessages } from '@/lib/i18n/load-messages';

const messages = await loadMessages('en', ['Bookmarks', 'BookmarkSelection', 'Common']);

beforeEach(() => {
  vi.stubGlobal('document', { querySelectorAll: () => [], activeElement: {} });
  vi.stubGlobal('requestAnimationFrame', () => 0);
});
afterEach(() => {
  endUndo();
  takeToasts();
});

const rows = new Map(['a', 'b', 'c'].map((uuid, place) => [place, sampleBookmark(uuid)]));
const some: Selection = { ...nothing, named: new Set(['a', 'b', 'c']) };
const all: Selection = { ...nothing, kind: 'all' };

/** Starts a change to a selection; the test answers the calls. */
function start(selection: Selection, change: BulkChange) {
  const calls: { id: string; reply: PromiseWithResolvers<unknown> }[] = [];
  const transport = ((id: string) => {
    const reply = Promise.withResolvers<unknown>();
    calls.push({ id, reply });
    return reply.promise;
  }) as unknown as Transport;
  const client = makeQueryClient(transport, { onChange: endUndo });
  const source = { kind: 'library', view: 'all', sort: 'created_at-DESC' };
  const context = { source, selection, setSelection: vi.fn(), list: { rows }, client };
  let run: ReturnType<typeof useBulk>['run'] | undefined;
  function Bar() {
    ({ run } = useBulk(context as unknown as ListContext));
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <Bar />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  const done = run?.(change, (count) => `${count} changed`) ?? Promise.reject(new Error('Not rendered'));
  const answer = async (index: number, value: unknown) => {
    await vi.waitFor(() => expect(calls[index]).toBeDefined());
    if (value instanceof Error) calls[index]?.reply.reject(value);
    else calls[index]?.reply.resolve(value);
  };
  return { calls, done, answer };
}

const shown = () => takeToasts().map(({ message }) => message);

test('Ctrl/Cmd+Z undoes a change to a whole list before its response, not an older one', async () => {
  const older = vi.fn();
  notify({ message: 'Moved', undo: older });
  const { calls, done, answer } = start(all, { action: 'favorite', favorite: true });
  undoLatest();
  await answer(0, { affected: 500, undo: 'change' });
  await done;
  expect(shown()).toEqual(['Moved']);
  await answer(1, { affected: 500 });
  await vi.waitFor(() => expect(shown()).toEqual([expect.stringContaining('500')]));
  expect(calls.map(({ id }) => id)).toEqual(['bookmarks.bulk', 'bookmarks.undo']);
  expect(older).not.toHaveBeenCalled();
});

test('a change that is being undone offers no second undo when the service has changed fewer', async () => {
  const { done, answer } = start(some, { action: 'favorite', favorite: true });
  undoLatest();
  await answer(0, { affected: 2, undo: 'change' });
  await done;
  expect(shown()).toEqual([]);
  await answer(1, { affected: 2 });
  await vi.waitFor(() => expect(shown()).toEqual([expect.stringContaining('2')]));
});

test('a change that was refused leaves nothing to undo, and neither does erasing', async () => {
  const older = vi.fn();
  notify({ message: 'Moved', undo: older });
  const refused = start(all, { action: 'favorite', favorite: true });
  await refused.answer(0, new Error('No network'));
  await refused.done;
  undoLatest();
  const erasing = start(all, { action: 'erase' });
  undoLatest();
  await erasing.answer(0, { affected: 500, undo: null });
  await erasing.done;
  expect(older).not.toHaveBeenCalled();
  expect(refused.calls).toHaveLength(1);
  expect(shown()).toEqual(['Moved', expect.stringContaining('reach the server'), '500 changed']);
});

describe('dropping', () => {
  afterEach(() => {
    endUndo();
    takeToasts();
  });

  const filter = { q: 'rust' };
  const [here, there] = [sampleBookmark('here'), sampleBookmark('there')];

  /** Drops search hits of two spaces on a collection of the current one; returns the calls. */
  async function drop(...uuids: string[]): Promise<string[]> {
    const calls: string[] = [];
    const client = makeQueryClient((async (id: string) => {
      calls.push(id);
      return { affected: 1, undo: 'change' };
    }) as unknown as Transport);
    client.setQueryData(searchQueries.page(filter, 1).queryKey, {
      bookmarks: [here, there],
      scores: [1.2, 1.1],
      full: 2,
      matches: [],
      collections: [],
      tags: [],
      spaces: [{ uuid: 'work', name: 'Work', defaultCollection: 'other', hits: ['there'] }],
      pagination: samplePagination(2),
    } as unknown as never);
    const context = { source: { kind: 'search', filter }, client, setSelection: () => undefined, t: String };
    const loaded = [here, there].filter(({ uuid }) => uuids.includes(uuid));
    await dropRows(context as unknown as ListContext, { choice: { uuids }, loaded }, 'reading', false);
    return calls;
  }

  test('bookmarks of another space are not dropped on a collection of this one, with the reason', async () => {
    expect(await drop('here', 'there')).toEqual([]);
    expect(takeToasts()).toMatchObject([{ message: 'dropOtherSpace', tone: 'bad' }]);
  });

  test('bookmarks of this space are', async () => {
    expect(await drop('here')).toEqual(['bookmarks.bulk']);
    expect(takeToasts()).toMatchObject([{ message: 'droppedOn' }]);
  });
});
