import { afterEach, describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract';
import { imports } from '@/provider/modules/imports/jobs';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createImporter, file, link } from '@/provider/testing/imports';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createOutsider, untilBlocked } from '@/provider/testing/database';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';
import { passTime } from '@/provider/testing/work-queue';

const tested = await createTestProvider();
const { call, signUp, db, deps, clock, startJobs, databaseUrl, importsIdle } = tested;
const { importFile, list, listCollections, read, send } = createImporter(tested);

/** Advances the clock of the provider and of its queues, and runs the scheduled jobs. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await passTime(db, ms);
  await imports(deps).run(new AbortController().signal);
}

const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    link(`https://example.com/${index}`, `Title ${index}`, 'TAGS="t"'),
  );

/** Returns the rows of a space, and its counters. */
async function library({ spaceId }: TestAccount) {
  const { rows } = await db.$client.query<Record<string, number | null>>(
    `select (select count(*) from bookmarks where space_id = $1)::int as bookmarks,
       (select count(*) from bookmark_collections where space_id = $1)::int as links,
       (select count(*) from collections where space_id = $1)::int as collections,
       s.bookmark_count as "counted", s.collection_count as "collectionsCounted",
       (select sum(bookmark_count) from tags where space_id = $1)::int as tags,
       (select sum(bookmark_count) from collections where space_id = $1)::int as placed,
       (select count(*) from import_rows)::int as staged
     from spaces s where s.id = $1`,
    [spaceId],
  );
  return rows[0];
}

const nothing = {
  bookmarks: 0,
  links: 0,
  collections: 1,
  counted: 0,
  collectionsCounted: 1,
  tags: null,
  placed: 0,
  staged: 0,
};

const outsider = () => createOutsider(databaseUrl);

/** Runs a plpgsql statement before a bookmark with this title is inserted. */
async function whenInserting(title: string, sql: string): Promise<void> {
  await db.$client.query(`
    create or replace function test_hook() returns trigger language plpgsql as $$
    begin if new.title = '${title}' then ${sql} end if; return new; end $$;
    create or replace trigger test_hook before insert on bookmarks for each row execute function test_hook()`);
}

afterEach(async () => {
  await importsIdle();
  await db.$client.query('drop function if exists test_hook cascade');
});

describe('a merge that fails', () => {
  test('writes nothing, and reports that the import failed', async () => {
    const person = await signUp();
    await whenInserting('Title 5500', "raise exception 'planted' using errcode = '22000';");
    const report = await importFile(person, file('<DT><H3>Folder</H3><DL>', ...lines(6_000), '</DL>'));
    expect(report).toMatchObject({ status: 'failed', created: 0 });
    expect(await library(person)).toEqual(nothing);
    expect(tested.logged.at(-1)).toMatchObject({ level: 'error', message: 'merging an import failed' });
  });

  test('because the disk is full reports it, is not retried, and does not affect reads and other imports', async () => {
    const person = await signUp();
    await whenInserting('Title 5500', "raise exception 'planted' using errcode = '53100';");
    const report = await importFile(person, file('<DT><H3>Folder</H3><DL>', ...lines(6_000), '</DL>'));
    expect(report).toMatchObject({ status: 'failed', failure: 'DISK_FULL', created: 0 });
    expect(await library(person)).toEqual(nothing);
    await pass(60_000);
    await importsIdle();
    expect((await read(person, report.uuid)).status).toBe('failed');
    expect(await importFile(person, file(...lines(10)))).toMatchObject({ status: 'done', failure: null });
    expect(await list(person)).toHaveLength(10);
  });

  test('because its connection was lost is retried, and then merged once', async () => {
    const person = await signUp();
    await whenInserting('Title 1500', 'perform pg_terminate_backend(pg_backend_pid());');
    const { uuid } = (await send(person, file('<DT><H3>Folder</H3><DL>', ...lines(2_000), '</DL>'))).body;
    await importsIdle();
    expect((await read(person, uuid)).status).not.toBe('done');
    expect(await library(person)).toMatchObject({ ...nothing, staged: 2_000 });

    await db.$client.query('drop function test_hook cascade');
    await pass(60_000);
    await Promise.all([importsIdle(), importsIdle()]);
    expect(await read(person, uuid)).toMatchObject({ status: 'done', created: 2_000, collections: 1 });
    expect(await library(person)).toEqual({
      bookmarks: 2_000,
      links: 2_000,
      collections: 2,
      counted: 2_000,
      collectionsCounted: 2,
      tags: 2_000,
      placed: 2_000,
      staged: 0,
    });
  });

  test('repeatedly ends as failed', async () => {
    const person = await signUp();
    await whenInserting('Title 1', 'perform pg_terminate_backend(pg_backend_pid());');
    const { uuid } = (await send(person, file(...lines(3)))).body;
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await importsIdle();
      await pass(60_000);
    }
    await importsIdle();
    expect(await read(person, uuid)).toMatchObject({ status: 'failed', created: 0 });
    expect(await library(person)).toEqual(nothing);
  });
});

