import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consentKey, consentVersion } from '@/components/common/consent';
import {
  exampleQuestions,
  recentSearches,
  rememberSearch,
  useOpenBookmark,
} from '@/components/features/search/use-search-modal';
import { makeQueryClient } from '@/lib/api/query-client';
import { sampleBookmark } from '@/lib/api/testing/samples';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { showDecrypted } from '@/lib/vault/decrypted';

/** Opens a hit of the search modal; returns the calls. */
function openHit(bookmark: Bookmark) {
  const [onLeave, onEdit, open] = [vi.fn(), vi.fn(), vi.fn()];
  vi.stubGlobal('window', { open });
  const client = makeQueryClient(() => new Promise(() => undefined));
  let run: ReturnType<typeof useOpenBookmark> | undefined;
  function Modal() {
    run = useOpenBookmark({ onLeave, onEdit });
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Modal />
    </QueryClientProvider>,
  );
  run?.(bookmark);
  return { onLeave, onEdit, open };
}

test('a hit of the web is opened in a new tab', () => {
  const hit = sampleBookmark('web');
  const { onLeave, onEdit, open } = openHit(hit);
  expect(open).toHaveBeenCalledWith(hit.url, '_blank', 'noopener,noreferrer');
  expect(onLeave).toHaveBeenCalledOnce();
  expect(onEdit).not.toHaveBeenCalled();
});

test.each(['ftp://files.example/', 'chrome://settings/'])(
  'a hit with the address %s opens its form',
  (url) => {
    const hit = sampleBookmark('other', { url });
    const { onLeave, onEdit, open } = openHit(hit);
    expect(onEdit).toHaveBeenCalledWith(hit);
    expect(onLeave).toHaveBeenCalledOnce();
    expect(open).not.toHaveBeenCalled();
  },
);

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

test('searches are remembered once, latest first, also those of earlier versions', () => {
  rememberSearch('me', '/search?q=night+trains&mode=ask');
  rememberSearch('me', 'what did I save?');
  rememberSearch('me', 'night trains');
  expect(recentSearches('me')).toEqual(['night trains', 'what did I save?']);
});

test('nothing is remembered while a key is unlocked', () => {
  rememberSearch('me', 'before');
  showDecrypted(new Map());
  rememberSearch('me', 'a secret word');
  showDecrypted();
  rememberSearch('me', 'after');
  expect(recentSearches('me')).toEqual(['after', 'before']);
});

test('there are always as many examples as general ones, those about the library first', () => {
  const general = ['Saved last week', 'My favorites', 'Videos I saved'];
  expect(exampleQuestions([], general)).toEqual(general);
  expect(exampleQuestions(['videos about trains', 'My favorites'], general)).toEqual([
    'videos about trains',
    'My favorites',
    'Saved last week',
  ]);
  expect(exampleQuestions(['a', 'b', 'c', 'd'], general)).toEqual(['a', 'b', 'c']);
});
