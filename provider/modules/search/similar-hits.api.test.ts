import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { contract, type Output } from '@/lib/contract/index';
import { createProvider } from '@/provider/index';
import { createEmbeddingModel } from '@/provider/integrations/embedding-model';
import { startEmbeddingServer, type EmbeddingServer } from '@/provider/integrations/testing/embedding-server';
import { embedBookmarks, hasVector } from '@/provider/modules/meanings/embeddings';
import { createEncrypter, createFinder, sample, type FindQuery } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

/** Topics of the model: each word of one points in its direction. */
const topics = ['zeppelin airship airships dirigible hindenburg', 'canal canals lock barge', 'origami paper'];
const embedOne = (text: string): number[] => {
  const words = text.toLowerCase().split(/\W+/);
  // The last number is that of all other words, so that no vector is zero.
  const counts = topics.map((topic) => words.filter((word) => topic.split(' ').includes(word)).length);
  return [...counts, counts.every((count) => count === 0) ? 1 : 0];
};
const answer: EmbeddingServer['reply'] = ({ body }) => ({ vectors: body.input.map(embedOne) });

const server = await startEmbeddingServer(answer);
afterAll(() => server.close());
const settings = { baseUrl: server.baseUrl, model: 'near', apiKey: null, waitMs: 60_000, timeoutMs: 60_000 };
const tested = await createTestProvider({
  embeddingModel: createEmbeddingModel(settings),
  config: { selfHostedPlan: 'pro' },
});
const { call, db, deps, logged } = tested;
const { find, library } = createFinder(tested);
const { encryptAll } = createEncrypter(tested);

const isAvailable = await hasVector(db);

const embeddedLibrary = async (...samples: Parameters<typeof library>): Promise<TestAccount> => {
  const person = await library(...samples);
  await embedBookmarks(deps);
  server.calls.length = 0;
  return person;
};
const search = (person: TestAccount, q: string, more: Partial<FindQuery> = {}) =>
  find(person, { q, mode: 'keyword', assist: true, ...more });
const titles = async (...args: Parameters<typeof search>) =>
  (await search(...args)).bookmarks.map(({ title }) => title);

beforeEach(() => {
  server.reply = answer;
});

const others = [sample('Canals of Brugge'), sample('Roof garden'), sample('Bread'), sample('Night trains')];

