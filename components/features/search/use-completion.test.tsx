import { QueryClientProvider } from '@tanstack/react-query';
import fc from 'fast-check';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import {
  completed,
  completionAt,
  matchingNames,
  useCompletion,
  withoutCompletion,
} from '@/components/features/search/use-completion';
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
  { uuid: 'home', name: 'Home', isCurrent: true },
  { uuid: 'work', name: 'Work', isCurrent: false },
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
        messages={{ Search: { uncategorized: 'Uncategorized', uncategorizedOf: 'Uncategorized ({space})' } }}
        timeZone="UTC"
      >
        <Field />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  return names;
}

test('names of all spaces are offered once, those of the current space first, and each default collection', () => {
  expect(offered('@')).toEqual([
    ['Uncategorized (Home)', 3],
    ['Trains', 7],
    ['Uncategorized (Work)', 1],
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

/** Parses a text with `|` at the position of the caret. */
const at = (marked: string) => {
  const caret = marked.indexOf('|');
  return { text: marked.replace('|', ''), caret };
};

test.each([
  ['@|', '@', ''],
  ['@ru|', '@', 'ru'],
  ['trains #ru| in europe', '#', 'ru'],
  ['trains @night tra|', '@', 'night tra'],
  ['-#ru|', '#', 'ru'],
  ['(#a OR #b|)', '#', 'b'],
  ['@"night tra|"', '@', 'night tra'],
])('in %j a name after %s is being typed: %j', (marked, sign, typed) => {
  const { text, caret } = at(marked);
  expect(completionAt(text, caret)).toMatchObject({ sign, typed });
});

test.each(['mail me@example|', 'trains|', 'c#|', '@"night trains" |', '# |', '|@rust'])(
  'in %j no name is being typed',
  (marked) => {
    const { text, caret } = at(marked);
    expect(completionAt(text, caret)).toBeNull();
  },
);

test.each([
  ['#ru|', '#rust', '#rust |'],
  ['a #ru| b', '#rust', 'a #rust| b'],
  ['a @nig|ht b', '@"Night trains"', 'a @"Night trains"| b'],
  ['a -@"nig|', '@"Night trains"', 'a -@"Night trains" |'],
])('%j completed with %s is %j', (marked, condition, expected) => {
  const { text, caret } = at(marked);
  const completion = completionAt(text, caret);
  expect(completion).not.toBeNull();
  if (!completion) return;
  const done = completed(text, completion, condition);
  const wanted = at(expected);
  expect(done.text).toBe(wanted.text);
  expect(done.text.slice(0, done.caret).trimEnd()).toBe(wanted.text.slice(0, wanted.caret).trimEnd());
});

test('the name being typed is left out of the search', () => {
  const { text, caret } = at('night -@ru| trains');
  const completion = completionAt(text, caret);
  expect(completion && withoutCompletion(text, completion)).toBe('night trains');
});

test('names that start with the typed text come first, regardless of accents', () => {
  const names = ['Minha ação', 'Acao', 'Rust'];
  expect(matchingNames(names, (name) => name, 'aça')).toEqual(['Acao', 'Minha ação']);
  expect(matchingNames(names, (name) => name, 'minha a')).toEqual(['Minha ação']);
  expect(matchingNames(['Rust', 'in Rust guide'], (name) => name, 'rust guide')).toEqual([]);
});

test('no text causes an error, and a name is inserted at its sign', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, caret) => {
      const completion = completionAt(text, Math.min(caret, text.length));
      if (completion) expect(text[completion.from]).toBe(completion.sign);
    }),
  );
});
