import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { takeToasts } from '@/components/common/notify';
import { useUndoToast } from '@/components/common/use-undo-toast';
import { loadMessages } from '@/lib/i18n/load-messages';

const messages = await loadMessages('en', ['Common']);
const code = '@/components/common/run-undo';

function undoToast(): ReturnType<typeof useUndoToast> {
  const found: ReturnType<typeof useUndoToast>[] = [];
  const Grab = () => {
    found.push(useUndoToast());
    return null;
  };
  const props = { locale: 'en', messages, timeZone: 'UTC', children: createElement(Grab) } as const;
  renderToStaticMarkup(createElement(NextIntlClientProvider, props));
  return found[0] ?? (() => Promise.reject(new Error('Not rendered')));
}

test('an undo whose code cannot be loaded can be tried again', async () => {
  const undo = vi.fn(() => Promise.resolve());
  vi.doMock(code, () => {
    throw new Error('Loading chunk 1 failed.');
  });
  expect(await undoToast()(undo)).toBe(false);
  expect(undo).not.toHaveBeenCalled();
  const [failed] = takeToasts();
  expect(failed).toMatchObject({ message: 'Couldn’t undo that.', action: { label: 'Try again' } });

  vi.doUnmock(code);
  failed?.action?.run();
  await vi.waitFor(() => expect(takeToasts()).toMatchObject([{ message: 'Undone' }]));
  expect(undo).toHaveBeenCalledOnce();
});
