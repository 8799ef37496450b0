import { describe, expect, test } from 'vitest';
import {
  createFinder,
  insertBookmarks,
  sample,
  type FindQuery,
  type SampleBookmark,
} from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db, clock } = tested;
const { find, titles, library } = createFinder(tested);

const minute = 60_000;
const dayMs = 24 * 60 * minute;

/** Reads every hit by cursor. */
async function allTitles(person: TestAccount, query: FindQuery): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  let cursor: string | null = null;
  do {
    const answer = await find(person, { size: 200, ...query, ...(cursor === null ? {} : { cursor }) });
    found.push(...answer.bookmarks.map(({ title }) => title));
    cursor = answer.pagination.next;
  } while (cursor !== null && found.length < 10_000);
  return found;
}

describe('a large library', async () => {
  const person = await signUp();
  const count = 3_000;
  const places = await Promise.all(
    ['Shelf', 'Box'].map(async (name) => (await call('collections.create', { body: { name } }, person)).body),
  );
  const bookmarks = Array.from({ length: count }, (_, index): SampleBookmark => {
    const at = Date.UTC(2024, 0, 1) + ((index * 7_919) % count) * 300 * minute;
    return sample(
      `${index % 5 === 0 ? 'keyboards' : 'filler'} ${index % 3 === 0 ? 'midword' : ''} n${index}`,
      {
        createdAt: new Date(at),
        visits: index % 50 === 0 ? index : 0,
        lastAccessedAt: index % 4 === 0 ? new Date(at + dayMs) : null,
        favorite: index % 40 === 0,
        tags: index % 6 === 0 ? ['slow travel'] : [],
        collections: index % 9 === 0 ? [places[index % 2]?.uuid ?? ''] : [],
        url: `https://${index % 7 === 0 ? 'gist.github.com' : 'site.example'}/${index}${index % 11 === 0 ? '.pdf' : ''}`,
      },
    );
  });
  for (let start = 0; start < count; start += 1_000) {
    await insertBookmarks(db, person, bookmarks.slice(start, start + 1_000));
  }
  const numbered = bookmarks.map((bookmark, index) => ({ ...bookmark, index }));
  type Numbered = (typeof numbered)[number];
  const newest = (a: Numbered, b: Numbered): number => Number(b.createdAt) - Number(a.createdAt);
  const wanted = (
    isHit: (bookmark: Numbered) => boolean,
    order: (a: Numbered, b: Numbered) => number = newest,
  ): string[] =>
    numbered
      .filter(isHit)
      .sort(order)
      .map(({ title }) => title);

  const isKeyboard = ({ index }: Numbered): boolean => index % 5 === 0;
  const year = ({ createdAt }: Numbered): number => createdAt?.getUTCFullYear() ?? 0;

  test.each<[string, (bookmark: Numbered) => boolean]>([
    ['keyboards created:2024', (b) => isKeyboard(b) && year(b) === 2024],
    ['is:favorite', ({ index }) => index % 40 === 0],
    ['keyboards is:favorite', (b) => isKeyboard(b) && b.index % 40 === 0],
    ['#"slow travel"', ({ index }) => index % 6 === 0],
    ['-#"slow travel" keyboards', (b) => isKeyboard(b) && b.index % 6 !== 0],
    ['site:github.com', ({ index }) => index % 7 === 0],
    ['-site:github.com -keyboards type:pdf', (b) => b.index % 7 !== 0 && b.index % 11 === 0 && !isKeyboard(b)],
    ['type:pdf OR type:code', ({ index }) => index % 11 === 0 || index % 7 === 0],
    ['@shelf', ({ index }) => index % 9 === 0 && index % 2 === 0],
    ['@shelf keyboards', (b) => isKeyboard(b) && b.index % 18 === 0],
    ['@shelf OR @box', ({ index }) => index % 9 === 0],
    ['visits:>1000', ({ visits = 0 }) => visits > 1_000],
    ['visited:never keyboards', (b) => isKeyboard(b) && b.index % 4 !== 0],
    ['(keyboards OR #"slow travel") -is:favorite created:<2025', (b) =>
      (isKeyboard(b) || b.index % 6 === 0) && b.index % 40 !== 0 && year(b) < 2025],
    ['"keyboards midword"', (b) => isKeyboard(b) && b.index % 3 === 0],
    ['board', isKeyboard],
    ['keybaords', isKeyboard],
    ['url:gist', ({ index }) => index % 7 === 0],
    ['created:>=2025', (b) => year(b) >= 2025],
  ])('pages by cursor contain every hit for %s once, filtered before they are cut', async (q, isHit) => {
    const found = await allTitles(person, { q: `${q} sort:newest` });
    expect(found).toEqual(wanted(isHit));
    const ranked = await allTitles(person, { q });
    expect([...ranked].sort()).toEqual(wanted(isHit).sort());
    expect((await find(person, { q, size: 5 })).full).toBe(found.length);
  }); // prettier-ignore

  test.each<[string, (a: Numbered, b: Numbered) => number]>([
    ['oldest', (a, b) => -newest(a, b)],
    ['title', (a, b) => (a.title < b.title ? -1 : 1)],
    ['visits', (a, b) => (b.visits ?? 0) - (a.visits ?? 0) || newest(a, b)],
  ])('hits are returned in the requested order: %s', async (sort, order) => {
    for (const [q, isHit] of [
      ['keyboards', isKeyboard],
      ['', () => true],
      ['is:favorite board', (b: Numbered) => isKeyboard(b) && b.index % 40 === 0],
      ['@box', ({ index }: Numbered) => index % 18 === 9],
    ] as const) {
      expect(await allTitles(person, { q: `${q} sort:${sort}` })).toEqual(wanted(isHit, order));
    }
  });

  test('last visited first, never visited last', async () => {
    const found = await allTitles(person, { q: 'keyboards sort:visited' });
    const visited = wanted((b) => isKeyboard(b) && b.index % 4 === 0);
    expect(found.slice(0, visited.length)).toEqual(visited);
    expect([...found].sort()).toEqual(wanted(isKeyboard).sort());
  });

  test('no more hits than the limit, with pages of any size', async () => {
    const first = wanted(isKeyboard).slice(0, 7);
    expect(await allTitles(person, { q: 'keyboards limit:7 sort:newest', size: 3 })).toEqual(first);
    expect(await titles(person, { q: 'keyboards limit:7 sort:newest', size: 5, page: 2 })).toEqual(
      first.slice(5),
    );
    const { pagination } = await find(person, { q: 'keyboards limit:7', size: 5 });
    expect([pagination.total, pagination.pages]).toEqual([7, 2]);
    expect((await find(person, { q: 'is:favorite limit:500' })).pagination.total).toBe(75);
  });
});

