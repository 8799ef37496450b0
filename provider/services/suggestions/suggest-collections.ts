import type { Language } from '@/lib/contract/schemas/account';
import { splitWords } from '@/lib/domain/search-words';
import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { findClues, type Clues } from '@/provider/services/suggestions/find-clues';
import {
  openLength,
  readPage,
  rootOf,
  type Page,
  type PageWord,
} from '@/provider/services/suggestions/page-words';
import { proposeCollection } from '@/provider/services/suggestions/propose-collection';
import { collectionReason } from '@/provider/services/suggestions/reasons';
import { readNeighbours, type ReadNeighbour } from '@/provider/services/suggestions/read-neighbours';
import { suggestTags, type SuggestedTag } from '@/provider/services/suggestions/suggest-tags';
import { roundConfidence, type SuggestedPlace } from '@/provider/services/suggestions/suggested-place';
import {
  weighCollections,
  type Clue,
  type WeighedCollection,
} from '@/provider/services/suggestions/weigh-collections';
import {
  isFiledInto,
  readCollections,
  type KnownCollection,
} from '@/provider/services/suggestions/read-collections';

export interface PageSuggestions {
  content: SuggestedPlace[];
  tags: SuggestedTag[];
}

type Deps = Pick<ProviderDeps, 'db'>;

const suggestedMax = 3;
/** Below this a collection is no suggestion. */
const leastConfidence = 0.02;
/** As many bookmarks as a word in a collection's own name counts. */
const nameCount = 2;

/**
 * Where a page most likely belongs among the collections of the actor's space, and which tags it most likely has. Learnt
 * from the bookmarks of this space, as they are now; a new collection is proposed only where none fits.
 */
export async function suggestCollections(
  { db }: Deps,
  { spaceId }: Pick<Actor, 'spaceId'>,
  page: Page,
  locale: Language,
): Promise<PageSuggestions> {
  const read = readPage(page);
  const [collections, clues] = await Promise.all([
    readCollections(db, spaceId),
    findClues(db, spaceId, read),
  ]);
  const own = collections.filter(isFiledInto);
  const weighed = weigh(collections, read.words, clues).slice(0, suggestedMax);
  const neighbours = await readNeighbours(db, spaceId, clues.neighbours);
  const content = weighed.map((one) => place(one, own, neighbours, locale));
  const home = collections.find(({ isDefault }) => isDefault)?.id ?? '';
  const proposed =
    content.length > 0 ? null : proposeCollection(clues, home, collections, neighbours, locale);
  return {
    content: proposed === null ? content : [proposed],
    tags: await suggestTags(db, spaceId, read, neighbours),
  };
}

function weigh(
  collections: readonly KnownCollection[],
  words: readonly PageWord[],
  clues: Clues,
): WeighedCollection[] {
  const named = collections.filter(isFiledInto).map(({ id, name }) => ({ id, words: splitWords(name) }));
  const withNames = clues.words.map((clue, at): Clue => {
    const root = words[at]?.root ?? '';
    const counts = new Map(clue.counts);
    for (const { id, words: nameWords } of named) {
      if (nameWords.some((word) => isOfRoot(word, root))) counts.set(id, (counts.get(id) ?? 0) + nameCount);
    }
    return { ...clue, counts };
  });
  const candidates = collections
    .filter(({ isSmart }) => !isSmart)
    .map(({ id, bookmarkCount }) => ({ id, size: bookmarkCount }));
  const home = collections.find(({ isDefault }) => isDefault)?.id;
  const weighed = weighCollections(candidates, clues.host ? [...withNames, clues.host] : withNames);
  return weighed.filter(({ id, confidence }) => id !== home && confidence >= leastConfidence);
}

const isOfRoot = (word: string, root: string): boolean =>
  root.length >= openLength ? word.startsWith(root) : rootOf(word) === root;

function place(
  weighed: WeighedCollection,
  own: readonly KnownCollection[],
  neighbours: readonly ReadNeighbour[],
  locale: Language,
): SuggestedPlace {
  const { id, confidence } = weighed;
  const name = own.find((collection) => collection.id === id)?.name ?? '';
  const example = neighbours.find(({ collectionId }) => collectionId === id);
  return {
    uuid: id,
    name,
    confidence: roundConfidence(confidence),
    reason: collectionReason(weighed, example?.title ?? null, locale),
    isNew: false,
  };
}
