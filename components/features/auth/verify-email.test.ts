import { expect, test } from 'vitest';
import { targetOf } from '@/components/features/auth/verify-email';

test.each([
  ['/', 'library'],
  ['/?view=favorites', 'library'],
  ['/#add', 'library'],
  ['/collections#create', 'collections'],
  ['/search?q=trains', 'search'],
  ['/settings', 'settings'],
  ['/settings/subscription?plan=pro', 'subscription'],
  ['/settingsx', 'page'],
  ['/duplicates', 'page'],
])('the message for %s names %s', (destination, target) => {
  expect(targetOf(destination)).toBe(target);
});
