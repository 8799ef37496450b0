import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createFinder, insertBookmarks } from '@/provider/testing/bookmarks';
import { createPageReading } from '@/provider/testing/page-reading';
import type { TestAccount } from '@/provider/testing/test-provider';

// The page repeats "The quick brown fox jumps over the lazy dog" and ends with "Canção."
const pageReading = await createPageReading();
const { site, person, db, call, signUp, url, run, encrypt, reset } = pageReading;
const { find, titles } = createFinder(pageReading);

afterAll(() => site[Symbol.asyncDispose]());
beforeEach(reset);

/** Saves a bookmark that has only a title, and fetches its page. */
async function saveRead(title: string, as: TestAccount = person): Promise<string> {
  const [id = ''] = await insertBookmarks(db, as, [{ title, url: url(0, `/${title}`), collections: [] }]);
  await run();
  return id;
}

describe('a word that occurs only in the text of a page', () => {
  test('is found with the Pro plan, with a snippet', async () => {
    const id = await saveRead('Saved');
    const { bookmarks, matches, pagination } = await find(person, { q: 'cancao' });
    expect(bookmarks.map(({ uuid }) => uuid)).toEqual([id]);
    expect(pagination.total).toBe(1);
    expect(matches).toEqual([
      {
        uuid: id,
        field: 'text',
        snippet: expect.stringContaining('Canção') as string,
        form: 'exact',
        words: [],
      },
    ]);
  });

  test('is not found with the free plan, though its page was read', async () => {
    const free = await signUp();
    const id = (await insertBookmarks(db, free, [{ title: 'Saved', url: url(0), collections: [] }]))[0] ?? '';
    expect((await call('bookmarks.content', { params: { uuid: id } }, free)).body.text).toContain('Canção');
    expect(await find(free, { q: 'cancao' })).toMatchObject({ bookmarks: [], pagination: { total: 0 } });
    expect(await titles(free, { q: 'saved' })).toEqual(['Saved']);
  });

  test('is no longer found once the plan is over', async () => {
    const other = await signUp({ plan: 'pro' });
    await saveRead('Saved', other);
    expect(await titles(other, { q: 'cancao' })).toEqual(['Saved']);
    await db.$client.query(`update accounts set plan = 'free' where id = $1`, [other.accountId]);
    expect(await titles(other, { q: 'cancao' })).toEqual([]);
  });

  test.each([
    ['another case and other accents', 'CANÇÃO', true],
    ['its beginning', 'canc', true],
    ['a phrase', '"lazy dog"', true],
    ['words in any order', 'dog lazy cancao', true],
    ["a word of the page's own title among them", 'story fox', true],
    ['a word of its site among them', 'h0 fox', true],
    ['a condition beside it', 'fox created:>2020-01-01', true],
    ['words that do not follow each other', '"dog lazy"', false],
    ['a word that only the bookmark has among them', 'saved fox', true],
    ['a word that is nowhere', 'fox giraffe', false],
    ['its middle', 'anca', false],
    ['a typo', 'cnacao', false],
    ['a condition that does not hold', 'fox site:other.example', false],
    ['a field that it is not in', 'title:fox', false],
  ])('%s: %s', async (_, q, isFound) => {
    await saveRead('Saved');
    expect((await find(person, { q })).full).toBe(isFound ? 1 : 0);
  });

  test('is found by a typo if another bookmark has the word', async () => {
    await saveRead('Saved');
    await insertBookmarks(db, person, [{ title: 'Canção', url: 'https://song.example/', collections: [] }]);
    expect(await titles(person, { q: 'cnacao' })).toEqual(['Canção', 'Saved']);
  });

  test('ranks after matches of the bookmark itself, however old they are', async () => {
    await saveRead('Saved');
    const song = { title: 'Song', url: 'https://s.example/', description: 'A cançãozinha', collections: [] };
    await insertBookmarks(db, person, [{ ...song, createdAt: new Date('2001-01-01') }]);
    expect(await titles(person, { q: 'cancao' })).toEqual(['Song', 'Saved']);
  });
});

describe('nothing is found by the text of a page', () => {
  test('that is in the trash', async () => {
    const id = await saveRead('Saved');
    await call('bookmarks.delete', { params: { uuid: id } }, person);
    expect(await titles(person, { q: 'cancao' })).toEqual([]);
  });

  test('of a bookmark that has become encrypted', async () => {
    await encrypt(await saveRead('Saved'));
    expect((await find(person, { q: 'cancao' })).bookmarks).toEqual([]);
  });

  test('of another account, or outside of the space that the search is limited to', async () => {
    await saveRead('Saved');
    const other = await signUp({ plan: 'pro' });
    expect(await titles(other, { q: 'cancao' })).toEqual([]);
    const { uuid } = (await call('spaces.create', { body: { name: 'Elsewhere' } }, person)).body;
    const elsewhere = { ...person, spaceId: uuid };
    expect(await titles(elsewhere, { q: 'cancao', space: 'current' })).toEqual([]);
    expect(await titles(elsewhere, { q: 'cancao' })).toEqual(['Saved']);
    await db.$client.query('update bookmarks set space_id = $1', [uuid]);
    expect(await titles(elsewhere, { q: 'cancao', space: 'current' })).toEqual(['Saved']);
    expect(await titles(person, { q: 'cancao', space: 'current' })).toEqual([]);
  });
});
