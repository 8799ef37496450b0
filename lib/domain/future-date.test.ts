import { expect, test } from 'vitest';
import { isFuture } from '@/lib/domain/future-date';

const now = new Date('2026-06-15T12:00:00Z');

test.each([
  [null, false],
  ['2026-06-15T12:00:00Z', false],
  ['2026-06-16T12:00:00Z', false],
  ['2026-06-16T12:00:01Z', true],
  ['2099-01-01T00:00:00Z', true],
])('%s lies in the future: %s', (text, expected) => {
  expect(isFuture(text === null ? null : new Date(text), now)).toBe(expected);
});
