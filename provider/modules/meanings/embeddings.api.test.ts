import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createEmbeddingModel } from '@/provider/integrations/embedding-model';
import { startEmbeddingServer } from '@/provider/integrations/testing/embedding-server';
import {
  batchSize,
  embedBookmarks,
  hasVector,
  readSimilarity,
  textMax,
} from '@/provider/modules/meanings/embeddings';
import { createEncrypter, createFinder, sample } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const server = await startEmbeddingServer(({ body }) => ({ vectors: body.input.map(() => [1, 2]) }));
afterAll(() => server.close());
const settings = { baseUrl: server.baseUrl, model: 'near', apiKey: null };
const embeddingModel = createEmbeddingModel(settings);
const tested = await createTestProvider({ embeddingModel });
const { call, db, deps, logged } = tested;
const { library } = createFinder(tested);
const { saveEncrypted, encryptAll } = createEncrypter(tested);

const isAvailable = await hasVector(db);

const embedded = async ({ accountId }: TestAccount) => {
  const { rows } = await db.$client.query<{ title: string; model: string; vector: number[] }>(
    `select b.title, e.model, e.vector from embeddings e left join bookmarks b on b.id = e.bookmark_id
     where e.account_id = $1 order by b.title`,
    [accountId],
  );
  return rows;
};
const titlesOf = async (person: TestAccount) => (await embedded(person)).map(({ title }) => title);
const sentTexts = () => server.calls.flatMap(({ body }) => body.input);
const idsOf = async ({ accountId }: TestAccount): Promise<string[]> => {
  const { rows } = await db.$client.query<{ id: string }>(
    'select id from bookmarks where account_id = $1 order by title',
    [accountId],
  );
  return rows.map(({ id }) => id);
};

beforeEach(async () => {
  server.calls.length = 0;
  server.reply = ({ body }) => ({ vectors: body.input.map(() => [1, 2]) });
  await db.$client.query('delete from bookmarks');
});

test('without a model nothing is sent, and the state says so', async () => {
  const without = { ...deps, embeddingModel: null };
  await library(sample('Airships'));
  await embedBookmarks(without);
  expect(server.calls).toEqual([]);
  expect(await readSimilarity(without)).toEqual({ state: 'unset', embedded: 0, bookmarks: 0 });
});

describe.skipIf(isAvailable)('on a PostgreSQL without the extension vector', () => {
  test('nothing is sent, and the state says so', async () => {
    await library(sample('Airships'));
    await embedBookmarks(deps);
    expect(server.calls).toEqual([]);
    expect(await readSimilarity(deps)).toEqual({ state: 'noExtension', embedded: 0, bookmarks: 0 });
  });
});

