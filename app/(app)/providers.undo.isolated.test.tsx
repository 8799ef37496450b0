import { useMutation } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '@/app/(app)/providers';
import { notify, takeToasts, undoLatest } from '@/components/common/notify';
import {
  type BookmarkActions,
  useBookmarkActions,
} from '@/components/features/bookmarks/use-bookmark-actions';
import { accountMutations } from '@/lib/api/account';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { loadMessages } from '@/lib/i18n/load-messages';

vi.mock('next/navigation', () => ({
  usePathname: () => '/',
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams(),
}));

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

/** Returns the result of a hook in a component of the app. */
function inApp<T>(useResult: () => T): T {
  let result: T | undefined;
  function Part() {
    result = useResult();
    return null;
  }
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <Providers>
        <Part />
      </Providers>
    </NextIntlClientProvider>,
  );
  if (result === undefined) throw new Error('The component was not rendered.');
  return result;
}

const actionsInApp = (): BookmarkActions => inApp(useBookmarkActions);

test.each<[name: string, change: (actions: BookmarkActions) => void]>([
  ['a favorite', (actions) => actions.setMark(bookmark, 'favorite', true)],
  ['a highlight', (actions) => actions.setMark(bookmark, 'highlighted', true)],
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

test('a preference is not a change: Ctrl/Cmd+Z still undoes the one before it', () => {
  const undo = vi.fn();
  notify({ message: 'Added', undo });
  inApp(() => useMutation(accountMutations.updatePreferences())).mutate({ body: { theme: 'dark' } });
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
