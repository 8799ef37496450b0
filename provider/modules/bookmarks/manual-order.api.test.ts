import { describe, expect, test } from 'vitest';
import { createRandom } from '@/lib/utils/random';
import { newId } from '@/provider/db/client';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db } = await createTestProvider();

/** Creates bookmarks with the titles a, b, c …; the first one is on top. */
async function createList(person: TestAccount, titles: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const title of [...titles].reverse()) {
    const body = { title, url: `https://${title}.example/` };
    ids.set(title, (await call('bookmarks.create', { body }, person)).body.uuid);
  }
  return ids;
}

const shown = async (person: TestAccount): Promise<string> => {
  const query = { sortField: 'order', sortOrder: 'ASC', size: 200 } as const;
  const { content } = (await call('bookmarks.list', { query }, person)).body;
  return content.map(({ title }) => title).join('');
};

describe('the manual order', () => {
  test('starts with the newest on top', async () => {
    const person = await signUp();
    await createList(person, 'abcd');
    expect(await shown(person)).toBe('abcd');
  });

  test.each([
    ['a', 'after', 'c', 'bcad'],
    ['d', 'after', 'a', 'adbc'],
    ['a', 'after', 'd', 'bcda'],
    ['d', 'before', 'a', 'dabc'],
    ['a', 'before', 'c', 'bacd'],
    ['b', 'before', 'd', 'acbd'],
    ['b', 'after', 'a', 'abcd'],
    ['b', 'before', 'c', 'abcd'],
    ['b', 'after', 'b', 'abcd'],
  ] as const)('%s moved %s %s gives %s', async (moved, side, anchor, result) => {
    const person = await signUp();
    const ids = await createList(person, 'abcd');
    const { body } = await call(
      'bookmarks.order',
      { params: { uuid: ids.get(moved) ?? '' }, body: { [side]: ids.get(anchor) } },
      person,
    );
    expect(body.title).toBe(moved);
    expect(await shown(person)).toBe(result);
  });

  test('a new bookmark is placed above one that was moved to the top', async () => {
    const person = await signUp();
    const ids = await createList(person, 'ab');
    const input = { params: { uuid: ids.get('b') ?? '' }, body: { before: ids.get('a') ?? '' } };
    await call('bookmarks.order', input, person);
    await createList(person, 'c');
    expect(await shown(person)).toBe('cba');
  });

  test('a move writes one row', async () => {
    const person = await signUp();
    const ids = await createList(person, 'abcdefgh');
    const keys = async () =>
      (
        await db.$client.query<{ id: string; key: string }>(
          'select id, order_key as key from bookmarks where space_id = $1',
          [person.spaceId],
        )
      ).rows;
    const before = new Map((await keys()).map(({ id, key }) => [id, key]));
    const input = { params: { uuid: ids.get('a') ?? '' }, body: { after: ids.get('e') ?? '' } };
    await call('bookmarks.order', input, person);
    const changed = (await keys()).filter(({ id, key }) => before.get(id) !== key);
    expect(changed.map(({ id }) => id)).toEqual([ids.get('a')]);
  });

  test('is exact after a hundred moves', async () => {
    const person = await signUp();
    const ids = await createList(person, 'abcdefgh');
    const random = createRandom(3);
    const list = [...'abcdefgh'];
    for (let count = 0; count < 100; count += 1) {
      const [moved = ''] = list.splice(Math.floor(random() * list.length), 1);
      const at = Math.floor(random() * list.length);
      const side = random() < 0.5 ? 'after' : 'before';
      const anchor = list[at] ?? '';
      list.splice(side === 'after' ? at + 1 : at, 0, moved);
      const body = { [side]: ids.get(anchor) };
      await call('bookmarks.order', { params: { uuid: ids.get(moved) ?? '' }, body }, person);
    }
    expect(await shown(person)).toBe(list.join(''));
  });

  test('rows with equal keys can be moved', async () => {
    const person = await signUp();
    const ids = await createList(person, 'abcd');
    await db.$client.query('update bookmarks set order_key = $2 where id = any($1)', [
      [ids.get('b'), ids.get('c')],
      'zzz',
    ]);
    const input = { params: { uuid: ids.get('a') ?? '' }, body: { after: ids.get('b') ?? '' } };
    expect((await call('bookmarks.order', input, person)).status).toBe(200);
    expect((await shown(person)).at(-1)).toBe('a');
  });
});

test('two clients that reorder concurrently end with the same order, and no key twice', async () => {
  const person = await signUp();
  const ids = await createList(person, 'abcdefgh');
  const { tokens } = (await call('auth.login', { body: { email: person.email, password: person.password } }))
    .body;
  const other = { ...person, token: tokens.access.token };
  const random = createRandom(5);
  const pick = () => 'abcdefgh'.charAt(Math.floor(random() * 8));
  const move = (who: TestAccount) => async () => {
    const body = { [random() < 0.5 ? 'after' : 'before']: ids.get(random() < 0.4 ? 'c' : pick()) };
    return call('bookmarks.order', { params: { uuid: ids.get(pick()) ?? '' }, body }, who);
  };
  const moves = Array.from({ length: 120 }, (_, index) => move(index % 2 === 0 ? person : other)());
  expect(new Set((await Promise.all(moves)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(await shown(person)).toBe(await shown(other));
  expect([...(await shown(person))].sort().join('')).toBe('abcdefgh');
  const { rows } = await db.$client.query<{ keys: number }>(
    'select count(distinct order_key)::int as keys from bookmarks where space_id = $1',
    [person.spaceId],
  );
  expect(rows).toEqual([{ keys: 8 }]);
});

test.each([{}, { after: newId(), before: newId() }, { after: 'x' }, { after: newId(), key: 'a' }])(
  'refuses %j',
  async (body) => {
    const person = await signUp();
    const ids = await createList(person, 'a');
    const { problem } = await call('bookmarks.order', { params: { uuid: ids.get('a') ?? '' }, body }, person);
    expect(problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' });
  },
);

test('an anchor of another account, of another space or in the trash is not found, and nothing moves', async () => {
  const person = await signUp();
  const ids = await createList(person, 'abc');
  const space = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
  const there = await createList({ ...person, spaceId: space }, 'd');
  const foreign = await createList(await signUp(), 'e');
  await call('bookmarks.delete', { params: { uuid: ids.get('c') ?? '' } }, person);
  for (const before of [there.get('d'), foreign.get('e'), ids.get('c'), newId()]) {
    const input = { params: { uuid: ids.get('b') ?? '' }, body: { before: before ?? '' } };
    expect((await call('bookmarks.order', input, person)).problem.code).toBe('NOT_FOUND');
  }
  expect(await shown(person)).toBe('ab');
});
