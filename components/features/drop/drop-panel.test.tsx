import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endUndo, notify, takeToasts, undoLatest } from '@/components/common/notify';
import { useUndoDrop } from '@/components/features/drop/drop-panel';
import { DropRun } from '@/components/features/drop/drop-run';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { loadMessages } from '@/lib/i18n/load-messages';

const messages = await loadMessages('en', ['Drop']);

let calls: string[];
/** Address of a link that is already saved. */
let known: string | null;
let run: DropRun;
let undo: ReturnType<typeof useUndoDrop>;

beforeEach(() => {
  calls = [];
  known = null;
  const transport = ((id: string, { body }: { body?: { uuid: string; url?: string; uuids?: string[] } }) => {
    calls.push(id);
    return Promise.resolve(
      id === 'bookmarks.create'
        ? sampleBookmark(body?.uuid ?? '')
        : {
            affected: body?.uuids?.length,
            undo: 'undo',
            existing: body?.url === known ? sampleBookmark('known') : null,
          },
    );
  }) as unknown as Transport;
  const client = makeQueryClient(transport, { onChange: endUndo });
  run = new DropRun(client);
  function Panel() {
    undo = useUndoDrop(run);
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <Panel />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  endUndo();
  takeToasts();
});

const drop = (collection: string | null = null) =>
  undo.hold(
    run.add(
      ['1', '2'].map((name) => ({ url: `https://a.example/${name}`, title: '' })),
      collection,
    ),
  );
const saved = () =>
  vi.waitFor(() => expect(run.getItems().map(({ status }) => status)).toEqual(['saved', 'saved']));

test('Ctrl/Cmd+Z takes saved links back', async () => {
  drop();
  await saved();
  undoLatest();
  await vi.waitFor(() =>
    expect(takeToasts().map(({ message }) => message)).toEqual(['2 bookmarks moved to trash']),
  );
  expect(run.getItems()).toEqual([]);
});

test('Ctrl/Cmd+Z removes a link that was saved before from the collection, and reports both', async () => {
  known = 'https://a.example/2';
  drop('collection-1');
  await vi.waitFor(() => expect(run.getItems().map(({ status }) => status)).toEqual(['saved', 'existing']));
  undoLatest();
  await vi.waitFor(() =>
    expect(takeToasts().map(({ message }) => message)).toEqual([
      '1 bookmark moved to trash · 1 bookmark removed from the collection',
    ]),
  );
  expect(run.getItems()).toEqual([]);
});

test('a change that is made while links are saved is undone first', async () => {
  const restore = vi.fn();
  drop();
  notify({ message: 'Deleted', undo: restore });
  await saved();
  undoLatest();
  undoLatest();
  expect(restore).toHaveBeenCalledOnce();
  expect(calls).not.toContain('bookmarks.bulk');
});

test('links that were undone by the button are not undone again by Ctrl/Cmd+Z', async () => {
  drop();
  await saved();
  undo.undoAll();
  undoLatest();
  await vi.waitFor(() => expect(run.getItems()).toEqual([]));
  expect(calls.filter((id) => id === 'bookmarks.bulk')).toHaveLength(1);
});
