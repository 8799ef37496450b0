import { expect, test } from 'vitest';
import { scrollStep } from '@/components/common/sortable/sorter';

test('the page stays while the pointer is well inside it, and scrolls the faster the nearer it is to an edge', () => {
  expect(scrollStep(450, 900)).toBe(0);
  expect(scrollStep(100, 900)).toBe(0);
  expect(scrollStep(50, 900)).toBeLessThan(0);
  expect(scrollStep(5, 900)).toBeLessThan(scrollStep(50, 900));
  expect(scrollStep(850, 900)).toBeGreaterThan(0);
  expect(scrollStep(895, 900)).toBeGreaterThan(scrollStep(850, 900));
});

test('outside of the screen it goes no faster than at its edge', () => {
  expect(scrollStep(5000, 900)).toBe(scrollStep(900, 900));
  expect(scrollStep(-5000, 900)).toBe(scrollStep(0, 900));
});
