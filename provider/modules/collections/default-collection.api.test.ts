import { expect, test } from 'vitest';
import { newId } from '@/provider/db/client';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createImporter, file, link } from '@/provider/testing/imports';
import { wrongIn } from '@/provider/testing/account-data';
import { createOrganised, type Organised } from '@/provider/testing/collections';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;
const { importFile, list } = createImporter(tested);

const bulk = (person: TestAccount, body: Parameters<typeof call<'bookmarks.bulk'>>[1]['body']) =>
  call('bookmarks.bulk', { body }, person);

const cipher = sampleEnvelope();

type Write = (person: TestAccount, library: Organised) => Promise<unknown>;

/** Every write that adds a bookmark to collections, with the default collection beside another one. */
const writes: Record<string, Write> = {
  'saved into both': (person, { home, red }) =>
    call('bookmarks.create', { body: { url: 'https://x.example/', collections: [home, red] } }, person),
  'saved encrypted into both': (person, { home, red }) =>
    call('bookmarks.create', { body: { encrypted: true, cipher, collections: [home, red] } }, person),
  'saved with many encrypted ones': (person, { home, red }) =>
    call(
      'bookmarks.createEncrypted',
      { body: { items: [{ uuid: newId(), cipher, collections: [home, red] }] } },
      person,
    ),
  'edited into both': (person, { ids, home, red }) =>
    call('bookmarks.update', { params: { uuid: ids.e }, body: { collections: [home, red] } }, person),
  'copied out of the default one': (person, { ids, red }) =>
    bulk(person, { action: 'copy', uuids: [ids.e], collection: red }),
  'copied into the default one': (person, { ids, home }) =>
    bulk(person, { action: 'copy', uuids: [ids.a, ids.b, ids.e], collection: home }),
  'moved from one of two collections to the default one': (person, { ids, red, home }) =>
    bulk(person, { action: 'move', uuids: [ids.a, ids.b], from: red, collection: home }),
  'moved from the default one': (person, { ids, red, home }) =>
    bulk(person, { action: 'move', uuids: [ids.e], from: home, collection: red }),
  'in a collection that is merged into the default one': (person, { red, home }) =>
    call('collections.merge', { params: { uuid: red }, body: { into: home } }, person),
  'in a collection that is deleted': (person, { red }) =>
    call('collections.delete', { params: { uuid: red } }, person),
  'merged with its duplicates': async (person, { ids, home, red }) => {
    const copy = { url: 'https://e.example/', force: true, collections: [red] };
    const { uuid } = (await call('bookmarks.create', { body: copy }, person)).body;
    return call(
      'bookmarks.merge',
      { body: { keep: ids.e, uuids: [uuid], collections: [home, red] } },
      person,
    );
  },
  'imported at the top and in a folder': (person) =>
    importFile(
      person,
      file(link('https://twice.example/'), '<DT><H3>Red</H3><DL>', link('https://twice.example/'), '</DL>'),
    ),
  'in the default one and imported into a folder': (person) =>
    importFile(person, file('<DT><H3>Blue</H3><DL>', link('https://e.example/'), '</DL>')),
  'in a collection and imported into the default one': (person, { home }) =>
    importFile(person, file(link('https://a.example/wide')), { collection: home }),
};

test.each(Object.entries(writes))('a bookmark %s is never uncategorized as well', async (_, write) => {
  const person = await signUp({ plan: 'pro' });
  const library = await createOrganised(tested, person);
  await write(person, library);
  expect(await wrongIn(db, person.spaceId)).toEqual([]);
  for (const { title, collections } of await list(person)) {
    if (collections.length > 1)
      expect(
        collections.map(({ name }) => name),
        title ?? '',
      ).not.toContain('Uncategorized');
  }
});

test('the response to saving includes its collections', async () => {
  const person = await signUp({ plan: 'pro' });
  const { home, red } = await createOrganised(tested, person);
  const body = { url: 'https://x.example/', collections: [home, red] };
  const { collections } = (await call('bookmarks.create', { body }, person)).body;
  expect(collections.map(({ name }) => name)).toEqual(['Red']);
});

test('undoing a copy moves it back to the default collection', async () => {
  const person = await signUp({ plan: 'pro' });
  const { ids, red } = await createOrganised(tested, person);
  const { undo } = (await bulk(person, { action: 'copy', uuids: [ids.e], collection: red })).body;
  const places = async () =>
    (await list(person)).find(({ uuid }) => uuid === ids.e)?.collections.map(({ name }) => name);
  expect(await places()).toEqual(['Red']);
  await call('bookmarks.undo', { params: { uuid: undo ?? '' } }, person);
  expect(await places()).toEqual(['Uncategorized']);
  expect(await wrongIn(db, person.spaceId)).toEqual([]);
});
