import { describe, expect, test } from 'vitest';
import type { Output } from '@/lib/contract/index';
import { inTransaction } from '@/provider/db/transaction';
import { cleanUp } from '@/provider/modules/cleanup/jobs';
import { envelope } from '@/provider/testing/envelopes';
import { countStatements } from '@/provider/testing/statements';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db, deps } = await createTestProvider();

const cursorOf = async (person: TestAccount): Promise<string> =>
  (await call('bookmarks.changes', { query: {} }, person)).body.next;

const read = async (person: TestAccount, since: string, size = 200) =>
  (await call('bookmarks.changes', { query: { since, size } }, person)).body;

const typesOf = ({ content }: Output<'bookmarks.changes'>) => content.map(({ uuid, type }) => [uuid, type]);

const create = async (person: TestAccount, url: string, body = {}): Promise<string> =>
  (await call('bookmarks.create', { body: { title: 'A page', url, ...body } }, person)).body.uuid;

/** The recorded events of a bookmark, oldest first. */
const eventsOf = async (uuid: string): Promise<string[]> => {
  const { rows } = await db.$client.query<{ type: string }>(
    'select type from events where resource_id = $1 order by number',
    [uuid],
  );
  return rows.map(({ type }) => type);
};

describe('the change feed', () => {
  test('returns only the current cursor without one, and nothing while nothing changes', async () => {
    const person = await signUp();
    await create(person, 'https://a.example/');
    const first = (await call('bookmarks.changes', { query: {} }, person)).body;
    expect(first).toMatchObject({ content: [], hasMore: false });
    expect(await read(person, first.next)).toEqual({ content: [], next: first.next, hasMore: false });
  });

  test('returns what was created, changed, moved and deleted, in this order', async () => {
    const person = await signUp();
    const [changed, moved, trashed, erased] = await Promise.all(
      ['b', 'c', 'd', 'e'].map((host) => create(person, `https://${host}.example/`)),
    );
    const collection = (await call('collections.create', { body: { name: 'Other' } }, person)).body.uuid;
    const since = await cursorOf(person);
    const created = await create(person, 'https://a.example/');
    await call('bookmarks.update', { params: { uuid: changed! }, body: { title: 'New' } }, person);
    await call('bookmarks.update', { params: { uuid: moved! }, body: { collections: [collection] } }, person);
    await call('bookmarks.delete', { params: { uuid: trashed! }, query: {} }, person);
    await call('bookmarks.delete', { params: { uuid: erased! }, query: { permanent: true } }, person);
    const { content, hasMore } = await read(person, since);
    expect(hasMore).toBe(false);
    expect(content).toMatchObject([
      { uuid: created, type: 'created', space: person.spaceId, bookmark: { url: 'https://a.example/' } },
      { uuid: changed, type: 'changed', bookmark: { title: 'New' } },
      { uuid: moved, type: 'moved', bookmark: { collections: [{ uuid: collection }] } },
      { uuid: trashed, type: 'deleted', bookmark: { deletedAt: expect.any(String) as string } },
      { uuid: erased, type: 'deleted', space: null, bookmark: null },
    ]);
  });

  test('returns a restored bookmark as created, and a place in the manual order as moved', async () => {
    const person = await signUp();
    const [one, other] = [
      await create(person, 'https://a.example/'),
      await create(person, 'https://b.example/'),
    ];
    await call('bookmarks.delete', { params: { uuid: one }, query: {} }, person);
    const since = await cursorOf(person);
    await call('bookmarks.restore', { params: { uuid: one } }, person);
    await call('bookmarks.order', { params: { uuid: other }, body: { after: one } }, person);
    expect(typesOf(await read(person, since))).toEqual([
      [one, 'created'],
      [other, 'moved'],
    ]);
  });

  test('returns the latest of several changes of a bookmark', async () => {
    const person = await signUp();
    const since = await cursorOf(person);
    const uuid = await create(person, 'https://a.example/');
    const other = await create(person, 'https://b.example/');
    await call('bookmarks.favorite', { params: { uuid }, body: { favorite: true } }, person);
    expect(typesOf(await read(person, since))).toEqual([
      [other, 'created'],
      [uuid, 'changed'],
    ]);
  });

  test('continues after each page without a gap or a repetition, also within one transaction', async () => {
    const person = await signUp();
    const uuids = await Promise.all(
      Array.from({ length: 7 }, (_, at) => create(person, `https://${at}.example/`)),
    );
    let since = await cursorOf(person);
    await call('bookmarks.bulk', { body: { action: 'favorite', favorite: true, uuids } }, person);
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let hasMore = true; hasMore;) {
      const page = await read(person, since, 3);
      seen.push(...page.content.map(({ uuid }) => uuid));
      sizes.push(page.content.length);
      ({ next: since, hasMore } = page);
    }
    expect(seen).toEqual(uuids.toSorted());
    expect(sizes).toEqual([3, 3, 1]);
  });

  test('covers all spaces of the account and no other account', async () => {
    const [person, stranger] = [await signUp(), await signUp()];
    const space = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
    const since = await cursorOf(person);
    await create(stranger, 'https://stranger.example/');
    const uuid = await create({ ...person, spaceId: space }, 'https://work.example/');
    expect((await read(person, since)).content).toMatchObject([{ uuid, space }]);
  });

  test('reports a bookmark as deleted that a later page deletes', async () => {
    const person = await signUp();
    const since = await cursorOf(person);
    const uuid = await create(person, 'https://a.example/');
    const other = await create(person, 'https://b.example/');
    await call('bookmarks.delete', { params: { uuid }, query: { permanent: true } }, person);
    const first = await read(person, since, 1);
    expect(typesOf(first)).toEqual([[uuid, 'deleted']]);
    expect(typesOf(await read(person, first.next))).toEqual([
      [other, 'created'],
      [uuid, 'deleted'],
    ]);
  });

  test('ends a page at its byte budget', async () => {
    const person = await signUp();
    const since = await cursorOf(person);
    const description = 'x'.repeat(9_000);
    for (let at = 0; at < 50; at += 1) await create(person, `https://${at}.example/`, { description });
    const first = await read(person, since);
    expect(first.content.length).toBeLessThan(50);
    expect(first.hasMore).toBe(true);
    const rest = await read(person, first.next);
    expect(first.content.length + rest.content.length).toBe(50);
    expect(rest.hasMore).toBe(false);
  });

  test('does not record visits', async () => {
    const person = await signUp();
    const uuid = await create(person, 'https://a.example/');
    await call('bookmarks.visit', { params: { uuid } }, person);
    expect(await eventsOf(uuid)).toEqual(['created']);
  });

  test('takes three statements: authentication, the stream and its events', async () => {
    const person = await signUp();
    const since = await cursorOf(person);
    await create(person, 'https://a.example/');
    await read(person, since);
    expect(await countStatements(db, () => read(person, since))).toBe(3);
  });
});

