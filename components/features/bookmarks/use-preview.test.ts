import { expect, test } from 'vitest';
import { previewHref } from '@/components/features/bookmarks/use-preview';

test.each([
  ['/', '', 'a', '/?preview=a'],
  ['/', '?view=favorites&preview=a', 'b', '/?view=favorites&preview=b'],
  ['/search', '?q=night+trains&preview=a', null, '/search?q=night+trains'],
  ['/tags', '?preview=a', null, '/tags'],
])('the preview of %s%s becomes %s', (pathname, search, uuid, href) => {
  expect(previewHref({ pathname, search }, uuid)).toBe(href);
});
