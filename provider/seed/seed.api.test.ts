import { expect, test } from 'vitest';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';
import { demoBookmarks } from '@/provider/seed/demo-library';
import { seed } from '@/provider/seed/seed';

const { call, databaseUrl } = await createTestProvider();

test('the demo account has 500 bookmarks of two years in 12 collections and 2 spaces, some encrypted ones, and its password works', async () => {
  const report = await seed(databaseUrl);
  expect(report).toMatchObject({ isNew: true, bookmarks: 503, collections: 12, spaces: 2 });
  const { email, password } = report;
  const { tokens } = (await call('auth.login', { body: { email, password } })).body;
  const as = { token: tokens.access.token };
  const spaces = (await call('spaces.list', {}, as)).body.content;
  expect(spaces.map(({ name }) => name)).toEqual(['Personal', 'Work']);
  const found = (await call('search.find', { query: { q: 'receita', space: 'all' } }, as)).body;
  expect(found.bookmarks.length).toBeGreaterThan(3);
  const { content: keys } = (await call('bookmarks.keys', {}, as)).body;
  expect(keys).toMatchObject([{ count: 3 }]);
  expect(keys[0]?.samples).toHaveLength(3);
  const oldest = { sortOrder: 'ASC', size: 1 } as const;
  const [first] = (await call('bookmarks.list', { query: oldest }, as)).body.content;
  expect(Date.now() - Date.parse(first?.createdAt ?? '')).toBeGreaterThan(500 * 86_400_000);
});

test('run again it only changes the password', async () => {
  const before = await seed(databaseUrl);
  const again = await seed(databaseUrl);
  expect(again).toMatchObject({ isNew: false, bookmarks: 503, collections: 12, spaces: 2 });
  const old = await call('auth.login', { body: { email: before.email, password: before.password } });
  expect(old.status).toBe(401);
});

test('no page is repeated, and every url is a web address', () => {
  const library = demoBookmarks(new Date('2026-01-01'));
  expect(library).toHaveLength(500);
  expect(new Set(library.map(({ title }) => title)).size).toBe(500);
  for (const { url } of library) expect(url).toMatch(/^https:\/\/[a-z0-9.-]+\/[a-z0-9-]+$/);
});

test('the demo account is never an administrator, and the next account to register is', async () => {
  const own = await createTestProvider({ founder: false });
  const { email, password } = await seed(own.databaseUrl);
  const signIn = async (who: string, secret: string) =>
    (await own.call('auth.login', { body: { email: who, password: secret } })).body.account.isAdmin;
  expect(await signIn(email, password)).toBe(false);
  const first = await own.signUp();
  const second = await own.signUp();
  const isAdmin = async (as: TestAccount) => (await own.call('account.get', {}, as)).body.isAdmin;
  expect([await isAdmin(first), await isAdmin(second)]).toEqual([true, false]);
});
