import { describe, expect, test } from 'vitest';
import { createImporter } from '@/provider/testing/imports';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, clock } = tested;
const { importFile, list, listCollections } = createImporter(tested);

const exported = async (person: TestAccount): Promise<string> =>
  (await call('bookmarks.export', { query: { format: 'json' } }, person)).body.text();

/** Creates collections with these names, each with a bookmark. */
async function create(person: TestAccount, names: readonly string[]): Promise<void> {
  for (const name of names) {
    clock.advance(17);
    const { uuid } = (await call('collections.create', { body: { name } }, person)).body;
    const url = `https://${encodeURIComponent(name.toLowerCase()).replaceAll('%', '')}.example/${uuid}`;
    await call('bookmarks.create', { body: { url, title: name, collections: [uuid] } }, person);
  }
}

/** Returns the names of the collections, and of those of each bookmark, by the URL of the bookmark. */
async function read(person: TestAccount) {
  const collections = (await listCollections(person)).filter(({ isDefault }) => !isDefault);
  const bookmarks = (await list(person)).map((one) => [one.url, one.collections.map(({ uuid }) => uuid)]);
  return { names: collections.map(({ name }) => name).sort(), bookmarks };
}

const names = ['Docs', 'READ', 'Read', 'Read', 'Read (2)', 'Uncategorized', 'Work / Docs'];

describe('the names of collections in a JSON export', () => {
  test('are exactly those of the imported collections, and are recognized by the next import', async () => {
    const [person, other] = [await signUp(), await signUp()];
    await create(person, names);
    const text = await exported(person);
    const preview = await importFile(other, text, { dryRun: true });
    expect(preview.newCollections.map(({ name }) => name).sort()).toEqual(names);
    expect(await importFile(other, text)).toMatchObject({ created: 7, collections: 7 });
    const before = await read(other);
    expect(before.names).toEqual(names);
    expect(before.bookmarks.map(([, places]) => places?.length)).toEqual(names.map(() => 1));
    for (const reader of [person, other]) {
      const library = await read(reader);
      expect(await importFile(reader, text)).toMatchObject({ created: 0, collections: 0 });
      expect(await read(reader)).toEqual(library);
    }
  });

  test('are recognized after a move of one of two with the same name', async () => {
    const [person, other] = [await signUp(), await signUp()];
    await create(person, ['Read', 'Read']);
    const text = await exported(person);
    await importFile(other, text);
    const query = { sortField: 'order', sortOrder: 'ASC' } as const;
    const { content } = (await call('collections.list', { query }, other)).body;
    const [first = '', second = ''] = content.filter((one) => !one.isDefault).map(({ uuid }) => uuid);
    await call('collections.order', { params: { uuid: first }, body: { after: second } }, other);
    const before = await read(other);
    await importFile(other, text);
    expect(await read(other)).toEqual(before);
  });

  test('are kept for a collection that was named after its folder and the parent of it', async () => {
    const [person, other] = [await signUp(), await signUp()];
    const folder = (name: string, inner: string) => `<DT><H3>${name}</H3><DL><p>${inner}</DL><p>`;
    const docs = (parent: string) =>
      folder(parent, folder('Docs', `<DT><A HREF="https://${parent}.example/">${parent}</A>`));
    await importFile(person, `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${docs('work')}${docs('home')}</DL>`);
    const home = (await listCollections(person)).find(({ name }) => name === 'home / Docs');
    await call('collections.delete', { params: { uuid: home?.uuid ?? '' } }, person);
    await importFile(other, await exported(person));
    expect((await read(other)).names).toEqual(['work / Docs']);
  });

  test('get a number if the account has another collection with that name', async () => {
    const [person, other] = [await signUp(), await signUp()];
    await create(person, ['Read', 'Read']);
    await create(other, ['Read']);
    const text = await exported(person);
    expect(await importFile(other, text)).toMatchObject({ collections: 1 });
    const before = await read(other);
    expect(before.names).toEqual(['Read', 'Read (2)']);
    expect(await importFile(other, text)).toMatchObject({ created: 0, collections: 0 });
    expect(await read(other)).toEqual(before);
  });
});
