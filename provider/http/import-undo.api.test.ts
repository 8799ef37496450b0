import { describe, expect, test } from 'vitest';
import { createImporter, file, link } from '@/provider/testing/importer';
import { wrongIn } from '@/provider/testing/library';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;
const { importFile, list } = createImporter(tested);

const undo = (person: TestAccount, uuid: string) =>
  call('bookmarks.undoImport', { params: { uuid } }, person);

const collectionsOf = async (person: TestAccount, trash = false) =>
  (await list(person, { trash })).map(({ url, collections }) => [url, collections.map(({ name }) => name)]);

describe('undoing an import leaves no bookmark without a collection', () => {
  /** A bookmark in "Red" that an import puts into "Elsewhere" as well. */
  async function sharedBookmark() {
    const person = await signUp({ plan: 'pro' });
    const red = (await call('collections.create', { body: { name: 'Red' } }, person)).body.uuid;
    const body = { url: 'https://a.example/', collections: [red] };
    const own = (await call('bookmarks.create', { body }, person)).body.uuid;
    const text = file('<DT><H3>Elsewhere</H3><DL>', link('https://a.example/'), '</DL>');
    const { uuid } = await importFile(person, text);
    expect((await collectionsOf(person))[0]?.[1]).toEqual(['Elsewhere', 'Red']);
    return { person, red, own, uuid };
  }

  test('when it was removed from its own collection since', async () => {
    const { person, red, own, uuid } = await sharedBookmark();
    const body = { action: 'removeFrom', uuids: [own], collection: red } as const;
    await call('bookmarks.bulk', { body }, person);
    await undo(person, uuid);
    expect(await collectionsOf(person)).toEqual([['https://a.example/', ['Uncategorized']]]);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('when its own collection was deleted since', async () => {
    const { person, red, uuid } = await sharedBookmark();
    await call('collections.delete', { params: { uuid: red } }, person);
    await undo(person, uuid);
    expect(await collectionsOf(person)).toEqual([['https://a.example/', ['Uncategorized']]]);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('when it was moved to the trash since', async () => {
    const { person, red, own, uuid } = await sharedBookmark();
    await call('bookmarks.delete', { params: { uuid: own } }, person);
    await call('collections.delete', { params: { uuid: red } }, person);
    await undo(person, uuid);
    expect(await collectionsOf(person, true)).toEqual([['https://a.example/', ['Uncategorized']]]);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('when a later import put it into a further collection, and both are undone', async () => {
    const { person, red, uuid } = await sharedBookmark();
    const further = await importFile(
      person,
      file('<DT><H3>Further</H3><DL>', link('https://a.example/'), '</DL>'),
    );
    await call('collections.delete', { params: { uuid: red } }, person);
    await undo(person, uuid);
    expect(await collectionsOf(person)).toEqual([['https://a.example/', ['Further']]]);
    await undo(person, further.uuid);
    expect(await collectionsOf(person)).toEqual([['https://a.example/', ['Uncategorized']]]);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });
});
