import { expect, test } from 'vitest';
import { createRowDates } from '@/components/common/row-dates';

const now = new Date('2026-11-20T15:00:00Z');
const dates = (locale: string, timeZone = 'UTC') => createRowDates({ locale, timeZone, now });

test('a row shows the time today, then yesterday, the weekday, the day, and the year only if it differs', () => {
  const { short } = dates('en');
  expect(short('2026-11-20T09:41:00Z')).toBe('09:41');
  expect(short('2026-11-19T23:59:00Z')).toBe('Yesterday');
  expect(short('2026-11-17T12:00:00Z')).toBe('Tue');
  expect(short('2026-11-14T12:00:00Z')).toBe('Sat');
  expect(short('2026-11-13T12:00:00Z')).toBe('13 Nov');
  expect(short('2025-11-13T12:00:00Z')).toBe('13 Nov 2025');
});

test('the same in Portuguese, without the dots of abbreviations', () => {
  const { short, day, month } = dates('pt-BR');
  expect(short('2026-11-19T12:00:00Z')).toBe('Ontem');
  expect(short('2026-11-17T12:00:00Z')).toBe('Ter');
  expect(short('2026-10-14T12:00:00Z')).toBe('14 out');
  expect(short('2025-10-14T12:00:00Z')).toBe('14 out 2025');
  expect(day('2026-11-20T12:00:00Z')).toBe('20 de novembro de 2026');
  expect(month('2026-10')).toBe('Outubro de 2026');
});

test('the day depends on the time zone of the user', () => {
  expect(dates('en', 'America/Sao_Paulo').short('2026-11-20T02:30:00Z')).toBe('Yesterday');
  expect(dates('en', 'Asia/Tokyo').short('2026-11-20T16:00:00Z')).not.toBe('16:00');
  expect(dates('en', 'America/Sao_Paulo').group('2026-11-20T02:30:00Z')).toBe('week');
});

test('groups are today, the six days before, then months', () => {
  const { group, month } = dates('en');
  expect(group('2026-11-20T00:00:00Z')).toBe('today');
  expect(group('2026-11-21T00:00:00Z')).toBe('today');
  expect(group('2026-11-14T00:00:00Z')).toBe('week');
  expect(group('2026-11-13T23:00:00Z')).toBe('2026-11');
  expect(month('2026-11')).toBe('November 2026');
});
