import { describe, expect, test } from 'vitest';
import type { Endpoint } from '@/lib/contract/endpoint';
import { contract, operationIds, type OperationId } from '@/lib/contract/index';
import { newId } from '@/provider/db/client';
import { cleanUp } from '@/provider/modules/cleanup/jobs';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db, deps, clock } = await createTestProvider();

const saved = async (person: TestAccount) =>
  (await call('bookmarks.create', { body: { url: `https://${newId()}.example/`, title: 'Old' } }, person))
    .body;
const find = async (person: TestAccount, uuid: string, trash = false) =>
  (await call('bookmarks.list', { query: { trash } }, person)).body.content.find((one) => one.uuid === uuid);
const under = (person: TestAccount, key: string) => ({ ...person, headers: { 'idempotency-key': key } });
const keysOf = async ({ accountId }: TestAccount): Promise<unknown[]> =>
  (
    await db.$client.query<{ key: string }>('select key from idempotency_keys where account_id = $1', [
      accountId,
    ])
  ).rows;

type Repeated =
  'bookmarks.update' | 'bookmarks.favorite' | 'bookmarks.delete' | 'bookmarks.restore' | 'bookmarks.bulk';

/** Every operation, and how another client changes the bookmark between the two requests. */
const operations: {
  id: Repeated;
  input: (uuid: string) => object;
  between: (person: TestAccount, uuid: string) => Promise<unknown>;
}[] = [
  {
    id: 'bookmarks.update',
    input: (uuid) => ({ params: { uuid }, body: { title: 'Mine' } }),
    between: (person, uuid) =>
      call('bookmarks.update', { params: { uuid }, body: { title: 'Theirs' } }, person),
  },
  {
    id: 'bookmarks.favorite',
    input: (uuid) => ({ params: { uuid }, body: { favorite: true } }),
    between: (person, uuid) =>
      call('bookmarks.favorite', { params: { uuid }, body: { favorite: false } }, person),
  },
  {
    id: 'bookmarks.delete',
    input: (uuid) => ({ params: { uuid } }),
    between: (person, uuid) => call('bookmarks.restore', { params: { uuid } }, person),
  },
  {
    id: 'bookmarks.restore',
    input: (uuid) => ({ params: { uuid } }),
    between: (person, uuid) => call('bookmarks.delete', { params: { uuid } }, person),
  },
  {
    id: 'bookmarks.bulk',
    input: (uuid) => ({ body: { uuids: [uuid], action: 'tag', tags: 'mine' } }),
    between: (person, uuid) =>
      call('bookmarks.bulk', { body: { uuids: [uuid], action: 'untag', tags: 'mine' } }, person),
  },
];

const send = (id: Repeated, input: object, as: Parameters<typeof call>[2]) =>
  call<OperationId>(id, input, as);

test('every operation that accepts a key is tested here', () => {
  const taking = operationIds.filter((id) => (contract[id] as Endpoint).idempotent === true);
  expect(taking.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
});

describe.each(operations)('$id', ({ id, input, between }) => {
  test('with the same key is executed once, whatever happens to the bookmark in between', async () => {
    const person = await signUp();
    const { uuid } = await saved(person);
    const as = under(person, newId());
    expect((await send(id, input(uuid), as)).headers.get('idempotency-replayed')).toBeNull();
    await between(person, uuid);
    const after = [await find(person, uuid), await find(person, uuid, true)];
    const again = await send(id, input(uuid), as);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([204, 'true']);
    expect([await find(person, uuid), await find(person, uuid, true)]).toEqual(after);
  });

  test('twenty times concurrently is executed once', async () => {
    const person = await signUp();
    const { uuid } = await saved(person);
    const as = under(person, newId());
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(id, input(uuid), as)));
    const replayed = replies.filter(({ headers }) => headers.has('idempotency-replayed'));
    expect(replies.filter(({ status }) => status >= 400)).toEqual([]);
    expect(replayed).toHaveLength(19);
  });

  test('that failed leaves no key', async () => {
    const person = await signUp();
    const { uuid } = await saved(await signUp());
    const key = newId();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect((await send(id, input(uuid), under(person, key))).problem.code).toBe('NOT_FOUND');
    }
    expect(await keysOf(person)).toEqual([]);
  });
});

test('the same key for another bookmark is a conflict, and for another account a separate key', async () => {
  const person = await signUp();
  const other = await signUp();
  const key = newId();
  const favorite = async (of: TestAccount) =>
    call(
      'bookmarks.favorite',
      { params: { uuid: (await saved(of)).uuid }, body: { favorite: true } },
      under(of, key),
    );
  expect((await favorite(person)).status).toBe(200);
  expect((await favorite(person)).problem.code).toBe('CONFLICT');
  expect((await favorite(other)).status).toBe(200);
});

test('a malformed key is rejected', async () => {
  const person = await signUp();
  const { uuid } = await saved(person);
  for (const key of ['', 'short', 'x'.repeat(65), 'with space here']) {
    const { problem } = await call('bookmarks.delete', { params: { uuid } }, under(person, key));
    expect(problem.code, key).toBe('MALFORMED_REQUEST');
  }
});

test('nothing of the bookmark is stored with the key, and the key is deleted after 30 days', async () => {
  const person = await signUp();
  const { uuid } = await saved(person);
  const canary = 'a title that only this test writes';
  const key = newId();
  await call('bookmarks.update', { params: { uuid }, body: { title: canary } }, under(person, key));
  const { rows } = await db.$client.query('select * from idempotency_keys where key = $1', [key]);
  expect(rows).toMatchObject([{ account_id: person.accountId, target: `update:${uuid}` }]);
  expect(JSON.stringify(rows)).not.toContain(canary);
  clock.advance(29 * 24 * 60 * 60_000);
  await cleanUp(deps);
  expect(await keysOf(person)).toHaveLength(1);
  clock.advance(2 * 24 * 60 * 60_000);
  await cleanUp(deps);
  expect(await keysOf(person)).toEqual([]);
});

test('an edit of an older version is rejected with the current bookmark', async () => {
  const person = await signUp();
  const before = await saved(person);
  const { uuid, updatedAt } = before;
  const now = await call('bookmarks.update', { params: { uuid }, body: { title: 'New' } }, person);
  const late = { params: { uuid }, body: { title: 'Late', updatedAt } };
  const { problem } = await call('bookmarks.update', late, person);
  expect(problem).toMatchObject({ code: 'OUTDATED', bookmark: now.body });
});

test('a request for another account is rejected and has no effect', async () => {
  const person = await signUp();
  const other = await signUp();
  const meant = { ...other, headers: { 'account-id': person.accountId } };
  const { problem } = await call('bookmarks.create', { body: { url: 'https://private.example/' } }, meant);
  expect([problem.status, problem.code]).toEqual([409, 'OTHER_ACCOUNT']);
  expect((await call('bookmarks.list', {}, other)).body.pagination.total).toBe(0);
  const right = { ...person, headers: { 'account-id': person.accountId } };
  expect((await call('bookmarks.list', {}, right)).status).toBe(200);
});
