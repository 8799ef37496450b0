import { beforeAll, describe, expect, test } from 'vitest';
import type { Input, Output } from '@/lib/contract/index';
import { refreshActivity } from '@/provider/modules/admin/jobs';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db, deps } = await createTestProvider();
const admin = await signUp({ admin: true, email: 'admin@example.test' });

type Query = NonNullable<Input<'admin.users'>['query']>;
type Page = Output<'admin.users'>;

const list = async (query: Query = {}): Promise<Page> => (await call('admin.users', { query }, admin)).body;
const emails = async (query: Query): Promise<string[]> =>
  (await list({ sortField: 'email', sortOrder: 'ASC', ...query })).content.map(({ email }) => email);

/** Reads all pages of a list by cursor. */
async function listAll(query: Query): Promise<Page[]> {
  const pages = [await list(query)];
  for (let next = pages[0]?.pagination.next; next; next = pages.at(-1)?.pagination.next) {
    pages.push(await list({ ...query, cursor: next }));
  }
  return pages;
}

async function rename(person: TestAccount, firstName: string, lastName: string): Promise<void> {
  await call('account.update', { body: { firstName, lastName } }, person);
}

describe('the list of accounts', () => {
  const people = ['zoe', 'José', 'grace.hopper', '100%'];
  let accounts: TestAccount[] = [];

  beforeAll(async () => {
    accounts = [];
    for (const name of people) accounts.push(await signUp({ email: `${name}@people.test` }));
    const [zoe, jose, grace] = accounts;
    if (!zoe || !jose || !grace) throw new Error('the accounts are missing');
    await rename(zoe, 'Zoë', 'Washburne');
    await rename(jose, 'José', 'Núñez');
    await call('admin.updateUser', { params: { uuid: zoe.accountId }, body: { plan: 'pro' } }, admin);
    const changes = { suspended: true, emailVerified: true } as const;
    await call('admin.updateUser', { params: { uuid: grace.accountId }, body: changes }, admin);
    for (const index of [1, 2]) {
      await call('bookmarks.create', { body: { url: `https://example.test/${index}` } }, jose);
    }
    await call('bookmarks.create', { body: { url: 'https://example.test/' } }, zoe);
    await db.$client.query(
      `update sessions set last_used_at = now() + interval '1 day' where account_id = $1`,
      [zoe.accountId],
    );
    await refreshActivity(deps);
  });

  test.each<[string, string[]]>([
    ['people.test', ['100%@people.test', 'grace.hopper@people.test', 'José@people.test', 'zoe@people.test']],
    ['HOPPER@', ['grace.hopper@people.test']],
    ['ashbur', ['zoe@people.test']],
    ['nunez', ['José@people.test']],
    ['núñez jos', ['José@people.test']],
    ['gr', ['grace.hopper@people.test']],
    ['wa', []],
    ['z', ['zoe@people.test']],
    ['z wash', ['zoe@people.test']],
    ['as', []],
    ['100%@', ['100%@people.test']],
    ['%', []],
    ['_oe', []],
    ['no such account', []],
  ])('finds %s', async (q, expected) => {
    expect(await emails({ q })).toEqual(expected);
  });

  test.each<[string, Query, string[]]>([
    ['plan', { plan: 'pro' }, ['zoe@people.test']],
    ['suspension', { suspended: true }, ['grace.hopper@people.test']],
    ['verification', { verified: true }, ['grace.hopper@people.test']],
    [
      'their opposites',
      { plan: 'free', suspended: false, verified: false },
      ['100%@people.test', 'José@people.test'],
    ],
    ['administrators', { admin: true }, []],
  ])('is filtered by %s', async (_, filter, expected) => {
    expect(await emails({ ...filter, q: 'people.test' })).toEqual(expected);
    expect((await list({ ...filter, q: 'people.test' })).pagination).toMatchObject({
      total: expected.length,
      isEstimate: false,
    });
  });

  test('filters administrators', async () => {
    expect(await emails({ admin: true })).toContain('admin@example.test');
  });

  test.each<[NonNullable<Query['sortField']>, string[]]>([
    ['createdAt', ['zoe', 'José', 'grace.hopper', '100%']],
    ['lastActive', ['José', 'grace.hopper', '100%', 'zoe']],
    ['email', ['100%', 'grace.hopper', 'José', 'zoe']],
    ['bookmarks', ['grace.hopper', '100%', 'zoe', 'José']],
  ])('is sorted by %s, in both directions, and continued by cursor', async (sortField, expected) => {
    for (const sortOrder of ['ASC', 'DESC'] as const) {
      const pages = await listAll({ q: 'people.test', sortField, sortOrder, size: 1 });
      const names = pages.flatMap(({ content }) => content.map(({ email }) => email.split('@')[0] ?? ''));
      const ascending = sortOrder === 'ASC' ? names : names.toReversed();
      expect(pages.every(({ pagination }) => pagination.total === people.length)).toBe(true);
      if (sortField === 'bookmarks') expect(ascending.slice(2)).toEqual(expected.slice(2));
      expect([...ascending].sort()).toEqual([...expected].sort());
      if (sortField !== 'bookmarks' && sortField !== 'lastActive') expect(ascending).toEqual(expected);
      if (sortField === 'lastActive') expect(ascending.at(-1)).toBe('zoe');
    }
  });

  test('returns the fields of an account', async () => {
    const [user] = (await list({ q: 'zoe@people.test' })).content;
    expect(user).toEqual({
      uuid: accounts[0]?.accountId,
      email: 'zoe@people.test',
      firstName: 'Zoë',
      lastName: 'Washburne',
      plan: 'pro',
      emailVerified: false,
      isAdmin: false,
      suspendedAt: null,
      createdAt: expect.any(String) as unknown,
      lastActiveAt: expect.any(String) as unknown,
      bookmarks: 1,
    });
  });

  test('can be paged by number, up to a limit', async () => {
    const byNumber = await list({ q: 'people.test', size: 1, page: 3, sortField: 'email', sortOrder: 'ASC' });
    expect(byNumber.content.map(({ email }) => email)).toEqual(['José@people.test']);
    expect((await call('admin.users', { query: { page: 201, size: 50 } }, admin)).status).toBe(422);
  });

  test('rejects a cursor of another list', async () => {
    const { next } = (await list({ q: 'people.test', size: 1 })).pagination;
    const other = await call('admin.users', { query: { q: 'zoe', cursor: next ?? '' } }, admin);
    expect(other.status).toBe(422);
  });
});

