import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findAudience, type PageAudience } from '@/lib/access/decide';

const app = path.resolve(import.meta.dirname, '../../app');

const pages = fs
  .readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
  .map((file) => ({
    group: /^\((\w+)\)/.exec(file)?.[1] ?? 'none',
    pathname: `/${path
      .dirname(file)
      .split('/')
      .filter((segment) => segment !== '.' && !segment.startsWith('('))
      .map((segment) => segment.replace(/^\[+(?:\.\.\.)?(\w+)\]+$/, 'x-$1'))
      .join('/')}`,
  }));

const audiencesOf: Record<string, readonly PageAudience[]> = {
  guest: ['guest', 'always'],
  app: ['member'],
  admin: ['admin'],
  none: ['public'],
};

// Guarantee: a page cannot be added without an access rule, and the rule matches its route group.
test.each(pages)('$pathname in group $group has a matching rule', ({ group, pathname }) => {
  expect(audiencesOf[group]).toContain(findAudience(pathname));
});

test('there are pages to check', () => {
  expect(pages.length).toBeGreaterThan(2);
});
