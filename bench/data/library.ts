import { commonHosts, commonTags, englishWords, portugueseWords } from '@/bench/data/words';
import { zipf } from '@/bench/data/zipf';
import { createRandom } from '@/lib/utils/random';

export interface SampleBookmark {
  title: string;
  url: string;
  domain: string;
  path: string;
  description: string;
  tags: string[];
  favorite: boolean;
  highlighted: boolean;
  trashed: boolean;
  visits: number;
  createdAt: Date;
  lastAccessedAt: Date | null;
  /** Indexes of the collections that contain it; 0 is the default collection. */
  collections: number[];
}

const syllables = 'ba be bi co da de di fa fe ga ge ka ki la le li lo ma me mi mo na ne ni no pa pe qua ra re ri ro sa se si so ta te ti to va ve vi xa ze'.split(' '); // prettier-ignore

/** Invented names: the long tail of product, person and place names that every library has. */
export function inventNames(count: number, random: () => number): string[] {
  const names = new Set<string>();
  while (names.size < count) {
    const length = 2 + Math.floor(random() * 3);
    let name = '';
    for (let index = 0; index < length; index += 1)
      name += syllables[Math.floor(random() * syllables.length)] ?? '';
    names.add(name);
  }
  return [...names];
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const dayMs = 86_400_000;
const tenYearsMs = 3650 * dayMs;

/**
 * A generator of realistic bookmarks: the n-th word, host and tag occurs about 1/n as often as the first, a quarter of
 * the words are rare names, one title in eight is Portuguese, half have a description, dates cover ten years.
 */
export function sampleLibrary(seed = 1, collectionCount = 40): () => SampleBookmark {
  const random = createRandom(seed);
  const names = inventNames(40_000, random);
  const english = zipf(englishWords, random);
  const portuguese = zipf(portugueseWords, random);
  const name = zipf(names, random);
  const host = zipf([...commonHosts, ...names.slice(0, 4_000).map((site) => `${site}.com`)], random);
  const tag = zipf([...commonTags, ...names.slice(0, 1_500)], random);
  const collection = zipf(Array.from({ length: collectionCount }, (_, index) => index), random); // prettier-ignore
  const chance = (share: number): boolean => random() < share;
  const some = <T>(least: number, most: number, pick: () => T): T[] =>
    Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, pick);
  const end = Date.UTC(2026, 0, 1);

  return () => {
    const common = chance(0.125) ? portuguese : english;
    const word = (): string => (chance(0.25) ? name() : common());
    const words = some(3, 10, word);
    const domain = host();
    const slug = words.slice(0, 5).join('-').toLowerCase();
    const path = `/${chance(0.5) ? `${english()}/` : ''}${encodeURI(slug)}-${Math.floor(random() * 1e6)}`;
    const age = Math.floor(random() ** 1.6 * tenYearsMs);
    const createdAt = new Date(end - age);
    const visits = chance(0.4) ? Math.ceil(random() ** 4 * 60) : 0;
    return {
      title: capital(words.join(' ')),
      url: `https://${domain}${path}`,
      domain,
      path,
      description: chance(0.5) ? `${capital(some(10, 30, word).join(' '))}.` : '',
      tags: chance(0.6) ? [...new Set(some(1, 5, tag))] : [],
      favorite: chance(0.04),
      highlighted: chance(0.01),
      trashed: chance(0.01),
      visits,
      createdAt,
      lastAccessedAt: visits > 0 ? new Date(end - Math.floor(random() * age)) : null,
      collections: chance(0.1) ? [...new Set([collection(), collection()])] : [collection()],
    };
  };
}
