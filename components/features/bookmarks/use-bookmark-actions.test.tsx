import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { endUndo, takeToasts, undoLatest } from '@/components/common/notify';
import {
  type BookmarkActions,
  useBookmarkActions,
} from '@/components/features/bookmarks/use-bookmark-actions';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { loadMessages } from '@/lib/i18n/load-messages';

const messages = await loadMessages('en', ['Bookmarks']);

test('the undo of an earlier change by its toast leaves Ctrl/Cmd+Z of the latest', async () => {
  const calls: string[] = [];
  const transport = ((id: string, { params }: { params: { uuid: string } }) => {
    calls.push(`${id} ${params.uuid}`);
    return Promise.resolve(sampleBookmark(params.uuid));
  }) as unknown as Transport;
  const client = makeQueryClient(transport, { onChange: endUndo });
  let actions: BookmarkActions | undefined;
  function Row() {
    actions = useBookmarkActions();
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <Row />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  actions?.trash(sampleBookmark('a'));
  actions?.trash(sampleBookmark('b'));
  takeToasts()[0]?.undo?.();
  await vi.waitFor(() => expect(calls).toContain('bookmarks.restore a'));
  undoLatest();
  await vi.waitFor(() => expect(calls.at(-1)).toBe('bookmarks.restore b'));
  client.clear();
});
