import { expect, test } from 'vitest';
import { describeDowngrade, hasFeature, savedPercent, spacesMax } from '@/lib/domain/plans';

test.each([
  [500, 4800, 20],
  [1900, 18_000, 21],
  [999, 9590, 20],
  [500, 6000, 0],
  [500, 7000, 0],
  [0, 100, 0],
])('%i a month or %i a year saves %i percent', (monthly, yearly, saved) => {
  expect(savedPercent(monthly, yearly)).toBe(saved);
});

test('free has two spaces and none of the features, pro has all of them', () => {
  expect([spacesMax('free'), spacesMax('pro')]).toEqual([2, Number.POSITIVE_INFINITY]);
  for (const feature of ['smart', 'ask', 'pageText', 'suggestions', 'support'] as const)
    expect([hasFeature('free', feature), hasFeature('pro', feature)]).toEqual([false, true]);
});

test('a downgrade ends the features of Pro, and limits spaces only if there are more than Free allows', () => {
  const features = ['smart', 'ask', 'pageText', 'suggestions', 'support'];
  const { stops } = describeDowngrade({ spaces: 3, smart: 8 });
  expect(stops[0]).toEqual({ feature: 'spaces', count: 3, limit: 2 });
  expect(stops.map(({ feature }) => feature)).toEqual(['spaces', ...features]);
  for (const spaces of [1, 2]) {
    expect(describeDowngrade({ spaces, smart: 8 }).stops.map(({ feature }) => feature)).toEqual(features);
  }
});
