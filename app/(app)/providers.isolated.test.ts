import { parseHTML } from 'linkedom';
import { act, createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { shownSpace } from '@/lib/api/call';

vi.mock('@/app/(app)/use-session-life', () => ({ useSessionLife: () => undefined }));
vi.mock('@/components/common/toaster', () => ({ Toaster: () => null }));
vi.mock('@/components/common/pending-navigation', () => ({ PendingNavigation: () => null }));

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a page that is rendered in another space is loaded again, and keeps its own until then', async () => {
  const { window, document } = parseHTML('<div></div>');
  const reload = vi.fn();
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('HTMLElement', window.HTMLElement);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  Object.defineProperty(window, 'location', { value: { reload } });
  const { createRoot } = await import('react-dom/client');
  const { Providers } = await import('@/app/(app)/providers');
  const root = createRoot(document.querySelector('div') as unknown as Element);
  const show = (space: string) => {
    act(() => {
      root.render(createElement(Providers, { space, children: null }));
    });
  };
  show('personal');
  show('personal');
  expect(reload).not.toHaveBeenCalled();
  show('work');
  expect(reload).toHaveBeenCalledOnce();
  expect(shownSpace()).toBe('personal');
  act(() => {
    root.unmount();
  });
});
