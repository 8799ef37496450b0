/** A passage of a text that is similar to another one. */
export interface SimilarPassage {
  readonly start: number;
  readonly end: number;
  /** Number of characters that were inserted, removed or replaced. */
  readonly edits: number;
}

/** At most this part of the characters may differ, and at most `editsMax` of them. */
const editsPart = 1 / 4;
const editsMax = 128;

const seedLength = 14;
const seedsMax = 24;
const occurrencesMax = 16;
const candidatesMax = 16;

/**
 * Returns passages of a text that differ little from another one, best first: those whose differences are between parts
 * that are unchanged, which are looked up literally. The work is bounded for every text.
 */
export function findSimilar(text: string, passage: string): SimilarPassage[] {
  const edits = Math.min(editsMax, Math.floor(passage.length * editsPart));
  if (edits === 0) return [];
  const found = new Map<number, SimilarPassage>();
  for (const start of candidates(text, passage, edits)) {
    const similar = align(text, passage, { start, edits });
    if (similar !== null && !found.has(similar.start)) found.set(similar.start, similar);
  }
  return [...found.values()].sort((a, b) => a.edits - b.edits);
}

/** Returns where the passage would start if one of its parts is unchanged, most parts first. */
function candidates(text: string, passage: string, edits: number): number[] {
  const length = Math.min(seedLength, Math.max(4, Math.floor(passage.length / 3)));
  const last = passage.length - length;
  const step = Math.max(1, Math.floor(length / 2), Math.ceil(last / seedsMax));
  const votes = new Map<number, { start: number; count: number }>();
  for (let at = 0; at <= last; at += step) {
    const seed = passage.slice(at, at + length);
    let place = text.indexOf(seed);
    for (let count = 0; place !== -1 && count < occurrencesMax; count += 1) {
      const start = place - at;
      const key = Math.round(start / (edits + 1));
      const known = votes.get(key);
      if (known) known.count += 1;
      else votes.set(key, { start, count: 1 });
      place = text.indexOf(seed, place + 1);
    }
  }
  return [...votes.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, candidatesMax)
    .map(({ start }) => start);
}

/**
 * Compares a passage with the text at about a place, by the edit distance in a band around the diagonal; where it starts
 * and ends within the band is free. Null if more edits are necessary.
 */
function align(
  text: string,
  passage: string,
  { start, edits }: { start: number; edits: number },
): SimilarPassage | null {
  const width = 2 * edits + 1;
  // Cost of each diagonal for the part of the passage so far, and where its text starts.
  let costs = new Uint32Array(width);
  let starts = Int32Array.from({ length: width }, (_, diagonal) => start + diagonal - edits);
  let nextCosts = new Uint32Array(width);
  let nextStarts = new Int32Array(width);
  for (let at = 0; at < passage.length; at += 1) {
    const code = passage.charCodeAt(at);
    let before = Infinity;
    let beforeStart = 0;
    for (let diagonal = 0; diagonal < width; diagonal += 1) {
      const place = start + at + diagonal - edits;
      const isSame = place >= 0 && text.charCodeAt(place) === code;
      let cost = (costs[diagonal] ?? 0) + (isSame ? 0 : 1);
      let from = starts[diagonal] ?? 0;
      const removed = (costs[diagonal + 1] ?? Infinity) + 1;
      if (removed < cost) [cost, from] = [removed, starts[diagonal + 1] ?? 0];
      if (before + 1 < cost) [cost, from] = [before + 1, beforeStart];
      nextCosts[diagonal] = cost;
      nextStarts[diagonal] = from;
      before = cost;
      beforeStart = from;
    }
    [costs, nextCosts] = [nextCosts, costs];
    [starts, nextStarts] = [nextStarts, starts];
  }
  let best: SimilarPassage | null = null;
  for (let diagonal = 0; diagonal < width; diagonal += 1) {
    const cost = costs[diagonal] ?? Infinity;
    const passageStart = Math.max(0, starts[diagonal] ?? 0);
    const passageEnd = Math.min(text.length, start + passage.length + diagonal - edits);
    const isBetter = cost <= edits && (best === null || cost < best.edits) && passageEnd > passageStart;
    if (isBetter) best = { start: passageStart, end: passageEnd, edits: cost };
  }
  return best;
}
