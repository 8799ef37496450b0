import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isOrderKey,
  keyAtTop,
  keyAtTopOf,
  keyBetween,
  keyOfNew,
  placesBetween,
  sequenceLimit,
} from '@/lib/domain/order-key';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const orderKey = fc
  .array(fc.constantFrom(...digits), { minLength: 0, maxLength: 12 })
  .chain((head) => fc.constantFrom(...digits.slice(1)).map((last) => head.join('') + last));

describe('keyBetween', () => {
  test('returns a valid key strictly between any two keys', () => {
    fc.assert(
      fc.property(orderKey, orderKey, (one, other) => {
        fc.pre(one !== other);
        const [after, before] = one < other ? [one, other] : [other, one];
        const key = keyBetween(after, before);
        expect(after < key && key < before).toBe(true);
        expect(isOrderKey(key)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('returns a key above the first key, below the last one, and in an empty list', () => {
    fc.assert(
      fc.property(orderKey, (key) => {
        expect(keyBetween(null, key) < key).toBe(true);
        expect(keyBetween(key, null) > key).toBe(true);
      }),
    );
    expect(isOrderKey(keyBetween(null, null))).toBe(true);
  });

  test('keeps a list in order after any series of moves, with short keys', () => {
    const move = fc.tuple(fc.nat(199), fc.nat(199));
    fc.assert(
      fc.property(fc.array(move, { minLength: 300, maxLength: 300 }), (moves) => {
        const now = new Date('2026-01-01T00:00:00Z');
        const list = Array.from({ length: 200 }, (_, index) => keyAtTop(now, index));
        for (const [from, to] of moves) {
          list.splice(from, 1);
          list.splice(to, 0, keyBetween(list[to - 1] ?? null, list[to] ?? null));
        }
        expect(list).toEqual([...list].sort((a, b) => (a < b ? -1 : 1)));
        expect(Math.max(...list.map((key) => key.length))).toBeLessThan(32);
      }),
      { numRuns: 30 },
    );
  });

  test('grows by less than one digit for three moves to the same position', () => {
    let key = keyAtTop(new Date(0), 1);
    const before = keyAtTop(new Date(0), 2);
    for (let count = 0; count < 300; count += 1) key = keyBetween(key, before);
    expect(key.length).toBeLessThan(13 + 100);
  });

  test.each([
    ['V', 'V'],
    ['b', 'a'],
    ['a0', 'b'],
    ['', 'b'],
    ['a', 'b!'],
    ['a', 'é'],
  ])('rejects %j and %j', (after, before) => {
    expect(() => keyBetween(after, before)).toThrow(RangeError);
  });
});

test('keys of rows that are created in one millisecond put the newest on top', () => {
  const now = new Date('2026-01-01T00:00:00.000Z');
  const keys = Array.from({ length: 1_000 }, () => keyOfNew(now));
  expect(keys.toSorted()).toEqual(keys.toReversed());
  expect(keyOfNew(new Date(now.getTime() + 1)) < (keys.at(-1) ?? '')).toBe(true);
  expect(keyOfNew(now) > keyAtTop(new Date(now.getTime() + 1), sequenceLimit - 1)).toBe(true);
});

describe('keyAtTop', () => {
  const time = fc.date({ min: new Date(0), max: new Date('3000-01-01'), noInvalidDate: true });

  test('sorts newer rows above older ones, without reading them', () => {
    fc.assert(
      fc.property(time, time, fc.nat(sequenceLimit - 1), fc.nat(sequenceLimit - 1), (one, other, a, b) => {
        fc.pre(one.getTime() !== other.getTime());
        const [older, newer] = one < other ? [one, other] : [other, one];
        expect(keyAtTop(newer, a) < keyAtTop(older, b)).toBe(true);
      }),
    );
  });

  test('keeps the given order within one millisecond', () => {
    const now = new Date('2026-02-03T04:05:06.007Z');
    const keys = Array.from({ length: 5_000 }, (_, index) => keyAtTop(now, index));
    expect(keys).toEqual([...new Set(keys)].sort((a, b) => (a < b ? -1 : 1)));
  });

  test('is a valid key with room on both sides, for any clock', () => {
    for (const now of [new Date(-1), new Date(0), new Date(8.64e15)]) {
      const key = keyAtTop(now, 0);
      expect(isOrderKey(key)).toBe(true);
      expect(keyBetween(null, key) < key && key < keyBetween(key, null)).toBe(true);
    }
  });
});

describe('places', () => {
  const keys = fc.uniqueArray(orderKey, { minLength: 1, maxLength: 20 }).map((all) => all.sort());
  const places = (all: readonly string[]): string[] => all.map(placesBetween(all[0] ?? '', all.at(-1) ?? ''));

  test('keep the order of their keys, and are valid keys', () => {
    fc.assert(
      fc.property(keys, (all) => {
        expect(places(all).every(isOrderKey)).toBe(true);
        expect(places(all).sort()).toEqual(places(all));
        expect(new Set(places(all)).size).toBe(all.length);
      }),
    );
  });

  test('are preserved by their keys in another list, above its rows', () => {
    fc.assert(
      fc.property(keys, fc.date({ noInvalidDate: true, min: new Date(0) }), (all, now) => {
        const moved = places(all).map((place) => keyAtTopOf(now, place));
        expect(places(moved)).toEqual(places(all));
        const earlier = keyAtTop(new Date(now.getTime() - 1), 0);
        if (now.getTime() > 0 && now.getTime() < 62 ** 8)
          expect(moved.every((key) => key < earlier)).toBe(true);
      }),
    );
  });
});
