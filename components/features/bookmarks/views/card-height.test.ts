import { expect, test } from 'vitest';
import { cardHeight, ownHeight, type TitleLines } from '@/components/features/bookmarks/views/card-height';
import { sampleBookmark } from '@/lib/api/testing/samples';

const column = { width: 202, rem: 16 };
const oneLine: TitleLines = () => 1;
const cover = { version: 'v', thumbhash: '', width: 640, height: 480 };
const pictured = { ...sampleBookmark('trains'), cover };
const heightOf = (bookmark = pictured, linesOf = oneLine) => ownHeight(bookmark, ['cover'], column, linesOf);

test('cards have one height, with the parts that they show', () => {
  const bare = cardHeight([], false, column);
  expect(cardHeight(['cover'], false, column) - bare).toBe(132);
  expect(cardHeight(['cover'], true, column) - bare).toBe(104);
  expect(cardHeight(['tags', 'date', 'collections'], false, column)).toBe(bare);
  expect(cardHeight(['description', 'notes'], false, column)).toBeGreaterThan(bare + 50);
});

test('a card of the moodboard is as high as its picture and its texts', () => {
  const texts = heightOf() - 150;
  expect(heightOf({ ...pictured, cover: { ...cover, height: 960 } })).toBe(texts + 300);
  expect(heightOf(pictured, () => 2)).toBe(texts + 150 + 18);
  expect(heightOf({ ...pictured, cover: { ...cover, height: 6400 } })).toBe(texts + 320);
});

test('without a picture, and for an encrypted bookmark, it is low', () => {
  const drawn = heightOf({ ...pictured, cover: null as never });
  expect(drawn).toBeLessThan(heightOf());
  expect(heightOf({ ...pictured, encrypted: true, url: null, title: null })).toBeLessThan(drawn);
});

test('a card that is not loaded has a height of its own', () => {
  expect(ownHeight(undefined, ['cover'], column, oneLine)).toBeGreaterThan(100);
});