// Skipped on the embedded PostgreSQL, which lacks the extension, and on others without pgvector.
describe.skipIf(!isAvailable)('where this PostgreSQL has the extension vector', () => {
  test.each([
    ['keyword', 'zeppelin'],
    ['ask', 'dirigible'],
  ] as const)('a bookmark without the word is found by meaning: mode %s, %s', async (mode, q) => {
    const person = await embeddedLibrary(sample('Airships of the thirties'), ...others);
    const { bookmarks, full, scores, matches, query } = await search(person, q, { mode });
    expect(bookmarks.map(({ title }) => title)).toEqual(['Airships of the thirties']);
    expect([full, scores.every((score) => score < 1), query.closest]).toEqual([0, true, true]);
    expect(matches).toEqual([
      { uuid: bookmarks[0]?.uuid, field: 'title', snippet: null, form: 'meaning', words: [] },
    ]);
    expect(server.calls.map(({ body }) => body.input)).toEqual([[q]]);
  });

  test('full matches come first, whatever is nearer, and once', async () => {
    const person = await embeddedLibrary(
      sample('Hindenburg, the airship'),
      sample('Zeppelin'),
      sample('Roof garden', { description: 'Beside a canal, zeppelin rides, and a lock' }),
      ...others,
    );
    const { bookmarks, full, scores } = await search(person, 'zeppelin');
    expect(bookmarks.map(({ title }) => title)).toEqual([
      'Zeppelin',
      'Roof garden',
      'Hindenburg, the airship',
    ]);
    expect([full, scores.map((score) => score >= 1)]).toEqual([2, [true, true, false]]);
  });

  test('what is found by words and by meaning comes before what is found by one of them', async () => {
    const person = await embeddedLibrary(sample('Airships'), sample('Garden airship'), ...others);
    const { bookmarks, scores, matches } = await search(person, 'zeppelin garden workshop');
    expect(bookmarks.map(({ title }) => title)).toEqual(['Garden airship', 'Roof garden', 'Airships']);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const byMeaning = matches.filter(({ form, words }) => form === 'meaning' && words.length === 0);
    expect(byMeaning.map(({ uuid }) => uuid)).toEqual([bookmarks[2]?.uuid]);
  });

  test('pages of hits follow each other', async () => {
    const person = await embeddedLibrary(
      ...['One', 'Two', 'Three', 'Four', 'Five'].map((name) => sample(`${name} airship`)),
      ...others,
    );
    const first = await search(person, 'zeppelin', { size: 3 });
    const cursor = first.pagination.next ?? '';
    const second = await search(person, 'zeppelin', { size: 3, cursor });
    const found = [...first.bookmarks, ...second.bookmarks].map(({ uuid }) => uuid);
    expect([new Set(found).size, first.pagination.total, second.bookmarks.length]).toEqual([5, 5, 2]);
  });

  test('conditions, exclusions and the space apply', async () => {
    const person = await embeddedLibrary(
      sample('Airship A', { favorite: true }),
      sample('Airship B', { tags: ['old'], favorite: true }),
      sample('Airship C'),
      ...others,
    );
    expect(await titles(person, 'zeppelin is:favorite -#old')).toEqual(['Airship A']);
    const space = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
    expect(await titles(person, 'zeppelin', { space })).toEqual([]);
    expect(await titles(await embeddedLibrary(...others), 'zeppelin')).toEqual([]);
  });

  test('a phrase, an order and a query without words are not searched by meaning', async () => {
    const person = await embeddedLibrary(sample('Airships'), ...others);
    expect(await titles(person, '"zeppelin"')).toEqual([]);
    expect(await titles(person, 'zeppelin sort:oldest')).toEqual([]);
    await search(person, 'is:favorite');
    expect(server.calls).toEqual([]);
  });

  test('facets count them', async () => {
    const person = await embeddedLibrary(sample('Airships', { tags: ['history'] }), ...others);
    const query = { q: 'zeppelin', mode: 'keyword' as const, assist: true };
    const { body } = await call('search.facets', { query }, person);
    expect(body.tags).toEqual([{ name: 'history', count: 1 }]);
  });

  test('unless the user requested the help of the model, nothing is sent', async () => {
    const person = await embeddedLibrary(sample('Airships'), ...others);
    expect(await titles(person, 'zeppelin', { assist: false })).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  test('a bookmark that became encrypted or was put in the trash is not found', async () => {
    const person = await embeddedLibrary(
      sample('Airship A'),
      sample('Airship B'),
      sample('Airship C'),
      ...others,
    );
    const { bookmarks } = await search(person, 'zeppelin');
    const [encrypted = '', deleted = ''] = bookmarks.map(({ uuid }) => uuid);
    await call('bookmarks.reencrypt', { body: { items: await encryptAll([encrypted], 'key') } }, person);
    await call('bookmarks.bulk', { body: { action: 'delete', uuids: [deleted] } }, person);
    expect((await search(person, 'zeppelin')).bookmarks.map(({ uuid }) => uuid)).toEqual([
      bookmarks[2]?.uuid,
    ]);
  });

  /** A search by a process that has not asked the model yet. */
  function searchWith(more: Partial<typeof settings>) {
    const provider = createProvider({
      ...deps,
      embeddingModel: createEmbeddingModel({ ...settings, ...more }),
    });
    return async (person: TestAccount, q: string): Promise<Output<'search.find'>> => {
      const query = new URLSearchParams({ q, mode: 'keyword', assist: 'true' });
      const headers = { authorization: `Bearer ${person.token}` };
      const url = `http://provider.test${contract['search.find'].path}?${query.toString()}`;
      const response = await provider.fetch(new Request(url, { headers }));
      return (await response.json()) as Output<'search.find'>;
    };
  }

  test.each([
    ['fails', { status: 500, raw: 'down' }],
    ['returns something else', { status: 200, raw: '{"data":[]}' }],
    ['returns vectors of another length', { vectors: [[1, 2]] }],
  ] as const)('a model that %s changes nothing', async (_, reply) => {
    const failing = searchWith({});
    const person = await embeddedLibrary(sample('Airships'), sample('Roof garden with a view'), ...others);
    server.reply = () => reply;
    const q = 'hindenburg garden';
    const shown = ({ took: _took, scores, ...others }: Output<'search.find'>) => ({
      ...others,
      // They contain the age of a bookmark.
      scores: scores.map((score) => score.toFixed(6)),
    });
    const expected = shown(await search(person, q, { assist: false }));
    expect(shown(await failing(person, q))).toEqual(expected);
    expect(expected.bookmarks).not.toEqual([]);
    expect(JSON.stringify(logged)).not.toContain('hindenburg');
  });

  test('a slow model changes nothing, and further searches do not wait for it', async () => {
    const slow = searchWith({ waitMs: 1 });
    const person = await embeddedLibrary(sample('Airships'), ...others);
    server.reply = () => 'silence';
    expect((await slow(person, 'dirigible')).bookmarks).toEqual([]);
    expect((await slow(person, 'hindenburg')).bookmarks).toEqual([]);
    expect(server.calls.length).toBeLessThanOrEqual(1);
  });
});
