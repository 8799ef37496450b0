import { expect, test } from 'vitest';
import { serviceLimits } from '@/lib/contract/service-limits';
import { newId } from '@/provider/db/client';
import { purgeTokenCalls } from '@/provider/modules/auth/token-calls';
import { connect, createToken } from '@/provider/testing/assistants';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const testProvider = await createTestProvider();
const { call, signUp, db, clock, deps } = testProvider;

const callsOf = async (person: TestAccount, uuid: string, query = {}) =>
  (await call('account.tokenCalls', { params: { uuid }, query }, person)).body;

test('each call of an assistant is listed at its token: when, which tool, how many rows', async () => {
  const person = await signUp();
  const [used, other] = [
    await createToken(testProvider, person, 'read'),
    await createToken(testProvider, person, 'read'),
  ];
  const { use } = await connect(testProvider, used.token);
  await use('list_collections');
  await use('get_bookmarks', { uuids: 'secret words' });
  await use('create_bookmarks', { bookmarks: [{ url: 'https://secret.example/' }] });
  const { content, pagination } = await callsOf(person, used.id);
  expect(content.map(({ tool, rows, problem }) => [tool, rows, problem])).toEqual([
    ['create_bookmarks', 0, 'INSUFFICIENT_SCOPE'],
    ['get_bookmarks', 0, 'VALIDATION_FAILED'],
    ['list_collections', 1, null],
  ]);
  expect(pagination.total).toBe(3);
  expect(JSON.stringify(content)).not.toContain('secret');
  expect((await callsOf(person, other.id)).content).toEqual([]);
  const page = await callsOf(person, used.id, { size: 2 });
  const rest = await callsOf(person, used.id, { size: 2, cursor: page.pagination.next ?? '' });
  expect([...page.content, ...rest.content]).toEqual(content);
  expect((await call('account.tokenCalls', { params: { uuid: used.id } }, await signUp())).status).toBe(404);
});

test('calls are bounded, kept for 90 days, and deleted with their token', async () => {
  const person = await signUp();
  const { token, id } = await createToken(testProvider, person, 'read');
  await db.$client.query(
    `insert into token_calls (account_id, id, token_id, tool, rows, created_at)
     select $1, gen_random_uuid(), $2, 'old', 0, now() from generate_series(1, $3)`,
    [person.accountId, id, serviceLimits.tokenCalls + 5],
  );
  await db.$client.query(
    `update token_calls set id = ('00000000' || substr(id::text, 9))::uuid where token_id = $1`,
    [id],
  );
  const { use } = await connect(testProvider, token);
  await use('list_tags');
  const { content, pagination } = await callsOf(person, id, { size: 1 });
  expect([content[0]?.tool, pagination.total]).toEqual(['list_tags', serviceLimits.tokenCalls]);
  clock.advance(91 * 24 * 60 * 60_000);
  await purgeTokenCalls(deps);
  clock.advance(-91 * 24 * 60 * 60_000);
  expect((await callsOf(person, id)).content).toEqual([]);
  await use('list_tags');
  expect((await call('account.deleteToken', { params: { uuid: id } }, person)).status).toBe(204);
  const { rows } = await db.$client.query('select from token_calls where token_id = $1', [id]);
  expect(rows).toEqual([]);
  expect((await call('account.tokenCalls', { params: { uuid: newId() } }, person)).status).toBe(404);
});
