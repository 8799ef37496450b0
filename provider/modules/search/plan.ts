/**
 * A sample of bookmarks, from which the functions of this file plan a search. They are pure; docs/search.md has the
 * measured costs behind the constants.
 */
export interface Sample {
  /** Number of inspected bookmarks. */
  looked: number;
  /** Known or estimated number of bookmarks in the scope. */
  size: number;
  /** For each counted word or other condition, the number of inspected bookmarks that match it. */
  words: readonly number[];
  /** For each tier, the number of inspected bookmarks that are hits of it. */
  tiers: readonly number[];
}

/** Counts of the newest bookmarks of a sample, or of the older ones. */
export interface Stratum {
  read: number;
  /** Number of matches of each counted condition. */
  counts: readonly number[];
  /** Number of hits of each tier. */
  tiers: readonly number[];
}

/**
 * Combines the strata of a sample. The newest bookmarks represent only themselves, the older ones all others: many
 * bookmarks of one kind are often saved at a time.
 */
export function combineStrata(newest: Stratum, older: Stratum | null, size: number): Sample {
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

/** Cost of inspecting one bookmark in a scan, relative to finding one hit by the index. */
const scannedPerCandidate = 1.7;
const scannedMin = 2_000;
export const scannedMax = 20_000;
/** A word that is this many times as frequent as the rarest is cheaper to check on the rows than to look up. */
const driverSpread = 4;

/** Number of index entries that are read in the time it takes to fetch and rank one hit. */
const readPerHit = 5;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Extrapolates a count of the sample to all `size` bookmarks. */
const expected = (count: number, { looked, size }: Sample): number => (count / Math.max(looked, 1)) * size;

/** Rounds an estimate to two significant digits. */
export const toTwoDigits = (number: number): number => Number(number.toPrecision(2));

/** Returns the expected number of hits. */
export const estimateTotal = (sample: Sample): number => toTwoDigits(expected(sum(sample.tiers), sample));

/** Maximum number of rows to read by an index: about the cost of reading tier by tier. */
export const candidatesMax = (size: number): number => 4 * Math.sqrt(size);

/**
 * Returns the positions of the words to look up: the rarest, those not much more frequent, and those looked up as whole
 * words, whose entries the index skips where the other words are missing.
 */
export function chooseDrivers({ words }: Pick<Sample, 'words'>, exact: readonly boolean[] = []): number[] {
  const most = Math.max(1, Math.min(...words)) * driverSpread;
  return words.flatMap((count, place) => (count <= most || exact[place] === true ? [place] : []));
}

/**
 * Whether all hits are found and ranked at once: if they, or the rows of the rarest word, are few. Reading tier by tier
 * costs at most about the square root of the library, so more candidates than that are not ranked. If frequent words
 * occur together only now and then, the index would read all entries of the rarest; the best tier needs fewer of them
 * and most likely fills the page.
 */
export function ranksAllCandidates(sample: Sample): boolean {
  const affordable = candidatesMax(sample.size);
  const hits = sum(sample.tiers);
  if (expected(Math.min(hits, ...sample.words), sample) > affordable) return false;
  return hits === 0 || expected(Math.min(sample.looked, ...sample.words), sample) <= readPerHit * affordable;
}

/** The newest bookmarks are not typical if the known frequency of a word exceeds its sampled one this many times. */
const untypicalFactor = 4;

/**
 * Corrects a sample in which a frequent word hardly occurs. Its hits are not representative either; they are assumed to
 * be as many as have the word, spread over the tiers. Only for a single word: how often several occur together is
 * unknown. `seen` are the word counts of the sample before they were corrected.
 */
export function assumeHits(sample: Sample, seen: readonly number[]): Sample {
  const [count = 0, ...others] = sample.words;
  const missing = count - sum(sample.tiers);
  const isUntypical = others.length === 0 && count > untypicalFactor * Math.max(seen[0] ?? 0, 1);
  if (!isUntypical || missing < 1) return sample;
  const each = Math.ceil(missing / Math.max(sample.tiers.length, 1));
  return { ...sample, tiers: sample.tiers.map((hits) => hits + each) };
}

/**
 * Returns a sample without reading one, for a search with a word that is known to be in few bookmarks; null if no word
 * is that rare. `most` has the maximum number of matching bookmarks for each counted condition.
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
 * Maximum number of rows that are read by an index. If there are more, the sample was wrong: the newest bookmarks are
 * not typical.
 */
export const readAtMost = (size: number): number => Math.round(2 * readPerHit * candidatesMax(size));

/** Returns the expected number of hits after reading stopped early, from the rows read and the hits among them. */
export const estimateCut = (sample: Sample, { read, hits }: { read: number; hits: number }): number =>
  toTwoDigits(
    (Math.max(read, expected(Math.min(sample.looked, ...sample.words), sample)) * hits) / Math.max(read, 1),
  );

/** Corrects a sample if there was more to read than is affordable: assumes many hits in every tier. */
export function correctSample(sample: Sample): Sample {
  const hits = Math.ceil((4 * candidatesMax(sample.size) * sample.looked) / Math.max(sample.size, 1));
  const each = Math.ceil(hits / Math.max(sample.tiers.length, 1));
  return {
    ...sample,
    words: sample.words.map((count) => Math.max(count, hits)),
    tiers: sample.tiers.map((count) => Math.max(count, each)),
  };
}

/**
 * Returns the number of bookmarks to scan for the next hits of the tier at a position; 0 if the index finds them with
 * less work. Scans four times the expected distance: hits that are further away are not distributed as expected.
 */
export function planScan(sample: Sample, place: number, limit: number): number {
  const count = sample.tiers[place] ?? 0;
  if (count === 0) return 0;
  const scanned = (limit * sample.looked) / count;
  // One word selects the rows of this tier and the better ones; several words at most the rows of the rarest.
  const candidates =
    sample.words.length === 1
      ? sum(sample.tiers.slice(0, place + 1))
      : Math.min(sample.looked, ...sample.words);
  if (scanned * scannedPerCandidate > expected(candidates, sample)) return 0;
  return Math.round(Math.min(Math.max(4 * scanned, scannedMin), scannedMax));
}

/**
 * Lengths of the scans of a tier: as planned, then four times as long. Many bookmarks of another kind may have been
 * saved last, and reading past them costs less than matching and ranking all hits.
 */
export const scanLengths = (planned: number): number[] => [
  ...new Set([planned, Math.min(4 * planned, scannedMax)]),
];
