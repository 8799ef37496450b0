/** Where the bookmarks of a space that share something with a page lie. */
export interface Clue {
  /** The host of the page, or one of its words. */
  kind: 'host' | 'word';
  /** As it is shown to the reader. */
  shown: string;
  weight: number;
  /** How many of them each collection has. */
  counts: ReadonlyMap<string, number>;
}

export interface WeighedCollection {
  id: string;
  /** From 0 to 1: its part of what speaks for any candidate. */
  confidence: number;
  /** What speaks for it, the strongest first. */
  clues: readonly { clue: Clue; gain: number }[];
}

export interface Candidate {
  id: string;
  /** Bookmarks in it. */
  size: number;
}

/** Bookmarks that a clue is thought to have seen before it was looked up, spread like all bookmarks are. */
const doubt = 3;
/** A clue that leads to a collection does not speak for it where it is less than half as frequent as elsewhere. */
const leastGain = -Math.LN2;
/** How much the size of a collection speaks for it. */
const sizeWeight = 0.5;

/**
 * Naive Bayes over the collections of a space: a clue speaks for a collection by how much more frequent it is there
 * than collections of that size make it anywhere. Only collections that some clue speaks for are answered, the likeliest
 * first. The default collection is a candidate too: what lies there belongs nowhere yet. Pure; nothing is learnt ahead
 * of time, so an answer knows the last change.
 */
export function weighCollections(
  candidates: readonly Candidate[],
  clues: readonly Clue[],
): WeighedCollection[] {
  const total = candidates.reduce((sum, { size }) => sum + size, 0);
  const shareOf = ({ size }: Candidate): number => (size + 1) / (total + candidates.length);
  const known = clues.map((clue) => ({
    clue,
    sum: candidates.reduce((sum, { id }) => sum + (clue.counts.get(id) ?? 0), 0),
  }));
  const scored = candidates.map((candidate) => {
    const share = shareOf(candidate);
    const gains = known
      .filter(({ sum }) => sum > 0)
      .map(({ clue, sum }) => {
        const count = clue.counts.get(candidate.id) ?? 0;
        const gain = clue.weight * Math.log((count + doubt * share) / ((sum + doubt) * share));
        return { clue, gain, leads: count > 0 };
      });
    const score = sizeWeight * Math.log(share) + gains.reduce((sum, { gain }) => sum + gain, 0);
    const speaking = gains
      .filter(({ leads, gain }) => leads && gain > leastGain)
      .sort((a, b) => b.gain - a.gain);
    return {
      id: candidate.id,
      odds: Math.exp(score),
      clues: speaking.map(({ clue, gain }) => ({ clue, gain })),
    };
  });
  const all = scored.reduce((sum, { odds }) => sum + odds, 0);
  return scored
    .map(({ id, odds, clues: speaking }) => ({ id, confidence: odds / all, clues: speaking }))
    .filter(({ clues: speaking }) => speaking.length > 0)
    .sort((a, b) => b.confidence - a.confidence);
}
