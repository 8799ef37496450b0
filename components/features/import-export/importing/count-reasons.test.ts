import { expect, test } from 'vitest';
import { countReasons } from '@/components/features/import-export/importing/count-reasons';

test('the most frequent reason comes first, and reasons that nothing has are left out', () => {
  const rows = [
    { reason: 'invalid_url' },
    { reason: 'duplicate_in_file' },
    { reason: 'invalid_date' },
    { reason: 'duplicate_in_file' },
  ] as const;
  expect(countReasons(rows)).toEqual([
    ['duplicate_in_file', 2],
    ['invalid_url', 1],
    ['invalid_date', 1],
  ]);
  expect(countReasons([])).toEqual([]);
});
