import { readPage } from '@/provider/services/suggestions/page-words';
import type { FiledSample, Sample } from '@/provider/services/suggestions/read-library';
import {
  weighCollections,
  type Candidate,
  type Clue,
} from '@/provider/services/suggestions/weigh-collections';

export interface Match {
  collectionId: string;
  confidence: number;
  /** Words that the bookmark shares with the collection, the most telling first. */
  words: string[];
}

interface Tally {
  counts: Map<string, number>;
  sum: number;
}

type Tallies = Map<string, Tally>;

/** From here on a bookmark clearly belongs into a collection. */
const clearConfidence = 0.7;
const clearClues = 2;
const cluesMax = 10;
const candidatesMax = 40;
const hostWeight = 0.5;

/** How the words and hosts of filed bookmarks are spread over collections. */
export class FiledWords {
  private readonly words: Tallies = new Map();
  private readonly hosts: Tallies = new Map();

  constructor(filed: readonly FiledSample[]) {
    for (const { collectionId, domain, ...sample } of filed) {
      for (const root of rootsOf(sample)) count(this.words, root, collectionId);
      if (domain !== '') count(this.hosts, domain, collectionId);
    }
  }

  /** The collection that a bookmark clearly belongs into; null when there is none. */
  match(sample: Sample, candidates: readonly Candidate[]): Match | null {
    const clues = this.cluesOf(sample);
    const led = candidates
      .map((candidate) => ({
        candidate,
        sum: clues.reduce((sum, { counts }) => sum + (counts.get(candidate.id) ?? 0), 0),
      }))
      .filter(({ sum }) => sum > 0)
      .sort((a, b) => b.sum - a.sum)
      .slice(0, candidatesMax);
    const [best] = weighCollections(
      led.map(({ candidate }) => candidate),
      clues,
    );
    if (best === undefined || best.confidence < clearConfidence || best.clues.length < clearClues)
      return null;
    const words = best.clues.filter(({ clue }) => clue.kind === 'word').map(({ clue }) => clue.shown);
    return { collectionId: best.id, confidence: best.confidence, words };
  }

  private cluesOf(sample: Sample): Clue[] {
    const rarest = readPage(sample)
      .words.flatMap((word) => {
        const tally = this.words.get(word.root);
        return tally ? [{ word, tally }] : [];
      })
      .sort((a, b) => a.tally.sum - b.tally.sum)
      .slice(0, cluesMax)
      .map(({ word: { shown, weight }, tally }): Clue => ({
        kind: 'word',
        shown,
        weight,
        counts: tally.counts,
      }));
    const host = this.hosts.get(sample.domain);
    return host
      ? [...rarest, { kind: 'host', shown: sample.domain, weight: hostWeight, counts: host.counts }]
      : rarest;
  }
}

const rootsOf = ({ title, url, tags }: Pick<Sample, 'title' | 'url' | 'tags'>): Set<string> =>
  new Set(readPage({ title: `${title} ${tags.join(' ')}`, url }).words.map(({ root }) => root));

function count(tallies: Tallies, key: string, collectionId: string): void {
  const own = tallies.get(key) ?? { counts: new Map<string, number>(), sum: 0 };
  own.counts.set(collectionId, (own.counts.get(collectionId) ?? 0) + 1);
  own.sum += 1;
  tallies.set(key, own);
}