describe('what is recorded', () => {
  test('is one event for each bookmark of a transaction, also if it has several changes', async () => {
    const person = await signUp();
    const collection = (await call('collections.create', { body: { name: 'Other' } }, person)).body.uuid;
    const uuid = await create(person, 'https://a.example/', { collections: [collection] });
    expect(await eventsOf(uuid)).toEqual(['created']);
    const body = { title: 'New', tags: 'one', collections: [] };
    await call('bookmarks.update', { params: { uuid }, body }, person);
    expect(await eventsOf(uuid)).toEqual(['created', 'moved']);
    await call('bookmarks.delete', { params: { uuid }, query: { permanent: true } }, person);
    expect(await eventsOf(uuid)).toEqual(['created', 'moved', 'deleted']);
  });

  test('names the session or the token of the caller, and neither for a job', async () => {
    const person = await signUp();
    await db.$client.query('update accounts set email_verified_at = now() where id = $1', [person.accountId]);
    const created = await call(
      'account.createToken',
      { body: { name: 'Script', scope: 'write', currentPassword: person.password } },
      person,
    );
    expect(created.status).toBe(201);
    const withToken = { ...person, token: created.body.token };
    const bySession = await create(person, 'https://a.example/');
    const byToken = await create(withToken, 'https://b.example/');
    await call('bookmarks.favorite', { params: { uuid: byToken }, body: { favorite: true } }, person);
    await db.$client.query('update bookmarks set broken = true where id = $1', [bySession]);
    const { rows } = await db.$client.query<{ resource_id: string; who: string | null }>(
      `select resource_id, case credential_id when t.id then 'token' when s.id then 'session' end as who
       from events join personal_tokens t using (account_id) join sessions s using (account_id)
       where account_id = $1 order by number`,
      [person.accountId],
    );
    expect(rows.map(({ resource_id, who }) => [resource_id, who])).toEqual([
      [bySession, 'session'],
      [byToken, 'token'],
      [byToken, 'session'],
      [bySession, null],
    ]);
  });

  test('contains nothing of an encrypted bookmark but its id', async () => {
    const person = await signUp();
    const since = await cursorOf(person);
    const cipher = envelope('key');
    const body = { encrypted: true, cipher, hint: 'The usual' };
    const { uuid } = (await call('bookmarks.create', { body }, person)).body;
    const { rows } = await db.$client.query<{ text: string }>(
      'select e::text as text from events e where resource_id = $1',
      [uuid],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain('usual');
    expect((await read(person, since)).content).toMatchObject([
      { uuid, type: 'created', bookmark: { encrypted: true, cipher, title: null, url: null } },
    ]);
  });

  test('is deleted with the account', async () => {
    const person = await signUp();
    await create(person, 'https://a.example/');
    await db.$client.query('delete from accounts where id = $1', [person.accountId]);
    const { rows } = await db.$client.query(
      `select from events where account_id = $1
       union all select from event_streams where account_id = $1`,
      [person.accountId],
    );
    expect(rows).toEqual([]);
  });
});

// Guarantee: a reader never skips a change that is committed later than one that it has read.
test('a transaction waits for the number of an earlier one of the same account, and is read after it', async () => {
  const person = await signUp();
  const space = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
  const here = await create(person, 'https://here.example/');
  const there = await create({ ...person, spaceId: space }, 'https://there.example/');
  const since = await cursorOf(person);
  let waiting: Promise<unknown> = Promise.resolve();
  await inTransaction(db, async (holder) => {
    await holder.$client.query('update bookmarks set favorite = true where id = $1', [here]);
    waiting = call('bookmarks.favorite', { params: { uuid: there }, body: { favorite: true } }, person);
    const { rows } = await holder.$client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const blocked = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
    while ((await db.$client.query(blocked, [rows[0]?.pid])).rowCount === 0);
    expect((await read(person, since)).content).toEqual([]);
  });
  await waiting;
  expect(typesOf(await read(person, since))).toEqual([
    [here, 'changed'],
    [there, 'changed'],
  ]);
});

describe('a cursor', () => {
  test('expires when a change affects more bookmarks than are recorded', async () => {
    const person = await signUp();
    const uuid = await create(person, 'https://a.example/');
    const since = await cursorOf(person);
    await db.$client.query(
      `select mw_add_events($1, 'changed', array(select gen_random_uuid() from generate_series(1, mw_events_max() + 1)))`,
      [person.accountId],
    );
    const expired = await call('bookmarks.changes', { query: { since } }, person);
    expect([expired.status, expired.problem.code]).toEqual([410, 'CHANGES_EXPIRED']);
    const { rows } = await db.$client.query('select type from events where account_id = $1 order by number', [
      person.accountId,
    ]);
    expect(rows).toEqual([{ type: 'created' }, { type: 'reset' }]);
    const next = await cursorOf(person);
    await call('bookmarks.favorite', { params: { uuid }, body: { favorite: true } }, person);
    expect(typesOf(await read(person, next))).toEqual([[uuid, 'changed']]);
  });

  test('expires after 90 days, when the cleanup job deletes what follows it', async () => {
    const person = await signUp();
    const expire = async () => {
      await db.$client.query(`update events set at = at - interval '91 days' where account_id = $1`, [
        person.accountId,
      ]);
      // Events have the time of the database.
      await cleanUp({ ...deps, clock: () => new Date() });
    };
    const since = await cursorOf(person);
    await create(person, 'https://a.example/');
    const later = await cursorOf(person);
    await expire();
    expect((await call('bookmarks.changes', { query: { since } }, person)).status).toBe(410);
    const recent = await create(person, 'https://b.example/');
    expect(typesOf(await read(person, later))).toEqual([[recent, 'created']]);
    await expire();
    expect((await call('bookmarks.changes', { query: { since: later } }, person)).status).toBe(410);
  });

  test('expires when a backup is restored, or when it is ahead of the account', async () => {
    const person = await signUp();
    const before = await cursorOf(person);
    await create(person, 'https://a.example/');
    const since = await cursorOf(person);
    await db.$client.query('update event_streams set last_number = 0 where account_id = $1', [
      person.accountId,
    ]);
    expect((await call('bookmarks.changes', { query: { since } }, person)).status).toBe(410);
    await db.$client.query('update event_streams set generation = gen_random_uuid() where account_id = $1', [
      person.accountId,
    ]);
    expect((await call('bookmarks.changes', { query: { since: before } }, person)).status).toBe(410);
  });

  test.each(['x', '!!', 'a'.repeat(200), Buffer.from('{"number":1}').toString('base64url')])(
    'that is not one is rejected: %s',
    async (since) => {
      const { status, problem } = await call('bookmarks.changes', { query: { since } }, await signUp());
      expect([status, problem.errors?.[0]?.path]).toEqual([422, 'since']);
    },
  );
});
