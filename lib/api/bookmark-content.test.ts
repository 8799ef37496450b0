import { expect, test } from 'vitest';
import { contentQueries } from '@/lib/api/bookmark-content';

// Guarantee: opening a preview again within half an hour sends no request.
test('the text of a page is fresh for 30 minutes', () => {
  expect(contentQueries.of('0197').staleTime).toBe(30 * 60_000);
});
