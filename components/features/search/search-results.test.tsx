import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SearchOption } from '@/components/features/search/search-option';
import { SearchResults } from '@/components/features/search/search-results';
import type { Search } from '@/components/features/search/use-search';
import type { Ranked } from '@/lib/api/closeness';
import { makeQueryClient } from '@/lib/api/query-client';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';
import { loadMessages } from '@/lib/i18n/load-messages';

const messages = await loadMessages('en', ['Bookmarks', 'Search']);

/** Renders results of which the first ones match everything; returns the labels of the groups, lines and rows. */
function outline(names: readonly string[], full: number, total = names.length): string[] {
  const result: Ranked = {
    bookmarks: names.map((name) => sampleBookmark(name)),
    scores: names.map((_, index) => (index < full ? 1.5 : 0.5)),
    full,
    pagination: samplePagination(total),
    query: {
      text: '',
      chips: [],
      words: [],
      parsed: true,
      closest: false,
      dropped: [],
      droppedWords: [],
      estimated: false,
    },
  };
  const options: SearchOption[] = [
    ...result.bookmarks.map((bookmark, index) => ({
      kind: 'bookmark' as const,
      bookmark,
      match: undefined,
      isClosest: index >= full,
      space: undefined,
    })),
    ...(total > names.length ? [{ kind: 'all' as const, total }] : []),
  ];
  const html = renderToStaticMarkup(
    <QueryClientProvider client={makeQueryClient(() => new Promise(() => undefined))}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC" now={new Date('2026-01-02')}>
        <SearchResults
          id="list"
          search={{ query: 'train', isCurrent: true } as Search}
          result={result as NonNullable<Search['result']>}
          options={options}
          active={-1}
          onChoose={() => undefined}
        />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  return [...html.matchAll(/role="group" aria-label="([^"]*)"|h-px|row-title">([^<]*)|>(View all)</g)].map(
    ([text, group, row, all]) => (group === undefined ? (row ?? all ?? `(${text})`) : `[${group}]`),
  );
}

test('the closest matches follow the matches of everything, under a line, in a group of their own', () => {
  expect(outline(['one', 'two', 'near'], 2, 9)).toEqual([
    '[Bookmarks, 2 of 2]',
    'View all',
    'one',
    'two',
    '[Closest matches]',
    '(h-px)',
    'near',
  ]);
});

test('without closest matches there is no line', () => {
  expect(outline(['one', 'two'], 2)).toEqual(['[Bookmarks, 2 of 2]', 'one', 'two']);
});

test('if nothing matches everything, the list consists of the closest matches', () => {
  expect(outline(['near', 'less near'], 0, 9)).toEqual([
    '[Closest matches]',
    '(h-px)',
    'View all',
    'near',
    'less near',
  ]);
});
