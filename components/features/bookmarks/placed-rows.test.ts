import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mixRows, wholePages } from '@/components/features/bookmarks/placed-rows';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { sampleBookmark } from '@/lib/api/testing/samples';

const sort = 'created_at-DESC';
/** Returns bookmarks of these ages, newest first, with names that order equal ages as the service does. */
const listOf = (prefix: string, ages: readonly number[]): Bookmark[] =>
  [...ages]
    .sort((a, b) => a - b)
    .map((age, index) => sampleBookmark(`${prefix}${String(999 - index).padStart(3, '0')}`, { age }));
const namesIn = (rows: ReadonlyMap<number, Bookmark>) =>
  new Map([...rows].map(([place, { uuid }]) => [place, uuid]));

const ages = fc.array(fc.nat(40), { maxLength: 30 });

test('loaded rows have their final position, regardless of which rows are loaded', () => {
  fc.assert(
    fc.property(
      ages,
      ages,
      fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
      (plain, decrypted, isLoaded) => {
        const rows = listOf('p', plain);
        const own = listOf('o', decrypted);
        const total = rows.length;
        const whole = namesIn(mixRows({ total, rows: new Map(rows.entries()) }, own, sort).rows);
        const some = new Map([...rows.entries()].filter(([place]) => isLoaded[place]));
        const part = mixRows({ total, rows: some }, own, sort);
        const placeOf = new Map([...part.rows].map(([place, { uuid }]) => [uuid, place]));
        expect(part.total).toBe(total + own.length);
        expect(part.rows.size).toBe(some.size + own.length);
        for (const [place, uuid] of whole) {
          if (uuid.startsWith('p') && placeOf.has(uuid)) expect(placeOf.get(uuid)).toBe(place);
        }
        for (const [place, { uuid }] of some) expect(part.placeOf(placeOf.get(uuid) ?? -1)).toBe(place);
      },
    ),
  );
});

test('a row that was just decrypted is listed once', () => {
  const [row = sampleBookmark('a')] = listOf('p', [1]);
  const { total, rows } = mixRows({ total: 1, rows: new Map([[0, row]]) }, [row], sort);
  expect([total, rows.size]).toEqual([1, 1]);
});

test('pages are reported once all of their rows are known, including a short last one', () => {
  const rows = new Map(
    listOf(
      'p',
      Array.from({ length: 70 }, (_, age) => age),
    ).entries(),
  );
  expect([...wholePages({ total: 70, rows })].map(([page, content]) => [page, content.length])).toEqual([
    [1, 50],
    [2, 20],
  ]);
  rows.delete(3);
  expect([...wholePages({ total: 70, rows }).keys()]).toEqual([2]);
  expect([...wholePages({ total: 71, rows }).keys()]).toEqual([]);
});
