import { expect, test } from 'vitest';
import { countRows } from '@/provider/testing/statements';
import { createFinder, insertBookmarks, sample } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { signUp, db } = tested;
const { find } = createFinder(tested);

/**
 * Without statistics the planner assumes that each of many rare words is frequent, and expects to find enough bookmarks
 * with any of them by reading the space in any order.
 */
test('the index of words is used regardless of the estimates of the planner', async () => {
  const person = await signUp();
  const words = Array.from({ length: 38 }, (_, index) => (index < 14 ? `data${index}` : `x${index}data`));
  const samples = Array.from({ length: 6_000 }, (_, index) =>
    sample(`common ${words[index / 100] ?? ''} n${index}`, {
      createdAt: new Date(Date.UTC(2025, 0, 1) + index * 60_000),
    }),
  );
  await db.$client.query('alter table bookmarks alter column search set statistics 0');
  for (let start = 0; start < samples.length; start += 1_000) {
    await insertBookmarks(db, person, samples.slice(start, start + 1_000));
  }
  await db.$client.query('analyze bookmarks');
  for (const q of ['data', 'data common', 'data -n3700']) {
    let total: number | undefined;
    const { read } = await countRows(db, async () => {
      ({ total } = (await find(person, { q, size: 5 })).pagination);
    });
    expect(total).toBe(words.length - Number(q.includes('-')));
    expect(read.bookmarks).toBeLessThanOrEqual(words.length + 5);
  }
});
