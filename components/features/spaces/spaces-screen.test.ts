import { expect, test } from 'vitest';
import { barHeights } from '@/components/features/spaces/spaces-screen';

test('0 has no height, and a single item is visible without filling the chart', () => {
  expect(barHeights([0, 0])).toEqual([0, 0]);
  const [, one = 0] = barHeights([0, 1]);
  expect(one).toBeGreaterThan(0.1);
  expect(one).toBeLessThan(0.5);
});

test('beside thousands a single one is still visible, and half as many are half as tall', () => {
  const [one = 0, half, all] = barHeights([1, 2000, 4000]);
  expect(one).toBeGreaterThan(0.1);
  expect([half, all]).toEqual([0.5, 1]);
});
