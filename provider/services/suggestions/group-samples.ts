import { tagKey } from '@/lib/domain/tag-key';
import { readPage } from '@/provider/services/suggestions/page-words';
import { hasLetter, isNaming } from '@/provider/services/suggestions/plain-words';
import { capitalised, hostName } from '@/provider/services/suggestions/propose-collection';
import type { Sample } from '@/provider/services/suggestions/read-library';

/** Bookmarks that have something in common. */
export interface Common {
  kind: 'tag' | 'word' | 'host';
  /** As it is shown: a tag, a word of a title, a host. */
  shown: string;
  /** What a collection of them could be called. */
  name: string;
  ids: string[];
}

export const leastGrouped = 3;
/** A word that so many of them have says nothing about any, once there are more than a handful. */
const commonestShare = 0.5;
const handful = 12;
/** What somebody wrote themselves says more than what stands in a title, and that more than where a page comes from. */
const worth: Record<Common['kind'], number> = { tag: 1.5, word: 1, host: 0.7 };

/**
 * Parts bookmarks into groups by what they share, the largest first; a bookmark is in one group at most, and what shares
 * nothing with two others is in none.
 */
export function groupSamples(samples: readonly Sample[], most: number): Common[] {
  const candidates = [...findCommon(samples).values()].filter(
    ({ kind, ids }) =>
      ids.length >= leastGrouped &&
      (kind !== 'word' || samples.length <= handful || ids.length <= samples.length * commonestShare),
  );
  const taken = new Set<string>();
  const groups: Common[] = [];
  while (groups.length < most) {
    let best: Common | null = null;
    let bestWorth = 0;
    for (const candidate of candidates) {
      const left = candidate.ids.filter((id) => !taken.has(id));
      const own = left.length < leastGrouped ? 0 : left.length * worth[candidate.kind];
      if (own <= bestWorth) continue;
      best = { ...candidate, ids: left };
      bestWorth = own;
    }
    if (best === null) break;
    groups.push(best);
    for (const id of best.ids) taken.add(id);
  }
  return groups;
}

function findCommon(samples: readonly Sample[]): Map<string, Common> {
  const common = new Map<string, Common>();
  const add = (key: string, id: string, make: () => Omit<Common, 'ids'>): void => {
    const known = common.get(key) ?? { ...make(), ids: [] };
    known.ids.push(id);
    common.set(key, known);
  };
  for (const { id, title, url, domain, tags } of samples) {
    for (const tag of tags.filter(hasLetter))
      add(`#${tagKey(tag)}`, id, () => ({ kind: 'tag', shown: tag, name: capitalised(tag) }));
    for (const { root, shown, weight } of readPage({ title, url }).words) {
      if (weight !== 1 || !isNaming(root)) continue;
      add(root, id, () => ({ kind: 'word', shown, name: capitalised(shown) }));
    }
    const name = domain === '' ? null : hostName(domain);
    if (name !== null)
      add(`/${domain}`, id, () => ({ kind: 'host', shown: domain, name: capitalised(name) }));
  }
  return common;
}
