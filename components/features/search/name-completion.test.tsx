import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { useCompletion } from '@/components/features/search/use-completion';
import { collectionQueries } from '@/lib/api/collections';
import { makeQueryClient } from '@/lib/api/query-client';
import { spaceNameQueries } from '@/lib/api/space-names';
import { spaceQueries } from '@/lib/api/spaces';
import { tagQueries } from '@/lib/api/tags';
import { sampleCollection, samplePagination } from '@/lib/api/testing/samples';
import type { CollectionSummary } from '@/lib/contract/collections';
import type { Space } from '@/lib/contract/spaces';

afterEach(() => {
  vi.unstubAllGlobals();
});

const newClient = () => makeQueryClient(() => new Promise(() => undefined));

const summary = (name: string, changes: Partial<CollectionSummary>): CollectionSummary => ({
  ...sampleCollection(name),
  smart: false,
  ...changes,
});

const home = [
  summary('Uncategorized', { isDefault: true, count: 3 }),
  summary('Trains', { color: '1f8a8a', count: 2 }),
];
const work = [
  summary('Uncategorized', { isDefault: true, count: 1 }),
  summary('trains', { count: 5 }),
  summary('Rust', { count: 7 }),
];
const spaces = [
  { uuid: 'home', isCurrent: true },
  { uuid: 'work', isCurrent: false },
] as Space[];

/** Returns the names and counts offered after a sign, in a search of all spaces or of one. */
function offered(text: string, space?: string) {
  const client = newClient();
  client.setQueryData(spaceQueries.list().queryKey, { content: spaces, pagination: samplePagination(2) });
  client.setQueryData(collectionQueries.simplified().queryKey, { content: home });
  client.setQueryData(spaceNameQueries.collections('work').queryKey, { content: work });
  client.setQueryData(tagQueries.list().queryKey, { content: [{ name: 'ação', count: 2 }] });
  const tags = [
    { name: 'acao', count: 4 },
    { name: 'Ação', count: 3 },
  ];
  client.setQueryData(spaceNameQueries.tags('work').queryKey, { content: tags });
  let names: unknown[] = [];
  function Field() {
    names = useCompletion(text, text.length, space).options.map(({ name, count }) => [name, count]);
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider
        locale="en"
        messages={{ Search: { uncategorized: 'Uncategorized' } }}
        timeZone="UTC"
      >
        <Field />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  return names;
}

test('names of all spaces are offered once, those of the current space first', () => {
  expect(offered('@')).toEqual([
    ['Uncategorized', 4],
    ['Trains', 7],
    ['Rust', 7],
  ]);
  expect(offered('#')).toEqual([
    ['ação', 5],
    ['acao', 4],
  ]);
});

test('in a search of one space, only its names are offered', () => {
  expect(offered('@', 'home').map(String)).toEqual(['Uncategorized,3', 'Trains,2']);
  expect(offered('@', 'work').map(String)).toEqual(['Uncategorized,1', 'trains,5', 'Rust,7']);
  expect(offered('#', 'work').map(String)).toEqual(['acao,4', 'Ação,3']);
});

test('the names of another space are requested for that space', async () => {
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', (path: string, { headers }: RequestInit) => {
    requests.push([path, new Headers(headers).get('space-id')]);
    return Promise.resolve(Response.json({ content: [] }));
  });
  const client = newClient();
  await client.query(spaceNameQueries.collections('work'));
  await client.query(spaceNameQueries.tags('work'));
  expect(requests).toEqual([
    ['/v1/collections/simplified', 'work'],
    ['/v1/tags/list', 'work'],
  ]);
});
