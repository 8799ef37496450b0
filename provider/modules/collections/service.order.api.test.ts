import { describe, expect, test } from 'vitest';
import { newId } from '@/provider/db/client';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db } = await createTestProvider();

/** Creates collections named a, b, c …; the first one is on top. */
async function createList(person: TestAccount, names: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const name of [...names].reverse()) {
    ids.set(name, (await call('collections.create', { body: { name } }, person)).body.uuid);
  }
  return ids;
}

/** Returns the names in manual order, the default collection as `_`. */
async function shown(person: TestAccount): Promise<string> {
  const query = { sortField: 'order', sortOrder: 'ASC', size: 200 } as const;
  const { content } = (await call('collections.list', { query }, person)).body;
  return content.map(({ name, isDefault }) => (isDefault ? '_' : name)).join('');
}

const move = (person: TestAccount, ids: Map<string, string>, moved: string, side: string, anchor: string) =>
  call(
    'collections.order',
    { params: { uuid: ids.get(moved) ?? '' }, body: { [side]: ids.get(anchor) ?? anchor } },
    person,
  );

async function keysOf({ spaceId }: TestAccount): Promise<Map<string, string>> {
  const { rows } = await db.$client.query<{ id: string; key: string }>(
    'select id, order_key as key from collections where space_id = $1',
    [spaceId],
  );
  return new Map(rows.map(({ id, key }) => [id, key]));
}

describe('the manual order of collections', () => {
  test('starts with the newest on top', async () => {
    const person = await signUp();
    await createList(person, 'abcd');
    expect(await shown(person)).toBe('abcd_');
  });

  test.each([
    ['a', 'after', 'c', 'bcad_'],
    ['d', 'before', 'a', 'dabc_'],
    ['a', 'before', 'c', 'bacd_'],
    ['b', 'after', 'a', 'abcd_'],
    ['b', 'after', 'b', 'abcd_'],
  ])('%s moved %s %s gives %s', async (moved, side, anchor, result) => {
    const person = await signUp();
    const ids = await createList(person, 'abcd');
    expect((await move(person, ids, moved, side, anchor)).body.name).toBe(moved);
    expect(await shown(person)).toBe(result);
  });

  test('includes the default collection, and a new one is still on top', async () => {
    const person = await signUp();
    const ids = await createList(person, 'ab');
    const all = (await call('collections.simplified', {}, person)).body.content;
    ids.set('_', all.find(({ isDefault }) => isDefault)?.uuid ?? '');
    await move(person, ids, '_', 'before', 'a');
    await createList(person, 'c');
    expect(await shown(person)).toBe('c_ab');
  });

  test('a move writes one row', async () => {
    const person = await signUp();
    const ids = await createList(person, 'abcdefgh');
    const before = await keysOf(person);
    await move(person, ids, 'a', 'after', 'e');
    const changed = [...(await keysOf(person))].filter(([id, key]) => before.get(id) !== key);
    expect(changed.map(([id]) => id)).toEqual([ids.get('a')]);
  });

  test('is the same for both clients after concurrent moves', async () => {
    const person = await signUp();
    const names = 'abcdefgh';
    const ids = await createList(person, names);
    const one = [...names].map((name) => move(person, ids, name, 'after', 'd'));
    const other = [...names].map((name) => move(person, ids, name, 'before', 'd'));
    const answers = await Promise.all([...one, ...other]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const keys = [...(await keysOf(person)).values()];
    expect(new Set(keys).size).toBe(keys.length);
    const order = await shown(person);
    expect([...order].sort().join('')).toBe(`_${names}`);
    expect(await shown(person)).toBe(order);
  });

  test('does not affect the short list by name', async () => {
    const person = await signUp();
    const ids = await createList(person, 'abc');
    await move(person, ids, 'a', 'after', 'c');
    const { content } = (await call('collections.simplified', {}, person)).body;
    expect(content.map(({ name }) => name)).toEqual(['Uncategorized', 'a', 'b', 'c']);
  });

  test('is paged by cursor', async () => {
    const person = await signUp();
    const ids = await createList(person, 'abcde');
    await move(person, ids, 'e', 'before', 'a');
    const query = { sortField: 'order', sortOrder: 'ASC', size: 2 } as const;
    const names: string[] = [];
    for (let next: string | null | undefined; next !== null;) {
      const { body } = await call(
        'collections.list',
        { query: { ...query, ...(next !== undefined && { cursor: next }) } },
        person,
      );
      names.push(...body.content.map(({ name }) => name));
      next = body.pagination.next;
    }
    expect(names.join(' ')).toBe('e a b c d Uncategorized');
  });
});

test.each([{}, { after: newId(), before: newId() }, { after: 'x' }, { after: newId(), key: 'a' }])(
  'refuses %j',
  async (body) => {
    const person = await signUp();
    const ids = await createList(person, 'a');
    const answer = await call('collections.order', { params: { uuid: ids.get('a') ?? '' }, body }, person);
    expect(answer.problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' });
  },
);

test('an anchor of another account or of another space is not found, and nothing moves', async () => {
  const person = await signUp();
  const ids = await createList(person, 'ab');
  const space = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
  const there = await createList({ ...person, spaceId: space }, 'c');
  const foreign = await createList(await signUp(), 'd');
  for (const anchor of [there.get('c'), foreign.get('d'), newId()]) {
    expect((await move(person, ids, 'b', 'before', anchor ?? '')).problem.code).toBe('NOT_FOUND');
  }
  expect(await shown(person)).toBe('ab_');
});

describe('pinned collections', () => {
  const sidebar = async (person: TestAccount): Promise<string> => {
    const { content } = (await call('collections.simplified', {}, person)).body;
    const ordered = content.sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
    return ordered.map(({ name, isDefault }) => (isDefault ? '_' : name)).join('');
  };
  const pin = (person: TestAccount, uuid: string | undefined, pinned: boolean) =>
    call('collections.update', { params: { uuid: uuid ?? '' }, body: { pinned } }, person);

  test('come first in the sidebar, in the manual order whatever the order of the others', async () => {
    const person = await signUp();
    const ids = await createList(person, 'abcd');
    await call('account.updatePreferences', { body: { collectionSort: 'name-DESC' } }, person);
    expect(await sidebar(person)).toBe('_dcba');
    for (const name of ['b', 'd']) expect((await pin(person, ids.get(name), true)).body.pinned).toBe(true);
    expect(await sidebar(person)).toBe('bd_ca');
    await move(person, ids, 'd', 'before', 'b');
    expect(await sidebar(person)).toBe('db_ca');
    await pin(person, ids.get('d'), false);
    expect(await sidebar(person)).toBe('b_dca');
  });

  test('keep their places in the lists of the API', async () => {
    const person = await signUp();
    const ids = await createList(person, 'abc');
    await pin(person, ids.get('c'), true);
    expect(await shown(person)).toBe('abc_');
  });
});
