import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pickLocale, resolveTimeZone } from '@/lib/domain/locale';

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

describe('pickLocale', () => {
  test.each([
    [null, 'en'],
    ['', 'en'],
    ['en', 'en'],
    ['pt-BR', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['PT-pt', 'pt-BR'],
    ['en-GB,en;q=0.9,pt;q=0.8', 'en'],
    ['pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', 'pt-BR'],
    ['en;q=0.4, pt;q=0.8', 'pt-BR'],
    ['fr, de;q=0.9', 'en'],
    ['fr, pt;q=0.1', 'pt-BR'],
    ['pt;q=0, *', 'en'],
    ['pt;q=0', 'en'],
    ['*', 'en'],
    ['pt;q=7', 'en'],
    ['pt;q=zero, en;q=0.1', 'en'],
    [',,;;,pt', 'pt-BR'],
    [`${'x,'.repeat(100_000)}pt`, 'en'],
  ])('reads %s as %s', (header, locale) => {
    expect(pickLocale(header)).toBe(locale);
  });

  test('returns a language for every header', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(['en', 'pt-BR']).toContain(pickLocale(header));
      }),
    );
  });
});
