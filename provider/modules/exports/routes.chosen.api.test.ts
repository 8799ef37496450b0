import { expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp } = await createTestProvider();

type Body = Input<'bookmarks.exportChosen'>['body'];

const exported = async (person: TestAccount, body: Body): Promise<string> =>
  (await call('bookmarks.exportChosen', { body }, person)).body.text();

/** Returns the titles in file order, which is the manual order. */
const titlesIn = (html: string): string[] =>
  [...html.matchAll(/<A HREF[^>]*>([^<]*)/g)].map(([, title]) => title ?? '');
const foldersIn = (html: string): string[] =>
  [...html.matchAll(/<H3[^>]*>([^<]*)/g)].map(([, name]) => name ?? '');

/** Creates four bookmarks: Alpha and Beta in Trains, Gamma in Recipes, Delta in none; and one in the trash. */
async function library() {
  const person = await signUp();
  const make = async (name: string) =>
    (await call('collections.create', { body: { name } }, person)).body.uuid;
  const [trains, recipes] = [await make('Trains'), await make('Recipes')];
  const uuids: Record<string, string> = {};
  const save = async (title: string, collections: string[]) => {
    const body = { url: `https://${title.toLowerCase()}.example/`, title, collections };
    uuids[title] = (await call('bookmarks.create', { body }, person)).body.uuid;
  };
  for (const [title, collections] of [
    ['Alpha', [trains]],
    ['Beta', [trains]],
    ['Gamma', [recipes]],
    ['Delta', []],
    ['Gone', [trains]],
  ] as const) {
    await save(title, [...collections]);
  }
  await call('bookmarks.delete', { params: { uuid: uuids['Gone'] ?? '' } }, person);
  const named = (...titles: string[]) => titles.map((title) => uuids[title] ?? '');
  return { person, trains, named };
}

test('the given bookmarks are in the file, with only the folders that contain one of them', async () => {
  const { person, named } = await library();
  const html = await exported(person, { uuids: named('Alpha', 'Delta') });
  expect(titlesIn(html).sort()).toEqual(['Alpha', 'Delta']);
  expect(foldersIn(html)).toEqual(['Trains']);
});

test('all results of a query are exported, except the excluded ones', async () => {
  const { person, trains, named } = await library();
  const query = { collection: trains, except: named('Beta') };
  expect(titlesIn(await exported(person, { query }))).toEqual(['Alpha']);
  const csv = await exported(person, { query, format: 'csv' });
  expect(csv.split('\r\n')).toHaveLength(3);
  const { bookmarks } = JSON.parse(await exported(person, { query: {}, format: 'json' })) as {
    bookmarks: { title: string }[];
  };
  expect(bookmarks.map(({ title }) => title).sort()).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
});

test('bookmarks in the trash are in no file', async () => {
  const { person, named } = await library();
  expect(titlesIn(await exported(person, { uuids: named('Gone', 'Gamma') }))).toEqual(['Gamma']);
});

test('given bookmarks of several spaces are in one file, each once and with its collections', async () => {
  const { person, named } = await library();
  const spaceId = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
  const there = { ...person, spaceId };
  const papers = (await call('collections.create', { body: { name: 'Papers' } }, there)).body.uuid;
  const save = async (title: string, collections: string[]) => {
    const body = { url: `https://${title}.example/`, title, collections };
    return (await call('bookmarks.create', { body }, there)).body.uuid;
  };
  const uuids = [...named('Alpha', 'Delta'), await save('Epsilon', [papers]), await save('Zeta', [])];
  await save('Eta', [papers]);
  const html = await exported(person, { uuids });
  expect(titlesIn(html).sort()).toEqual(['Alpha', 'Delta', 'Epsilon', 'Zeta']);
  expect(foldersIn(html).sort()).toEqual(['Papers', 'Trains']);
  const csv = (await exported(person, { uuids, format: 'csv' })).split('\r\n');
  expect(csv.filter((line) => /Epsilon.*Papers|Alpha.*Trains/.test(line))).toHaveLength(2);
  expect(csv).toHaveLength(6);
  const { bookmarks } = JSON.parse(await exported(person, { uuids, format: 'json' })) as {
    bookmarks: { title: string }[];
  };
  expect(bookmarks.map(({ title }) => title).sort()).toEqual(['Alpha', 'Delta', 'Epsilon', 'Zeta']);
});

test('a file of more than one batch is complete', async () => {
  const person = await signUp();
  const titles = Array.from({ length: 300 }, (_, index) => `Row ${String(index).padStart(3, '0')}`);
  const uuids: string[] = [];
  for (const title of titles) {
    const body = { url: `https://many.example/${uuids.length}`, title };
    uuids.push((await call('bookmarks.create', { body }, person)).body.uuid);
  }
  const html = await exported(person, { uuids: uuids.slice(10) });
  expect(titlesIn(html).sort()).toEqual(titles.slice(10));
});

test('a bookmark or collection of another account is not found, and ids and query exclude each other', async () => {
  const { named, trains } = await library();
  const stranger = await signUp();
  const refusal = async (body: Body) =>
    (await call('bookmarks.exportChosen', { body }, stranger)).problem.code;
  expect(await refusal({ uuids: named('Alpha') })).toBe('NOT_FOUND');
  expect(await refusal({ query: { collection: trains } })).toBe('NOT_FOUND');
  expect(await refusal({ uuids: named('Alpha'), query: {} })).toBe('VALIDATION_FAILED');
  expect(await refusal({})).toBe('VALIDATION_FAILED');
});
