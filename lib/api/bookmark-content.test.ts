import { expect, test } from 'vitest';
import { contentQueries } from '@/lib/api/bookmark-content';

// The guarantee that opening a preview again within half an hour asks for nothing.
test('the text of a page is good for 30 minutes', () => {
  expect(contentQueries.of('0197').staleTime).toBe(30 * 60_000);
});
