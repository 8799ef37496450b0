import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDate } from '@/lib/formats/dates';

describe('readDate', () => {
  it('detects the unit of every date from 1976 to 2099', () => {
    const ms = fc.integer({ min: Date.UTC(1976, 6), max: Date.UTC(2099, 11) });
    fc.assert(
      fc.property(ms, (at) => {
        const seconds = new Date(Math.floor(at / 1000) * 1000);
        const microseconds = BigInt(at) * 1000n;
        expect(readDate(String(seconds.getTime() / 1000)).date).toEqual(seconds);
        expect(readDate(String(at)).date).toEqual(new Date(at));
        expect(readDate(String(microseconds)).date).toEqual(new Date(at));
        expect(readDate(String(microseconds * 1000n)).date).toEqual(new Date(at));
        expect(readDate(String(microseconds + 11_644_473_600_000_000n)).date).toEqual(new Date(at));
      }),
    );
  });

  it('returns a storable date, or none with the reason, for any text', () => {
    const digits = fc.stringMatching(/^-?\d{0,24}(?:\.\d{0,9})?$/);
    fc.assert(
      fc.property(fc.oneof(digits, fc.string(), fc.date().map(String)), (text) => {
        const { date, invalid } = readDate(text);
        expect(date === null || !Number.isNaN(date.getTime())).toBe(true);
        expect(invalid && date !== null).toBe(false);
      }),
    );
  });

  it.each([
    ['10/Foo/2000:13:55:36'],
    ['2021-13-40'],
    ['9999999999999999999999'],
    ['4102444800'],
    ['20260000000000000'],
  ])('rejects %s', (text) => expect(readDate(text)).toEqual({ date: null, invalid: true }));
});
