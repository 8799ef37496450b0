import { expect, test } from 'vitest';
import { countReasons } from '@/components/features/import-export/row-reasons';

test('the most frequent reason comes first, and reasons that nothing has are left out', () => {
  const rows = [
    { reasons: ['invalid_url'] },
    { reasons: ['invalid_date', 'duplicate_in_file'] },
    { reasons: ['duplicate_in_file'] },
  ] satisfies Parameters<typeof countReasons>[0];
  expect(countReasons(rows)).toEqual([
    ['duplicate_in_file', 2],
    ['invalid_url', 1],
    ['invalid_date', 1],
  ]);
  expect(countReasons([])).toEqual([]);
});
