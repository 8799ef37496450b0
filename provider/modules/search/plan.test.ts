import { describe, expect, test } from 'vitest';
import {
  chooseDrivers,
  correctSample,
  estimateCut,
  estimateTotal,
  ranksAllCandidates,
  planScan,
  readAtMost,
  sampleOfRare,
  assumeHits,
  scanLengths,
  combineStrata,
  type Sample,
} from '@/provider/modules/search/plan';

const sample = (words: number[], tiers: number[], size = 100_000): Sample => ({
  looked: 1_000,
  size,
  words,
  tiers,
});

describe('the words that are looked up in the index', () => {
  test.each([
    ['the only one', [700], [0]],
    ['all of similar frequency', [20, 30, 79], [0, 1, 2]],
    ['not those far more frequent than the rarest', [700, 2, 300], [1]],
    ['those missing in the sample', [0, 500, 0, 5], [0, 2]],
  ])('%s', (_, words, drivers) => {
    expect(chooseDrivers(sample(words, [0, 0, 0, 0]))).toEqual(drivers);
  });
});

describe('all hits at once', () => {
  test.each([
    ['a word missing in the sample', [0], [0, 0, 0, 0], 1_000_000, true],
    ['a word of one in a hundred, in a library of a hundred thousand', [10], [2, 2, 2, 4], 100_000, true],
    ['the same word in a library of a million', [10], [2, 2, 2, 4], 1_000_000, false],
    ['a word of one in fifty', [20], [4, 4, 4, 8], 100_000, false],
    [
      'frequent words that rarely occur together, in a hundred thousand',
      [121, 38],
      [0, 0, 0, 6],
      100_000,
      true,
    ],
    [
      'frequent words that never occur together in the sample, in a million',
      [500, 400],
      [0, 0, 0, 0],
      1_000_000,
      true,
    ],
    ['frequent words that rarely occur together, in a million', [121, 38], [0, 0, 0, 6], 1_000_000, false],
    ['frequent words that often occur together', [300, 200], [10, 10, 10, 30], 100_000, false],
  ])('%s', (_, words, tiers, size, isAtOnce) => {
    expect(ranksAllCandidates(sample(words, tiers, size))).toBe(isAtOnce);
  });
});

describe('a word that is known to be rare needs no sample', () => {
  const about = { looked: 1_000, size: 100_000, tiers: 5 };

  test('alone, or beside words that may be frequent or are unknown', () => {
    for (const most of [[0], [1_200], [1_200, 90_000], [null, 7]]) {
      const known = sampleOfRare(most, about);
      expect(known && ranksAllCandidates(known)).toBe(true);
    }
    expect(sampleOfRare([null, 7], about)).toEqual(sample([1_000, 1], [0, 0, 0, 0, 0]));
  });

  test('unlike one that may be frequent', () => {
    for (const most of [[], [null], [1_300], [null, 5_000]]) expect(sampleOfRare(most, about)).toBeNull();
  });
});

describe('the correction of a sample', () => {
  test('assumes hits if a word is known to be far more frequent than in the sample', () => {
    expect(assumeHits(sample([300], [0, 0, 0, 0, 0]), [2])).toEqual(sample([300], [60, 60, 60, 60, 60]));
    expect(assumeHits(sample([300], [4, 0, 0, 0, 0]), [20])).toEqual(sample([300], [64, 60, 60, 60, 60]));
  });

  test.each([
    ['the sample has the known frequency', [300], [0, 0, 0, 0, 20], [90]],
    ['there are several words', [300, 200], [0, 0, 0, 0, 0], [0, 0]],
    ['there are more hits than that', [100], [0, 0, 60, 0, 50], [20]],
    ['nothing is counted', [], [3], []],
  ])('changes nothing if %s', (_, words, tiers, seen) => {
    expect(assumeHits(sample(words, tiers), seen)).toEqual(sample(words, tiers));
  });
});

describe('a sample of the newest and of older bookmarks', () => {
  const newest = { read: 300, counts: [300, 0], tiers: [150, 150] };
  const older = { read: 700, counts: [0, 70], tiers: [0, 7] };

  test('weighs each bookmark by the number that it represents', () => {
    expect(combineStrata(newest, older, 30_000)).toEqual(sample([10, 99], [5, 15], 30_000));
  });

  test('has no older ones if the newest are all bookmarks', () => {
    expect(combineStrata(newest, null, 300)).toEqual({
      looked: 300,
      size: 300,
      words: [300, 0],
      tiers: [150, 150],
    });
  });
});

describe('a tier read in order', () => {
  test('is looked up in the index if the sample has no hit', () => {
    expect(planScan(sample([300], [0, 0, 0, 300]), 0, 51)).toBe(0);
  });

  test('is scanned if its hits are close together, four times as far as expected', () => {
    expect(planScan(sample([300], [100, 0, 0, 200]), 0, 51)).toBe(2_040);
    expect(planScan(sample([900], [900, 0, 0, 0]), 0, 51)).toBe(2_000);
  });

  test('is looked up in the index if that reads fewer rows than a scan', () => {
    expect(planScan(sample([300], [3, 0, 0, 297], 10_000), 0, 51)).toBe(0);
    expect(planScan(sample([300], [3, 0, 0, 297], 100_000_000), 0, 51)).toBe(20_000);
  });
});

test('a scan is extended once, so that it passes many bookmarks of another kind', () => {
  expect([2_000, 8_000, 20_000].map(scanLengths)).toEqual([[2_000, 8_000], [8_000, 20_000], [20_000]]);
});

test('without conditions for the index, the hits of the sample decide', () => {
  expect(ranksAllCandidates(sample([], [0]))).toBe(true);
  expect(ranksAllCandidates(sample([], [3]))).toBe(false);
  expect(planScan(sample([], [500]), 0, 51)).toBe(2_000);
});

test('a sample that underestimates the hits is corrected, so that not all candidates are ranked', () => {
  for (const size of [10_000, 100_000, 1_000_000]) {
    const wrong = sample([0, 3], [0, 0, 0, 0, 1], size);
    expect([ranksAllCandidates(wrong), ranksAllCandidates(correctSample(wrong))]).toEqual([true, false]);
    expect(planScan(correctSample(wrong), 0, 6)).toBeGreaterThan(0);
  }
});

test('the number of index rows read depends on the size of the library', () => {
  expect([10_000, 1_000_000].map(readAtMost)).toEqual([4_000, 40_000]);
});

test('if not all rows are read, the total is estimated from the read rows and the sample', () => {
  const read = { read: 4_000, hits: 1_000 };
  expect(estimateCut(sample([10], [0]), read)).toBe(1_000);
  expect(estimateCut(sample([100], [0]), read)).toBe(2_500);
  expect(estimateCut(sample([], [0]), read)).toBe(25_000);
});

test('a total is rounded to two digits', () => {
  expect(estimateTotal(sample([123], [23, 0, 0, 100], 98_765))).toBe(12_000);
});
