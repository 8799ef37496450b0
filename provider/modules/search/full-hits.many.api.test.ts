import { describe, expect, test } from 'vitest';
import { createFinder } from '@/provider/testing/bookmarks';
import { countRows } from '@/provider/testing/statements';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { signUp, db } = tested;
const { find } = createFinder(tested);

describe('a word that very many bookmarks have', async () => {
  const person = await signUp();
  const size = 12_000;
  // Every tenth has the word in the title, the others in the description. The first is the newest.
  await db.$client.query(
    `insert into bookmarks (id, space_id, account_id, title, url, domain, path, description, tags, encrypted, favorite,
       highlighted, order_key, created_at, updated_at, title_key, search)
     select gen_random_uuid(), $1, $2, 'n' || n, 'https://a.example/' || n, 'a.example', '/' || n, '', '{}', false,
       n % 2000 = 0, false, 'a' || n, timestamptz '2025-06-01' - n * interval '1 hour', now(), 'n' || n,
       case when n % 10 = 0 then '''tcommon'''::tsvector else '''xcommon'''::tsvector end
     from generate_series(1, $3::integer) n`,
    [person.spaceId, person.accountId, size],
  );
  await db.$client.query('analyze bookmarks');
  const all = Array.from({ length: size }, (_, index) => index + 1);
  const wanted = [...all.filter((n) => n % 10 === 0), ...all.filter((n) => n % 10 !== 0)].map((n) => `n${n}`);

  test('is found in the title first, and then elsewhere, newest first, each bookmark once', async () => {
    const found: (string | null)[] = [];
    let cursor: string | undefined;
    while (found.length < 2_000) {
      const { bookmarks, pagination } = await find(person, {
        q: 'common',
        size: 200,
        ...(cursor && { cursor }),
      });
      found.push(...bookmarks.map(({ title }) => title));
      cursor = pagination.next ?? '';
    }
    expect(found).toEqual(wanted.slice(0, found.length));
    const fourth = await find(person, { q: 'common', size: 200, page: 7 });
    expect(fourth.bookmarks.map(({ title }) => title)).toEqual(wanted.slice(1_200, 1_400));
  });

  test('is counted exactly up to 10,000, and estimated beyond', async () => {
    const many = await find(person, { q: 'common', size: 5 });
    expect(many.query.estimated).toBe(true);
    expect(many.full).toBeGreaterThan(10_000);
    expect(many.full).toBeLessThanOrEqual(size);
    const few = await find(person, { q: 'common is:favorite', size: 20 });
    expect([few.full, few.query.estimated]).toEqual([6, false]);
    expect(few.bookmarks.map(({ title }) => title)).toEqual([
      'n2000',
      'n4000',
      'n6000',
      'n8000',
      'n10000',
      'n12000',
    ]);
  });

  test('in a requested order reads the index in this order', async () => {
    const found = await find(person, { q: 'common sort:oldest', size: 3 });
    expect(found.bookmarks.map(({ title }) => title)).toEqual(['n12000', 'n11999', 'n11998']);
  });

  test('beside a word that nothing has finds the closest: the newest with it in the title', async () => {
    const { bookmarks, full } = await find(person, { q: 'common qqzzq', size: 50 });
    expect([full, bookmarks.map(({ title }) => title)]).toEqual([0, wanted.slice(0, 50)]);
  });

  test('has scores that descend', async () => {
    const { scores } = await find(person, { q: 'common', size: 50 });
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThan(1);
  });

  test('of a time long ago is read from that time on', async () => {
    const { read } = await countRows(db, async () => {
      const { bookmarks, full } = await find(person, { q: 'common created:<2024-08-13', size: 5 });
      expect(full).toBeGreaterThan(4_000);
      expect(bookmarks[0]?.title).toBe('n7010');
    });
    // Counting reads the 5,000 hits and their index; the 7,000 newer bookmarks are not read.
    expect(read.bookmarks).toBeLessThanOrEqual(15_000);
  });

  test('is found by its first two letters without reading the library', async () => {
    let titles: (string | null)[] = [];
    const { read } = await countRows(db, async () => {
      const { bookmarks, query } = await find(person, { q: 'co', size: 3 });
      titles = bookmarks.map(({ title }) => title);
      expect(query.estimated).toBe(true);
    });
    expect(titles).toEqual(['n1', 'n2', 'n3']);
    expect(read.bookmarks).toBeLessThanOrEqual(300);
  });

  test('does not read the library for the next page', async () => {
    const { pagination } = await find(person, { q: 'common', size: 5 });
    const next = { q: 'common', size: 5, cursor: pagination.next ?? '' };
    const { read } = await countRows(db, () => find(person, next));
    expect(read.bookmarks).toBeLessThanOrEqual(200);
  });
});

test('the number of hits of several words is estimated as if they were independent', async () => {
  const other = await signUp();
  // 90 % have one word, 87.5 % the other one: together 78.75 % of 16,000, in two digits.
  await db.$client.query(
    `insert into bookmarks (id, space_id, account_id, title, url, domain, path, description, tags, encrypted, favorite,
       highlighted, order_key, created_at, updated_at, title_key, search)
     select gen_random_uuid(), $1, $2, '', 'https://a.example/' || n, 'a.example', '/' || n, '', '{}', false, false,
       false, 'a' || n, now(), now(), '',
       (case when n % 10 = 0 then '' else 'xfrequent' end || case when n % 8 = 0 then '' else ' xordinary' end)::tsvector
     from generate_series(1, 16000) n`,
    [other.spaceId, other.accountId],
  );
  const { full, query } = await find(other, { q: 'frequent ordinary', size: 1 });
  expect([full, query.estimated]).toEqual([13_000, true]);
});

test('titles with a word that none has are not looked for by date, whatever the planner prefers', async () => {
  const person = await signUp();
  await db.$client.query(
    `insert into bookmarks (id, space_id, account_id, title, url, domain, path, description, tags, encrypted, favorite,
       highlighted, order_key, created_at, updated_at, title_key, search)
     select gen_random_uuid(), $1, $2, '', 'https://a.example/' || n, 'a.example', '/' || n, '', '{}', false, false,
       false, 'a' || n, now() - n * interval '1 hour', now(), '', '''xunderlined'''::tsvector
     from generate_series(1, 12000) n`,
    [person.spaceId, person.accountId],
  );
  await db.$client.query('analyze bookmarks');
  const search = () => find(person, { q: 'underlined', size: 5 });
  expect((await search()).full).toBeGreaterThan(10_000);
  const { read } = await countRows(db, search, ['set local enable_sort = off']);
  // The newest, up to the square root of six times 12,000.
  expect(read.bookmarks).toBeLessThanOrEqual(300);
});
