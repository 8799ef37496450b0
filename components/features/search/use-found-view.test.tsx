import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useFoundView } from '@/components/features/search/use-found-view';
import { makeQueryClient } from '@/lib/api/query-client';
import { searchQueries, type SearchFilter } from '@/lib/api/search';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { SearchResult } from '@/lib/contract/search';

const resultOf = (bookmark: Bookmark, word: string): SearchResult => ({
  bookmarks: [bookmark],
  scores: [2],
  full: 1,
  matches: [
    { uuid: bookmark.uuid, field: 'description', snippet: `all about the ${word}`, form: 'exact', words: [] },
  ],
  collections: [],
  tags: [],
  spaces: [],
  pagination: samplePagination(1),
  query: {
    text: word,
    chips: [],
    words: [{ text: word, found: [], similar: [], weight: 1 }],
    parsed: true,
    closest: false,
    dropped: [],
    droppedWords: [],
    estimated: false,
  },
  suggestion: null,
  took: 1,
});

/** Renders a row of the results of a search, beside the results of an older search. */
function renderRow(filter: SearchFilter, row: Bookmark): string {
  const client = makeQueryClient(() => new Promise(() => undefined));
  for (const q of ['night', 'train']) {
    const saved = sampleBookmark('trip', { title: 'Night train' });
    client.setQueryData(searchQueries.page({ q }, 1).queryKey, resultOf(saved, q));
  }
  function Row() {
    const { title, address } = useFoundView(filter, null)(row) ?? {};
    return (
      <>
        {title} {address}
      </>
    );
  }
  const messages = { Search: { why: { description: 'Description' } } };
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <Row />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
}

test('a changed row keeps the marks and the reason of its search, not those of an older one', () => {
  const row = sampleBookmark('trip', { title: 'Night train', favorite: true });
  const html = renderRow({ q: 'train' }, row);
  expect(html).toContain('Night <mark>train</mark>');
  expect(html).toContain('all about the <mark>train</mark>');
  expect(renderRow({ q: 'night' }, row)).toContain('<mark>Night</mark> train');
});
