import { inTransaction } from '@/provider/db/transaction';
import { afterEach, expect, test } from 'vitest';
import { releaseEmail } from '@/provider/modules/account/queries';
import { cleanUp } from '@/provider/modules/cleanup/jobs';
import { createImporter, file, link } from '@/provider/testing/imports';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const testProvider = await createTestProvider();
const { call, signUp, db, deps, clock } = testProvider;
const { importFile } = createImporter(testProvider);
const dayMs = 24 * 60 * 60_000;

let advanced = 0;
const wait = (days: number): void => {
  advanced += days * dayMs;
  clock.advance(days * dayMs);
};
afterEach(() => {
  clock.advance(-advanced);
  advanced = 0;
});

const exists = async ({ accountId }: TestAccount): Promise<boolean> =>
  (await db.$client.query('select 1 from accounts where id = $1', [accountId])).rows.length > 0;

test('an empty account that never verified its address is deleted after 30 days', async () => {
  const account = await signUp();
  wait(29.9);
  await cleanUp(deps);
  expect(await exists(account)).toBe(true);
  wait(0.2);
  await cleanUp(deps);
  expect(await exists(account)).toBe(false);
});

test('an empty account stays only while one of its imports is running', async () => {
  const account = await signUp();
  const { uuid } = await importFile(account, file(link('https://a.example/')), { dryRun: true });
  const set = (status: string) =>
    db.$client.query('update imports set status = $1 where id = $2', [status, uuid]);
  wait(31);
  await set('queued');
  await cleanUp(deps);
  expect(await exists(account)).toBe(true);
  await set('done');
  await cleanUp(deps);
  expect(await exists(account)).toBe(false);
});

test.each<[string, (account: TestAccount) => Promise<unknown>]>([
  ['a verified account', ({ accountId }) => set('email_verified_at = now()', accountId)],
  ['the administrator', ({ accountId }) => set('is_admin = true', accountId)],
  ['a suspended account', ({ accountId }) => set('suspended_at = now()', accountId)],
  [
    'an account with a bookmark',
    (as) => call('bookmarks.create', { body: { url: 'https://a.example/' } }, as),
  ],
  [
    'an account with a bookmark in the trash',
    async (as) => {
      const { uuid } = (await call('bookmarks.create', { body: { url: 'https://a.example/' } }, as)).body;
      await call('bookmarks.delete', { params: { uuid }, query: {} }, as);
    },
  ],
  ['an account with a collection', (as) => call('collections.create', { body: { name: 'Recipes' } }, as)],
  ['an account with another space', (as) => call('spaces.create', { body: { name: 'Work' } }, as)],
])('%s stays', async (_, change) => {
  const account = await signUp();
  await change(account);
  wait(31);
  await cleanUp(deps);
  expect(await exists(account)).toBe(true);
});

test('an account whose address was released is deleted with its bookmarks 30 days later', async () => {
  const account = await signUp();
  await call('bookmarks.create', { body: { url: 'https://a.example/' } }, account);
  wait(60);
  await inTransaction(db, (tx) => releaseEmail(tx, deps, account.accountId));
  await cleanUp(deps);
  expect(await exists(account)).toBe(true);
  wait(31);
  await cleanUp(deps);
  expect(await exists(account)).toBe(false);
  const { rows } = await db.$client.query('select 1 from bookmarks where account_id = $1', [
    account.accountId,
  ]);
  expect(rows).toEqual([]);
});

const set = (assignment: string, accountId: string): Promise<unknown> =>
  db.$client.query(`update accounts set ${assignment} where id = $1`, [accountId]);
