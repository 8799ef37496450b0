import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { collectionSorts } from '@/lib/contract/sorts';
import { sortQuery } from '@/lib/domain/sort';
import { compareNames } from '@/lib/domain/compare-names';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, clock } = await createTestProvider();

const names = [
  'Part 10',
  'part 2',
  'Pärt 1',
  'Part 2b',
  'Part',
  'Part 02',
  '100',
  '20',
  '3',
  'v1.10',
  'v1.9',
];
const natural = [
  '3',
  '20',
  '100',
  'Part',
  'Pärt 1',
  'Part 02',
  'part 2',
  'Part 2b',
  'Part 10',
  'v1.9',
  'v1.10',
];

async function setUp(): Promise<TestAccount> {
  const person = await signUp();
  for (const name of names) {
    clock.advance(1_000);
    await call('collections.create', { body: { name } }, person);
  }
  return person;
}

const ownOf = (content: { name: string; isDefault: boolean }[]): string[] =>
  content.filter(({ isDefault }) => !isDefault).map(({ name }) => name);

/** Names that differ only in leading zeros may be in either order. */
const withoutZeros = (list: readonly string[]): string[] =>
  list.map((name) => name.replace('02', '2').toLowerCase());

describe('names of collections sort naturally', () => {
  test('in the short list, where the default one stays first', async () => {
    const person = await setUp();
    const { content } = (await call('collections.simplified', {}, person)).body;
    expect(content[0]?.isDefault).toBe(true);
    expect(withoutZeros(ownOf(content))).toEqual(withoutZeros(natural));
  });

  test.each(['ASC', 'DESC'] as const)(
    'in the list by name, %s, page after page by cursor',
    async (sortOrder) => {
      const person = await setUp();
      const found: { name: string; isDefault: boolean }[] = [];
      let cursor: string | undefined;
      do {
        const query: Input<'collections.list'>['query'] = { sortField: 'name', sortOrder, size: 2, cursor };
        const { content, pagination } = (await call('collections.list', { query }, person)).body;
        found.push(...content);
        cursor = pagination.next ?? undefined;
      } while (cursor !== undefined);
      const expected = sortOrder === 'ASC' ? natural : natural.toReversed();
      expect(withoutZeros(ownOf(found))).toEqual(withoutZeros(expected));
      expect(found).toHaveLength(names.length + 1);
    },
  );

  test('like the browser sorts its optimistic list', () => {
    expect(withoutZeros(names.toSorted(compareNames))).toEqual(withoutZeros(natural));
  });

  test('among the collections of a bookmark', async () => {
    const person = await setUp();
    const { content } = (await call('collections.simplified', {}, person)).body;
    const collections = content.filter(({ name }) => /^\d+$/.test(name)).map(({ uuid }) => uuid);
    const body = { url: 'https://placed.example/', collections };
    const made = (await call('bookmarks.create', { body }, person)).body;
    const read = (await call('bookmarks.list', {}, person)).body.content[0];
    for (const one of [made, read])
      expect(one?.collections.map(({ name }) => name)).toEqual(['3', '20', '100']);
  });
});

test.each(collectionSorts)(
  'the short list has the positions of the list of collections: %s',
  async (sort) => {
    const person = await setUp();
    const { content: all } = (await call('collections.simplified', {}, person)).body;
    const [first, second, last] = [all[1]?.uuid ?? '', all[4]?.uuid ?? '', all.at(-1)?.uuid ?? ''];
    await call('collections.order', { params: { uuid: first }, body: { after: last } }, person);
    for (const uuid of [second, last]) {
      clock.advance(90_000);
      await call('collections.details', { params: { uuid } }, person);
    }
    await call('account.updatePreferences', { body: { collectionSort: sort } }, person);
    const { content } = (await call('collections.simplified', {}, person)).body;
    const list = (await call('collections.list', { query: { ...sortQuery(sort), size: 200 } }, person)).body;
    const placed = content.toSorted((a, b) => (a.position ?? NaN) - (b.position ?? NaN));
    expect(placed.map(({ name }) => name)).toEqual(list.content.map(({ name }) => name));
    expect(placed.map(({ position }) => position)).toEqual(placed.map((_, index) => index));
  },
);
