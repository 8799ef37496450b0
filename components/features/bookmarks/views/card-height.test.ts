import { expect, test } from 'vitest';
import {
  cardHeight,
  keepHeights,
  ownHeight,
  type TitleLines,
} from '@/components/features/bookmarks/views/card-height';
import { sampleBookmark } from '@/lib/api/testing/samples';
import type { ListPart } from '@/lib/contract/views';

const column = { width: 202, rem: 16 };
const oneLine: TitleLines = () => 1;
const cover = { version: 'v', thumbhash: '', width: 640, height: 480 };
const pictured = { ...sampleBookmark('trains'), cover };
const heightOf = (bookmark = pictured, linesOf = oneLine) => ownHeight(bookmark, ['cover'], column, linesOf);

const cardOf = (parts: ListPart[], { bookmark = pictured, isTouch = false, lines = oneLine } = {}) =>
  cardHeight(bookmark, parts, isTouch, column, lines);

test('a card is as high as the parts that it has', () => {
  const bare = cardOf([]);
  expect(cardOf(['cover']) - bare).toBe(132);
  expect(cardOf(['cover'], { isTouch: true }) - bare).toBe(104);
  expect(cardOf(['tags', 'date', 'collections'])).toBe(bare);
  expect(cardOf([], { lines: () => 2 }) - bare).toBe(20);
  const texts: ListPart[] = ['description', 'notes'];
  expect(cardOf(texts, { bookmark: { ...pictured, description: null, notes: null } })).toBe(bare);
  const full = { ...pictured, description: 'Routes', notes: 'Book early' };
  expect(cardOf(texts, { bookmark: full }) - bare).toBe(62);
  expect(cardHeight(undefined, texts, false, column, oneLine) - bare).toBe(82);
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

test('a card keeps its height while its page is not loaded, and has a new one when it is', () => {
  const heightOf = keepHeights((bookmark, { width }) => (bookmark === undefined ? 900 : width));
  expect(heightOf(7, undefined, column)).toBe(900);
  expect(heightOf(7, pictured, column)).toBe(202);
  expect(heightOf(7, undefined, column)).toBe(202);
  expect(heightOf(8, undefined, column)).toBe(900);
  expect(heightOf(7, pictured, { ...column, width: 240 })).toBe(240);
});
