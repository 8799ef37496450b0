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

test('a downgrade is blocked by the limits only', () => {
  const { blockedBy, stops } = describeDowngrade({ spaces: 3, smart: 8 });
  expect(blockedBy).toEqual([{ feature: 'spaces', count: 3, limit: 2 }]);
  expect(stops.map(({ feature }) => feature)).toEqual([
    'spaces',
    'smart',
    'ask',
    'pageText',
    'suggestions',
    'support',
  ]);
  expect(describeDowngrade({ spaces: 2, smart: 8 }).blockedBy).toEqual([]);
});
