import { expect, it } from 'vitest';
import { pageNumbers } from '@/lib/public-page/page-numbers';

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 20, [1, 2, null, 20]],
  [3, 20, [1, 2, 3, 4, null, 20]],
  [4, 20, [1, 2, 3, 4, 5, null, 20]],
  [10, 20, [1, null, 9, 10, 11, null, 20]],
  [17, 20, [1, null, 16, 17, 18, 19, 20]],
  [20, 20, [1, null, 19, 20]],
])('page %i of %i names %j', (current, count, expected) => {
  expect(pageNumbers(current, count)).toEqual(expected);
});
