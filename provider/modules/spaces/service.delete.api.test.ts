import { describe, expect, test } from 'vitest';
import { newId } from '@/provider/db/client';
import { inTransaction } from '@/provider/db/transaction';
import { countStatements } from '@/provider/testing/statements';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createOrganised } from '@/provider/testing/collections';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db, clock } = tested;

const remove = (person: TestAccount, uuid: string, target?: string) =>
  call('spaces.delete', { params: { uuid }, query: { target } }, person);

/**
 * Creates an account whose current space is an empty third one, with the library in the first one, which is not the
 * default.
 */
async function setUp() {
  const person = await signUp({ plan: 'pro' });
  const library = await createOrganised(tested, person);
  const { uuid } = (await call('spaces.create', { body: { name: 'Here' } }, person)).body;
  await call('account.update', { body: { space: uuid } }, person);
  await call('spaces.setDefault', { params: { uuid } }, person);
  const here = { ...person, spaceId: uuid };
  return { person, here, there: { ...person, spaceId: library.other.spaceId }, library };
}

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

const spaceNames = async (person: TestAccount): Promise<string[]> =>
  (await call('spaces.list', {}, person)).body.content.map(({ name }) => name);

async function rowsOf(spaceId: string): Promise<number> {
  const { rows } = await db.$client.query<{ n: number }>(
    `select ((select count(*) from bookmarks where space_id = $1) + (select count(*) from collections where space_id = $1)
      + (select count(*) from bookmark_collections where space_id = $1) + (select count(*) from tags where space_id = $1)
      + (select count(*) from imports where space_id = $1))::int as n`,
    [spaceId],
  );
  return rows[0]?.n ?? -1;
}

