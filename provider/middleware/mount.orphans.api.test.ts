import { afterEach, describe, expect, test } from 'vitest';
import { createImporter, file, link } from '@/provider/testing/imports';
import { createOutsider, untilBlocked } from '@/provider/testing/database';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db, databaseUrl, importsIdle } = tested;
const { list, listCollections, read, send } = createImporter(tested);

const collection = async (person: TestAccount, name: string): Promise<string> =>
  (await call('collections.create', { body: { name } }, person)).body.uuid;
const removeCollection = (person: TestAccount, uuid: string) =>
  call('collections.delete', { params: { uuid } }, person);

/** After each test, no row may be orphaned, and every counter must be correct. */
afterEach(async () => {
  await importsIdle();
  await db.$client.query('drop function if exists test_gate cascade');
  const { rows } = await db.$client.query(
    `select 'bookmark of no space' as wrong from bookmarks b left join spaces s on s.id = b.space_id where s.id is null
     union all select 'link of no bookmark' from bookmark_collections l left join bookmarks b on b.id = l.bookmark_id
       where b.id is null
     union all select 'link of no collection' from bookmark_collections l
       left join collections c on c.id = l.collection_id where c.id is null
     union all select 'link that is wrongly live' from bookmark_collections l join bookmarks b on b.id = l.bookmark_id
       where l.live <> (b.deleted_at is null)
     union all select 'bookmark of no collection' from bookmarks b
       where not exists (select from bookmark_collections l where l.bookmark_id = b.id)
     union all select 'count of ' || c.name from collections c where c.bookmark_count <>
       (select count(*) from bookmark_collections l where l.collection_id = c.id and l.live)
     union all select 'count of ' || s.name from spaces s where s.bookmark_count <>
       (select count(*) from bookmarks b where b.space_id = s.id and b.deleted_at is null)`,
  );
  expect(rows).toEqual([]);
});

/**
 * Blocks inserts of imports, or all inserts, into a table until the gate opens: at their first row, when the statement
 * holds its locks.
 */
async function closeGate(table: 'bookmarks' | 'bookmark_collections', who: 'anybody' | 'imports') {
  const isStopped = who === 'anybody' ? 'true' : "current_setting('markwell.counting', true) = 'later'";
  const gate = await createOutsider(databaseUrl);
  await gate.query('select pg_advisory_lock(42)');
  await db.$client.query(`
    create or replace function test_gate() returns trigger language plpgsql as $$
    begin if ${isStopped} then perform pg_advisory_xact_lock_shared(42); end if; return new; end $$;
    create trigger test_gate before insert on ${table} for each row execute function test_gate()`);
  return {
    untilWaiting: (count = 1) => untilBlocked(gate, count),
    open: () => gate.query('select pg_advisory_unlock(42)'),
  };
}

describe('a collection that is being deleted', () => {
  test.each(['create', 'update'] as const)(
    'receives no bookmark of a %s that waited for the deletion',
    async (how) => {
      const person = await signUp();
      const uuid = await collection(person, 'Going');
      const saved = (await call('bookmarks.create', { body: { url: 'https://a.example/' } }, person)).body;
      const other = await createOutsider(databaseUrl);
      await other.query('begin');
      await other.query('select from spaces where id = $1 for no key update', [person.spaceId]);
      await other.query('delete from collections where id = $1', [uuid]);
      const body = { url: 'https://b.example/', collections: [uuid] };
      const answer =
        how === 'create'
          ? call('bookmarks.create', { body }, person)
          : call('bookmarks.update', { params: { uuid: saved.uuid }, body }, person);
      await untilBlocked(other);
      await other.query('commit');
      expect((await answer).problem.code).toBe('NOT_FOUND');
      expect((await list(person)).map(({ url }) => url)).toEqual(['https://a.example/']);
    },
  );

  test('waits for a bookmark that is being saved in it, which moves to the default one', async () => {
    const person = await signUp();
    const uuid = await collection(person, 'Going');
    const gate = await closeGate('bookmarks', 'anybody');
    const body = { url: 'https://a.example/', collections: [uuid] };
    const created = call('bookmarks.create', { body }, person);
    await gate.untilWaiting();
    const removed = removeCollection(person, uuid);
    await gate.untilWaiting(2);
    await gate.open();
    expect([(await created).status, (await removed).status]).toEqual([201, 204]);
    const [only] = await list(person);
    expect(only?.collections.map(({ name }) => name)).toEqual(['Uncategorized']);
  });
});

