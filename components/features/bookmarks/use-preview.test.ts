import { expect, test } from 'vitest';
import {
  followList,
  placeIn,
  previewHref,
  stepFrom,
  unlisted,
} from '@/components/features/bookmarks/use-preview';
import { sampleBookmark } from '@/lib/api/testing/samples';

const bookmark = (uuid: string, encrypted = false) => sampleBookmark(uuid, { encrypted });
const [a, b, c] = [bookmark('a'), bookmark('b'), bookmark('c')];
const secret = bookmark('s', true);
const listOf = (...rows: (typeof a)[]) => ({
  rows: new Map(rows.map((row, place) => [place, row])),
  total: rows.length,
});

test('a bookmark is followed to its current position and state', () => {
  const at = { place: 1, bookmark: b };
  expect(followList(at, listOf(a, b, c))).toBe(at);
  expect(followList(at, listOf(b, a, c))).toEqual({ place: 0, bookmark: b });
  const changed = { ...b, title: 'Changed' };
  expect(followList(at, listOf(a, changed, c))).toEqual({ place: 1, bookmark: changed });
});

test('the replacement of a removed bookmark is shown next, at the end the previous one', () => {
  expect(followList({ place: 1, bookmark: b }, listOf(a, c))).toEqual({ place: 1, bookmark: c });
  expect(followList({ place: 2, bookmark: c }, listOf(a, b))).toEqual({ place: 1, bookmark: b });
  expect(followList({ place: 0, bookmark: b }, listOf())).toBeNull();
});

test('a bookmark that has been encrypted is shown in its current state', () => {
  const encrypted = { ...a, encrypted: true, title: null, url: null };
  expect(followList({ place: 0, bookmark: a }, listOf(encrypted, b))).toEqual({
    place: 0,
    bookmark: encrypted,
  });
});

test('rows that are not loaded do not change the preview', () => {
  const at = { place: 70, bookmark: b };
  expect(followList(at, { ...listOf(a, c), total: 100 })).toBe(at);
});

test('a step moves to the adjacent row and ends where none is loaded', () => {
  const list = listOf(a, secret, c);
  expect(stepFrom({ place: 0, bookmark: a }, list, 1)).toEqual({ place: 1, bookmark: secret });
  expect(stepFrom({ place: 2, bookmark: c }, list, -1)).toEqual({ place: 1, bookmark: secret });
  expect(stepFrom({ place: 2, bookmark: c }, list, 1)).toBeNull();
  expect(stepFrom({ place: 0, bookmark: a }, list, -1)).toBeNull();
});

test('a bookmark that is not among the loaded rows stays, until it is loaded', () => {
  const at = { place: unlisted, bookmark: b };
  expect(followList(at, listOf(a, c))).toBe(at);
  expect(followList(at, listOf())).toBe(at);
  expect(followList(at, listOf(a, b))).toEqual({ place: 1, bookmark: b });
  expect(stepFrom(at, listOf(a, c), 1)).toBeNull();
});

test('a bookmark is found among the loaded rows', () => {
  expect(placeIn(listOf(a, b), 'b')).toEqual({ place: 1, bookmark: b });
  expect(placeIn(listOf(a), 'b')).toBeNull();
});

test.each([
  ['/', '', 'a', '/?preview=a'],
  ['/', '?view=favorites&preview=a', 'b', '/?view=favorites&preview=b'],
  ['/search', '?q=night+trains&preview=a', null, '/search?q=night+trains'],
  ['/tags', '?preview=a', null, '/tags'],
])('the preview of %s%s becomes %s', (pathname, search, uuid, href) => {
  expect(previewHref({ pathname, search }, uuid)).toBe(href);
});