describe('deleting a space', () => {
  test('deletes its content', async () => {
    const { person, here, there } = await setUp();
    expect((await remove(here, person.spaceId)).status).toBe(204);
    expect(await spaceNames(here)).toEqual(['Here', 'Other']);
    expect(await rowsOf(person.spaceId)).toBe(0);
    for (const { spaceId } of [here, there]) expect(await wrongIn(db, spaceId)).toEqual([]);
    expect((await remove(here, person.spaceId)).problem.code).toBe('NOT_FOUND');
  });

  test('with a target moves everything there first, including the trash', async () => {
    const { person, here, there } = await setUp();
    expect((await remove(here, person.spaceId, there.spaceId)).status).toBe(204);
    expect(await places(there)).toEqual({
      ...{ a: 'Red', b: 'Blue,Red', c: 'Red', d: 'Red', e: 'Uncategorized' },
      '×old': 'Blue',
    });
    const { content } = (await call('collections.simplified', {}, there)).body;
    expect(content.map(({ name, count }) => `${name} ${count}`)).toEqual([
      'Uncategorized 1',
      'Blue 1',
      'Green 0',
      'Red 4',
    ]);
    const tags = (await call('tags.list', {}, there)).body.content.map(
      ({ name, count }) => `${name} ${count}`,
    );
    expect(tags.sort()).toEqual(['News 2', 'wide open 1', 'Über 1'].sort());
    expect(await rowsOf(person.spaceId)).toBe(0);
    expect(await wrongIn(db, there.spaceId)).toEqual([]);
    const { counts } = (await call('spaces.list', {}, there)).body.content.find(
      ({ name }) => name === 'Other',
    ) ?? { counts: null };
    expect(counts).toEqual({ bookmarks: 5, collections: 4, favorites: 1, later: 0, trash: 1 });
  });

  test('moves an import, so that it can still be undone', async () => {
    const { person, here, there, library } = await setUp();
    const id = newId();
    await db.$client.query(
      `insert into imports (id, account_id, space_id, status, dry_run, created_at, finished_at)
       values ($1, $2, $3, 'done', false, now(), now() + interval '1 minute')`,
      [id, person.accountId, person.spaceId],
    );
    await db.$client.query('update bookmarks set import_id = $1 where id = $2', [id, library.ids.c]);
    await db.$client.query('update bookmark_collections set import_id = $1 where bookmark_id = $2', [
      id,
      library.ids.c,
    ]);
    await remove(here, person.spaceId, there.spaceId);
    expect((await call('bookmarks.undoImport', { params: { uuid: id } }, here)).status).toBe(204);
    expect(Object.keys(await places(there)).sort()).toEqual(['a', 'b', 'd', 'e', '×old'].sort());
    expect(await wrongIn(db, there.spaceId)).toEqual([]);
  });

  test('that the client believes to be empty is rejected while anything is in it', async () => {
    const { here } = await setUp();
    const { uuid } = (await call('spaces.create', { body: { name: 'Work' } }, here)).body;
    const work = { ...here, spaceId: uuid };
    const removeEmpty = () => call('spaces.delete', { params: { uuid }, query: { empty: true } }, here);
    const saved = (await call('bookmarks.create', { body: { url: 'https://work.example/' } }, work)).body;
    expect((await removeEmpty()).problem.code).toBe('OUTDATED');
    await call('bookmarks.delete', { params: { uuid: saved.uuid } }, work);
    expect((await removeEmpty()).problem.code).toBe('OUTDATED');
    await call('bookmarks.delete', { params: { uuid: saved.uuid }, query: { permanent: true } }, work);
    const papers = (await call('collections.create', { body: { name: 'Papers' } }, work)).body;
    expect((await removeEmpty()).problem.code).toBe('OUTDATED');
    await call('collections.delete', { params: { uuid: papers.uuid } }, work);
    expect((await removeEmpty()).status).toBe(204);
  });

  test('is rejected for the current one, the default one and one into itself', async () => {
    const { person, here, there } = await setUp();
    const before = await libraryOf(db, person);
    expect((await remove(here, here.spaceId, there.spaceId)).problem.code).toBe('SPACE_IN_USE');
    await call('account.update', { body: { space: there.spaceId } }, person);
    expect((await remove(here, here.spaceId, there.spaceId)).problem.code).toBe('DEFAULT_SPACE');
    const { problem } = await remove(here, person.spaceId, person.spaceId);
    expect(problem).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path: 'target' }] });
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('finds no space and no target of another account, and changes nothing', async () => {
    const { person, here } = await setUp();
    const foreign = await setUp();
    const before = [await libraryOf(db, person), await libraryOf(db, foreign.person)];
    for (const other of [foreign.person.spaceId, newId()]) {
      expect((await remove(here, other)).problem.code).toBe('NOT_FOUND');
      expect((await remove(here, other, here.spaceId)).problem.code).toBe('NOT_FOUND');
      expect((await remove(here, person.spaceId, other)).problem.code).toBe('NOT_FOUND');
    }
    expect([await libraryOf(db, person), await libraryOf(db, foreign.person)]).toEqual(before);
  });

  test('sends as many statements for thousands as for a few', async () => {
    const [small, large] = [await setUp(), await setUp()];
    const samples = Array.from({ length: 5_000 }, (_, index) => ({
      title: `${index}`,
      url: `https://many.example/${index}`,
      collections: [index % 2 === 0 ? large.library.red : large.library.home],
      tags: [`tag ${index % 50}`],
    }));
    for (let at = 0; at < samples.length; at += 2_500) {
      await insertBookmarks(db, large.person, samples.slice(at, at + 2_500));
    }
    const counts = [];
    for (const { here, person, there } of [small, large]) {
      counts.push(await countStatements(db, () => remove(here, person.spaceId, there.spaceId)));
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[1]).toBeLessThan(20);
    expect(await wrongIn(db, large.there.spaceId)).toEqual([]);
    await call('account.update', { body: { space: large.here.spaceId } }, large.here);
    expect(await countStatements(db, () => remove(large.here, large.there.spaceId))).toBeLessThan(20);
  });
});

