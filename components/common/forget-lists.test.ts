import { afterEach, expect, test, vi } from 'vitest';
import { forgetLists } from './forget-lists';

afterEach(() => vi.unstubAllGlobals());

/** Like a browser's storage: its keys are its own properties. */
function stubStorage(names: readonly string[]): Record<string, unknown> {
  const storage: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, '[]']));
  Object.defineProperty(storage, 'removeItem', {
    value: (name: string) => Reflect.deleteProperty(storage, name),
  });
  vi.stubGlobal('window', { localStorage: storage });
  return storage;
}

const names = [
  'recentSearches.a',
  'recentSearches.b',
  'recentCollections.a',
  'dismissedSuggestions.a',
  'preview-width',
];

test('the end of a session removes every list of every account, and no setting of the device', () => {
  const storage = stubStorage(names);
  forgetLists();
  expect(Object.keys(storage)).toEqual(['preview-width']);
});

test('locking removes only the searches', () => {
  const storage = stubStorage(names);
  forgetLists(['recentSearches']);
  expect(Object.keys(storage)).toEqual(['recentCollections.a', 'dismissedSuggestions.a', 'preview-width']);
});
