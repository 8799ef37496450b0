import { describe, expect, test } from 'vitest';
import type { SearchMatch } from '@/lib/contract/search';
import { countStatements } from '@/provider/testing/statements';
import {
  createFinder,
  insertBookmarks,
  sample,
  type FindQuery,
  type SampleBookmark,
} from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;
const { find, library } = createFinder(tested);

async function storePageText(person: TestAccount, id: string, text: string): Promise<void> {
  await db.$client.query(
    `insert into page_contents (account_id, bookmark_id, space_id, status, title, byline, excerpt, html, text, word_count, fetched_at, search)
     values ($4, $1, $2, 'ready', '', '', '', '', $3, 2, now(), array_to_tsvector(regexp_split_to_array($3, ' +')))`,
    [id, person.spaceId, text, person.accountId],
  );
}

describe('the conditions of a query', () => {
  test('are in the language of the reader', async () => {
    const person = await library(sample('x'));
    const q = 'trains -site:youtube.com created:last-week sort:visits limit:10';
    const labels = async (language: string): Promise<string[]> => {
      const as = { ...person, headers: { 'Accept-Language': language } };
      return (await call('search.find', { query: { q } }, as)).body.query.chips.map(({ label }) => label);
    };
    expect(await labels('en')).toEqual(['not youtube.com', 'last week', 'most visited', 'at most 10']);
    expect(await labels('pt-BR')).toEqual([
      'exceto youtube.com',
      'semana passada',
      'mais visitados',
      'no máximo 10',
    ]);
  });

  test('are none for words and phrases', async () => {
    const { query } = await find(await library(sample('x')), { q: 'night "slow trains"' });
    expect(query.chips).toEqual([]);
  });
});

describe('the explanation of a hit', () => {
  const matchOf = async (
    given: Partial<SampleBookmark> & { title: string },
    q: string,
  ): Promise<Omit<SearchMatch, 'uuid'> | null> => {
    const person = await library(sample(given.title, given));
    const { bookmarks, matches } = await find(person, { q });
    const [match] = matches;
    if (match === undefined) return null;
    const { uuid, ...explanation } = match;
    expect(uuid).toBe(bookmarks[0]?.uuid);
    return explanation;
  };

  test('has no snippet if the row shows the match', async () => {
    expect(await matchOf({ title: 'Night trains' }, 'trai')).toEqual({
      field: 'title',
      snippet: null,
      form: 'exact',
      words: [],
    });
    expect(await matchOf({ title: 'x', tags: ['slow rail'] }, 'rail')).toEqual({
      field: 'tags',
      snippet: null,
      form: 'exact',
      words: [],
    });
    expect(await matchOf({ title: 'x', url: 'https://rail.example/' }, 'rail')).toEqual({
      field: 'host',
      snippet: null,
      form: 'exact',
      words: [],
    });
  });

  test('has a snippet of the description, or of the end of the address', async () => {
    const description = `${'lorem ipsum '.repeat(30)}every sleeper that still runs`;
    const explanation = await matchOf({ title: 'x', description }, 'sleeper');
    expect(explanation?.field).toBe('description');
    expect(explanation?.snippet).toMatch(/^….* every sleeper that still runs$/);
    const url = `https://a.example/${'deep/'.repeat(20)}sleeper`;
    expect(await matchOf({ title: 'x', url }, 'sleeper')).toMatchObject({ field: 'url' });
  });

  test('names the word that replaced a misspelt one', async () => {
    expect(await matchOf({ title: 'x', description: 'learn python' }, 'pyhton')).toEqual({
      field: 'description',
      snippet: 'learn python',
      form: 'typo',
      words: ['python'],
    });
  });

  test('is missing if no word matched', async () => {
    const person = await library(sample('Night trains', { favorite: true }));
    expect((await find(person, { q: 'is:favorite' })).matches).toEqual([]);
  });

  test('has a snippet of the page text for a search of pages, with at most one more statement', async () => {
    const pro = await signUp({ plan: 'pro' });
    const ids = await insertBookmarks(
      db,
      pro,
      Array.from({ length: 12 }, (_, index) => sample(`train ${index}`)),
    );
    for (const id of ids) await storePageText(pro, id, 'the couchette is warm');
    const { matches } = await find(pro, { q: 'couchette' });
    expect(matches.map(({ field, snippet }) => [field, snippet])).toEqual(
      ids.map(() => ['text', 'the couchette is warm']),
    );
    const plain = await countStatements(db, () => find(pro, { q: 'train' }));
    const byPage = await countStatements(db, () => find(pro, { q: 'couchette' }));
    expect(byPage).toBeLessThanOrEqual(plain + 1);
    const free = await signUp();
    const [id = ''] = await insertBookmarks(db, free, [sample('train')]);
    await storePageText(free, id, 'the couchette is warm');
    expect((await find(free, { q: 'couchette OR train' })).matches).toEqual([
      { uuid: id, field: 'title', snippet: null, form: 'exact', words: [] },
    ]);
  });
});