describe('visits', () => {
  test('lift a hit among those with the words in the same field', async () => {
    const person = await library(
      sample('kettle one', { createdAt: new Date('2026-01-10') }),
      sample('kettle two', { createdAt: new Date('2025-12-01'), visits: 40 }),
      sample('kettle three', { createdAt: new Date('2024-01-01'), visits: 40 }),
      sample('boiling', { description: 'kettle', visits: 10_000 }),
    );
    expect(await titles(person, { q: 'kettle' })).toEqual([
      'kettle two', 'kettle one', 'kettle three', 'boiling',
    ]); // prettier-ignore
    expect(await allTitles(person, { q: 'kettle', size: 1 })).toEqual(await titles(person, { q: 'kettle' }));
  });
});

describe('the text of pages', async () => {
  const texts = new Map([
    ['quiet page', 'the walrus and the carpenter'],
    ['walrus in the title', 'walrus'],
    ['other page', 'a walrus, of course'],
  ]);
  const fill = async (person: TestAccount): Promise<void> => {
    await insertBookmarks(db, person, [...texts.keys()].map((title) => sample(title, { favorite: title === 'other page' })));
    for (const [title, text] of texts) {
      await db.$client.query(
        `insert into page_contents (account_id, bookmark_id, space_id, status, title, byline, excerpt, html, text, word_count, fetched_at, search)
         select account_id, id, space_id, 'ready', '', '', '', '', $3, 1, now(), array_to_tsvector(regexp_split_to_array($3, '\\W+'))
         from bookmarks where space_id = $1 and title = $2`,
        [person.spaceId, title, text],
      );
    }
  }; // prettier-ignore
  const pro = await signUp({ plan: 'pro' });
  const free = await signUp();
  await fill(pro);
  await fill(free);

  test('is found after everything else, with the Pro plan', async () => {
    const { bookmarks, pagination } = await find(pro, { q: 'walrus' });
    expect(bookmarks.map(({ title }) => title)).toEqual(['walrus in the title', 'other page', 'quiet page']);
    expect(pagination.total).toBe(3);
    expect(await titles(free, { q: 'walrus' })).toEqual(['walrus in the title']);
  });

  test('is paged, filtered and ordered like the rest', async () => {
    expect(await allTitles(pro, { q: 'walrus', size: 1 })).toEqual(await titles(pro, { q: 'walrus' }));
    expect(await titles(pro, { q: 'walrus', size: 2, page: 2 })).toEqual(['quiet page']);
    expect(await titles(pro, { q: 'walrus is:favorite' })).toEqual(['other page']);
    expect(await titles(pro, { q: 'walrus -is:favorite -title:walrus' })).toEqual(['quiet page']);
    expect(await titles(pro, { q: 'walrus sort:oldest' })).toEqual([...texts.keys()]);
    expect(await titles(pro, { q: '"walrus and the"' })).toEqual(['quiet page']);
    expect((await find(pro, { q: '"carpenter walrus"' })).full).toBe(0);
    expect((await titles(pro, { q: 'walrus carpenter' }))[0]).toBe('quiet page');
    expect((await find(pro, { q: 'walrus carpenter' })).full).toBe(1);
  });
});

