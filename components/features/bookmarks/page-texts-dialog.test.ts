import { expect, test } from 'vitest';
import { compareTexts } from '@/components/features/bookmarks/page-texts-dialog';
import type { Bookmark, PageTexts } from '@/lib/contract/bookmarks';

const row = (uuid: string, title: string, description = '') =>
  ({ uuid, title, description }) as Partial<Bookmark> as Bookmark;
const page = (title: string, description = '', status: PageTexts['status'] = 'read') => ({
  title,
  description,
  status,
});
const both = { title: true, description: true };

function compare(rows: Bookmark[], pages: Record<string, ReturnType<typeof page>>, parts = both) {
  const texts = new Map(Object.entries(pages).map(([uuid, own]) => [uuid, { uuid, ...own }]));
  return compareTexts(rows, texts, parts);
}

const rows = [row('a', 'Old', 'Mine'), row('b', 'Same', 'Same'), row('c', 'Kept'), row('d', 'Not read')];
const pages = { a: page('New', 'Theirs'), b: page('Same', 'Same'), c: page('', '', 'unavailable') };

test('lists what differs, and counts the other pages', () => {
  expect(compare(rows, pages)).toEqual({
    changes: [{ bookmark: rows[0], title: 'New', description: 'Theirs' }],
    same: 1,
    unavailable: 1,
    differs: both,
  });
});

test('leaves out the texts that are not to be replaced', () => {
  expect(compare(rows, pages, { title: true, description: false }).changes).toEqual([
    { bookmark: rows[0], title: 'New' },
  ]);
  expect(compare(rows, pages, { title: false, description: false })).toMatchObject({
    changes: [],
    same: 1,
    differs: both,
  });
});

test('never replaces a text by nothing', () => {
  expect(compare([row('a', 'Old', 'Mine')], { a: page('', '') })).toMatchObject({ changes: [], same: 1 });
});
