import { expect, test } from 'vitest';
import { countRows } from '@/provider/testing/statements';
import { createFinder, insertBookmarks, sample } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { signUp, db } = tested;
const { find } = createFinder(tested);

const size = 6_000;
const isRarer = (index: number): boolean => index % 10 === 0;
const isOften = (index: number): boolean => !isRarer(index) || index % 100 === 0;

const person = await signUp();
const samples = Array.from({ length: size }, (_, index) =>
  sample(`${isOften(index) ? 'often' : ''} ${isRarer(index) ? 'rarer' : ''} n${index}`, {
    createdAt: new Date(Date.UTC(2025, 0, 1) + index * 60_000),
  }),
);
for (let start = 0; start < size; start += 1_000) {
  await insertBookmarks(db, person, samples.slice(start, start + 1_000));
}
await db.$client.query('analyze bookmarks');

/** Bookmarks read for the page. */
const shown = 5;

async function read(q: string): Promise<{ total: number | undefined; rows: number }> {
  let total: number | undefined;
  const { read: rows } = await countRows(db, async () => {
    ({ total } = (await find(person, { q, size: 5 })).pagination);
  });
  return { total, rows: rows.bookmarks ?? 0 };
}

test('a search for two words reads no bookmark that has only one of them', async () => {
  const { total, rows } = await read('often rarer');
  expect(total).toBe(size / 100);
  expect(rows).toBeLessThanOrEqual(shown + size / 100);
});