describe('a process that ended after it accepted an import', () => {
  test('leaves it to the next one, which merges it at startup', async () => {
    const person = await signUp();
    const blocker = await outsider();
    await blocker.query('begin; lock table bookmarks in share mode');
    const { uuid } = (await send(person, file(...lines(10)))).body;
    await untilBlocked(blocker);
    // Closes the connections as if the process had died.
    await blocker.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    await importsIdle();
    await blocker.query('rollback');
    expect((await read(person, uuid)).created).toBe(0);

    await passTime(db, 60_000);
    await startJobs()();
    expect(await read(person, uuid)).toMatchObject({ status: 'done', created: 10 });
  });

  test('and uploads that were lost with it are deleted', async () => {
    const { accountId, spaceId } = await signUp();
    await db.$client.query(
      `insert into imports (id, account_id, space_id, status, dry_run, created_at)
       values (gen_random_uuid(), $1, $2, 'receiving', false, $3)`,
      [accountId, spaceId, new Date(deps.clock().getTime() - 3 * 60 * 60_000)],
    );
    await pass(60_000);
    const { rowCount } = await db.$client.query("select from imports where status = 'receiving'");
    expect(rowCount).toBe(0);
  });
});

test('an import leaves no pending words that every search would have to scan', async () => {
  const person = await signUp();
  const entries = Array.from({ length: 3_000 }, (_, index) =>
    link(`https://${index}.example/`, `word${index} page`),
  );
  await importFile(person, file(...entries));
  await importsIdle();
  const { rows } = await db.$client.query<{ pages: number }>(
    `select sum(gin_clean_pending_list(c.oid))::integer as pages from pg_class c join pg_am m on m.oid = c.relam
     where m.amname = 'gin' and c.relnamespace = 'public'::regnamespace`,
  );
  expect(rows[0]?.pages).toBe(0);
});

describe('during a merge', () => {
  /** Returns an import that is blocked after its first batch until it is released. */
  async function importInTheMiddle(person: TestAccount) {
    const gate = await outsider();
    await gate.query('select pg_advisory_lock(42)');
    await whenInserting('Title 5100', 'perform pg_advisory_xact_lock(42);');
    const { uuid } = (await send(person, file('<DT><H3>New</H3><DL>', ...lines(5_200), '</DL>'))).body;
    await untilBlocked(gate);
    return { uuid, release: () => gate.query('select pg_advisory_unlock(42)') };
  }

  test('progress is visible, its rows are not, and its space can be read and written', async () => {
    const person = await signUp();
    const { uuid, release } = await importInTheMiddle(person);
    const progress = await read(person, uuid);
    expect(progress).toMatchObject({ status: 'running', read: 5_200 });
    expect(progress.created).toBeGreaterThan(1_000);
    expect(progress.created).toBeLessThan(5_200);
    expect(await list(person)).toEqual([]);
    const { body: own } = await call('bookmarks.create', { body: { url: 'https://example.org' } }, person);
    await call('bookmarks.favorite', { params: { uuid: own.uuid }, body: { favorite: true } }, person);
    await call('collections.create', { body: { name: 'Meanwhile' } }, person);
    await release();
    await importsIdle();
    expect(await read(person, uuid)).toMatchObject({ status: 'done', created: 5_200 });
    expect(await library(person)).toMatchObject({
      bookmarks: 5_201,
      counted: 5_201,
      collections: 3,
      placed: 5_201,
    });
  });

  test('it cannot be undone, but afterwards it can', async () => {
    const person = await signUp();
    const { uuid, release } = await importInTheMiddle(person);
    expect((await call('bookmarks.undoImport', { params: { uuid } }, person)).problem).toMatchObject({
      status: 409,
      code: 'IMPORT_RUNNING',
    });
    await release();
    await importsIdle();
    expect((await call('bookmarks.undoImport', { params: { uuid } }, person)).status).toBe(204);
    expect(await library(person)).toEqual(nothing);
  });
});

