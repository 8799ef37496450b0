import { describe, expect, test } from 'vitest';
import { expandWords } from '@/provider/modules/query/lookups';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createFinder, insertBookmarks, sample } from '@/provider/testing/bookmarks';
import { createImporter, file, link } from '@/provider/testing/imports';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;
const { library } = createFinder(tested);
const { importFile } = createImporter(tested);

const wordsOf = async (spaceId: string): Promise<Record<string, number>> => {
  const { rows } = await db.$client.query<{ word: string; uses: number }>(
    'select word, uses from space_words where space_id = $1',
    [spaceId],
  );
  return Object.fromEntries(rows.map(({ word, uses }) => [word, uses]));
};

/** The expected words, counted from all bookmarks. */
const countedOf = async (spaceId: string): Promise<Record<string, number>> => {
  const { rows } = await db.$client.query<{ word: string; uses: number }>(
    `select word, count(*)::integer as uses from bookmarks b, mw_words(b.search) word
     where b.space_id = $1 group by 1`,
    [spaceId],
  );
  return Object.fromEntries(rows.map(({ word, uses }) => [word, uses]));
};

const uuidsOf = async ({ spaceId }: TestAccount): Promise<string[]> => {
  const { rows } = await db.$client.query<{ id: string }>(
    'select id from bookmarks where space_id = $1 order by created_at, id',
    [spaceId],
  );
  return rows.map(({ id }) => id);
};

describe('the words of a space', () => {
  test('are those of its bookmarks of three letters or more, and no numbers', async () => {
    const person = await library(
      sample('Ação de mpu6050 2024', {
        url: 'https://a.example/x',
        tags: ['Café'],
        description: 'ação aos 12345',
      }),
    );
    expect(await wordsOf(person.spaceId)).toEqual({ acao: 1, aos: 1, mpu6050: 1, cafe: 1, example: 1 });
  });

  test('follow every change: of a title, to the trash, out of it, and permanent deletion', async () => {
    const person = await library(sample('canary sings'), sample('canary sleeps'));
    const [first = '', second = ''] = await uuidsOf(person);
    const expectCounted = async () =>
      expect(await wordsOf(person.spaceId)).toEqual(await countedOf(person.spaceId));
    await call('bookmarks.update', { params: { uuid: first }, body: { title: 'magpie sings' } }, person);
    await expectCounted();
    await call('bookmarks.update', { params: { uuid: second }, body: { tags: 'one, two' } }, person);
    await call('bookmarks.delete', { params: { uuid: first } }, person);
    await expectCounted();
    expect(await wordsOf(person.spaceId)).toMatchObject({ magpie: 1, canary: 1, one: 1 });
    await call('bookmarks.restore', { params: { uuid: first } }, person);
    await expectCounted();
    await db.$client.query('delete from bookmarks where id = $1', [first]);
    await expectCounted();
    expect(await wordsOf(person.spaceId)).not.toHaveProperty('magpie');
  });

  test('lose those of a bookmark that becomes encrypted, in the same transaction', async () => {
    const person = await library(sample('secretword shared'), sample('shared'));
    const [first = ''] = await uuidsOf(person);
    const cipher = sampleEnvelope();
    const { status } = await call(
      'bookmarks.update',
      { params: { uuid: first }, body: { encrypted: true, cipher } },
      person,
    );
    expect(status).toBe(200);
    const words = await wordsOf(person.spaceId);
    expect(words).not.toHaveProperty('secretword');
    expect(words).toMatchObject({ shared: 1 });
  });

  test('move with a bookmark to another space, and are deleted with their space', async () => {
    const person = await library(sample('wanderer here'), sample('settled here'));
    const uuid = (await call('spaces.create', { body: { name: 'There' } }, person)).body.uuid;
    const [first = ''] = await uuidsOf(person);
    await db.$client.query('update bookmarks set space_id = $2 where id = $1', [first, uuid]);
    expect(await wordsOf(person.spaceId)).toEqual(await countedOf(person.spaceId));
    expect(await wordsOf(uuid)).toEqual(await countedOf(uuid));
    expect(await wordsOf(uuid)).toMatchObject({ wanderer: 1 });
    await db.$client.query('delete from spaces where id = $1', [uuid]);
    expect(await wordsOf(uuid)).toEqual({});
  });

  test('count each of many bookmarks that change in one statement', async () => {
    const person = await signUp();
    await insertBookmarks(
      db,
      person,
      Array.from({ length: 300 }, (_, index) => sample(`many things ${index % 7} word${index}`)),
    );
    await db.$client.query(
      `update bookmarks set search = search || 'tfresh'::tsvector where space_id = $1 and id::text < '8'`,
      [person.spaceId],
    );
    expect(await wordsOf(person.spaceId)).toEqual(await countedOf(person.spaceId));
    await db.$client.query(
      `delete from bookmarks where space_id = $1 and id > (
      select id from bookmarks where space_id = $1 order by id limit 1 offset 20)`,
      [person.spaceId],
    );
    expect(await wordsOf(person.spaceId)).toEqual(await countedOf(person.spaceId));
  });

  test('are counted for an import and after it is undone', async () => {
    const person = await library(sample('imported before'));
    const { uuid } = await importFile(
      person,
      file(
        link('https://one.example/', 'imported once'),
        link('https://two.example/', 'twice'),
        link('https://two.example/', 'twice with a longer title'),
      ),
    );
    expect(await wordsOf(person.spaceId)).toEqual(await countedOf(person.spaceId));
    expect(await wordsOf(person.spaceId)).toMatchObject({ imported: 2, twice: 1 });
    // If a file contains a page twice, the first title is used.
    expect(await wordsOf(person.spaceId)).not.toHaveProperty('longer');
    await call('bookmarks.undoImport', { params: { uuid } }, person);
    expect(await wordsOf(person.spaceId)).toEqual(await countedOf(person.spaceId));
    expect(await wordsOf(person.spaceId)).not.toHaveProperty('longer');
  });
});

