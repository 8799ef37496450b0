import { describe, expect, test } from 'vitest';
import { urlKeyHash } from '@/lib/domain/url-key';
import { newId } from '@/provider/db/client';
import { countStatements } from '@/provider/testing/statements';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';
import { whileWaiting } from '@/provider/testing/while-waiting';

const { call, signUp, db } = await createTestProvider();

const create = (person: TestAccount, url: string, collections: string[] = []) =>
  call('bookmarks.create', { body: { title: 'A page', url, tags: 'one, two', collections } }, person);

async function revisionOf({ spaceId }: TestAccount): Promise<number> {
  const { rows } = await db.$client.query<{ revision: string }>('select revision from spaces where id = $1', [
    spaceId,
  ]);
  return Number(rows[0]?.revision);
}

describe('saving one bookmark', () => {
  test('takes two statements: authentication, and all writes', async () => {
    const person = await signUp();
    await create(person, 'https://first.example/');
    const statements = await countStatements(db, async () => {
      expect((await create(person, 'https://second.example/')).status).toBe(201);
    });
    expect(statements).toBe(2);
  });

  test('increments the revision of its space, and writes the row of the space, once', async () => {
    const person = await signUp();
    const before = await revisionOf(person);
    await create(person, 'https://first.example/');
    expect(await revisionOf(person)).toBe(before + 1);
  });
});

describe('a bookmark that waits for another change of its space is saved into the result of that', () => {
  test('not into a collection that has been deleted', async () => {
    const person = await signUp();
    const { uuid } = (await call('collections.create', { body: { name: 'Soon gone' } }, person)).body;
    const { problem } = await whileWaiting(
      db,
      person,
      (holder) => holder.query('delete from collections where id = $1', [uuid]),
      () => create(person, 'https://late.example/', [uuid]),
    );
    expect(problem.code).toBe('NOT_FOUND');
    expect((await call('bookmarks.list', { query: {} }, person)).body.pagination.total).toBe(0);
  });

  test('not beside the same page', async () => {
    const person = await signUp();
    const url = 'https://same.example/';
    const { problem } = await whileWaiting(
      db,
      person,
      (holder) =>
        holder.query(
          `insert into bookmarks (id, space_id, account_id, title, url, url_key, order_key, created_at, updated_at,
             title_key, search)
           values ($1, $2, $3, 'First', $4, $5, 'V', now(), now(), 'first', '')`,
          [newId(), person.spaceId, person.accountId, url, urlKeyHash(url)],
        ),
      () => create(person, url),
    );
    expect(problem).toMatchObject({ code: 'ALREADY_EXISTS', bookmark: { title: 'First' } });
  });
});

test('folding a text without accents by the fast path has the same result as by the slow one', async () => {
  const { rows } = await db.$client.query(
    `select n from generate_series(1, 65535) n cross join lateral (select chr(n) || ' Aé' || chr(n) as mixed) m
     where (n < 55296 or n > 57343) and (mw_fold(chr(n)) <> lower(unaccent('unaccent', normalize(chr(n))))
       or mw_fold(mixed) <> lower(unaccent('unaccent', normalize(mixed))))`,
  );
  expect(rows).toEqual([]);
});
