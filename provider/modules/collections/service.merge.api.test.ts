import { describe, expect, test } from 'vitest';
import { newId } from '@/provider/db/client';
import { inTransaction, lockAllSpaces, MovedConcurrently } from '@/provider/db/transaction';
import { lockBookmark } from '@/provider/modules/bookmarks/queries';
import { changeSpaceOf } from '@/provider/modules/bookmarks/journal';
import { lockCollection } from '@/provider/modules/collections/queries';
import { createOutsider, untilBlocked } from '@/provider/testing/database';
import { countStatements } from '@/provider/testing/statements';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createOrganised, type Organised } from '@/provider/testing/collections';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;

const merge = (person: TestAccount, uuid: string, into: string) =>
  call('collections.merge', { params: { uuid }, body: { into } }, person);

const move = (person: TestAccount, uuid: string, space: string) =>
  call('collections.move', { params: { uuid }, body: { space } }, person);

/** Returns the collections of every bookmark of a space by title; × marks those in the trash. */
async function places(person: TestAccount): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const trash of [false, true]) {
    const { content } = (await call('bookmarks.list', { query: { trash, size: 200 } }, person)).body;
    for (const { title, collections } of content) {
      result[(trash ? '×' : '') + (title ?? '')] = collections.map(({ name }) => name).join();
    }
  }
  return result;
}

async function setUp(): Promise<{ person: TestAccount; there: TestAccount; library: Organised }> {
  const person = await signUp();
  const library = await createOrganised(tested, person);
  return { person, there: { ...person, spaceId: library.other.spaceId }, library };
}

async function expectSound({ person, there }: { person: TestAccount; there: TestAccount }): Promise<void> {
  for (const { spaceId } of [person, there]) expect(await wrongIn(db, spaceId)).toEqual([]);
}

describe('merging a collection into another', () => {
  test('moves all its bookmarks there, each once, and deletes it', async () => {
    const all = await setUp();
    const { person, library } = all;
    const { body } = await merge(person, library.blue, library.red);
    expect(body).toMatchObject({ uuid: library.red, name: 'Red', count: 4 });
    expect(await places(person)).toEqual({
      ...{ a: 'Red', b: 'Red', c: 'Red', d: 'Red', e: 'Uncategorized' },
      '×old': 'Red',
    });
    const { content } = (await call('collections.simplified', {}, person)).body;
    expect(content.map(({ name }) => name)).toEqual(['Uncategorized', 'Red']);
    await expectSound(all);
  });

  test('works for the default one as target', async () => {
    const all = await setUp();
    const { person, library } = all;
    expect((await merge(person, library.red, library.home)).body).toMatchObject({
      isDefault: true,
      count: 4,
    });
    expect(await places(person)).toMatchObject({ a: 'Uncategorized', b: 'Blue' });
    await expectSound(all);
  });

  test('is rejected for the default one, and for a collection into itself', async () => {
    const { person, library } = await setUp();
    const before = await libraryOf(db, person);
    expect((await merge(person, library.home, library.red)).problem.code).toBe('DEFAULT_COLLECTION');
    const { problem } = await merge(person, library.red, library.red);
    expect(problem).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path: 'into' }] });
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('finds nothing of another account or space, and changes nothing', async () => {
    const { person, library } = await setUp();
    const foreign = await setUp();
    const before = [await libraryOf(db, person), await libraryOf(db, foreign.person)];
    for (const other of [foreign.library.red, library.other.green, newId()]) {
      expect((await merge(person, library.red, other)).problem.code).toBe('NOT_FOUND');
      expect((await merge(person, other, library.red)).problem.code).toBe('NOT_FOUND');
    }
    expect([await libraryOf(db, person), await libraryOf(db, foreign.person)]).toEqual(before);
  });

  test('of two into each other concurrently leaves one of them with all', async () => {
    const all = await setUp();
    const { person, library } = all;
    const answers = await Promise.all([
      merge(person, library.red, library.blue),
      merge(person, library.blue, library.red),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(answers.find(({ status }) => status === 200)?.body.count).toBe(4);
    await expectSound(all);
  });
});

