import { expect, test } from 'vitest';
import { isBookmarkFile } from '@/components/features/drop/dropped-data';

test.each([
  [{ name: 'bookmarks_11_23.html', type: 'text/html' }, true],
  [{ name: 'Bookmarks.HTM', type: '' }, true],
  [{ name: 'markwell.json', type: '' }, true],
  [{ name: 'raindrop.csv', type: 'application/vnd.ms-excel' }, true],
  [{ name: 'pocket.zip', type: 'application/zip' }, true],
  [{ name: 'bookmarks-2026-11-27.jsonlz4', type: '' }, true],
  [{ name: 'feeds.opml', type: '' }, true],
  [{ name: 'photo.html.png', type: 'image/png' }, false],
  [{ name: 'trains.url', type: '' }, false],
  // While it is dragged over the page, a file has a type and no name.
  [{ type: 'text/html' }, true],
  [{ type: 'application/json' }, true],
  [{ type: 'text/csv' }, true],
  [{ type: 'application/zip' }, true],
  [{ type: 'text/plain' }, false],
  [{ type: '' }, false],
])('%j may be a bookmark file: %s', (file, expected) => {
  expect(isBookmarkFile(file)).toBe(expected);
});
