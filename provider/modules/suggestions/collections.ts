import { and, eq, sql } from 'drizzle-orm';
import type { Suggestions } from '@/lib/contract/search';
import { limits } from '@/lib/contract/limits';
import type { Language } from '@/lib/contract/account';
import { splitWords } from '@/lib/domain/search-words';
import { tagKey } from '@/lib/domain/tag-key';
import type { CurrentSpace } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { tags } from '@/provider/db/schema/words';
import type { ProviderDeps } from '@/provider/deps';
import type { Handlers } from '@/provider/middleware/handler';
import { presentBookmark } from '@/provider/modules/bookmarks/record';
import { suggestGroups } from '@/provider/modules/suggestions/groups';
import {
  findClues,
  isFiledInto,
  readCollections,
  readNeighbors,
  type Clues,
  type KnownCollection,
  type ReadNeighbor,
  type Clue,
} from '@/provider/modules/suggestions/library';
import {
  isNaming,
  openLength,
  readPage,
  rootOf,
  type Page,
  type PageWord,
  type PageWords,
} from '@/provider/modules/suggestions/page-words';
import {
  collectionReason,
  proposeCollection,
  roundConfidence,
  weighCollections,
  type SuggestedPlace,
  type WeighedCollection,
} from '@/provider/modules/suggestions/weights';
import { requireFeature } from '@/provider/policies';

const tagsMax = 6;
const newMax = 2;
/** Minimum share of the total likeness of the similar bookmarks that have a tag. */
const minShare = 0.25;

/** Suggests tags: existing ones in its title, then those of similar bookmarks, then new ones in its title. */
async function suggestTags(
  db: Executor,
  spaceId: string,
  { words }: PageWords,
  neighbors: readonly ReadNeighbor[],
): Promise<Suggestions['tags'][number][]> {
  const titleKeys = words
    .filter(({ weight }) => weight === 1)
    .flatMap(({ root, shown }) => [tagKey(shown), root]);
  const shared = sharedTags(neighbors);
  const keys = sql.param([...new Set([...titleKeys, ...shared])]);
  const rows = await db
    .select({ key: tags.key, name: tags.name })
    .from(tags)
    .where(and(eq(tags.spaceId, spaceId), sql`${tags.key} = any (${keys}::text[])`))
    .prepare('suggest-tags')
    .execute();
  const names = new Map(rows.map(({ key, name }) => [key, name]));
  const existing = [...new Set([...titleKeys, ...shared])].flatMap((key) => names.get(key) ?? []);
  const fresh = words
    .filter(({ root, shown, weight }) => weight === 1 && isNaming(root) && shown.length <= limits.tagLength)
    .map(({ shown }) => shown.toLowerCase())
    .filter((name) => !names.has(tagKey(name)))
    .slice(0, newMax);
  return [
    ...existing.map((name) => ({ name, isNew: false })),
    ...fresh.map((name) => ({ name, isNew: true })),
  ].slice(0, tagsMax);
}

/** Returns the keys of the tags that the most similar bookmarks share, most shared first. */
function sharedTags(neighbors: readonly ReadNeighbor[]): string[] {
  const likeness = new Map<string, number>();
  const seen = new Set<string>();
  let all = 0;
  for (const { id, likeness: own, tags } of neighbors) {
    if (seen.has(id)) continue;
    seen.add(id);
    all += own;
    for (const tag of tags) likeness.set(tagKey(tag), (likeness.get(tagKey(tag)) ?? 0) + own);
  }
  return [...likeness]
    .filter(([, sum]) => sum >= minShare * all)
    .sort((a, b) => b[1] - a[1])
    .map(([key]) => key);
}

type Deps = Pick<ProviderDeps, 'db'>;

const suggestedMax = 3;
/** Minimum confidence of a suggested collection. */
const minConfidence = 0.02;
/** Number of bookmarks for which a word in the name of a collection counts. */
const nameCount = 2;

/**
 * Suggests collections of the actor's space and tags for a page, based on the current bookmarks of the space. A new
 * collection is proposed only if no existing one fits.
 */
export async function suggestCollections(
  { db }: Deps,
  owner: CurrentSpace,
  page: Page,
  locale: Language,
): Promise<Suggestions> {
  const read = readPage(page);
  const [collections, clues] = await Promise.all([readCollections(db, owner), findClues(db, owner, read)]);
  const own = collections.filter(isFiledInto);
  const weighed = weigh(collections, read.words, clues).slice(0, suggestedMax);
  const neighbors = await readNeighbors(db, owner, clues.neighbors);
  const content = weighed.map((one) => place(one, own, neighbors, locale));
  const home = collections.find(({ isDefault }) => isDefault)?.id ?? '';
  const proposed = content.length > 0 ? null : proposeCollection(clues, home, collections, neighbors, locale);
  return {
    content: proposed === null ? content : [proposed],
    tags: await suggestTags(db, owner.spaceId, read, neighbors),
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
  return weighed.filter(({ id, confidence }) => id !== home && confidence >= minConfidence);
}

const isOfRoot = (word: string, root: string): boolean =>
  root.length >= openLength ? word.startsWith(root) : rootOf(word) === root;

function place(
  weighed: WeighedCollection,
  own: readonly KnownCollection[],
  neighbors: readonly ReadNeighbor[],
  locale: Language,
): SuggestedPlace {
  const { id, confidence } = weighed;
  const name = own.find((collection) => collection.id === id)?.name ?? '';
  const example = neighbors.find(({ collectionId }) => collectionId === id);
  return {
    uuid: id,
    name,
    confidence: roundConfidence(confidence),
    reason: collectionReason(weighed, example?.title ?? null, locale),
    isNew: false,
  };
}

export const suggestions: Handlers<'collections.suggest' | 'collections.suggested'> = {
  'collections.suggest': async ({ actor, body, context, deps }) => {
    requireFeature(actor, 'suggestions');
    return { status: 200, body: await suggestCollections(deps, actor, body, context.locale) };
  },

  'collections.suggested': async ({ actor, context, deps }) => {
    requireFeature(actor, 'suggestions');
    const groups = await suggestGroups(deps, actor, context.locale);
    const content = groups.map((group) => ({ ...group, bookmarks: group.bookmarks.map(presentBookmark) }));
    return { status: 200, body: { content } };
  },
};