describe('the ranking', () => {
  test('puts a title before a deep path', async () => {
    const person = await library(
      sample('Notes', { url: 'https://blog.example/2021/github/rest/api/notes', createdAt: new Date() }),
      sample('GitHub API', { createdAt: new Date('2020-01-01') }),
    );
    expect(await titles(person, { q: 'github api' })).toEqual(['GitHub API', 'Notes']);
  });

  test('puts a typed word before one that only contains it', async () => {
    const person = await library(sample('MPU6050 board'), sample('6050 the number', { createdAt: new Date('2020-01-01') }));
    expect(await titles(person, { q: '6050' })).toEqual(['6050 the number', 'MPU6050 board']);
  }); // prettier-ignore

  test('a word is returned with the words that replaced it', async () => {
    const person = await library(sample('Python tutorial'));
    const { query } = await find(person, { q: 'pyhton "tutorial" -java' });
    expect(query.words).toMatchObject([
      { text: 'pyhton', found: ['python'], similar: [] },
      { text: 'tutorial', found: [], similar: [] },
    ]);
    expect([query.text, query.parsed]).toEqual(['pyhton "tutorial" -java', true]);
  });

  test('no response contains words of another account', async () => {
    const person = await library(sample('mundane'));
    await library(sample('secretive zanzibar'));
    const { bookmarks, query } = await find(person, { q: 'zanzibr anziba' });
    expect([bookmarks, query.words.flatMap(({ found }) => found)]).toEqual([[], []]);
  });

  test('the name of a smart collection stands for its query, and one that names itself matches nothing', async () => {
    const person = await library(sample('alpha one'), sample('alpha two'), sample('beta'));
    await db.$client.query(
      `insert into collections (id, space_id, account_id, name, color, slug, order_key, smart, created_at, updated_at)
       select gen_random_uuid(), $1, $2, v.name, '3b6ea8', v.name, v.name, jsonb_build_object('query', v.query), now(), now()
       from (values ('Alphas', 'alpha'), ('Loop', '@loop OR beta'), ('Nested', '@alphas two')) v (name, query)`,
      [person.spaceId, person.accountId],
    );
    expect((await titles(person, { q: '@alphas' })).sort()).toEqual(['alpha one', 'alpha two']);
    expect(await titles(person, { q: '@loop' })).toEqual(['beta']);
    expect(await titles(person, { q: '@nested' })).toEqual(['alpha two']);
    expect(await titles(person, { q: '-@alphas' })).toEqual(['beta']);
  });
});

test('a page continues where the last one ended, however long ago that was', async () => {
  const dates = [0, 40, 90, 150, 260, 400, 600, 900].map(
    (days) => new Date(clock.now().getTime() - days * dayMs),
  );
  const person = await library(...dates.map((createdAt, n) => sample(`Kites ${n}`, { createdAt })));
  const first = await find(person, { q: 'kites', size: 3 });
  clock.advance(minute);
  const rest = await find(person, { q: 'kites', size: 10, cursor: first.pagination.next ?? '' });
  const found = [...first.bookmarks, ...rest.bookmarks].map(({ title }) => title);
  expect(found).toEqual(dates.map((_, n) => `Kites ${n}`));
});
