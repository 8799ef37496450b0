import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consentKey, consentVersion } from '@/components/common/consent';
import { recentSearches, rememberSearch } from '@/components/features/search/recent-searches';
import { showDecrypted } from '@/lib/vault/decrypted';

beforeEach(() => {
  const consent = { hasConsented: true, version: consentVersion, localStorage: true };
  const stored = new Map([[consentKey, JSON.stringify(consent)]]);
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
    },
  });
});

afterEach(() => {
  showDecrypted();
  vi.unstubAllGlobals();
});

test('a question is remembered as one, and keywords as they are', () => {
  rememberSearch('me', { q: 'night trains' });
  rememberSearch('me', { q: 'what did I save?', mode: 'ask' });
  rememberSearch('me', { q: 'night trains', mode: 'ask' });
  expect(recentSearches('me')).toEqual([
    { q: 'night trains', mode: 'ask' },
    { q: 'what did I save?', mode: 'ask' },
    { q: 'night trains' },
  ]);
});

test('nothing is remembered while a key is unlocked', () => {
  rememberSearch('me', { q: 'before' });
  showDecrypted(new Map());
  rememberSearch('me', { q: 'a secret word' });
  showDecrypted();
  rememberSearch('me', { q: 'after' });
  expect(recentSearches('me')).toEqual([{ q: 'after' }, { q: 'before' }]);
});