describe('a word of a query stands for', async () => {
  const person = await library(
    sample('Python programming running recipes'),
    sample('MPU6050 sensor github'),
    sample('ações animais coração javascript trains'),
  );
  const stranger = await library(sample('pyhtons of somebody else'));

  test.each([
    ['pyhton', ['python']],
    ['pyton', ['python']],
    ['pythonn', ['python']],
    ['6050', ['mpu6050']],
    ['thub', ['github']],
    ['run', []],
    ['runs', ['running']],
    ['recipe', []],
    ['train', []],
    ['training', ['trains']],
    ['acao', ['coracao', 'acoes']],
    ['animal', ['animais']],
    ['javscritp', ['javascript']],
    ['javscrpt', ['javascript']],
    ['jvaascript', ['javascript']],
    ['zzzzzz', []],
    ['py', []],
    ['2025', []],
  ])('%s: %j', async (typed, found) => {
    expect((await expandWords(db, [person.spaceId], [typed])).expansions.get(typed) ?? []).toEqual(found);
  });

  test('only words of the searched spaces', async () => {
    expect([...(await expandWords(db, [stranger.spaceId], ['pyhton', 'mpu'])).expansions]).toEqual([]);
    const { expansions: both } = await expandWords(db, [person.spaceId, stranger.spaceId], ['ython']);
    expect(both.get('ython')).toEqual(['python']);
  });

  test('words that begin with it, if they are stored', async () => {
    const asked = ['python', 'train', 'runs', '2025', 'zzzzzz'];
    const { completions } = await expandWords(db, [person.spaceId], asked);
    expect(completions.get('train')).toContain('trains');
    expect(completions.get('runs')).toEqual([]);
    expect(completions.has('2025')).toBe(false);
  });
});
