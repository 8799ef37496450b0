import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { limits } from '@/lib/contract/limits';
import { newId } from '@/provider/db/client';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { countStatements } from '@/provider/testing/statements';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { insertBookmarks, type SampleBookmark } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;

const collection = async (person: TestAccount, name: string): Promise<string> =>
  (await call('collections.create', { body: { name } }, person)).body.uuid;

const duplicates = async (person: TestAccount, query: Input<'bookmarks.duplicates'>['query'] = {}) =>
  (await call('bookmarks.duplicates', { query }, person)).body;

const titles = async (person: TestAccount) =>
  (await duplicates(person)).content
    .map(({ bookmarks }) => bookmarks.map(({ title }) => title).join(''))
    .sort();

const undo = (person: TestAccount, uuid: string | null) =>
  call('bookmarks.undo', { params: { uuid: uuid ?? '' } }, person);

const at = (day: number): Date => new Date(Date.UTC(2020, 0, day));

/** Inserts bookmarks, each in a collection; the title tells which one it is. */
async function add(
  person: TestAccount,
  samples: (Partial<SampleBookmark> & { url: string })[],
): Promise<string[]> {
  const place = await collection(person, 'Place');
  const filled = samples.map((sample) => ({ title: '', collections: [place], ...sample }));
  return insertBookmarks(db, person, filled);
}

describe('duplicates', () => {
  test('are bookmarks of one page in any spelling of its url, one group per page, oldest first', async () => {
    const person = await signUp();
    await add(person, [
      { title: 'b', url: 'https://a.example/page?x=1&y=2', createdAt: at(2) },
      { title: 'a', url: 'http://www.a.example/page/?y=2&x=1&utm_source=z', createdAt: at(1) },
      { title: 'c', url: 'https://a.example/page?x=1&y=2', createdAt: at(3) },
      { title: 'd', url: 'https://a.example/page?x=1&y=2#part' },
      { title: 'e', url: 'https://b.example/' },
      { title: 'f', url: 'https://b.example', deletedAt: at(4) },
      { title: 'g', url: 'https://c.example/', createdAt: at(5) },
      { title: 'h', url: 'https://c.example', createdAt: at(4) },
    ]);
    expect(await titles(person)).toEqual(['abc', 'hg']);
    expect((await duplicates(person)).pagination).toMatchObject({ page: 1, total: 2, pages: 1, next: null });
  });

  test('are of one space, and never encrypted', async () => {
    const person = await signUp({ plan: 'pro' });
    const { uuid: spaceId } = (await call('spaces.create', { body: { name: 'Other' } }, person)).body;
    const page = { url: 'https://a.example/' };
    await add(person, [page]);
    await add({ ...person, spaceId }, [page]);
    for (const body of [
      { encrypted: true, cipher: sampleEnvelope() },
      { encrypted: true, cipher: sampleEnvelope() },
    ]) {
      await call('bookmarks.create', { body }, person);
    }
    expect(await titles(person)).toEqual([]);
    expect(await titles(await signUp())).toEqual([]);
  });

  test('are paged by number and by cursor, with a constant number of statements', async () => {
    const person = await signUp();
    const pair = (index: number) => [0, 1].map(() => ({ url: `https://${index}.example/` }));
    await add(person, Array.from({ length: 23 }, (_, index) => pair(index)).flat());
    const seen = new Set<string>();
    const pages: number[] = [];
    for (let cursor: string | undefined; ;) {
      const { content, pagination } = await duplicates(person, {
        size: 5,
        ...(cursor !== undefined && { cursor }),
      });
      expect(pagination).toMatchObject({
        total: 23,
        pages: 5,
        size: 5,
        page: cursor === undefined ? 1 : null,
      });
      pages.push(content.length);
      for (const { bookmarks } of content) {
        expect(bookmarks).toHaveLength(2);
        seen.add(bookmarks[0]?.url ?? '');
      }
      if (pagination.next === null) break;
      cursor = pagination.next;
    }
    expect([seen.size, pages]).toEqual([23, [5, 5, 5, 5, 3]]);
    const third = await duplicates(person, { size: 5, page: 3 });
    expect(third.content).toHaveLength(5);
    expect((await duplicates(person, { size: 5, page: 9 })).content).toEqual([]);
    const few = await countStatements(db, () => duplicates(person, { size: 1 }));
    expect(await countStatements(db, () => duplicates(person, { size: 200 }))).toBe(few);
  });

  test('reject a cursor of another space', async () => {
    const [person, other] = [await signUp(), await signUp()];
    for (const who of [person, other]) {
      await add(
        who,
        ['a', 'a', 'b', 'b'].map((host) => ({ url: `https://${host}.example/` })),
      );
    }
    const { next } = (await duplicates(person, { size: 1 })).pagination;
    const query = { size: 1, cursor: next ?? '' };
    expect((await call('bookmarks.duplicates', { query }, other)).problem.status).toBe(422);
  });

  test('of one page are limited to the size of one merge', async () => {
    const person = await signUp();
    await add(
      person,
      Array.from({ length: limits.pageSizeMax + 3 }, () => ({ url: 'https://a.example/' })),
    );
    const [group] = (await duplicates(person)).content;
    expect(group?.bookmarks).toHaveLength(limits.pageSizeMax);
  });
});

