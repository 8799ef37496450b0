import { expect, test } from 'vitest';
import { resolveTimeZone } from '@/lib/domain/time-zone';

test.each([
  ['America/Sao_Paulo', 'America/Sao_Paulo'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Etc/GMT+3', 'Etc/GMT+3'],
  ['UTC', 'UTC'],
  [undefined, 'UTC'],
  ['', 'UTC'],
  ['Nowhere/At_All', 'UTC'],
  ['../../etc/passwd', 'UTC'],
  ['<script>', 'UTC'],
  ['A'.repeat(10_000), 'UTC'],
])('%j is %s', (cookie, timeZone) => {
  expect(resolveTimeZone(cookie)).toBe(timeZone);
});