describe('another query is suggested', async () => {
  const made = await library(
    ...Array.from({ length: 5 }, (_, index) => sample(`Kubernetes guide ${index}`, { tags: ['cluster'] })),
    sample('Programação em Elixir', { url: 'https://elixir.example/' }),
    sample('Cooking guide', { favorite: true }),
  );
  const suggestion = async (q: string, more: Partial<FindQuery> = {}): Promise<string | null> =>
    (await find(made, { q, ...more })).suggestion;

  test.each([
    ['a word that no bookmark has, replaced by the likeliest of the library', 'kubarnatis', 'kubernetes'],
    ['among other words', 'guide kubrnetiz', 'guide kubernetes'],
    ['with its conditions', 'kubarnatis #cluster sort:oldest', 'kubernetes #cluster sort:oldest'],
    ['in the spelling that the library has', 'prograhmzcau', 'programação'],
  ])('%s: %j', async (_, q, expected) => {
    expect(await suggestion(q)).toBe(expected);
    const [before, after] = [await find(made, { q }), await find(made, { q: expected })];
    expect(after.full).toBeGreaterThan(before.full);
  });

  test.each([
    ['a condition that excludes everything', 'kubernetes is:favorite', ['is:favorite'], []],
    ['a condition that none of the words fulfils', 'guide type:video', ['type:video'], []],
    ['a word that resembles none', 'guide zzqqxxzz', [], ['zzqqxxzz']],
  ])('is not, without %s: the closest bookmarks are found instead', async (_, q, dropped, droppedWords) => {
    const { bookmarks, full, query } = await find(made, { q });
    expect(await suggestion(q)).toBeNull();
    expect([full, bookmarks.length > 0]).toEqual([0, true]);
    expect(query.dropped.map(({ field, value }) => `${field}:${value}`)).toEqual(dropped);
    expect(query.droppedWords).toEqual(droppedWords);
  });

  test.each([
    ['enough is found', 'guide'],
    ['the query has no misspelt word', 'cooking'],
    ['no word resembles it', 'zzqqxxzz'],
    ['it would find no more', 'cooking OR coocxqng'],
    ['a word is too short to be corrected', 'zqx'],
    ['only a negation would be left', 'zzqqxxzz -guide'],
    ['the query has no condition', '"!"'],
  ])('not when %s: %j', async (_, q) => {
    expect(await suggestion(q)).toBeNull();
  });

  test('only on the first page', async () => {
    expect(await suggestion('kubarnatis', { page: 2 })).toBeNull();
  });

  test('only from the words of the searched space', async () => {
    expect((await find(await library(sample('other')), { q: 'kubarnatis' })).suggestion).toBeNull();
  });

  test('with a few more statements, and with none if enough is found', async () => {
    const found = await countStatements(db, () => find(made, { q: 'guide' }));
    const missed = await countStatements(db, () =>
      find(made, { q: 'kubarnatis nowhere at all is:favorite' }),
    );
    expect(missed).toBeLessThanOrEqual(found + 4);
  });
});
