import fs from 'node:fs';
import { expect, test } from 'vitest';
import { readChangelog } from '@/lib/api/changelog';
import { locales } from '@/lib/i18n/locale';
import manifest from '@/package.json' with { type: 'json' };

const own = () => readChangelog(JSON.parse(fs.readFileSync('public/changelog.json', 'utf8')));

test('the changelog begins with the running version, which lists changes', () => {
  const [latest] = own();
  expect(latest?.version).toBe(manifest.version);
  expect(latest?.changes.length).toBeGreaterThan(0);
});

test('every change has a text in each language', () => {
  for (const { changes } of own()) {
    for (const { title, description, translations } of changes) {
      for (const locale of locales) {
        const words = locale === 'en' ? { title, description } : translations?.[locale];
        expect(words?.title, `${title} in ${locale}`).toMatch(/\S/);
        expect(words?.description, `${title} in ${locale}`).toMatch(/\S/);
      }
    }
  }
});

const change = { type: 'fix', title: 'A', description: 'B' };

test.each([
  ['a page in place of the file', '<!doctype html>'],
  ['nothing', null],
  ['no versions', {}],
  ['a version without changes', { versions: [{ version: '1.0.0' }] }],
  ['an unknown type', { versions: [{ version: '1.0.0', changes: [{ ...change, type: 'other' }] }] }],
  ['no title', { versions: [{ version: '1.0.0', changes: [{ ...change, title: undefined }] }] }],
  [
    'an unknown language',
    { versions: [{ version: '1.0.0', changes: [{ ...change, translations: { fr: change } }] }] },
  ],
])('is not a changelog: %s', (_, value) => {
  expect(() => readChangelog(value)).toThrow('Not a changelog');
});

test('a change without translations is a change', () => {
  expect(readChangelog({ versions: [{ version: '1.0.0', changes: [change] }] })).toHaveLength(1);
});
