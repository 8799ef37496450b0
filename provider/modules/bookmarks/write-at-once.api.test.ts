import { describe, expect, test } from 'vitest';
import { newId } from '@/provider/db/client';
import { countStatements } from '@/provider/testing/statements';
import { createTestProvider } from '@/provider/testing/test-provider';
import { whileWaiting } from '@/provider/testing/while-waiting';

const { call, signUp, db } = await createTestProvider();

async function withBookmark() {
  const person = await signUp();
  const body = { title: 'A page', url: 'https://a.example/', tags: 'one' };
  const { uuid } = (await call('bookmarks.create', { body }, person)).body;
  return { person, params: { uuid } };
}

const writes = {
  update: ({ person, params }: Awaited<ReturnType<typeof withBookmark>>, title = 'Another title') =>
    call('bookmarks.update', { params, body: { title } }, person),
  favorite: ({ person, params }: Awaited<ReturnType<typeof withBookmark>>) =>
    call('bookmarks.favorite', { params, body: { favorite: true } }, person),
};

describe('changing one bookmark', () => {
  test.each([
    ['an update', 'update', 3],
    ['a favorite mark', 'favorite', 2],
  ] as const)('%s takes few statements, with the authentication', async (_, write, expected) => {
    const place = await withBookmark();
    await writes[write](place);
    const statements = await countStatements(db, async () => {
      expect((await writes[write](place)).status).toBe(200);
    });
    expect(statements).toBe(expected);
  });
});

describe('a change that waits for another one of its space', () => {
  test('keeps what the other one has written', async () => {
    const place = await withBookmark();
    const { body } = await whileWaiting(
      db,
      place.person,
      (holder) =>
        holder.query('update bookmarks set description = $2 where id = $1', [place.params.uuid, 'Theirs']),
      () => writes.update(place),
    );
    expect(body).toMatchObject({ title: 'Another title', description: 'Theirs' });
  });

  test('returns the collections that the other one has chosen', async () => {
    const place = await withBookmark();
    const { person, params } = place;
    const collection = (await call('collections.create', { body: { name: 'Theirs' } }, person)).body;
    const { body } = await whileWaiting(
      db,
      person,
      async (holder) => {
        await holder.query('delete from bookmark_collections where bookmark_id = $1', [params.uuid]);
        await holder.query(
          `insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at)
           values ($1, $2, $3, $4, true, now())`,
          [person.accountId, params.uuid, collection.uuid, person.spaceId],
        );
      },
      () => writes.favorite(place),
    );
    expect(body.collections.map(({ name }) => name)).toEqual(['Theirs']);
  });

  test('reports a bookmark that the other one has deleted as missing', async () => {
    const place = await withBookmark();
    const { problem } = await whileWaiting(
      db,
      place.person,
      (holder) => holder.query('delete from bookmarks where id = $1', [place.params.uuid]),
      () => writes.favorite(place),
    );
    expect(problem.code).toBe('NOT_FOUND');
  });
});

test('a change with an idempotency key is applied once, and its key is not used up by one that is refused', async () => {
  const { person, params } = await withBookmark();
  const known = (await call('bookmarks.details', { params }, person)).body.updatedAt;
  const as = { ...person, headers: { 'idempotency-key': newId() } };
  const set = (title: string, updatedAt?: string) =>
    call('bookmarks.update', { params, body: { title, ...(updatedAt !== undefined && { updatedAt }) } }, as);
  expect((await set('Refused', new Date(0).toISOString())).status).toBe(409);
  expect((await set('First', known)).status).toBe(200);
  await call('bookmarks.update', { params, body: { title: 'Later' } }, person);
  await set('First', known);
  expect((await call('bookmarks.details', { params }, person)).body.title).toBe('Later');
});

test('counters, events and covers are written without their indexes', async () => {
  const { person, params } = await withBookmark();
  const client = await db.$client.connect();
  // The numbers of updates of this transaction, and of those that touched no index.
  const written = async (change: string) => {
    // The numbers of earlier transactions of this connection.
    await client.query('select pg_stat_force_next_flush()');
    await client.query('begin');
    await client.query(`update bookmarks set ${change} where account_id = $1 and id = $2`, [
      person.accountId,
      params.uuid,
    ]);
    const { rows } = await client.query<{ name: string; isHot: boolean }>(
      `select relname::text as name,
         pg_stat_get_xact_tuples_updated(oid) = pg_stat_get_xact_tuples_hot_updated(oid) as "isHot"
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and pg_stat_get_xact_tuples_updated(oid) > 0 order by 1`,
    );
    await client.query('rollback');
    return Object.fromEntries(rows.map(({ name, isHot }) => [name, isHot]));
  };
  try {
    expect(await written('favorite = true, updated_at = now()')).toEqual({
      bookmarks: false,
      event_streams: true,
      spaces: true,
    });
    expect(await written(`cover = '{}'`)).toEqual({ bookmarks: true, event_streams: true });
  } finally {
    client.release();
  }
});
