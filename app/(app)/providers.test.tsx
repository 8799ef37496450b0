import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '@/app/(app)/providers';
import { notify, takeToasts, undoLatest } from '@/components/common/notify';
import {
  type BookmarkActions,
  useBookmarkActions,
} from '@/components/features/bookmarks/use-bookmark-actions';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { loadMessages } from '@/lib/i18n/load-messages';

const bookmark = sampleBookmark('a');
const messages = await loadMessages('en', ['Bookmarks', 'Common']);

beforeEach(() => {
  vi.stubGlobal('isSecureContext', false);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  undoLatest();
  takeToasts();
});

/** Returns the actions of a row, as a list of the app gets them. */
function actionsInApp(): BookmarkActions {
  let actions: BookmarkActions | undefined;
  function Row() {
    actions = useBookmarkActions();
    return null;
  }
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <Providers>
        <Row />
      </Providers>
    </NextIntlClientProvider>,
  );
  if (actions === undefined) throw new Error('The row was not rendered.');
  return actions;
}

test.each<[name: string, change: (actions: BookmarkActions) => void]>([
  ['a favorite', (actions) => actions.setFavorite(bookmark, true)],
  ['a highlight', (actions) => actions.setHighlighted(bookmark, true)],
  ['restoring a bookmark', (actions) => actions.restore(bookmark)],
  ['erasing a bookmark', (actions) => void actions.erase(bookmark)],
])('after %s, Ctrl/Cmd+Z does not undo the change before it', (_, change) => {
  const undo = vi.fn();
  notify({ message: 'Added', undo });
  change(actionsInApp());
  undoLatest();
  expect(undo).not.toHaveBeenCalled();
});

test('following a link is not a change: Ctrl/Cmd+Z still undoes the one before it', () => {
  const undo = vi.fn();
  notify({ message: 'Added', undo });
  actionsInApp().visit(bookmark);
  undoLatest();
  expect(undo).toHaveBeenCalledOnce();
});

test('after moving a bookmark to the trash, Ctrl/Cmd+Z restores it', () => {
  const undo = vi.fn();
  notify({ message: 'Added', undo });
  actionsInApp().trash(bookmark);
  undoLatest();
  expect(undo).not.toHaveBeenCalled();
  expect(takeToasts().map(({ message }) => message)).toEqual(['Added']);
});
