import { describe, expect, test } from 'vitest';
import {
  chooseDrivers,
  corrected,
  estimateTotal,
  isGathered,
  planWalk,
  type Sample,
} from '@/provider/services/search/search-plan';

const sample = (words: number[], tiers: number[], size = 100_000): Sample => ({
  looked: 1_000,
  size,
  words,
  tiers,
});

describe('the words that the index is asked for', () => {
  test.each([
    ['the only one', [700], [0]],
    ['all that are about as rare', [20, 30, 79], [0, 1, 2]],
    ['not what is far more frequent than the rarest', [700, 2, 300], [1]],
    ['those that were not seen at all', [0, 500, 0, 5], [0, 2]],
  ])('%s', (_, words, drivers) => {
    expect(chooseDrivers(sample(words, [0, 0, 0, 0]))).toEqual(drivers);
  });
});

describe('all hits at once', () => {
  test.each([
    ['what was not seen', [0], [0, 0, 0, 0], 1_000_000, true],
    ['a word of one in a hundred, in a library of a hundred thousand', [10], [2, 2, 2, 4], 100_000, true],
    ['the same word in a library of a million', [10], [2, 2, 2, 4], 1_000_000, false],
    ['frequent words that seldom meet, in a hundred thousand', [121, 38], [0, 0, 0, 6], 100_000, true],
    ['frequent words that were not seen to meet, in a million', [500, 400], [0, 0, 0, 0], 1_000_000, true],
    ['frequent words that seldom meet, in a million', [121, 38], [0, 0, 0, 6], 1_000_000, false],
    ['frequent words that often meet', [300, 200], [10, 10, 10, 30], 100_000, false],
  ])('%s', (_, words, tiers, size, isAtOnce) => {
    expect(isGathered(sample(words, tiers, size))).toBe(isAtOnce);
  });
});

describe('a tier read in order', () => {
  test('is looked for in the index when it was not seen', () => {
    expect(planWalk(sample([300], [0, 0, 0, 300]), 0, 51)).toBe(0);
  });

  test('is walked to when its hits lie close together, four times as far as it should take', () => {
    expect(planWalk(sample([300], [100, 0, 0, 200]), 0, 51)).toBe(2_040);
    expect(planWalk(sample([900], [900, 0, 0, 0]), 0, 51)).toBe(2_000);
  });

  test('is looked for in the index when that leads to fewer rows than lie on the way', () => {
    expect(planWalk(sample([300], [3, 0, 0, 297], 10_000), 0, 51)).toBe(0);
    expect(planWalk(sample([300], [3, 0, 0, 297], 100_000_000), 0, 51)).toBe(20_000);
  });
});

test('conditions that the index cannot be asked for leave the choice to the hits', () => {
  expect(isGathered(sample([], [0]))).toBe(true);
  expect(isGathered(sample([], [3]))).toBe(false);
  expect(planWalk(sample([], [500]), 0, 51)).toBe(2_000);
});

test('a sample that promised few where there are many is corrected, so that they are not gathered', () => {
  for (const size of [10_000, 100_000, 1_000_000]) {
    const wrong = sample([0, 3], [0, 0, 0, 0, 1], size);
    expect([isGathered(wrong), isGathered(corrected(wrong))]).toEqual([true, false]);
    expect(planWalk(corrected(wrong), 0, 6)).toBeGreaterThan(0);
  }
});

test('a total is told to two digits', () => {
  expect(estimateTotal(sample([123], [23, 0, 0, 100], 98_765))).toBe(12_000);
});
