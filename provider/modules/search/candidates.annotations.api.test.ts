import { describe, expect, test } from 'vitest';
import { createEncrypter, createFinder, insertBookmarks, sample } from '@/provider/testing/bookmarks';
import { statementsOf } from '@/provider/testing/statements';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, db, signUp } = tested;
const { find, titles, library } = createFinder(tested);
const { encryptAll } = createEncrypter(tested);

const quote = 'The quick brown fox jumps over the lazy dog';
const note = 'Ler de novo na próxima estação';

async function annotate(person: TestAccount, title: string, texts = { quote, note }): Promise<string> {
  const { bookmarks } = await find(person, { q: `"${title}"` });
  const uuid = bookmarks[0]?.uuid ?? '';
  const created = await call('highlights.create', { params: { uuid }, body: texts }, person);
  expect(created.status).toBe(201);
  return created.body.uuid;
}

/** An account on the Free plan with one annotated bookmark. */
async function reader(): Promise<TestAccount> {
  const person = await library(sample('Saved', { tags: ['forest'] }), sample('Another'));
  await annotate(person, 'Saved');
  return person;
}

describe('words that occur only in annotations', async () => {
  const person = await reader();

  test('find the bookmark on every plan, and the reason is the annotation', async () => {
    const { bookmarks, full, pagination, matches } = await find(person, { q: 'estacao' });
    expect(bookmarks.map(({ title }) => title)).toEqual(['Saved']);
    expect({ full, total: pagination.total }).toEqual({ full: 1, total: 1 });
    expect(matches).toMatchObject([{ field: 'annotation', snippet: note, form: 'exact' }]);
    expect((await find(person, { q: 'lazy' })).matches).toMatchObject([
      { field: 'annotation', snippet: quote },
    ]);
  });

  test.each([
    ['the beginning of one', 'estac', true],
    ['a phrase of the passage', '"lazy dog"', true],
    ['a phrase of the note', '"proxima estacao"', true],
    ['a phrase across passage and note', '"dog ler"', false],
    ['words of passage and note', 'fox estacao', true],
    ['words of title, tag and annotation', 'saved forest fox', true],
    ['a word that is nowhere among them', 'fox giraffe', false],
    ['a condition beside them', 'fox #forest', true],
    ['a condition that does not hold', 'fox #desert', false],
    ['a field that they are not in', 'title:fox', false],
    ['one of two alternatives', 'giraffe OR fox', true],
  ])('%s: %s', async (_, q, isFound) => {
    expect((await find(person, { q })).full).toBe(isFound ? 1 : 0);
  });

  test('rank below words of the bookmark itself', async () => {
    const old = { createdAt: new Date('2012-01-01') };
    const both = await library(sample('Saved'), sample('Another', { description: 'Fox', ...old }));
    await annotate(both, 'Saved');
    expect(await titles(both, { q: 'fox' })).toEqual(['Another', 'Saved']);
  });

  test('find the closest hits', async () => {
    const { full, bookmarks, query } = await find(person, { q: 'fox giraffe' });
    expect([full, bookmarks.map(({ title }) => title)]).toEqual([0, ['Saved']]);
    expect(query.droppedWords).toEqual(['giraffe']);
  });

  test('are counted by the facets', async () => {
    const { tags } = (await call('search.facets', { query: { q: 'fox' } }, person)).body;
    expect(tags).toEqual([{ name: 'forest', count: 1 }]);
  });

  test('are left out with the other texts, as in a smart collection', async () => {
    expect(await titles(person, { q: 'fox', texts: false })).toEqual([]);
  });
});

test('the words follow a change of the note and the deletion of the annotation', async () => {
  const person = await library(sample('Saved'));
  const uuid = await annotate(person, 'Saved');
  await call('highlights.update', { params: { uuid }, body: { note: 'Giraffe' } }, person);
  expect(await titles(person, { q: 'giraffe fox' })).toEqual(['Saved']);
  expect(await titles(person, { q: 'estacao' })).toEqual([]);
  await call('highlights.delete', { params: { uuid } }, person);
  expect(await titles(person, { q: 'fox' })).toEqual([]);
});

test('annotations of others, and of bookmarks in the trash or another collection, find nothing', async () => {
  const person = await reader();
  expect(await titles(await library(sample('Saved')), { q: 'fox' })).toEqual([]);
  const place = (await call('collections.create', { body: { name: 'Shelf' } }, person)).body.uuid;
  expect(await titles(person, { q: 'fox', collection: place })).toEqual([]);
  const [uuid = ''] = (await find(person, { q: 'fox' })).bookmarks.map((bookmark) => bookmark.uuid);
  await call('bookmarks.delete', { params: { uuid } }, person);
  expect(await titles(person, { q: 'fox' })).toEqual([]);
});

test('an encrypted bookmark has no words of annotations', async () => {
  const person = await reader();
  const [uuid = ''] = (await find(person, { q: 'fox' })).bookmarks.map((bookmark) => bookmark.uuid);
  const items = await encryptAll([uuid], person.accountId);
  await call('bookmarks.reencrypt', { body: { items } }, person);
  expect(await titles(person, { q: 'fox' })).toEqual([]);
  const { rows } = await db.$client.query('select from highlights where account_id = $1', [person.accountId]);
  expect(rows).toHaveLength(0);
});

test('an account without annotations reads none', async () => {
  const person = await signUp();
  await insertBookmarks(db, person, [sample('Saved')]);
  const sent = await statementsOf(db, () => find(person, { q: 'saved fox' }));
  expect(
    sent.filter(({ text }) => /from highlights (?:h )?where account_id = \S+ and search/.test(text)),
  ).toEqual([]);
  expect(sent.some(({ text }) => text.includes('h.search'))).toBe(false);
});
