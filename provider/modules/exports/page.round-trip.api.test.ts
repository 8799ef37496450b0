import { describe, expect, test } from 'vitest';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createImporter } from '@/provider/testing/imports';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, clock } = tested;
const { importFile, list, listCollections } = createImporter(tested);

describe('encrypted bookmarks of a JSON export', () => {
  const json = async (person: TestAccount) =>
    (await call('bookmarks.export', { query: { format: 'json', encrypted: true } }, person)).body.text();

  /** Creates an encrypted bookmark in two collections, and a readable one; returns the account and its export. */
  async function encryptedLibrary() {
    const person = await signUp();
    const names = ['Docs', 'Bar'];
    const collections: string[] = [];
    for (const name of names)
      collections.push((await call('collections.create', { body: { name } }, person)).body.uuid);
    const encrypted = { encrypted: true, cipher: sampleEnvelope(2), hint: 'my hint', favorite: true };
    const { uuid } = (await call('bookmarks.create', { body: { ...encrypted, collections } }, person)).body;
    clock.advance(17);
    await call('bookmarks.visit', { params: { uuid } }, person);
    await call('bookmarks.create', { body: { url: 'https://a.example/', title: 'A' } }, person);
    return { person, uuid, text: await json(person), before: await list(person) };
  }

  const erase = (person: TestAccount) =>
    call('bookmarks.bulk', { body: { action: 'erase', query: {} } }, person);

  test('are restored in their account with everything but the hint, and undo erases them', async () => {
    const { person, text, before } = await encryptedLibrary();
    await erase(person);
    const report = await importFile(person, text);
    expect(report).toMatchObject({
      read: 2,
      created: 2,
      duplicates: 0,
      invalid: 0,
      collections: 0,
      rows: [],
    });
    const restored = await list(person);
    const own = ({ uuid, order: _, ...one }: (typeof before)[number]) =>
      one.encrypted ? { uuid, ...one, hint: null } : one;
    expect(restored.map(own)).toEqual(before.map(own));
    expect(restored.find(({ encrypted }) => encrypted)?.collections).toHaveLength(2);
    expect((await call('spaces.list', {}, person)).body.content[0]?.counts).toMatchObject({ bookmarks: 2 });
    await call('bookmarks.undoImport', { params: { uuid: report.uuid } }, person);
    expect(await list(person)).toEqual([]);
  });

  test('are not changed if they exist, also in the trash, in another space, or readable by now', async () => {
    const { person, uuid, text, before } = await encryptedLibrary();
    const nothing = { created: 0, duplicates: 2, invalid: 0, merged: { bookmarks: 0 } };
    expect(await importFile(person, text, { dryRun: true })).toMatchObject(nothing);
    expect(await importFile(person, text)).toMatchObject(nothing);
    expect(await list(person)).toEqual(before);
    const { uuid: space } = (await call('spaces.create', { body: { name: 'Other' } }, person)).body;
    const elsewhere = await importFile(person, text, { space });
    expect(elsewhere).toMatchObject({ created: 1, duplicates: 1 });
    expect(elsewhere.newCollections.map(({ count }) => count)).toEqual([0, 0]);
    await call('bookmarks.delete', { params: { uuid } }, person);
    const report = await importFile(person, text);
    expect(report).toMatchObject(nothing);
    expect(report.rows.map(({ reasons }) => reasons)).toContainEqual(['in_trash']);
    expect(await list(person, { trash: true })).toMatchObject([{ uuid, encrypted: true }]);
    await call('bookmarks.restore', { params: { uuid } }, person);
    const body = { encrypted: false, url: 'https://b.example/', title: 'B', tags: '', description: '' };
    await call('bookmarks.update', { params: { uuid }, body }, person);
    expect(await importFile(person, text)).toMatchObject(nothing);
    expect((await list(person)).map(({ title }) => title).sort()).toEqual(['A', 'B']);
  });

  test('are reported by another account, and for an invalid envelope', async () => {
    const { person, text } = await encryptedLibrary();
    const other = await signUp();
    expect(await importFile(other, text)).toMatchObject({
      ...{ created: 1, invalid: 1, rows: [{ reasons: ['encrypted'], title: '', url: '' }] },
    });
    await erase(person);
    const invalid = text.replace(/"cipher":"[^"]*"/, '"cipher":"mw1.AAAA"');
    expect(await importFile(person, invalid)).toMatchObject({ created: 1, invalid: 1 });
    expect((await list(person)).map(({ encrypted }) => encrypted)).toEqual([false]);
  });

  test('contain nothing but their envelope, whatever the file adds', async () => {
    const { person, uuid, text } = await encryptedLibrary();
    await erase(person);
    const added = { title: 'Told', url: 'https://told.example/', description: 'told', tags: 'told' };
    const extra = { icon_uri: 'https://told.example/icon' };
    const { bookmarks, ...head } = JSON.parse(text) as { bookmarks: object[] };
    const body = {
      ...head,
      bookmarks: bookmarks.map((one) => ('cipher' in one ? { ...one, ...added, extra } : one)),
    };
    expect(await importFile(person, JSON.stringify(body))).toMatchObject({ created: 2, invalid: 0 });
    expect((await list(person)).find((one) => one.uuid === uuid)).toMatchObject({
      ...{ encrypted: true, title: null, url: null, description: null, tags: '' },
    });
    expect(await json(person)).not.toContain('told');
  });

  test('are readable bookmarks if the file has their text instead, even if it marks them as encrypted', async () => {
    const { person, text } = await encryptedLibrary();
    const { bookmarks, ...head } = JSON.parse(text) as { bookmarks: object[] };
    const words = { title: 'B', url: 'https://b.example/', description: 'in the open', tags: 'x,y' };
    const body = {
      ...head,
      bookmarks: bookmarks.map((one) => ('cipher' in one ? { ...one, ...words, cipher: undefined } : one)),
    };
    await erase(person);
    for (const reader of [person, await signUp()]) {
      const report = await importFile(reader, JSON.stringify(body));
      expect(report).toMatchObject({ read: 2, created: 2, invalid: 0, rows: [] });
      const decrypted = (await list(reader)).find(({ url }) => url === words.url);
      expect(decrypted).toMatchObject({ ...words, encrypted: false, cipher: null, favorite: true });
      expect(decrypted?.collections).toHaveLength(2);
    }
  });

  test('are restored once, with their collections, however often a file repeats them', async () => {
    const { person, uuid, text } = await encryptedLibrary();
    await erase(person);
    for (const { uuid: collection, isDefault } of await listCollections(person)) {
      if (!isDefault) await call('collections.delete', { params: { uuid: collection } }, person);
    }
    const { bookmarks, ...head } = JSON.parse(text) as {
      bookmarks: { cipher?: string; collectionUuids: string[] }[];
    };
    const [first] = bookmarks.filter(({ cipher }) => cipher !== undefined);
    const places = first?.collectionUuids ?? [];
    const repeated = [
      { ...first, collectionUuids: [...places, ...places] },
      { ...first, order: 'zz', cipher: sampleEnvelope(3) },
    ];
    const body = JSON.stringify({ ...head, bookmarks: repeated });
    const expected = { read: 2, created: 1, duplicates: 1, invalid: 0 };
    const preview = await importFile(person, body, { dryRun: true });
    expect(preview).toMatchObject(expected);
    expect(preview.newCollections.map(({ name, count }) => [name, count]).sort()).toEqual([
      ['Bar', 1],
      ['Docs', 1],
    ]);
    expect(await importFile(person, body)).toMatchObject(expected);
    const [restored] = await list(person);
    expect(restored).toMatchObject({ uuid, cipher: first?.cipher });
    expect(restored?.collections.map(({ name }) => name).sort()).toEqual(['Bar', 'Docs']);
  });

  test('never take the uuid of a bookmark of another account', async () => {
    const { person, uuid, text } = await encryptedLibrary();
    const other = await signUp();
    const account = JSON.parse(await json(other)) as { account: string };
    const claimed = text.replace(/"account":"[^"]*"/, `"account":"${account.account}"`);
    expect(await importFile(other, claimed)).toMatchObject({ created: 1, duplicates: 1 });
    expect((await list(other)).map(({ title }) => title)).toEqual(['A']);
    expect((await list(person)).find((one) => one.uuid === uuid)).toMatchObject({ encrypted: true });
  });
});
