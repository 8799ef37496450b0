import { parseHTML } from 'linkedom';
import { NextIntlClientProvider } from 'next-intl';
import { act, createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Region } from '@/components/common/region';
import { loadMessages } from '@/lib/i18n/load-messages';

const messages = await loadMessages('en', ['Common']);

afterEach(() => {
  vi.unstubAllGlobals();
});

test('an error in a region shows an alert there with another attempt, and leaves its siblings alone', async () => {
  const { window, document } = parseHTML('<html><body><main></main></body></html>');
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const { createRoot } = await import('react-dom/client');
  const main = document.querySelector('main') as unknown as Element;
  const onCaughtError = vi.fn();
  const root = createRoot(main, { onCaughtError });
  const defect = new Error('defect');
  let isBroken = true;
  const Part = () => {
    if (isBroken) throw defect;
    return createElement('p', null, 'part');
  };
  const children = [
    createElement('p', { key: 1 }, 'before'),
    createElement(Region, { key: 2, children: createElement(Part) }),
    createElement(Region, { key: 3, children: createElement('p', null, 'after') }),
  ];
  const props = { locale: 'en', messages, timeZone: 'UTC', children } as const;
  const shown = () => [...main.children].map(({ textContent }) => textContent);

  act(() => root.render(createElement(NextIntlClientProvider, props)));
  expect(onCaughtError).toHaveBeenCalledExactlyOnceWith(defect, expect.anything());
  expect(shown()).toEqual(['before', 'Something went wrong here.Try again', 'after']);
  expect(main.children[1]?.getAttribute('role')).toBe('alert');

  isBroken = false;
  act(() => main.querySelector('button')?.click());
  expect(shown()).toEqual(['before', 'part', 'after']);
  act(() => root.unmount());
});