describe('moving a collection to another space', () => {
  test('moves its bookmarks unchanged, out of their other collections', async () => {
    const all = await setUp();
    const { person, there, library } = all;
    const before = (await call('bookmarks.list', { query: { collection: library.red } }, person)).body
      .content;
    const { body } = await move(person, library.red, there.spaceId);
    expect(body).toMatchObject({ uuid: library.red, name: 'Red', count: 4 });
    expect(await places(person)).toEqual({ e: 'Uncategorized', '×old': 'Blue' });
    expect(await places(there)).toEqual({ a: 'Red', b: 'Red', c: 'Red', d: 'Red' });
    const after = (await call('bookmarks.list', { query: { collection: library.red } }, there)).body.content;
    const alone = ({ collections }: { collections: { name: string }[] }) => ({
      collections: collections.filter(({ name }) => name === 'Red'),
    });
    expect(after).toEqual(before.map((bookmark) => ({ ...bookmark, ...alone(bookmark) })));
    await expectSound(all);
  });

  test('moves its trash', async () => {
    const all = await setUp();
    const { person, there, library } = all;
    await move(person, library.blue, there.spaceId);
    expect(await places(there)).toEqual({ b: 'Blue', '×old': 'Blue' });
    await expectSound(all);
  });

  test('to its own space changes nothing', async () => {
    const { person, library } = await setUp();
    const before = await libraryOf(db, person);
    expect((await move(person, library.red, person.spaceId)).status).toBe(200);
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('is rejected for the default one', async () => {
    const { person, library } = await setUp();
    const before = await libraryOf(db, person);
    const answer = await move(person, library.home, library.other.spaceId);
    expect(answer.problem.code).toBe('DEFAULT_COLLECTION');
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('finds no collection and no space of another account, and changes nothing', async () => {
    const { person, library } = await setUp();
    const foreign = await setUp();
    const before = [await libraryOf(db, person), await libraryOf(db, foreign.person)];
    for (const space of [foreign.person.spaceId, newId()]) {
      expect((await move(person, library.red, space)).problem.code).toBe('SPACE_NOT_FOUND');
    }
    expect((await move(person, foreign.library.red, person.spaceId)).problem.code).toBe('NOT_FOUND');
    expect([await libraryOf(db, person), await libraryOf(db, foreign.person)]).toEqual(before);
  });

  test('back and forth concurrently, while others write, loses nothing', async () => {
    const all = await setUp();
    const { person, there, library } = all;
    const answers = await Promise.all([
      ...[there, person, there, person].map(({ spaceId }) => move(person, library.red, spaceId)),
      move(person, library.blue, there.spaceId),
      move(there, library.other.green, person.spaceId),
      call('bookmarks.favorite', { params: { uuid: library.ids.a }, body: { favorite: true } }, person),
      call('collections.order', { params: { uuid: library.red }, body: { after: library.blue } }, person),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(Object.keys({ ...(await places(person)), ...(await places(there)) }).sort()).toEqual(
      ['a', 'b', 'c', 'd', 'e', '×old'].sort(),
    );
    await expectSound(all);
  });

  test('blocks a change of it or of its bookmarks, which then locks its new space', async () => {
    const all = await setUp();
    const { person, there, library } = all;
    const { accountId } = person;
    const waiting = await inTransaction(db, async (tx) => {
      await lockAllSpaces(tx, accountId);
      const calls = [
        call('collections.update', { params: { uuid: library.red }, body: { name: 'Crimson' } }, person),
        call('bookmarks.favorite', { params: { uuid: library.ids.a }, body: { favorite: true } }, person),
      ] as const;
      const locks = [
        expect(inTransaction(db, (other) => lockBookmark(other, accountId, library.ids.a))).rejects.toThrow(
          MovedConcurrently,
        ),
        expect(inTransaction(db, (other) => lockCollection(other, accountId, library.red))).rejects.toThrow(
          MovedConcurrently,
        ),
      ];
      await untilBlocked(await createOutsider(tested.databaseUrl), 4);
      await changeSpaceOf(tx, { id: library.red, accountId }, there.spaceId, new Date());
      return { calls, locks };
    });
    await Promise.all(waiting.locks);
    const [renamed, favored] = await Promise.all(waiting.calls);
    expect(renamed.body.name).toBe('Crimson');
    expect(favored.body.favorite).toBe(true);
    await expectSound(all);
  });

  test('sends as many statements for thousands as for one', async () => {
    const { person, there, library } = await setUp();
    const few = await countStatements(db, () => move(person, library.blue, there.spaceId));
    const samples = Array.from({ length: 3_000 }, (_, index) => ({
      title: `${index}`,
      url: `https://many.example/${index}`,
      collections: [library.red],
      tags: ['many'],
    }));
    await insertBookmarks(db, person, samples);
    const many = await countStatements(db, () => move(person, library.red, there.spaceId));
    expect(many).toBe(few);
    expect(many).toBeLessThan(20);
  });
});