describe('undoing an import', () => {
  const undo = (person: TestAccount, uuid: string) =>
    call('bookmarks.undoImport', { params: { uuid } }, person);

  test('removes its bookmarks, its collections and its links, and nothing else', async () => {
    const person = await signUp();
    const { body: own } = await call(
      'bookmarks.create',
      { body: { url: 'https://example.com/1', tags: 't' } },
      person,
    );
    await call('collections.create', { body: { name: 'Mine' } }, person);
    const before = [await list(person), await listCollections(person), await library(person)];
    const { uuid } = await importFile(
      person,
      file('<DT><H3>New</H3><DL>', ...lines(5), '</DL>', '<DT><H3>Mine</H3><DL>', ...lines(3), '</DL>'),
    );
    expect((await list(person)).find((one) => one.uuid === own.uuid)?.collections).toHaveLength(2);
    expect((await undo(person, uuid)).status).toBe(204);
    expect([await list(person), await listCollections(person), await library(person)]).toEqual(before);
    expect((await read(person, uuid)).status).toBe('undone');
    expect((await undo(person, uuid)).status).toBe(204);
  });

  test('restores every field that it changed in existing bookmarks', async () => {
    const person = await signUp();
    const save = (body: Input<'bookmarks.create'>['body']) => call('bookmarks.create', { body }, person);
    await save({ url: 'http://example.com/1', title: '', tags: 'own' });
    await save({ url: 'https://example.com/2', title: 'Two', description: 'x' });
    await save({ url: 'https://example.com/3' });
    const before = await libraryOf(db, person);
    clock.advance(1_000);
    const enriched = [1, 2, 3].map(
      (index) =>
        `${link(`https://example.com/${index}`, `Title ${index}`, 'TAGS="t,own" FAVORITE="1" ADD_DATE="1500000000" LAST_VISIT="1500000001" SHORTCUTURL="s"')}<DD>A longer text`,
    );
    const { uuid, merged } = await importFile(person, file('<DT><H3>New</H3><DL>', ...enriched, '</DL>'));
    expect(merged).toEqual({ bookmarks: 3, tags: 3, descriptions: 3, favorites: 3, dates: 3, visits: 0 });
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
    expect((await undo(person, uuid)).status).toBe(204);
    expect(await libraryOf(db, person)).toEqual(before);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('keeps later changes of existing bookmarks', async () => {
    const person = await signUp();
    const { body: own } = await call(
      'bookmarks.create',
      { body: { url: 'https://example.com/1', tags: 'a' } },
      person,
    );
    const { uuid } = await importFile(
      person,
      file(link('https://example.com/1', 'Theirs', 'TAGS="b,c"'), '<DD>Theirs'),
    );
    clock.advance(1_000);
    const params = { uuid: own.uuid };
    await call('bookmarks.update', { params, body: { description: 'Mine', tags: 'a,b,mine' } }, person);
    await undo(person, uuid);
    expect((await list(person))[0]).toMatchObject({ title: '', description: 'Mine', tags: 'a,mine' });
  });

  test('of a bookmark that was encrypted since restores none of its words', async () => {
    const person = await signUp({ plan: 'pro' });
    const { body: own } = await call('bookmarks.create', { body: { url: 'https://example.com/1' } }, person);
    const { uuid } = await importFile(person, file(link('https://example.com/1', 'Secret', 'TAGS="secret"')));
    const cipher = sampleEnvelope();
    await call('bookmarks.update', { params: { uuid: own.uuid }, body: { encrypted: true, cipher } }, person);
    const { rows } = await db.$client.query('select * from import_changes where import_id = $1', [uuid]);
    expect(JSON.stringify(rows)).not.toMatch(/secret|example/i);
    expect((await undo(person, uuid)).status).toBe(204);
    expect((await list(person))[0]).toMatchObject({ encrypted: true, title: null, url: null });
  });

  test('keeps a collection that has other bookmarks now', async () => {
    const person = await signUp();
    const { uuid } = await importFile(person, file('<DT><H3>New</H3><DL>', ...lines(2), '</DL>'));
    const made = (await listCollections(person)).find(({ name }) => name === 'New');
    await call(
      'bookmarks.create',
      { body: { url: 'https://example.org', collections: [made?.uuid ?? ''] } },
      person,
    );
    await undo(person, uuid);
    expect((await listCollections(person)).map(({ name, count }) => [name, count])).toEqual(
      expect.arrayContaining([
        ['New', 1],
        ['Uncategorized', 0],
      ]),
    );
  });

  test('moves bookmarks that were changed since to the trash, from which they can be restored', async () => {
    const person = await signUp();
    const { uuid } = await importFile(person, file('<DT><H3>New</H3><DL>', ...lines(2), '</DL>'));
    const [changed] = await list(person);
    clock.advance(1_000);
    await call(
      'bookmarks.update',
      { params: { uuid: changed?.uuid ?? '' }, body: { title: 'My words' } },
      person,
    );
    await undo(person, uuid);
    expect(await list(person)).toEqual([]);
    expect((await list(person, { trash: 'true' })).map(({ title }) => title)).toEqual(['My words']);
    const back = await call('bookmarks.restore', { params: { uuid: changed?.uuid ?? '' } }, person);
    expect(back.body.collections.map(({ name }) => name)).toEqual(['Uncategorized']);
  });

  test('waits for a concurrent undo instead of being rejected', async () => {
    const person = await signUp();
    const { uuid } = await importFile(person, file(...lines(2)));
    const other = await outsider();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [uuid]);
    const undone = undo(person, uuid);
    await untilBlocked(other);
    await other.query('commit');
    expect((await undone).status).toBe(204);
    expect(await library(person)).toEqual(nothing);
  });

  test('of a dry run changes nothing', async () => {
    const person = await signUp();
    const { uuid } = await importFile(person, file(...lines(2)), { dryRun: true });
    expect((await undo(person, uuid)).status).toBe(204);
    expect(await library(person)).toEqual(nothing);
  });

  test('that waits for its merge cancels it', async () => {
    const person = await signUp();
    const { accountId, spaceId } = person;
    const { rows } = await db.$client.query<{ id: string }>(
      `insert into imports (id, account_id, space_id, status, dry_run, created_at)
       values (gen_random_uuid(), $1, $2, 'queued', false, $3) returning id`,
      [accountId, spaceId, deps.clock()],
    );
    const uuid = rows[0]?.id ?? '';
    expect((await undo(person, uuid)).status).toBe(204);
    await pass(60_000);
    await importsIdle();
    expect((await read(person, uuid)).status).toBe('undone');
  });

  test('moves bookmarks that were linked elsewhere since to the trash, also in another space', async () => {
    const person = await signUp({ plan: 'pro' });
    const other = (await call('spaces.create', { body: { name: 'Other' } }, person)).body.uuid;
    const mine = (await call('collections.create', { body: { name: 'Mine' } }, person)).body.uuid;
    const hosts = ['a', 'b', 'c'].map((host) => link(`https://${host}.example/`));
    const { uuid } = await importFile(person, file(...hosts));
    const [a = '', b = ''] = (await list(person)).map((bookmark) => bookmark.uuid);
    await call('bookmarks.bulk', { body: { action: 'move', uuids: [a], collection: mine } }, person);
    await call('bookmarks.bulk', { body: { action: 'move', uuids: [b], space: other } }, person);
    expect((await undo(person, uuid)).status).toBe(204);
    const [there, here] = [{ ...person, spaceId: other }, person];
    expect([await list(here), await list(there)]).toEqual([[], []]);
    expect((await list(here, { trash: true })).map(({ url }) => url)).toEqual(['https://a.example/']);
    expect((await list(there, { trash: true })).map(({ url }) => url)).toEqual(['https://b.example/']);
    for (const spaceId of [person.spaceId, other]) expect(await wrongIn(db, spaceId)).toEqual([]);
  });
});