describe('concurrently', () => {
  test('two transfers into each other leave one space with everything', async () => {
    const { person, here, there } = await setUp();
    const answers = await Promise.all([
      remove(here, person.spaceId, there.spaceId),
      remove(here, there.spaceId, person.spaceId),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    const [left] = answers[0].status === 204 ? [there] : [person];
    expect(Object.keys(await places(left)).sort()).toEqual(['a', 'b', 'c', 'd', 'e', '×old'].sort());
    expect(await wrongIn(db, left.spaceId)).toEqual([]);
  });

  test('a space that becomes the current or the default one is not deleted, or was never selected', async () => {
    for (const choose of ['current', 'default'] as const) {
      const { person, here } = await setUp();
      const { spaceId } = person;
      const [, chosen] = await Promise.all([
        remove(here, spaceId),
        choose === 'current'
          ? call('account.update', { body: { space: spaceId } }, here)
          : call('spaces.setDefault', { params: { uuid: spaceId } }, here),
        call('account.updatePreferences', { body: { defaultSpace: here.spaceId } }, here),
      ]);
      expect([200, 404]).toContain(chosen.status);
      const { content } = (await call('spaces.list', {}, { token: here.token })).body;
      expect(content.filter(({ isDefault }) => isDefault)).toHaveLength(1);
      expect(content.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    }
  });

  test('an import that is running into it ends first', async () => {
    const { person, here, there } = await setUp();
    const locking = (strength: string) => `select from spaces where id = $1 for ${strength}`;
    const removing = await inTransaction(db, async ({ $client }) => {
      // The first bookmarks of an import share the row of their space, and their links then lock it.
      await $client.query(locking('key share'), [person.spaceId]);
      const answer = remove(here, person.spaceId, there.spaceId);
      const blocked = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
      const { rows } = await $client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await expect
        .poll(() => db.$client.query(blocked, [rows[0]?.pid]), { interval: 10, timeout: 10_000 })
        .toHaveProperty('rowCount', 1);
      await $client.query(locking('no key update'), [person.spaceId]);
      return { answer };
    });
    expect((await removing.answer).status).toBe(204);
  });

  test('bookmarks saved into it are moved or rejected', async () => {
    const { person, here, there } = await setUp();
    const saves = Array.from({ length: 20 }, (_, index) =>
      call(
        'bookmarks.create',
        { body: { title: `new ${index}`, url: `https://new.example/${index}` } },
        person,
      ),
    );
    const [removed, ...saved] = await Promise.all([remove(here, person.spaceId, there.spaceId), ...saves]);
    expect(removed.status).toBe(204);
    expect(saved.filter(({ status }) => status !== 201 && status !== 404)).toEqual([]);
    const arrived = Object.keys(await places(there)).filter((title) => title.startsWith('new'));
    expect(arrived).toHaveLength(saved.filter(({ status }) => status === 201).length);
    expect(await wrongIn(db, there.spaceId)).toEqual([]);
  });
});

describe('the activity of spaces', () => {
  const dayMs = 24 * 60 * 60_000;

  test('counts the bookmarks of each of the last thirty days, the most active space first', async () => {
    clock.freeze(new Date('2026-03-10T12:00:00Z'));
    const person = await signUp();
    const { uuid } = (await call('spaces.create', { body: { name: 'Work' } }, person)).body;
    const at = (day: number, hour: number) => new Date(Date.UTC(2026, 2, 10 - day, hour));
    const dates = [at(0, 0), at(0, 23), at(1, 23), at(29, 0), at(30, 23), at(-1, 0)];
    const samples = dates.map((createdAt, index) => ({
      title: `${index}`,
      url: `https://x.example/${index}`,
      collections: [],
      createdAt,
    }));
    const trashed = { title: 'x', url: 'https://x.example/', collections: [], createdAt: at(0, 1) };
    await insertBookmarks(db, { ...person, spaceId: uuid }, [
      ...samples,
      { ...trashed, deletedAt: at(0, 2) },
    ]);
    const { content } = (await call('spaces.top', {}, person)).body;
    expect(content.map(({ name }) => name)).toEqual(['Work', 'Personal']);
    const [work, personal] = content;
    expect(personal?.activity).toHaveLength(30);
    expect(personal?.activity.every(({ count }) => count === 0)).toBe(true);
    expect(work?.activity.map(({ date }) => date)).toEqual(
      Array.from({ length: 30 }, (_, index) => new Date(at(29 - index, 0)).toISOString().slice(0, 10)),
    );
    expect(work?.activity.map(({ count }) => count)).toEqual([1, ...Array<number>(27).fill(0), 1, 2]);
    expect(work).toMatchObject({ isCurrent: false, counts: { bookmarks: 6, trash: 1 } });
  });

  test('is read with one statement, regardless of the number of bookmarks', async () => {
    clock.freeze(new Date('2026-03-10T12:00:00Z'));
    const person = await signUp();
    const samples = Array.from({ length: 3_000 }, (_, index) => ({
      title: `${index}`,
      url: `https://x.example/${index}`,
      collections: [],
      createdAt: new Date(clock.now().getTime() - index * dayMs),
    }));
    await insertBookmarks(db, person, samples);
    await call('spaces.top', {}, person);
    const authentication = await countStatements(db, () => call('collections.simplified', {}, person));
    expect(await countStatements(db, () => call('spaces.top', {}, person))).toBe(authentication);
    const { content } = (await call('spaces.top', {}, person)).body;
    expect(content[0]?.activity.map(({ count }) => count)).toEqual(Array<number>(30).fill(1));
  });
});
