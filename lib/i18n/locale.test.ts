import { expect, it } from 'vitest';
import { resolveLocale } from '@/lib/i18n/locale';

it.each([
  [undefined, null, 'en'],
  ['pt-BR', 'en', 'pt-BR'],
  ['en', 'pt-BR', 'en'],
  ['../../etc/passwd', 'pt', 'pt-BR'],
  ['PT-br', null, 'en'],
  ['', 'pt-PT,en;q=0.5', 'pt-BR'],
  ['fr', 'fr', 'en'],
])('a cookie of %j and a header of %j give %s', (cookie, header, locale) => {
  expect(resolveLocale(cookie, header)).toBe(locale);
});
