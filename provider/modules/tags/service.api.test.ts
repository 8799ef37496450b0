import { describe, expect, test } from 'vitest';
import { newId } from '@/provider/db/client';
import { countStatements } from '@/provider/testing/statements';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createOrganised } from '@/provider/testing/collections';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;

const tags = async (person: { token: string; spaceId?: string }) =>
  Object.fromEntries(
    (await call('tags.list', {}, person)).body.content.map(({ name, count }) => [name, count]),
  );

const rename = (person: TestAccount, from: string, name: string) =>
  call('tags.rename', { params: { name: from }, body: { name } }, person);

const remove = (person: TestAccount, name: string) => call('tags.delete', { params: { name } }, person);

const undo = (person: TestAccount, uuid: string | null) =>
  call('bookmarks.undo', { params: { uuid: uuid ?? '' } }, person);

const found = async (person: TestAccount, q: string): Promise<string> => {
  const { bookmarks } = (await call('search.find', { query: { q } }, person)).body;
  return bookmarks
    .map(({ title }) => title)
    .sort()
    .join('');
};

/** Returns the tags of all bookmarks of an account, by title. */
const written = async ({ accountId }: TestAccount): Promise<Record<string, string>> => {
  const { rows } = await db.$client.query<{ title: string; tags: string }>(
    `select title, array_to_string(tags, ',') as tags from bookmarks where account_id = $1`,
    [accountId],
  );
  return Object.fromEntries(rows.map((row) => [row.title, row.tags]));
};