describe('a list of many accounts', async () => {
  const large = await createTestProvider();
  const operator = await large.signUp({ admin: true });
  const read = async (query: Query): Promise<Page> =>
    (await large.call('admin.users', { query }, operator)).body;
  const count = 30_000;

  beforeAll(async () => {
    await large.db.$client.query(
      `with added as (
         insert into accounts (id, email, email_key, first_name, last_name, plan, current_space_id, created_at,
           email_verified_at)
         select gen_random_uuid(), plan || n || '@many.test', plan || n || '@many.test', 'Many', 'Users', plan, gen_random_uuid(), now() - n * interval '1 minute',
           case when n > $1 - 3 then now() end
         from generate_series(1, $1) n, lateral (select case when n % 2 = 0 then 'pro' else 'free' end as plan) p
         returning id, current_space_id)
       insert into spaces (id, account_id, name, is_default, created_at, last_activity_at)
       select current_space_id, id, 'Personal', true, now(), now() from added`,
      [count],
    );
    await large.db.$client.query('analyze accounts');
  });

  test('estimates the total if many accounts match', async () => {
    for (const query of [
      {},
      { plan: 'pro' },
      { q: 'many.test' },
      { plan: 'pro', q: 'users' },
      { q: 'pr', sortField: 'email' },
    ] as const) {
      const { content, pagination } = await read({ ...query, size: 200 });
      const expected = 'plan' in query || 'sortField' in query ? count / 2 : count;
      expect(content).toHaveLength(200);
      expect(pagination.isEstimate).toBe(true);
      expect(Math.abs(pagination.total - expected)).toBeLessThan(expected * 0.05);
    }
  });

  test('counts the total if few accounts match, and finds them far from the start', async () => {
    const first = await read({ verified: true, plan: 'pro', size: 1, q: 'many' });
    expect(first.pagination).toMatchObject({ total: 2, isEstimate: false });
    const second = await read({
      verified: true,
      plan: 'pro',
      size: 1,
      q: 'many',
      cursor: first.pagination.next ?? '',
    });
    expect([...first.content, ...second.content].map(({ email }) => email)).toEqual([
      `pro${count - 2}@many.test`,
      `pro${count}@many.test`,
    ]);
    expect(second.pagination).toMatchObject({ total: 2, next: null });
  });

  test('returns each account once, up to the last page', async () => {
    const query = { plan: 'free', sortField: 'email', size: 200 } as const;
    const seen = new Set<string>();
    let cursor: string | null | undefined;
    let pages = 0;
    do {
      const { content, pagination } = await read({ ...query, ...(cursor && { cursor }) });
      for (const { uuid } of content) seen.add(uuid);
      cursor = pagination.next;
      pages += 1;
    } while (cursor);
    // The first account has the free plan, and so has the operator.
    expect(seen.size).toBe(count / 2 + 2);
    expect(pages).toBe(76);
  });
});
