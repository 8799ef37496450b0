import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateBounds, resolveDateTerm } from '@/lib/domain/query/dates';
import { type DateOp } from '@/lib/domain/query/query';

const print = (date: Date | null): string | null => date && date.toISOString().replace(':00.000Z', 'Z');
const at = (now: string, timeZone: string) => ({ now: new Date(now), timeZone });

describe('resolveDateTerm', () => {
  // A Sunday evening in São Paulo, and Monday already in UTC.
  const sunday = at('2026-03-02T01:30:00Z', 'America/Sao_Paulo');

  test.each([
    ['today', '2026-03-01T03:00Z', '2026-03-02T03:00Z'],
    ['yesterday', '2026-02-28T03:00Z', '2026-03-01T03:00Z'],
    ['this-week', '2026-02-23T03:00Z', '2026-03-02T03:00Z'],
    ['last-week', '2026-02-16T03:00Z', '2026-02-23T03:00Z'],
    ['this-month', '2026-03-01T03:00Z', '2026-04-01T03:00Z'],
    ['last-month', '2026-02-01T03:00Z', '2026-03-01T03:00Z'],
    ['this-year', '2026-01-01T03:00Z', '2027-01-01T03:00Z'],
    ['last-year', '2025-01-01T03:00Z', '2026-01-01T03:00Z'],
    ['2024', '2024-01-01T03:00Z', '2025-01-01T03:00Z'],
    ['2024-02', '2024-02-01T03:00Z', '2024-03-01T03:00Z'],
    ['2024-12-31', '2024-12-31T03:00Z', '2025-01-01T03:00Z'],
    ['30d', '2026-01-30T03:00Z', '2026-03-02T03:00Z'],
    ['2w', '2026-02-15T03:00Z', '2026-03-02T03:00Z'],
    ['1m', '2026-02-01T03:00Z', '2026-03-02T03:00Z'],
    ['1y', '2025-03-01T03:00Z', '2026-03-02T03:00Z'],
    // Summer time began at midnight, so the day had no midnight.
    ['2018-11-04', '2018-11-04T03:00Z', '2018-11-05T02:00Z'],
    // It ended at midnight: the previous day had the hour 23 twice.
    ['2018-02-17', '2018-02-17T02:00Z', '2018-02-18T03:00Z'],
  ])('%s on a Sunday in São Paulo', (term, from, to) => {
    const span = resolveDateTerm(term, sunday);
    expect([print(span?.from ?? null), print(span?.to ?? null)]).toEqual([from, to]);
  });

  test.each([
    ['Pacific/Kiritimati', '2026-03-01', '2026-02-28T10:00Z', '2026-03-01T10:00Z'],
    ['Pacific/Pago_Pago', '2026-03-01', '2026-03-01T11:00Z', '2026-03-02T11:00Z'],
    ['Asia/Kathmandu', '2026-03-01', '2026-02-28T18:15Z', '2026-03-01T18:15Z'],
    ['Europe/Lisbon', '2026-03-29', '2026-03-29T00:00Z', '2026-03-29T23:00Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
    // Samoa skipped 30 December 2011.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00Z', '2011-12-30T10:00Z'],
    ['UTC', '1900', '1900-01-01T00:00Z', '1901-01-01T00:00Z'],
    ['UTC', '2999', '2999-01-01T00:00Z', '3000-01-01T00:00Z'],
  ])('in %s, %s', (timeZone, term, from, to) => {
    const span = resolveDateTerm(term, at('2026-06-01T00:00:00Z', timeZone));
    expect([print(span?.from ?? null), print(span?.to ?? null)]).toEqual([from, to]);
  });

  test('uses the last day of a shorter month', () => {
    expect(print(resolveDateTerm('1m', at('2026-03-31T12:00:00Z', 'UTC'))?.from ?? null)).toBe(
      '2026-02-28T00:00Z',
    );
    expect(print(resolveDateTerm('2y', at('2026-02-28T12:00:00Z', 'UTC'))?.from ?? null)).toBe(
      '2024-02-28T00:00Z',
    );
    expect(print(resolveDateTerm('1y', at('2024-02-29T12:00:00Z', 'UTC'))?.from ?? null)).toBe(
      '2023-02-28T00:00Z',
    );
  });

  test('does not return dates before 1900', () => {
    expect(print(resolveDateTerm('9999y', at('2024-02-29T12:00:00Z', 'UTC'))?.from ?? null)).toBe(
      '1900-01-01T00:00Z',
    );
  });

  test('returns null for invalid dates', () => {
    for (const term of ['never', '', 'soon', '24', '30']) {
      expect(resolveDateTerm(term, sunday)).toBeNull();
    }
  });

  test('one day ends where the next begins, in every zone', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zone, day, (timeZone, date) => {
        const next = new Date(date.getTime() + 86_400_000);
        const [one, other] = [date, next].map((some) =>
          resolveDateTerm(some.toISOString().slice(0, 10), { now: date, timeZone }),
        );
        expect(one?.to).toEqual(other?.from);
      }),
    );
  });

  test('today is now, in every zone', () => {
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      const now = new Date('2026-11-21T20:00:00Z');
      const span = resolveDateTerm('today', { now, timeZone });
      expect(span && span.from <= now && now < span.to).toBe(true);
    }
  });
});

describe('dateBounds', () => {
  const clock = at('2026-03-10T12:00:00Z', 'UTC');
  const bounds = (op: DateOp, value: string) => {
    const { from, to, never } = dateBounds({ kind: 'date', field: 'created', op, value }, clock);
    return [print(from), print(to), never];
  };
  const range = (from: string, to: string) => {
    const found = dateBounds({ kind: 'dates', field: 'created', from, to }, clock);
    return [print(found.from), print(found.to)];
  };

  test.each<[DateOp, string, string | null, string | null]>([
    ['=', '2024', '2024-01-01T00:00Z', '2025-01-01T00:00Z'],
    ['>', '2024', '2025-01-01T00:00Z', null],
    ['>=', '2024', '2024-01-01T00:00Z', null],
    ['<', '2024', null, '2024-01-01T00:00Z'],
    ['<=', '2024', null, '2025-01-01T00:00Z'],
    ['=', '7d', '2026-03-03T00:00Z', '2026-03-11T00:00Z'],
    ['>', '7d', '2026-03-03T00:00Z', null],
    ['>=', '7d', '2026-03-03T00:00Z', null],
    ['<', '7d', null, '2026-03-03T00:00Z'],
    ['<=', '7d', null, '2026-03-04T00:00Z'],
  ])('%s %s', (op, value, from, to) => {
    expect(bounds(op, value)).toEqual([from, to, false]);
  });

  test('of a range extend from the start of one to the end of the other', () => {
    expect(range('2023', '2024-02')).toEqual(['2023-01-01T00:00Z', '2024-03-01T00:00Z']);
    expect(range('2024-02', '2023')).toEqual(['2023-01-01T00:00Z', '2024-03-01T00:00Z']);
    expect(range('1y', '1m')).toEqual(['2025-03-10T00:00Z', '2026-02-11T00:00Z']);
  });

  test('support never, and match nothing for an invalid date', () => {
    expect(bounds('=', 'never')).toEqual([null, null, true]);
    expect(bounds('>', 'nonsense')).toEqual(['1970-01-01T00:00Z', '1970-01-01T00:00Z', false]);
  });
});
