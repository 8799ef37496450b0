import { expect, test } from 'vitest';
import { newId } from '@/provider/db/client';
import { createEncrypter } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const testProvider = await createTestProvider();
const { call, signUp, db } = testProvider;
const { encryptAll } = createEncrypter(testProvider);

const save = async (person: TestAccount, title: string, tags: string): Promise<string> => {
  const body = { url: `https://pages.example/${title}`, title, tags };
  return (await call('bookmarks.create', { body }, person)).body.uuid;
};

const annotate = async (person: TestAccount, uuid: string, quote: string, tags: string): Promise<void> => {
  await call('highlights.create', { params: { uuid }, body: { quote, tags } }, person);
};

/** The tags of all annotations, by their quotes. */
async function tagged({ accountId }: TestAccount): Promise<Record<string, string>> {
  const { rows } = await db.$client.query<{ quote: string; tags: string }>(
    'select quote, tags from highlights where account_id = $1',
    [accountId],
  );
  return Object.fromEntries(rows.map(({ quote, tags }) => [quote, tags]));
}

const found = async (person: TestAccount, q: string): Promise<number> =>
  (await call('search.find', { query: { q } }, person)).body.bookmarks.length;

const changedSince = async (person: TestAccount, since: string) => {
  const { content, next } = (await call('bookmarks.changes', { query: { since } }, person)).body;
  return { uuids: content.map(({ uuid }) => uuid).sort(), next };
};

/** An account with a tag on a bookmark and its annotation, and on the annotation of another bookmark. */
async function prepare() {
  const person = await signUp({ plan: 'pro' });
  const both = await save(person, 'Both', 'rail,night');
  const other = await save(person, 'Other', 'night');
  await annotate(person, both, 'First', 'Rail,night');
  await annotate(person, both, 'Second', 'monorail');
  await annotate(person, other, 'Third', 'RAIL');
  const { next } = (await call('bookmarks.changes', {}, person)).body;
  return { person, both, other, before: await tagged(person), next };
}

const undo = (person: TestAccount, uuid: string | null) =>
  call('bookmarks.undo', { params: { uuid: uuid ?? '' } }, person);

test('a tag is renamed in annotations too, also of bookmarks without it, and in another spelling', async () => {
  const { person, both, other, before, next } = await prepare();
  const { body } = await call('tags.rename', { params: { name: 'rail' }, body: { name: 'Trains' } }, person);
  expect(body).toMatchObject({ name: 'Trains', count: 1 });
  expect(await tagged(person)).toEqual({ First: 'Trains,night', Second: 'monorail', Third: 'Trains' });
  expect(await found(person, 'trains')).toBe(2);
  const changes = await changedSince(person, next);
  expect(changes.uuids).toEqual([both, other].sort());
  expect((await undo(person, body.undo)).body).toEqual({ affected: 2 });
  expect(await tagged(person)).toEqual(before);
  expect([await found(person, 'trains'), await found(person, 'rail')]).toEqual([0, 2]);
  expect((await changedSince(person, changes.next)).uuids).toEqual([both, other].sort());
  const { title, tags } = (await call('bookmarks.details', { params: { uuid: other } }, person)).body;
  expect([title, tags]).toEqual(['Other', 'night']);
});

test('one that is merged into another is in an annotation once', async () => {
  const { person, before } = await prepare();
  const { body } = await call('tags.rename', { params: { name: 'rail' }, body: { name: 'NIGHT' } }, person);
  expect(await tagged(person)).toEqual({ First: 'night', Second: 'monorail', Third: 'night' });
  await undo(person, body.undo);
  expect(await tagged(person)).toEqual(before);
});

test('only the spelling changes, where only annotations have another one', async () => {
  const { person, before } = await prepare();
  const { body } = await call('tags.rename', { params: { name: 'rail' }, body: { name: 'rail' } }, person);
  expect(await tagged(person)).toEqual({ First: 'rail,night', Second: 'monorail', Third: 'rail' });
  await undo(person, body.undo);
  expect(await tagged(person)).toEqual(before);
});

test('one that is deleted is removed, and comes back by the id that was sent with it', async () => {
  const { person, before } = await prepare();
  const id = newId();
  await call('tags.deleteNamed', { body: { tag: 'rail', undo: id } }, person);
  expect(await tagged(person)).toEqual({ First: 'night', Second: 'monorail', Third: '' });
  expect(await found(person, 'rail')).toBe(0);
  await undo(person, id);
  expect(await tagged(person)).toEqual(before);
  await call('tags.delete', { params: { name: 'rail' } }, person);
  expect(await tagged(person)).toEqual({ First: 'night', Second: 'monorail', Third: '' });
});

// Guarantee: nothing readable of a bookmark stays once it is encrypted.
test('the journal forgets the tags of annotations whose bookmark is encrypted', async () => {
  const { person, both, other, before } = await prepare();
  const { body } = await call('tags.rename', { params: { name: 'rail' }, body: { name: 'Trains' } }, person);
  await call('bookmarks.reencrypt', { body: { items: await encryptAll([both], 'key') } }, person);
  const { rows } = await db.$client.query<{ bookmark_id: string; kept: boolean }>(
    "select bookmark_id, before ? 'highlight_tags' as kept from change_rows where account_id = $1",
    [person.accountId],
  );
  expect(Object.fromEntries(rows.map((row) => [row.bookmark_id, row.kept]))).toEqual({
    [both]: false,
    [other]: true,
  });
  await undo(person, body.undo);
  expect(await tagged(person)).toEqual({ Third: before['Third'] });
});

test('annotations of another space keep it, and those of the trash do not', async () => {
  const { person, both } = await prepare();
  const { uuid: space } = (await call('spaces.create', { body: { name: 'Work' } }, person)).body;
  const there = { ...person, spaceId: space };
  await annotate(there, await save(there, 'Elsewhere', 'rail'), 'Fourth', 'rail');
  await call('bookmarks.delete', { params: { uuid: both } }, person);
  await call('tags.rename', { params: { name: 'rail' }, body: { name: 'Trains' } }, person);
  expect(await tagged(person)).toMatchObject({ First: 'Trains,night', Third: 'Trains', Fourth: 'rail' });
});
