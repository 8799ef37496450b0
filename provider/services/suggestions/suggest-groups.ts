import type { Language } from '@/lib/contract/schemas/account';
import { limits } from '@/lib/contract/limits';
import { foldText } from '@/lib/domain/search-words';
import type { Actor } from '@/provider/actor';
import type { Database } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { recordColumns, type BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import { groupSamples, leastGrouped, type Common } from '@/provider/services/suggestions/group-samples';
import { FiledWords, type Match } from '@/provider/services/suggestions/match-collections';
import { readFiled, readUncollected, type Sample } from '@/provider/services/suggestions/read-library';
import { reasonWords } from '@/provider/services/suggestions/reasons';
import { roundConfidence, type SuggestedPlace } from '@/provider/services/suggestions/suggested-place';
import {
  isFiledInto,
  readCollections,
  type KnownCollection,
} from '@/provider/services/suggestions/read-collections';

interface Group extends SuggestedPlace {
  uuids: string[];
}

export interface SuggestedGroup extends Group {
  bookmarks: BookmarkRecord[];
}

type Deps = Pick<ProviderDeps, 'db'>;

const groupsMax = 12;
const groupedMax = 200;
const shownBookmarks = 3;
const shownWords = 3;
const confidenceOf: Record<Common['kind'], number> = { tag: 0.8, word: 0.6, host: 0.5 };

/**
 * What lies uncollected in the actor's space, in groups that belong together: those that clearly belong into a
 * collection that is there, and those that could be one. It reads; filing is somebody's decision.
 */
export async function suggestGroups(
  { db }: Deps,
  { spaceId }: Pick<Actor, 'spaceId'>,
  locale: Language,
): Promise<SuggestedGroup[]> {
  const [collections, samples, filed] = await Promise.all([
    readCollections(db, spaceId),
    readUncollected(db, spaceId),
    readFiled(db, spaceId),
  ]);
  if (samples.length < leastGrouped) return [];
  const own = collections.filter(isFiledInto);
  const matched = matchAll(samples, new FiledWords(filed), own, locale);
  const placed = new Set(matched.flatMap(({ uuids }) => uuids));
  const left = samples.filter(({ id }) => !placed.has(id));
  const common = groupSamples(left, groupsMax).map((group) => describe(group, own, locale));
  const groups = join([...matched, ...common])
    .filter(({ name }) => !isTaken(name, collections))
    .sort((a, b) => b.uuids.length - a.uuids.length)
    .slice(0, groupsMax)
    .map((group) => ({ ...group, uuids: group.uuids.slice(0, groupedMax) }));
  return addBookmarks(db, spaceId, groups);
}

/** The groups of bookmarks that clearly belong into one of the collections. */
function matchAll(
  samples: readonly Sample[],
  words: FiledWords,
  own: readonly KnownCollection[],
  locale: Language,
): Group[] {
  const candidates = own.map(({ id, bookmarkCount }) => ({ id, size: bookmarkCount }));
  const matches = new Map<string, { id: string; match: Match }[]>();
  for (const sample of samples) {
    const match = words.match(sample, candidates);
    if (match === null) continue;
    const known = matches.get(match.collectionId) ?? [];
    known.push({ id: sample.id, match });
    matches.set(match.collectionId, known);
  }
  return own.flatMap(({ id, name }) => {
    const found = matches.get(id) ?? [];
    if (found.length < leastGrouped) return [];
    const confidence = found.reduce((sum, { match }) => sum + match.confidence, 0) / found.length;
    return {
      uuid: id,
      name,
      confidence: roundConfidence(confidence),
      reason: alikeReason(
        found.flatMap(({ match }) => match.words),
        locale,
      ),
      isNew: false,
      uuids: found.map((one) => one.id),
    };
  });
}

function alikeReason(words: readonly string[], locale: Language): string {
  const counts = new Map<string, { shown: string; count: number }>();
  for (const word of words) {
    const known = counts.get(foldText(word)) ?? { shown: word, count: 0 };
    counts.set(foldText(word), { ...known, count: known.count + 1 });
  }
  const list = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, shownWords);
  if (list.length === 0) return reasonWords(locale, 'alike', {});
  return reasonWords(locale, 'alikeOne', { words: list.map(({ shown }) => shown).join(', ') });
}

/** A group by what its bookmarks share; one that is called like a collection belongs into that. */
function describe(common: Common, own: readonly KnownCollection[], locale: Language): Group {
  const { kind, shown, ids } = common;
  const known = own.find(({ name }) => foldText(name) === foldText(common.name));
  const reason =
    kind === 'tag'
      ? reasonWords(locale, 'sameTag', { tag: shown })
      : kind === 'host'
        ? reasonWords(locale, 'sameHost', { host: shown })
        : reasonWords(locale, 'sameWord', { word: common.name });
  return {
    ...(known && { uuid: known.id }),
    name: known?.name ?? Array.from(common.name).slice(0, limits.collectionNameLength).join(''),
    confidence: confidenceOf[kind],
    reason,
    isNew: known === undefined,
    uuids: ids,
  };
}

/** Of two groups for the same collection, or of the same name, one. */
function join(groups: readonly Group[]): Group[] {
  const joined = new Map<string, Group>();
  for (const group of groups) {
    const key = group.uuid ?? foldText(group.name);
    const known = joined.get(key);
    joined.set(key, known ? { ...known, uuids: [...known.uuids, ...group.uuids] } : group);
  }
  return [...joined.values()];
}

/** Whether a name is that of a collection which takes no bookmarks from here: the default one, or a smart one. */
const isTaken = (name: string, collections: readonly KnownCollection[]): boolean =>
  collections.some((one) => !isFiledInto(one) && foldText(one.name) === foldText(name));

async function addBookmarks(
  { $client }: Database,
  spaceId: string,
  groups: readonly Group[],
): Promise<SuggestedGroup[]> {
  if (groups.length === 0) return [];
  const { rows } = await $client.query<BookmarkRecord>({
    name: 'suggest-group-bookmarks',
    text: `select ${recordColumns} from bookmarks b
      where b.id = any ($1::uuid[]) and b.space_id = $2 and b.deleted_at is null`,
    values: [groups.flatMap(({ uuids }) => uuids.slice(0, shownBookmarks)), spaceId],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return groups.map((group) => ({
    ...group,
    bookmarks: group.uuids.slice(0, shownBookmarks).flatMap((id) => byId.get(id) ?? []),
  }));
}