describe('a merge', () => {
  const merge = (person: TestAccount, body: Input<'bookmarks.merge'>['body']) =>
    call('bookmarks.merge', { body }, person);

  async function three(person: TestAccount) {
    const [red, blue] = [await collection(person, 'Red'), await collection(person, 'Blue')];
    const url = 'https://a.example/page';
    const [keep = '', first = '', second = ''] = await insertBookmarks(db, person, [
      { title: ' ', url, createdAt: at(2), updatedAt: at(2), tags: ['One'], collections: [red], visits: 1, lastAccessedAt: at(9) },
      { title: 'First', url, createdAt: at(1), description: 'guide', tags: ['two', 'One'], collections: [blue], favorite: true, visits: 2 },
      { title: 'Second', url, createdAt: at(3), description: 'Other', highlighted: true, collections: [red, blue], lastAccessedAt: at(12) },
    ]); // prettier-ignore
    return { keep, first, second, red, blue };
  }

  test('loses nothing, and can be undone', async () => {
    const person = await signUp();
    const { keep, first, second } = await three(person);
    const before = await libraryOf(db, person);
    const { bookmark, undo: change } = (await merge(person, { keep, uuids: [first, second, first] })).body;
    expect(bookmark).toMatchObject({
      uuid: keep,
      title: 'First',
      description: 'guide',
      tags: 'One,two',
      favorite: true,
      highlighted: true,
      visits: 3,
      createdAt: at(1).toISOString(),
      lastAccessedAt: at(12).toISOString(),
      collections: [{ name: 'Blue' }, { name: 'Red' }],
    });
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
    const trash = (await call('bookmarks.list', { query: { trash: true } }, person)).body.content;
    expect(trash.map(({ uuid }) => uuid).sort()).toEqual([first, second].sort());
    expect((await undo(person, change)).body).toEqual({ affected: 3 });
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('removes the default collection if another one is merged, and undo restores it', async () => {
    const person = await signUp();
    const place = await collection(person, 'Place');
    const save = async (collections: string[]) => {
      const body = { url: 'https://a.example/page', collections, force: true };
      return (await call('bookmarks.create', { body }, person)).body.uuid;
    };
    const [keep, other] = [await save([]), await save([place])];
    const before = await libraryOf(db, person);
    const { bookmark, undo: change } = (await merge(person, { keep, uuids: [other] })).body;
    expect(bookmark.collections.map(({ uuid }) => uuid)).toEqual([place]);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
    await undo(person, change);
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('applies the chosen values', async () => {
    const person = await signUp();
    const { keep, first, blue } = await three(person);
    const chosen = { title: 'Chosen', description: '', tags: 'x, X, y', createdAt: at(20).toISOString() };
    const before = await libraryOf(db, person);
    const { bookmark, undo: change } = (
      await merge(person, { keep, uuids: [first], ...chosen, collections: [blue] })
    ).body;
    expect(bookmark).toMatchObject({ ...chosen, tags: 'x,y', collections: [{ uuid: blue }] });
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
    expect(
      (await call('bookmarks.list', { query: { collection: blue } }, person)).body.content[0]?.uuid,
    ).toBe(keep);
    await undo(person, change);
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('with a date more than a day ahead gets the current one', async () => {
    const person = await signUp();
    const { keep, first } = await three(person);
    const { body } = await merge(person, { keep, uuids: [first], createdAt: '2199-01-01T00:00:00.000Z' });
    expect(Date.parse(body.bookmark.createdAt)).toBeLessThanOrEqual(Date.now() + 86_400_000);
  });

  test('with a date of year 0, which the database does not support, is rejected', async () => {
    const person = await signUp();
    const { keep, first } = await three(person);
    const refused = await merge(person, { keep, uuids: [first], createdAt: '0000-06-01T00:00:00Z' });
    expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: 'createdAt' }] });
    expect((await merge(person, { keep, uuids: [first], createdAt: '0001-01-01T00:00:00Z' })).status).toBe(
      200,
    );
  });

  test('that is undone keeps later changes of other fields', async () => {
    const person = await signUp();
    const { keep, first } = await three(person);
    const { undo: change } = (await merge(person, { keep, uuids: [first], title: 'Merged' })).body;
    await call('bookmarks.visit', { params: { uuid: keep } }, person);
    await undo(person, change);
    const { content } = (await call('bookmarks.list', { query: { sortField: 'title' } }, person)).body;
    const kept = content.find(({ uuid }) => uuid === keep);
    expect(kept).toMatchObject({ title: ' ', visits: 2 });
    expect(kept?.lastAccessedAt).not.toBe(at(9).toISOString());
  });

  test('of bookmarks that are missing, in the trash, of another space or encrypted changes nothing', async () => {
    const [person, stranger] = [await signUp({ plan: 'pro' }), await signUp()];
    const { keep, first, second } = await three(person);
    const theirs = await three(stranger);
    const { uuid: spaceId } = (await call('spaces.create', { body: { name: 'Other' } }, person)).body;
    const [elsewhere = ''] = await add({ ...person, spaceId }, [{ url: 'https://a.example/page' }]);
    await call('bookmarks.delete', { params: { uuid: second } }, person);
    const encrypted = (
      await call('bookmarks.create', { body: { encrypted: true, cipher: sampleEnvelope() } }, person)
    ).body.uuid;
    const before = [await libraryOf(db, person), await libraryOf(db, stranger)];
    for (const odd of [theirs.first, newId(), second, elsewhere]) {
      expect((await merge(person, { keep, uuids: [first, odd] })).problem.code).toBe('NOT_FOUND');
      expect((await merge(person, { keep: odd, uuids: [first] })).problem.code).toBe('NOT_FOUND');
    }
    const foreign = { keep, uuids: [first], collections: [theirs.red] };
    expect((await merge(person, foreign)).problem.code).toBe('NOT_FOUND');
    for (const body of [
      { keep: encrypted, uuids: [first] },
      { keep, uuids: [encrypted] },
      { keep, uuids: [keep] },
    ]) {
      expect((await merge(person, body)).problem).toMatchObject({ status: 422, errors: [{ path: 'uuids' }] });
    }
    expect([await libraryOf(db, person), await libraryOf(db, stranger)]).toEqual(before);
  });
});

describe('merging all duplicates', () => {
  const mergeAll = async (person: TestAccount, keep: 'oldest' | 'newest') =>
    (await call('bookmarks.mergeDuplicates', { body: { keep } }, person)).body;

  test.each(['oldest', 'newest'] as const)('keeps the %s of each group, and can be undone', async (keep) => {
    const person = await signUp();
    const pages = ['a', 'a', 'a', 'b', 'b', 'c'];
    await add(
      person,
      pages.map((host, index) => ({
        title: `${host}${index}`,
        url: `https://${host}.example/`,
        createdAt: at(index + 1),
        tags: [`tag ${index}`],
        visits: 1,
      })),
    );
    const before = await libraryOf(db, person);
    const { affected, undo: change } = await mergeAll(person, keep);
    expect(affected).toBe(3);
    const { content } = (
      await call('bookmarks.list', { query: { sortField: 'title', sortOrder: 'ASC' } }, person)
    ).body;
    expect(content.map(({ title, visits, tags }) => [title, visits, tags])).toEqual(
      keep === 'oldest'
        ? [['a0', 3, 'tag 0,tag 1,tag 2'], ['b3', 2, 'tag 3,tag 4'], ['c5', 1, 'tag 5']]
        : [['a2', 3, 'tag 2,tag 0,tag 1'], ['b4', 2, 'tag 4,tag 3'], ['c5', 1, 'tag 5']],
    ); // prettier-ignore
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
    expect(await titles(person)).toEqual([]);
    expect(await mergeAll(person, keep)).toEqual({ affected: 0, undo: null });
    expect((await undo(person, change)).body).toEqual({ affected: 5 });
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('takes as many statements for two groups as for two hundred', async () => {
    const counts: number[] = [];
    for (const groups of [2, 200]) {
      const person = await signUp();
      const pages = Array.from({ length: groups * 2 }, (_, index) => ({
        url: `https://${index % groups}.example/`,
        tags: [`${index}`],
      }));
      await add(person, pages);
      counts.push(await countStatements(db, () => mergeAll(person, 'oldest')));
      expect(await wrongIn(db, person.spaceId)).toEqual([]);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});

test('a merge neither exceeds the limits of visits and collections, nor does its undo lose visits', async () => {
  const person = await signUp();
  const collections = await Promise.all(Array.from({ length: 101 }, (_, at) => collection(person, `C${at}`)));
  const url = 'https://often.example/';
  const [keep = '', ...uuids] = await add(person, [
    { url, collections: collections.slice(0, 60) },
    { url, collections: collections.slice(50) },
    { url, collections: collections.slice(0, 1) },
  ]);
  await db.$client.query('update bookmarks set visits = 999999998 where account_id = $1', [person.accountId]);
  const merged = await call('bookmarks.merge', { body: { keep, uuids } }, person);
  expect(merged.status).toBe(200);
  expect(merged.body.bookmark.collections).toHaveLength(limits.collectionsPerBookmark);
  const visits = async () => {
    const { rows } = await db.$client.query<{ visits: number }>(
      'select visits from bookmarks where id = $1',
      [keep],
    );
    return rows[0]?.visits;
  };
  expect(await visits()).toBe(999_999_999);
  await undo(person, merged.body.undo);
  expect(await visits()).toBe(999_999_998);
});

test('a merge fills the limit of collections without the default one, which the kept bookmark leaves', async () => {
  const person = await signUp();
  const { content } = (await call('collections.simplified', {}, person)).body;
  const home = content[0]?.uuid ?? '';
  const collections = await Promise.all(
    Array.from({ length: limits.collectionsPerBookmark }, (_, at) => collection(person, `C${at}`)),
  );
  const idsOf = async (...pages: string[][]): Promise<string[]> => {
    const url = `https://${newId()}.example/`;
    const [keep = '', ...uuids] = await add(
      person,
      pages.map((places) => ({ url, collections: places })),
    );
    const { body } = await call('bookmarks.merge', { body: { keep, uuids } }, person);
    return body.bookmark.collections.map(({ uuid }) => uuid).sort();
  };
  const all = collections.toSorted();
  expect(await idsOf([home], collections)).toEqual(all);
  expect(await idsOf(collections.slice(1), [home], collections.slice(0, 1))).toEqual(all);
  expect(await idsOf([home], [home])).toEqual([home]);
  expect(await wrongIn(db, person.spaceId)).toEqual([]);
});
