/**
 * How a search is carried out, decided from a sample of bookmarks. Pure; see docs/search.md for the measured
 * costs behind the numbers.
 */
export interface Sample {
  /** Bookmarks that were looked at. */
  looked: number;
  /** Bookmarks that there are to look at, as far as is known. */
  size: number;
  /** Of those that were looked at, how many have each word, or other condition, that was counted. */
  words: readonly number[];
  /** And how many are hits of each tier. */
  tiers: readonly number[];
}

/** What was counted of the newest bookmarks, or of the older ones, in a sample. */
export interface Stratum {
  read: number;
  /** How many match each counted condition. */
  counts: readonly number[];
  /** And how many are hits of each tier. */
  tiers: readonly number[];
}

/**
 * A sample in which the newest bookmarks count for themselves, and the older ones for all others: often many bookmarks of
 * one kind are saved at a time.
 */
export function weigh(newest: Stratum, older: Stratum | null, size: number): Sample {
  if (older === null) return { looked: newest.read, size, words: newest.counts, tiers: newest.tiers };
  const looked = newest.read + older.read;
  const each = Math.max(0, size - newest.read) / older.read;
  const weighed = (counts: readonly number[], others: readonly number[]): number[] =>
    counts.map((count, place) => Math.ceil(((count + (others[place] ?? 0) * each) * looked) / size));
  return {
    looked,
    size,
    words: weighed(newest.counts, older.counts),
    tiers: weighed(newest.tiers, older.tiers),
  };
}

/** A hit costs as much to find by the index as this part of a bookmark that is looked at. */
const scannedPerCandidate = 1.7;
const scannedMin = 2_000;
export const scannedMax = 20_000;
/** A word that is so many times as frequent as the rarest is cheaper checked on the rows than looked up in the index. */
const driverSpread = 4;

/** How many entries of the index are read in the time that one hit takes to be fetched and ranked. */
const readPerHit = 5;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** How many of `size` bookmarks are to be expected for so many in the sample. */
const expected = (count: number, { looked, size }: Sample): number => (count / Math.max(looked, 1)) * size;

/** An estimate says no more than two digits. */
export const toTwoDigits = (number: number): number => Number(number.toPrecision(2));

/** The number of hits to be expected. */
export const estimateTotal = (sample: Sample): number => toTwoDigits(expected(sum(sample.tiers), sample));

/** How many rows an index may lead to: about as many as reading tier by tier costs. */
export const candidatesMax = (size: number): number => 4 * Math.sqrt(size);

/**
 * Places of the words that the index is asked for: the rarest, those that are not much more frequent, and those it is
 * asked for as a whole, of which it passes over what the others lack.
 */
export function chooseDrivers({ words }: Pick<Sample, 'words'>, exact: readonly boolean[] = []): number[] {
  const most = Math.max(1, Math.min(...words)) * driverSpread;
  return words.flatMap((count, place) => (count <= most || exact[place] === true ? [place] : []));
}

/**
 * Whether all hits are found and ranked at once. That is right while they, or the rows that the rarest word leads to,
 * are few: reading tier by tier costs the square root of the library at its worst, so more candidates than that are not ranked.
 * Where frequent words meet now and then, the index reads all that it has of the rarest: the best tier asks for less of
 * it, and most likely fills the page.
 */
export function ranksAllCandidates(sample: Sample): boolean {
  const affordable = candidatesMax(sample.size);
  const hits = sum(sample.tiers);
  if (expected(Math.min(hits, ...sample.words), sample) > affordable) return false;
  return hits === 0 || expected(Math.min(sample.looked, ...sample.words), sample) <= readPerHit * affordable;
}

/** The newest bookmarks are unlike the others where so many times as many have a word. */
const unlikeTimes = 4;

/**
 * Where the newest bookmarks hardly have a word that is frequent, they tell nothing of the hits either: these are then
 * supposed to be as many as have the word, in any tier. How often several words occur together is unknown. `seen` are
 * the words of the sample as they were seen.
 */
export function supposed(sample: Sample, seen: readonly number[]): Sample {
  const [count = 0, ...others] = sample.words;
  const missing = count - sum(sample.tiers);
  const isUnlike = others.length === 0 && count > unlikeTimes * Math.max(seen[0] ?? 0, 1);
  if (!isUnlike || missing < 1) return sample;
  const each = Math.ceil(missing / Math.max(sample.tiers.length, 1));
  return { ...sample, tiers: sample.tiers.map((hits) => hits + each) };
}

/**
 * The result of a sample for a search whose words are known to be in few bookmarks, without taking it; null where
 * none of its words is so rare. `most` says for each condition that was counted how many have it at the most.
 */
export function sampleOfRare(
  most: readonly (number | null)[],
  { looked, size, tiers }: { looked: number; size: number; tiers: number },
): Sample | null {
  const fewest = Math.min(...most.map((count) => count ?? size));
  if (fewest > candidatesMax(size)) return null;
  const words = most.map((count) => (count === null ? looked : Math.ceil((count * looked) / size)));
  return { looked, size, words, tiers: Array.from({ length: tiers }, () => 0) };
}

/**
 * An index that leads to more rows than this is not what the sample promised: the newest bookmarks are not like the
 * others.
 */
export const readAtMost = (size: number): number => Math.round(2 * readPerHit * candidatesMax(size));

/** The number of hits to be expected where of so many rows that were read, and not all were, so many are hits. */
export const estimateCut = (sample: Sample, { read, hits }: { read: number; hits: number }): number =>
  toTwoDigits(
    (Math.max(read, expected(Math.min(sample.looked, ...sample.words), sample)) * hits) / Math.max(read, 1),
  );

/** What the sample should have told, where there is more to read than is affordable: that hits are many, in any tier. */
export function corrected(sample: Sample): Sample {
  const hits = Math.ceil((4 * candidatesMax(sample.size) * sample.looked) / Math.max(sample.size, 1));
  const each = Math.ceil(hits / Math.max(sample.tiers.length, 1));
  return {
    ...sample,
    words: sample.words.map((count) => Math.max(count, hits)),
    tiers: sample.tiers.map((count) => Math.max(count, each)),
  };
}

/**
 * How many bookmarks are to be looked at one after the other for the next hits of the tier at a place, or 0 when the
 * index finds them with less work. Four times the way on which they should be: further on they are not where they are expected.
 */
export function planScan(sample: Sample, place: number, limit: number): number {
  const count = sample.tiers[place] ?? 0;
  if (count === 0) return 0;
  const scanned = (limit * sample.looked) / count;
  // The rows behind one word are those of this tier and the better ones; of several, those of the rarest at most.
  const candidates =
    sample.words.length === 1
      ? sum(sample.tiers.slice(0, place + 1))
      : Math.min(sample.looked, ...sample.words);
  if (scanned * scannedPerCandidate > expected(candidates, sample)) return 0;
  return Math.round(Math.min(Math.max(4 * scanned, scannedMin), scannedMax));
}

/**
 * How far a tier is read: as planned, and then four times as far. Many bookmarks of another kind may have been saved
 * last, and reading past them costs less than matching and ranking all hits.
 */
export const scanLengths = (planned: number): number[] => [
  ...new Set([planned, Math.min(4 * planned, scannedMax)]),
];
