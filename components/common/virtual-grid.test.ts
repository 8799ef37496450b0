import { expect, test } from 'vitest';
import { columnsIn } from '@/components/common/virtual-grid';

test.each([
  [1152, 240, 16, 4],
  [1152, 208, 16, 5],
  [752, 240, 16, 3],
  [358, 240, 12, 2],
  [0, 240, 16, 2],
])('%i pixels have columns of at least %i with gaps of %i: %i', (total, minWidth, gap, columns) => {
  expect(columnsIn(total, minWidth, gap)).toBe(columns);
});
