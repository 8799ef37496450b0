import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { enter } from '@/components/features/auth/guest-query';
import { rememberTyped, typedText } from '@/components/features/auth/typed-text';
import type { Preferences } from '@/lib/contract/account';
import { saveOfflineLibrary } from '@/lib/offline/offline-store';
import { sampleLibrary } from '@/lib/offline/testing/sample-library';

afterEach(() => {
  vi.unstubAllGlobals();
});

function browser(theme: string, hash = '') {
  const root: { dataset: Record<string, string> } = { dataset: { theme } };
  const document = { documentElement: root, cookie: '', querySelectorAll: () => [] };
  const location = { protocol: 'https:', hash, assign: vi.fn() };
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { location, matchMedia: () => ({ matches: false }) });
  return { document, location, shown: root.dataset };
}

const preferring = (theme: Preferences['theme']) => ({
  preferences: {
    theme,
    language: null,
    defaultSpace: null,
    bookmarkSort: 'title-ASC',
    collectionSort: 'name-ASC',
    rowTags: false,
    views: {},
  } as const,
});

test.each([
  ['light', 'dark', 'dark'],
  ['dark', 'light', 'light'],
  ['dark', 'system', undefined],
] as const)('of a device in %s the account takes it to %s, and on', async (before, theme, after) => {
  const { document, location, shown } = browser(before);
  await enter(preferring(theme), '/collections');
  expect(shown['theme']).toBe(after);
  expect(document.cookie).toMatch(new RegExp(`^markwell-theme=${theme}; `));
  expect(location.assign.mock.calls).toEqual([['/collections']]);
});

test.each([
  ['/collections', '/collections#create'],
  ['/#add', '/#add'],
])('the fragment of the address is kept: %s', async (destination, expected) => {
  const { location } = browser('light', '#create');
  await enter(preferring('light'), destination);
  expect(location.assign.mock.calls).toEqual([[expected]]);
});

test('the fragment of a link with a mailed code is not kept', async () => {
  const { location } = browser('light', '#code=042917&email=ada%40example.test');
  await enter(preferring('light'), '/collections');
  expect(location.assign.mock.calls).toEqual([['/collections']]);
});

// Guarantee: a library never survives a sign-in, so it is never shown to another account.
test('the offline copy of a previous account is deleted first', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  await saveOfflineLibrary(sampleLibrary('ada'));
  const { location } = browser('light');
  await enter(preferring('light'), '/');
  expect(await indexedDB.databases()).toEqual([]);
  expect(location.assign).toHaveBeenCalledOnce();
});

// Guarantee: the text of a visitor is not offered to the next one.
test('the text typed as a visitor is removed', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  browser('light');
  rememberTyped('firstName', 'Ada');
  rememberTyped('email', 'ada@example.test');
  expect(typedText('email')).toBe('ada@example.test');
  await enter(preferring('light'), '/');
  expect([...stored]).toEqual([]);
});
