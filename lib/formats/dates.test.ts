import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMicroseconds, fromSeconds, readDate, windowsEpochMs } from '@/lib/formats/dates';

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

describe('dates as other products write them', () => {
  it.each([
    ['2024/11/14 05:48:28 +0000', '2024-11-14T05:48:28.000Z'],
    ['2024/11/14 05:48:28 -0130', '2024-11-14T07:18:28.000Z'],
    ['2015-09-09 11:10:32 UTC', '2015-09-09T11:10:32.000Z'],
    ['20200101T120000Z', '2020-01-01T12:00:00.000Z'],
    ['January 1, 2024 3:04 PM', '2024-01-01T15:04:00.000Z'],
    ['Jan 31, 2024 12:04 AM', '2024-01-31T00:04:00.000Z'],
    ['14/11/2024 05:48', '2024-11-14T05:48:00.000Z'],
    ['2025-01-20 22:13:02.447000+00:00', '2025-01-20T22:13:02.447Z'],
    ['2016-09-08T11:55:58+0200', '2016-09-08T09:55:58.000Z'],
  ])('%s', (text, expected) => expect(readDate(text)).toEqual({ date: new Date(expected), invalid: false }));

  it.each(['04/11/2024 05:48', '14/13/2024', '2024/13/14 05:48:28', 'Foo 1, 2024'])('rejects %s', (text) =>
    expect(readDate(text)).toEqual({ date: null, invalid: true }),
  );

  it.each(['null', '1980-00-00', '1980-00-00 00:00:00'])('%s is none', (text) =>
    expect(readDate(text)).toEqual({ date: null, invalid: false }),
  );

  it('reads documented units', () => {
    const at = new Date('2024-11-14T05:48:28.500Z');
    expect(fromSeconds(at.getTime() / 1000).date).toEqual(at);
    expect(fromMicroseconds(at.getTime() * 1000).date).toEqual(at);
    expect(
      fromMicroseconds(String(BigInt(at.getTime() - windowsEpochMs) * 1000n), windowsEpochMs).date,
    ).toEqual(at);
    expect([fromSeconds(0), fromSeconds(null), fromMicroseconds('0'), fromMicroseconds(null)]).toEqual(
      Array.from({ length: 4 }, () => ({ date: null, invalid: false })),
    );
    expect([fromSeconds('x').invalid, fromMicroseconds('x').invalid]).toEqual([true, true]);
  });
});