describe('a tag', () => {
  test.each(['.', '..', 'a/b', 'a\\b', '%2e%2e', 'rename', 'named'])(
    'called %j can be renamed and deleted',
    async (name) => {
      const person = await signUp({ plan: 'pro' });
      await insertBookmarks(db, person, [
        { title: 'One', url: 'https://a.example/', tags: [name], collections: [] },
      ]);
      const renamed = await call('tags.renameNamed', { body: { tag: name, name: 'Other' } }, person);
      expect(renamed.body).toMatchObject({ name: 'Other', count: 1 });
      await undo(person, renamed.body.undo);
      expect(await tags(person)).toEqual({ [name]: 1 });
      expect((await call('tags.deleteNamed', { body: { tag: name } }, person)).status).toBe(204);
      expect(await tags(person)).toEqual({});
      const again = await call('tags.deleteNamed', { body: { tag: name } }, person);
      expect(again.problem).toMatchObject({ status: 404 });
    },
  );

  test('is renamed everywhere, in any spelling, including the trash', async () => {
    const person = await signUp({ plan: 'pro' });
    await createOrganised(tested, person);
    const before = await libraryOf(db, person);
    const answer = (await rename(person, 'NEWS', '  Press review ')).body;
    expect(answer).toMatchObject({ name: 'Press review', count: 2 });
    expect(await tags(person)).toEqual({ 'Press review': 2, 'wide open': 1, Über: 1 });
    expect(await written(person)).toMatchObject({
      a: 'Press review,wide open',
      b: 'Press review',
      old: 'Press review',
    });
    expect([await found(person, 'review'), await found(person, 'news')]).toEqual(['ab', '']);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
    expect((await undo(person, answer.undo)).body).toEqual({ affected: 3 });
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('that gets the name of another one is merged with it, in the existing spelling', async () => {
    const person = await signUp({ plan: 'pro' });
    await createOrganised(tested, person);
    const before = await libraryOf(db, person);
    const answer = (await rename(person, 'wide open', 'nEWS')).body;
    expect(answer).toMatchObject({ name: 'News', count: 2 });
    expect(await tags(person)).toEqual({ News: 2, Über: 1 });
    expect(await written(person)).toMatchObject({ a: 'News', b: 'News' });
    // The word is also in the description and in the url of the same bookmark.
    expect([await found(person, 'wide'), await found(person, 'open')]).toEqual(['a', 'a']);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
    await undo(person, answer.undo);
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('can be respelled', async () => {
    const person = await signUp({ plan: 'pro' });
    await createOrganised(tested, person);
    const before = await libraryOf(db, person);
    const answer = (await rename(person, 'news', 'news')).body;
    expect(answer).toMatchObject({ name: 'news', count: 2 });
    expect(await tags(person)).toEqual({ news: 2, 'wide open': 1, Über: 1 });
    expect(await written(person)).toMatchObject({ a: 'news,wide open', b: 'news' });
    expect((await undo(person, answer.undo)).body).toEqual({ affected: 3 });
    expect(await libraryOf(db, person)).toEqual(before);
    expect((await rename(person, 'wide open', 'wide open')).body).toEqual({
      name: 'wide open',
      count: 1,
      undo: null,
    });
  });

  test('is removed from all bookmarks, including the trash', async () => {
    const person = await signUp({ plan: 'pro' });
    await createOrganised(tested, person);
    expect((await remove(person, 'NEWS')).status).toBe(204);
    expect(await tags(person)).toEqual({ 'wide open': 1, Über: 1 });
    expect(await written(person)).toMatchObject({ a: 'wide open', b: '', old: '' });
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
    const { rows } = await db.$client.query('select 1 from change_rows where bookmark_id in (select id from bookmarks where account_id = $1)', [person.accountId]); // prettier-ignore
    expect(rows).toEqual([]);
  });

  test('that was removed everywhere comes back by the id that was sent with it', async () => {
    const person = await signUp({ plan: 'pro' });
    await createOrganised(tested, person);
    const before = await libraryOf(db, person);
    const id = newId();
    expect((await call('tags.deleteNamed', { body: { tag: 'NEWS', undo: id } }, person)).status).toBe(204);
    expect(await written(person)).toMatchObject({ a: 'wide open', b: '', old: '' });
    const taken = await call('tags.deleteNamed', { body: { tag: 'wide open', undo: id } }, person);
    expect(taken.problem).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect((await undo(person, id)).body).toEqual({ affected: 3 });
    expect(await libraryOf(db, person)).toEqual(before);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('that is only used in the trash is found too', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    await call('bookmarks.bulk', { body: { action: 'delete', uuids: [ids.e] } }, person);
    expect((await rename(person, 'über', 'Uber')).body).toMatchObject({ name: 'Uber', count: 0 });
    await call('bookmarks.restore', { params: { uuid: ids.e } }, person);
    expect((await tags(person))['Uber']).toBe(1);
    expect((await remove(person, 'uber')).status).toBe(204);
  });

  test.each(['#', 'a/b', 'a b', '...', '%2e', "it's", 'c\\d', ':*', '日本語', '👩‍👩‍👧‍👦', 'e\u0301té'])(
    'named %s is renamed and deleted like any other',
    async (name) => {
      const person = await signUp();
      const sample = { title: 'x', url: 'https://x.example/', collections: [], tags: [name, 'other'] };
      await insertBookmarks(db, person, [sample]);
      expect((await rename(person, name, `${name}2`)).body.count).toBe(1);
      expect(await tags(person)).toEqual({ [`${name}2`]: 1, other: 1 });
      expect((await remove(person, `${name}2`)).status).toBe(204);
      expect(await tags(person)).toEqual({ other: 1 });
    },
  );
});

describe('for a missing tag', () => {
  test('or one of another account or space, nothing changes', async () => {
    const [person, stranger] = [await signUp({ plan: 'pro' }), await signUp({ plan: 'pro' })];
    const { other } = await createOrganised(tested, person);
    await createOrganised(tested, stranger);
    await call('tags.rename', { params: { name: 'wide open' }, body: { name: 'theirs' } }, stranger);
    const there = { ...person, spaceId: other.spaceId };
    const before = [await libraryOf(db, person), await libraryOf(db, stranger)];
    for (const [who, name] of [
      [person, 'theirs'],
      [person, 'new'],
      [person, 'news '],
      [person, 'news,wide open'],
      [person, 'x'.repeat(65)],
      [there, 'news'],
    ] as const) {
      expect((await rename(who, name, 'x')).problem.code, name).toBe('NOT_FOUND');
      expect((await remove(who, name)).problem.code, name).toBe('NOT_FOUND');
    }
    expect([await libraryOf(db, person), await libraryOf(db, stranger)]).toEqual(before);
  });

  test.each(['', '  ', 'a,b', 'x'.repeat(65), 'a\0b'])('%j is not a valid name', async (name) => {
    const person = await signUp({ plan: 'pro' });
    await createOrganised(tested, person);
    expect((await rename(person, 'news', name)).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'name' }],
    });
  });
});

test('a tag of three bookmarks takes as many statements as one of five hundred', async () => {
  const counts: number[] = [];
  for (const count of [3, 500]) {
    const person = await signUp();
    const samples = Array.from({ length: count }, (_, index) => ({
      title: `${index}`,
      url: `https://x.example/${index}`,
      collections: [],
      tags: ['many'],
    }));
    await insertBookmarks(db, person, samples);
    counts.push(await countStatements(db, () => rename(person, 'many', 'most')));
    counts.push(await countStatements(db, () => remove(person, 'most')));
  }
  expect(counts.slice(2)).toEqual(counts.slice(0, 2));
});
