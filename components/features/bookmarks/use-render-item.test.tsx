import { NextIntlClientProvider } from 'next-intl';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { BookmarkRowProps } from '@/components/entities/bookmark-row';
import { resetVaultDialog, useVaultDialog } from '@/components/entities/vault-store';
import { useRenderItem } from '@/components/features/bookmarks/use-render-item';
import { nothing } from '@/components/features/bookmarks/selection';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { loadMessages } from '@/lib/i18n/load-messages';

const messages = await loadMessages('en', ['Bookmarks']);

afterEach(resetVaultDialog);

/** Presses the title of a row that is not a link; returns what the preview was opened with. */
function press(bookmark: Bookmark): unknown[] {
  const onPreview = vi.fn();
  let row: ReactElement<BookmarkRowProps> | undefined;
  function List() {
    const options = {
      list: { rows: new Map([[0, bookmark]]) },
      items: [0],
      dates: { short: () => '' },
      selecting: { selection: nothing, count: 0 },
      actionsOf: () => null,
      menuOf: () => null,
      onPreview,
    };
    const render = useRenderItem(options as unknown as Parameters<typeof useRenderItem>[0]);
    row = render(0, 0) as typeof row;
    return null;
  }
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <List />
    </NextIntlClientProvider>,
  );
  row?.props.onActivate?.(bookmark);
  return onPreview.mock.calls.flat();
}

test('the title of a bookmark whose address must not be opened opens its preview', () => {
  const bookmark = sampleBookmark('files', { url: 'ftp://files.example/' });
  expect(press(bookmark)).toEqual([{ place: 0, bookmark }]);
});

test('the title of a locked bookmark asks for its key', () => {
  const bookmark = sampleBookmark('secret', { encrypted: true, title: null, url: null });
  expect(press(bookmark)).toEqual([]);
  expect(useVaultDialog.getState().request).toEqual({ kind: 'unlock', bookmark });
});
