import { expect, test } from 'vitest';
import type { Input } from '@/lib/contract';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp, clock } = await createTestProvider();

type Query = NonNullable<Input<'bookmarks.list'>['query']>;

/** Creates an account with bookmarks of these titles. */
async function library(...titles: string[]) {
  const person = await signUp();
  const uuids: string[] = [];
  for (const title of titles) {
    const body = { url: `https://${title}.example/`, title };
    uuids.push((await call('bookmarks.create', { body }, person)).body.uuid);
  }
  const listed = async (query: Query) => {
    const { content } = (await call('bookmarks.list', { query }, person)).body;
    return content.map(({ title }) => title).sort();
  };
  const found = async (q: string) => {
    const { bookmarks } = (await call('search.find', { query: { q } }, person)).body;
    return bookmarks.map(({ title }) => title).sort();
  };
  const update = (at: number, body: Input<'bookmarks.update'>['body']) =>
    call('bookmarks.update', { params: { uuid: uuids[at] ?? '' }, body }, person);
  const bulk = (body: object) =>
    call('bookmarks.bulk', { body: { uuids, ...body } as Input<'bookmarks.bulk'>['body'] }, person);
  return { person, uuids, listed, found, update, bulk };
}

test('a bookmark is saved to be read later, and marked as read', async () => {
  const { person, listed, found, update } = await library('a', 'b');
  const body = { url: 'https://c.example/', title: 'c', later: true };
  const created = (await call('bookmarks.create', { body }, person)).body;
  expect([created.later, created.readAt]).toEqual([true, null]);
  await update(0, { later: true });
  expect([await listed({ later: true }), await found('is:later')]).toEqual([
    ['a', 'c'],
    ['a', 'c'],
  ]);

  const readAt = '2026-01-02T03:04:05.000Z';
  expect((await update(0, { later: false, readAt })).body).toMatchObject({ later: false, readAt });
  expect([await listed({ read: true }), await listed({ read: false })]).toEqual([['a'], ['b', 'c']]);
  expect([await found('is:read'), await found('is:unread')]).toEqual([['a'], ['b', 'c']]);
  expect((await update(0, { readAt: null })).body.readAt).toBeNull();
});

test('a program saves a bookmark with its marks and the time of its reading', async () => {
  const { person, listed } = await library();
  const readAt = '2026-01-02T03:04:05.000Z';
  const create = async (name: string, marks: object) => {
    const body = { url: `https://${name}.example/`, title: name, ...marks };
    return (await call('bookmarks.create', { body }, person)).body;
  };
  const created = await create('a', { highlighted: true, readAt });
  expect(created).toMatchObject({ highlighted: true, later: false, readAt });
  const got = await call('bookmarks.details', { params: { uuid: created.uuid } }, person);
  expect(got.body).toEqual(created);
  expect(await create('b', { readAt: null })).toMatchObject({ highlighted: false, readAt: null });
  const ahead = await create('c', { readAt: '2999-01-01T00:00:00.000Z' });
  expect(ahead.readAt).toBe(ahead.createdAt);
  expect([await listed({ read: true }), await listed({ highlighted: true })]).toEqual([['a', 'c'], ['a']]);
});

test('a space counts its bookmarks to read later, without those in the trash', async () => {
  const { person, uuids, bulk } = await library('a', 'b', 'c');
  const other = (await call('spaces.create', { body: { name: 'Other' } }, person)).body;
  const counts = async () => {
    const { content } = (await call('spaces.list', {}, person)).body;
    return content.map((space) => [space.uuid === other.uuid, space.counts.later]);
  };
  await bulk({ action: 'later', later: true });
  expect(await counts()).toEqual([
    [false, 3],
    [true, 0],
  ]);
  await call('bookmarks.delete', { params: { uuid: uuids[0] ?? '' } }, person);
  await bulk({ action: 'read', read: true, uuids: uuids.slice(1, 2) });
  expect(await counts()).toEqual([
    [false, 1],
    [true, 0],
  ]);
  const named = await call('spaces.update', { params: { uuid: person.spaceId }, body: {} }, person);
  expect(named.body.counts.later).toBe(1);
});

test('many bookmarks are marked as read at once, which ends reading later, and this can be undone', async () => {
  const { person, listed, bulk, update } = await library('a', 'b', 'c');
  await update(2, { readAt: '2026-01-02T03:04:05.000Z' });
  const later = (await bulk({ action: 'later', later: true })).body;
  expect([later.affected, await listed({ later: true })]).toEqual([3, ['a', 'b', 'c']]);
  const read = (await bulk({ action: 'read', read: true })).body;
  expect([read.affected, await listed({ later: true }), await listed({ read: true })]).toEqual([
    3,
    [],
    ['a', 'b', 'c'],
  ]);
  await call('bookmarks.undo', { params: { uuid: read.undo ?? '' } }, person);
  expect([await listed({ later: true }), await listed({ read: true })]).toEqual([['a', 'b', 'c'], ['c']]);

  const unread = (await bulk({ action: 'read', read: false })).body;
  expect([unread.affected, await listed({ read: true })]).toEqual([1, []]);
  await call('bookmarks.undo', { params: { uuid: unread.undo ?? '' } }, person);
  expect(await listed({ read: true })).toEqual(['c']);
});

test('duplicates that are merged keep the later time of reading, and what is to be read later', async () => {
  const { person, uuids, update } = await library('a', 'b');
  await update(0, { readAt: '2026-01-02T00:00:00.000Z' });
  await update(1, { readAt: '2026-03-02T00:00:00.000Z', later: true });
  const [keep = '', ...others] = uuids;
  const { bookmark } = (await call('bookmarks.merge', { body: { keep, uuids: others } }, person)).body;
  expect(bookmark).toMatchObject({ later: true, readAt: '2026-03-02T00:00:00.000Z' });
});

test('a time of reading more than a day ahead becomes now, and one without a year is rejected', async () => {
  const { update } = await library('a');
  const now = new Date('2026-05-01T00:00:00.000Z');
  clock.freeze(now);
  expect((await update(0, { readAt: '2027-01-01T00:00:00.000Z' })).body.readAt).toBe(now.toISOString());
  const { problem } = await update(0, { readAt: '0000-01-01T00:00:00.000Z' });
  expect(problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED', errors: [{ path: 'readAt' }] });
});