// Skipped on the embedded PostgreSQL, which lacks the extension, and on others without pgvector.
describe.skipIf(!isAvailable)('where this PostgreSQL has the extension vector', () => {
  test('title and description of each readable bookmark are embedded once', async () => {
    const person = await library(sample('Airships', { description: 'Of the thirties' }), sample('Canals'));
    await saveEncrypted(person, 'key', 1);
    await embedBookmarks(deps);
    await embedBookmarks(deps);
    expect(await embedded(person)).toEqual([
      { title: 'Airships', model: 'near', vector: [1, 2] },
      { title: 'Canals', model: 'near', vector: [1, 2] },
    ]);
    expect(sentTexts().sort()).toEqual(['Airships\nOf the thirties', 'Canals']);
    expect(await readSimilarity(deps)).toEqual({ state: 'on', embedded: 2, bookmarks: 2 });
  });

  test('texts are cut, and sent in batches', async () => {
    const person = await library(
      sample('Long', { description: 'x'.repeat(3 * textMax) }),
      ...Array.from({ length: batchSize }, (_, index) => sample(`Bookmark ${index}`)),
    );
    await embedBookmarks(deps);
    expect(server.calls.map(({ body }) => body.input.length)).toEqual([batchSize, 1]);
    expect(Math.max(...sentTexts().map(({ length }) => length))).toBe(textMax);
    expect(await embedded(person)).toHaveLength(batchSize + 1);
  });

  test.each<[string, (person: TestAccount, uuid: string) => Promise<unknown>]>([
    [
      'encrypted',
      async (person, uuid) =>
        call('bookmarks.reencrypt', { body: { items: await encryptAll([uuid], 'key') } }, person),
    ],
    [
      'given another title',
      (person, uuid) => call('bookmarks.update', { params: { uuid }, body: { title: 'Blimps' } }, person),
    ],
    [
      'given another description',
      (person, uuid) =>
        call('bookmarks.update', { params: { uuid }, body: { description: 'Of the forties' } }, person),
    ],
    [
      'put in the trash',
      (person, uuid) => call('bookmarks.bulk', { body: { action: 'delete', uuids: [uuid] } }, person),
    ],
    ['erased', (_, uuid) => db.$client.query('delete from bookmarks where id = $1', [uuid])],
  ])('the vector of a bookmark that is %s is deleted with the change', async (_, change) => {
    const person = await library(sample('Airships'), sample('Canals'));
    const [uuid = ''] = await idsOf(person);
    await embedBookmarks(deps);
    await change(person, uuid);
    expect(await titlesOf(person)).toEqual(['Canals']);
  });

  test('a changed bookmark is embedded again, and an encrypted one is not', async () => {
    const person = await library(sample('Airships'), sample('Canals'));
    const [first = '', second = ''] = await idsOf(person);
    await embedBookmarks(deps);
    server.calls.length = 0;
    await call('bookmarks.update', { params: { uuid: first }, body: { title: 'Blimps' } }, person);
    await call('bookmarks.reencrypt', { body: { items: await encryptAll([second], 'key') } }, person);
    await embedBookmarks(deps);
    expect(sentTexts()).toEqual(['Blimps']);
    expect(await titlesOf(person)).toEqual(['Blimps']);
  });

  test.each<[string, (person: TestAccount, uuid: string) => Promise<unknown>]>([
    [
      'encrypted',
      async (person, uuid) =>
        call('bookmarks.reencrypt', { body: { items: await encryptAll([uuid], 'key') } }, person),
    ],
    [
      'changed',
      (person, uuid) => call('bookmarks.update', { params: { uuid }, body: { title: 'Blimps' } }, person),
    ],
  ])('a bookmark that is %s while the model works gets no vector of its former text', async (_, change) => {
    const person = await library(sample('Airships'));
    const [uuid = ''] = await idsOf(person);
    const slow = {
      ...embeddingModel,
      embed: async (texts: readonly string[]) => {
        await change(person, uuid);
        return embeddingModel.embed(texts);
      },
    };
    await embedBookmarks({ ...deps, embeddingModel: slow });
    expect(await embedded(person)).toEqual([]);
  });

  test('with another model, all are embedded again', async () => {
    const person = await library(sample('Airships'));
    await embedBookmarks(deps);
    server.reply = () => ({ vectors: [[3, 4, 5]] });
    const other = createEmbeddingModel({ ...settings, model: 'nearer' });
    await embedBookmarks({ ...deps, embeddingModel: other });
    expect(await embedded(person)).toEqual([{ title: 'Airships', model: 'nearer', vector: [3, 4, 5] }]);
  });

  test('a text that the model rejects does not keep others from being embedded', async () => {
    const person = await library(sample('Airships'), sample('Poison'), sample('Canals'));
    server.reply = ({ body }) =>
      body.input.includes('Poison') ? { status: 400, raw: '{}' } : { vectors: body.input.map(() => [1, 2]) };
    await embedBookmarks(deps);
    expect(await titlesOf(person)).toEqual(['Airships', 'Canals']);
  });

  test('a model that is down gets few requests in a run, and later all texts', async () => {
    const person = await library(...Array.from({ length: 200 }, (_, index) => sample(`Airship ${index}`)));
    server.reply = () => ({ status: 500, raw: 'down' });
    await embedBookmarks(deps);
    expect(server.calls.map(({ body }) => body.input.length)).toEqual([batchSize, 1, 1, 1]);
    expect(JSON.stringify(logged)).not.toContain('Airship');
    server.reply = ({ body }) => ({ vectors: body.input.map(() => [1, 2]) });
    await embedBookmarks(deps);
    expect(await embedded(person)).toHaveLength(200);
  });

  test('a run goes on where the former one ended', async () => {
    await library(...Array.from({ length: 1_100 }, (_, index) => sample(`Airship ${index}`)));
    const position = await embedBookmarks(deps, { steps: 1 });
    expect(sentTexts()).toHaveLength(1_000);
    await embedBookmarks(deps, { from: position });
    expect(sentTexts()).toHaveLength(1_100);
    expect(new Set(sentTexts()).size).toBe(1_100);
  });
});