describe('a space that is being deleted', () => {
  test('receives no bookmark of a call that waited for the deletion', async () => {
    const person = await signUp();
    const { uuid } = (await call('spaces.create', { body: { name: 'Going' } }, person)).body;
    const other = await createOutsider(databaseUrl);
    await other.query('begin');
    await other.query('delete from spaces where id = $1', [uuid]);
    const body = { url: 'https://a.example/' };
    const created = call('bookmarks.create', { body }, { ...person, spaceId: uuid });
    await untilBlocked(other);
    await other.query('commit');
    expect((await created).problem.code).toBe('SPACE_NOT_FOUND');
  });

  test.each(['bookmarks', 'bookmark_collections'] as const)(
    'with its account, while an import inserts %s, leaves no rows',
    async (table) => {
      const person = await signUp();
      const gate = await closeGate(table, 'imports');
      await send(person, file('<DT><H3>New</H3><DL>', link('https://a.example/'), '</DL>'));
      await gate.untilWaiting();
      const other = await createOutsider(databaseUrl);
      const removed = other.query('delete from accounts where id = $1', [person.accountId]);
      // After the merge has locked its space, the deletion waits for it.
      if (table === 'bookmarks') await removed;
      else await gate.untilWaiting(2);
      await gate.open();
      await removed;
      await importsIdle();
      const { rows } = await db.$client.query(
        `select 'b' from bookmarks where space_id = $1 union all select 'i' from imports where space_id = $1
         union all select 'c' from collections where space_id = $1`,
        [person.spaceId],
      );
      expect(rows).toEqual([]);
    },
  );
});

describe('an import', () => {
  const body = file(
    '<DT><H3>Going</H3><DL>',
    link('https://a.example/'),
    link('https://known.example/'),
    link('https://c.example/'),
    '</DL><DT><H3>New</H3><DL>',
    link('https://a.example/'),
    link('https://b.example/'),
    link('https://known.example/'),
    '</DL>',
  );

  /** Returns an import that is inserting its links; their collections are already selected. */
  async function inTheMiddle(person: TestAccount, query: { collection?: string } = {}) {
    const gate = await closeGate('bookmark_collections', 'imports');
    const { uuid } = (await send(person, body, query)).body;
    await gate.untilWaiting();
    return async () => {
      await gate.open();
      await importsIdle();
      return read(person, uuid);
    };
  }

  const places = async (person: TestAccount) =>
    Object.fromEntries(
      (await list(person)).map(({ domain, collections }): [string, string[]] => [
        domain ?? '',
        collections.map(({ name }) => name),
      ]),
    );

  test('moves bookmarks for a collection that is being deleted to the default one', async () => {
    const person = await signUp();
    const uuid = await collection(person, 'Going');
    const letGo = await inTheMiddle(person);
    expect((await removeCollection(person, uuid)).status).toBe(204);
    expect(await letGo()).toMatchObject({ status: 'done', created: 4 });
    expect(await places(person)).toEqual({
      'a.example': ['New'],
      'b.example': ['New'],
      'c.example': ['Uncategorized'],
      'known.example': ['New'],
    });
  });

  test('does so too when that is its only target', async () => {
    const person = await signUp();
    const uuid = await collection(person, 'Going');
    const letGo = await inTheMiddle(person, { collection: uuid });
    expect((await removeCollection(person, uuid)).status).toBe(204);
    expect(await letGo()).toMatchObject({ status: 'done', created: 4 });
    const names = Object.values(await places(person));
    expect(names).toEqual(Array.from({ length: 4 }, () => ['Uncategorized']));
    expect(await listCollections(person)).toHaveLength(1);
  });

  test.each([true, false])(
    'ignores bookmarks that are deleted during the import, permanently: %s',
    async (permanent) => {
      const person = await signUp();
      const known = { url: 'https://known.example/' };
      const { uuid } = (await call('bookmarks.create', { body: known }, person)).body;
      const letGo = await inTheMiddle(person);
      expect(
        (await call('bookmarks.delete', { params: { uuid }, query: { permanent } }, person)).status,
      ).toBe(204);
      expect(await letGo()).toMatchObject({ status: 'done', created: 3 });
      expect(Object.keys(await places(person)).sort()).toEqual(['a.example', 'b.example', 'c.example']);
      expect(await list(person, { trash: true })).toHaveLength(permanent ? 0 : 1);
    },
  );
});

describe('a row that is written without the lock', () => {
  const absent = '01890000-0000-7000-8000-000000000000';
  const insertLink = `insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at)
    select account_id, id, $2, space_id, true, created_at from bookmarks where space_id = $1`;

  test('is rejected if the collection or the space does not exist', async () => {
    const person = await signUp();
    await call('bookmarks.create', { body: { url: 'https://a.example/' } }, person);
    const refused = { code: '23503' };
    await expect(db.$client.query(insertLink, [person.spaceId, absent])).rejects.toMatchObject(refused);
    const copy = `insert into bookmarks (id, space_id, account_id, title, url, order_key, created_at, updated_at,
        title_key, search)
      select gen_random_uuid(), $2, account_id, title, url, order_key, created_at, updated_at, title_key, search
      from bookmarks where space_id = $1`;
    await expect(db.$client.query(copy, [person.spaceId, absent])).rejects.toMatchObject(refused);
  });

  test('locks its collection until its transaction ends', async () => {
    const person = await signUp();
    const uuid = await collection(person, 'Going');
    await call('bookmarks.create', { body: { url: 'https://a.example/' } }, person);
    const other = await createOutsider(databaseUrl);
    await other.query('begin');
    await other.query(insertLink, [person.spaceId, uuid]);
    const removed = removeCollection(person, uuid);
    await untilBlocked(other);
    await other.query('commit');
    expect((await removed).status).toBe(204);
  });
});
