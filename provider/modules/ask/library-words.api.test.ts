import { describe, expect, test } from 'vitest';
import { readLibraryWords, type LibraryWords } from '@/provider/modules/ask/library-words';
import { createFinder, insertBookmarks, sample } from '@/provider/testing/bookmarks';
import { countRows } from '@/provider/testing/statements';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider({ config: { selfHostedPlan: 'pro' } });
const { call, db, signUp } = tested;
const { find, library } = createFinder(tested);

const person = await library(
  sample('Last week tonight', { url: 'https://tv.example/', tags: ['tv'] }),
  sample('The Framework store', { url: 'https://frame.example/' }),
  sample('Desk of it', { url: 'https://www.youtube.com/watch?v=1' }),
  sample('US visa form', { url: 'https://visa.example/' }),
  sample('Jobs', { url: 'https://jobs.example/', tags: ['it'] }),
  ...Array.from({ length: 8 }, (_, n) => sample(`All about ${n}`, { url: `https://all.example/${n}` })),
);
const read = ({ accountId, spaceId } = person, text = ''): Promise<LibraryWords> =>
  readLibraryWords(db, { accountId, spaceIds: [spaceId] }, text);
const meaning = async (q: string, as = person): Promise<string> =>
  (await find(as, { q, mode: 'ask' })).query.text;

describe('words of a library', () => {
  test('are ambiguous words that few titles and tags have', async () => {
    const { rare } = await read(person, 'is it in the us store? go find all of us');
    expect([...rare].sort()).toEqual(['it', 'store', 'us']);
  });

  test('are runs of words that are a whole title', async () => {
    const { titles } = await read(person, 'where is Last Week Tonight, and jobs?');
    expect([...titles].sort()).toEqual(['jobs', 'last week tonight']);
  });

  test('are those of the library alone', async () => {
    const { titles, rare } = await read(await signUp(), 'us store jobs');
    expect([[...titles], [...rare]]).toEqual([[], []]);
  });

  test('are not those of the trash', async () => {
    const other = await library(sample('Favorites', { url: 'https://a.example/' }));
    expect([...(await read(other, 'favorites')).titles]).toEqual(['favorites']);
    const { bookmarks } = await find(other, { q: 'favorites' });
    await call('bookmarks.delete', { params: { uuid: bookmarks[0]?.uuid ?? '' } }, other);
    expect([...(await read(other, 'favorites')).titles]).toEqual([]);
  });

  test('are read without a scan of the library', async () => {
    const many = await signUp();
    await insertBookmarks(
      db,
      many,
      Array.from({ length: 2_000 }, (_, n) => sample(`Page ${n} it`, { url: `https://many.example/${n}` })),
    );
    await db.$client.query('analyze bookmarks');
    const { read: rows, scanned } = await countRows(db, () =>
      read(many, 'it in the store, last week tonight'),
    );
    expect(scanned).toEqual([]);
    expect(rows.bookmarks).toBeLessThan(400);
  });

  test.each([
    'a'.repeat(400),
    'it '.repeat(133),
    "' | !:* & \\ 'it'",
    Array.from({ length: 130 }, (_, n) => n).join(' '),
  ])('may be asked for any text: %s', async (text) =>
    expect((await read(person, text)).hasFavorites).toBe(false),
  );
});

describe('a question', () => {
  test('that is a title is searched as it is', async () => {
    expect(await meaning('last week tonight')).toBe('last week tonight');
    expect(await meaning('last week tonight', await signUp())).toBe('created:last-week tonight');
  });

  test('keeps a word that is a name in the library', async () => {
    expect(await meaning('videos about it')).toBe('type:video it');
    expect(await meaning('videos about it', await signUp())).toBe('type:video');
  });

  test('means all bookmarks by favoritos, and favorites if there are any', async () => {
    const q = 'favoritos sobre pão';
    expect(await meaning(q)).toBe('pão');
    const other = await library(sample('Pão', { url: 'https://a.example/', favorite: true }));
    expect(await meaning(q, other)).toBe('is:favorite pão');
  });

  test('means a collection by its name', async () => {
    const other = await signUp();
    expect(await meaning('favorites from last week', other)).toBe('is:favorite created:last-week');
    await call('collections.create', { body: { name: 'Favorites' } }, other);
    expect(await meaning('favorites from last week', other)).toBe('favorites created:last-week');
  });
});
