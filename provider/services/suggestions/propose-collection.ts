import ipaddr from 'ipaddr.js';
import type { Language } from '@/lib/contract/schemas/account';
import { foldText } from '@/lib/domain/search-words';
import type { Clues } from '@/provider/services/suggestions/find-clues';
import { hasLetter, isNaming } from '@/provider/services/suggestions/plain-words';
import type { ReadNeighbour } from '@/provider/services/suggestions/read-neighbours';
import { likeReason, reasonWords } from '@/provider/services/suggestions/reasons';
import type { SuggestedPlace } from '@/provider/services/suggestions/suggested-place';
import type { KnownCollection } from '@/provider/services/suggestions/read-collections';

/** Bookmarks that lie uncollected and share something with the page, before they deserve a collection. */
const leastShared = 3;
const proposedConfidence = 0.3;

/** A new collection for a page and what lies uncollected and is like it; null where too little is. */
export function proposeCollection(
  clues: Clues,
  home: string,
  collections: readonly Pick<KnownCollection, 'name'>[],
  neighbours: readonly ReadNeighbour[],
  locale: Language,
): SuggestedPlace | null {
  const taken = new Set(collections.map(({ name }) => foldText(name)));
  const proposal = (shown: string, reason: string): SuggestedPlace | null => {
    const name = capitalised(shown);
    return taken.has(foldText(name)) ? null : { name, confidence: proposedConfidence, reason, isNew: true };
  };
  const shared = clues.words
    .map((clue) => ({ shown: clue.shown, weight: clue.weight, count: clue.counts.get(home) ?? 0 }))
    .filter(({ shown, weight, count }) => weight === 1 && count >= leastShared && isNaming(foldText(shown)))
    .sort((a, b) => b.count - a.count);
  const example = neighbours.find(({ collectionId }) => collectionId === home)?.title;
  for (const { shown, count } of shared) {
    const proposed = proposal(shown, likeReason(locale, example ?? shown, count, shown));
    if (proposed !== null) return proposed;
  }
  const ofHost = clues.host?.counts.get(home) ?? 0;
  if (clues.host === null || ofHost < leastShared) return null;
  const reason = reasonWords(locale, 'uncollectedOfHost', { count: ofHost, host: clues.host.shown });
  const name = hostName(clues.host.shown);
  return name === null ? null : proposal(name, reason);
}

export const capitalised = (text: string): string => {
  const [first = '', ...rest] = Array.from(text);
  return first.toUpperCase() + rest.join('');
};

const publicPart = /\.(?:co|com|org|net|gov|edu|ac)\.[a-z]{2}$|\.[a-z0-9-]+$/;

/** What a host is called in speech: `docs.rust-lang.org` is `rust-lang`. An IP address has no name. */
export function hostName(host: string): string | null {
  const name = host.replace(/:\d+$/, '');
  if (ipaddr.isValid(name.replace(/^\[|\]$/g, ''))) return null;
  const label = name.replace(publicPart, '').split('.').at(-1) ?? '';
  return hasLetter(label) ? label : host;
}
