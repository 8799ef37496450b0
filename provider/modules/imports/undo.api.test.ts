import { describe, expect, test } from 'vitest';
import { createImporter, file, link } from '@/provider/testing/imports';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, clock, db } = tested;
const { importFile, list, listCollections } = createImporter(tested);

const undo = (person: TestAccount, uuid: string) =>
  call('bookmarks.undoImport', { params: { uuid } }, person);

const collectionsOf = async (person: TestAccount, trash = false) =>
  (await list(person, { trash })).map(({ url, collections }) => [url, collections.map(({ name }) => name)]);

describe('undoing an import leaves no bookmark without a collection', () => {
  /** Creates a bookmark in "Red" that an import also adds to "Elsewhere". */
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
    await call('bookmarks.bulk', { body: { action: 'removeFrom', uuids: [own], collection: red } }, person);
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

  test('when a later import added it to another collection, and both are undone', async () => {
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

describe('the number of visits', () => {
  const visitsOf = async (person: TestAccount) =>
    (await list(person)).map(({ url, visits }) => [url, visits]).sort();
  const known = { url: 'https://k.example/', title: 'K' };
  const counted = (url: string, count: number) => link(url, url, `VISITATION_COUNT="${count}"`);
  const repeated = file(
    counted('https://k.example/', 7),
    link('https://r.example/'),
    counted('https://r.example/', 9),
    counted('https://r.example/', 4),
  );

  test('of a known or repeated page is the maximum, and the preview shows it', async () => {
    const person = await signUp();
    await call('bookmarks.create', { body: known }, person);
    const preview = await importFile(person, repeated, { dryRun: true });
    expect(preview.merged).toMatchObject({ bookmarks: 1, visits: 1 });
    expect(await visitsOf(person)).toEqual([['https://k.example/', 0]]);
    const report = await importFile(person, repeated);
    expect(report.merged).toMatchObject({ bookmarks: 1, visits: 1 });
    expect(await visitsOf(person)).toEqual([
      ['https://k.example/', 7],
      ['https://r.example/', 9],
    ]);
    const again = await importFile(person, file(counted('https://k.example/', 3)));
    expect(again.merged).toMatchObject({ bookmarks: 0, visits: 0 });
    expect((await visitsOf(person))[0]).toEqual(['https://k.example/', 7]);
  });

  test('is restored by undo, without the visits that the import added', async () => {
    const person = await signUp();
    const own = (await call('bookmarks.create', { body: known }, person)).body.uuid;
    await call('bookmarks.visit', { params: { uuid: own } }, person);
    const before = await libraryOf(db, person);
    const { uuid } = await importFile(person, repeated);
    await undo(person, uuid);
    expect(await libraryOf(db, person)).toEqual(before);
    const second = await importFile(person, repeated);
    await call('bookmarks.visit', { params: { uuid: own } }, person);
    expect(await visitsOf(person)).toContainEqual(['https://k.example/', 8]);
    await undo(person, second.uuid);
    expect(await visitsOf(person)).toEqual([['https://k.example/', 2]]);
  });
});

describe('the default collection of a JSON export', () => {
  const look = { color: 'b93a1a', description: 'What is left', security: 1, listed: true };
  const exportWith = (changes: Partial<typeof look> = {}): string =>
    JSON.stringify({
      version: 2,
      collections: [{ uuid: 'top', name: 'Uncategorized', isDefault: true, ...look, ...changes }],
      bookmarks: [{ title: 'A', url: 'https://a.example/', collectionUuids: ['top'] }],
    });

  const original = { color: '64748b', description: '', security: 0, listed: false };

  const defaultOf = async (person: TestAccount) => {
    const found = (await listCollections(person)).find(({ isDefault }) => isDefault);
    if (!found) throw new Error('no default collection');
    const { uuid, color, description, security, listed } = found;
    return { uuid, look: { color, description, security, listed } };
  };

  test('is restored, shown in the preview, and undone', async () => {
    const person = await signUp();
    const preview = await importFile(person, exportWith(), { dryRun: true });
    expect(preview.defaultChanges).toEqual(['color', 'description', 'sharing']);
    expect((await defaultOf(person)).look).toEqual(original);
    const { uuid, defaultChanges } = await importFile(person, exportWith());
    expect(defaultChanges).toEqual(['color', 'description', 'sharing']);
    expect((await defaultOf(person)).look).toEqual(look);
    expect((await importFile(person, exportWith())).defaultChanges).toEqual([]);
    await undo(person, uuid);
    expect((await defaultOf(person)).look).toEqual(original);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('is not changed by deleting a dry run of the same file', async () => {
    const person = await signUp();
    const preview = await importFile(person, exportWith(), { dryRun: true });
    await importFile(person, exportWith());
    expect((await undo(person, preview.uuid)).status).toBe(204);
    expect((await defaultOf(person)).look).toEqual(look);
  });

  test('overwrites no existing value, and publishes nothing that was private', async () => {
    const person = await signUp();
    const { uuid } = await defaultOf(person);
    await call('collections.update', { params: { uuid }, body: { color: '2f6f4f' } }, person);
    await call('bookmarks.create', { body: { url: 'https://private.example/' } }, person);
    expect((await importFile(person, exportWith())).defaultChanges).toEqual(['description']);
    expect((await defaultOf(person)).look).toEqual({
      ...original,
      color: '2f6f4f',
      description: look.description,
    });
  });

  test('keeps later changes on undo', async () => {
    const person = await signUp();
    const { uuid: id } = await importFile(person, exportWith());
    const { uuid } = await defaultOf(person);
    clock.advance(1_000);
    await call('collections.update', { params: { uuid }, body: { description: 'Mine' } }, person);
    await undo(person, id);
    expect((await defaultOf(person)).look).toEqual({ ...original, description: 'Mine' });
  });

  test('is not changed by an import with a single target', async () => {
    const person = await signUp();
    const collection = (await call('collections.create', { body: { name: 'Mine' } }, person)).body.uuid;
    expect((await importFile(person, exportWith(), { collection })).defaultChanges).toEqual([]);
    expect((await defaultOf(person)).look).toEqual(original);
  });
});
