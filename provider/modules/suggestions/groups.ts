import { sql } from 'drizzle-orm';
import { limits } from '@/lib/contract/limits';
import type { Language } from '@/lib/contract/account';
import { foldText } from '@/lib/domain/search-words';
import { tagKey } from '@/lib/domain/tag-key';
import type { CurrentSpace } from '@/provider/actor';
import { executePrepared, type Executor } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { recordColumns, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
import {
  isFiledInto,
  readCollections,
  readFiled,
  readUncollected,
  type FiledSample,
  type KnownCollection,
  type Sample,
  type Clue,
} from '@/provider/modules/suggestions/library';
import { hasLetter, isNaming, readPage } from '@/provider/modules/suggestions/page-words';
import {
  capitalized,
  hostName,
  reasonText,
  roundConfidence,
  weighCollections,
  type Candidate,
  type SuggestedPlace,
} from '@/provider/modules/suggestions/weights';
import { collectionBytes, cutToBudget, withinBytes, type Budgeted } from '@/provider/pagination';

/** Bookmarks that share a tag, a word of the title, or a host. */
interface Common {
  kind: 'tag' | 'word' | 'host';
  /** The shared tag, word or host as displayed. */
  shown: string;
  /** Proposed name of a collection for them. */
  name: string;
  ids: string[];
}

const minGroupSize = 3;
/** Words in more than this share of the bookmarks are ignored, if there are more than `handful`. */
const commonShareMax = 0.5;
const handful = 12;
/** Weights: tags written by the user count more than words of titles, and these more than hosts. */
const kindWeights: Record<Common['kind'], number> = { tag: 1.5, word: 1, host: 0.7 };

/**
 * Groups bookmarks by what they share, largest group first. A bookmark is in at most one group, and in none if it
 * shares nothing with two others.
 */
function groupSamples(samples: readonly Sample[], most: number): Common[] {
  const candidates = [...findCommon(samples).values()].filter(
    ({ kind, ids }) =>
      ids.length >= minGroupSize &&
      (kind !== 'word' || samples.length <= handful || ids.length <= samples.length * commonShareMax),
  );
  const taken = new Set<string>();
  const groups: Common[] = [];
  while (groups.length < most) {
    let best: Common | null = null;
    let bestScore = 0;
    for (const candidate of candidates) {
      const left = candidate.ids.filter((id) => !taken.has(id));
      const own = left.length < minGroupSize ? 0 : left.length * kindWeights[candidate.kind];
      if (own <= bestScore) continue;
      best = { ...candidate, ids: left };
      bestScore = own;
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
      add(`#${tagKey(tag)}`, id, () => ({ kind: 'tag', shown: tag, name: capitalized(tag) }));
    for (const { root, shown, weight } of readPage({ title, url }).words) {
      if (weight !== 1 || !isNaming(root)) continue;
      add(root, id, () => ({ kind: 'word', shown, name: capitalized(shown) }));
    }
    const name = domain === '' ? null : hostName(domain);
    if (name !== null)
      add(`/${domain}`, id, () => ({ kind: 'host', shown: domain, name: capitalized(name) }));
  }
  return common;
}

interface Match {
  collectionId: string;
  confidence: number;
  /** Words that the bookmark shares with the collection, the strongest first. */
  words: string[];
}

interface Tally {
  counts: Map<string, number>;
  sum: number;
}

type Tallies = Map<string, Tally>;

/** Minimum confidence and number of clues for assigning a bookmark to a collection. */
const clearConfidence = 0.7;
const clearClues = 2;
const cluesMax = 10;
const candidatesMax = 40;
const hostWeight = 0.5;

/** Counts of the words and hosts of filed bookmarks by collection. */
class FiledWords {
  private readonly words: Tallies = new Map();
  private readonly hosts: Tallies = new Map();

  constructor(filed: readonly FiledSample[]) {
    for (const { collectionId, domain, ...sample } of filed) {
      for (const root of rootsOf(sample)) count(this.words, root, collectionId);
      if (domain !== '') count(this.hosts, domain, collectionId);
    }
  }

  /** Returns the collection to which a bookmark clearly belongs; null if there is none. */
  match(sample: Sample, candidates: readonly Candidate[]): Match | null {
    const clues = this.cluesOf(sample);
    const ranked = candidates
      .map((candidate) => ({
        candidate,
        sum: clues.reduce((sum, { counts }) => sum + (counts.get(candidate.id) ?? 0), 0),
      }))
      .filter(({ sum }) => sum > 0)
      .sort((a, b) => b.sum - a.sum)
      .slice(0, candidatesMax);
    const [best] = weighCollections(
      ranked.map(({ candidate }) => candidate),
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

interface Group extends SuggestedPlace {
  uuids: string[];
}

export interface GroupRecord extends Group {
  bookmarks: BookmarkRecord[];
}

type Deps = Pick<ProviderDeps, 'db'>;

const groupsMax = 12;
const groupedMax = 200;
const shownBookmarks = 3;
const shownWords = 3;
const confidenceOf: Record<Common['kind'], number> = { tag: 0.8, word: 0.6, host: 0.5 };

/**
 * Groups the uncollected bookmarks of a space: for existing collections to which they clearly belong, and for new ones.
 * Only reads; the user decides whether to file them.
 */
export async function suggestGroups(
  { db }: Deps,
  owner: CurrentSpace,
  locale: Language,
): Promise<GroupRecord[]> {
  const [collections, samples, filed] = await Promise.all([
    readCollections(db, owner),
    readUncollected(db, owner),
    readFiled(db, owner),
  ]);
  if (samples.length < minGroupSize) return [];
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
  return addBookmarks(db, owner, groups);
}

/** Returns the groups of bookmarks that clearly belong to one of the collections. */
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
    if (found.length < minGroupSize) return [];
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
  if (list.length === 0) return reasonText(locale, 'alike', {});
  return reasonText(locale, 'alikeOne', { words: list.map(({ shown }) => shown).join(', ') });
}

/** Describes a group by what its bookmarks share. A group named like a collection is suggested for that collection. */
function describe(common: Common, own: readonly KnownCollection[], locale: Language): Group {
  const { kind, shown, ids } = common;
  const known = own.find(({ name }) => foldText(name) === foldText(common.name));
  const reason =
    kind === 'tag'
      ? reasonText(locale, 'sameTag', { tag: shown })
      : kind === 'host'
        ? reasonText(locale, 'sameHost', { host: shown })
        : reasonText(locale, 'sameWord', { word: common.name });
  return {
    ...(known && { uuid: known.id }),
    name: known?.name ?? Array.from(common.name).slice(0, limits.collectionNameLength).join(''),
    confidence: confidenceOf[kind],
    reason,
    isNew: known === undefined,
    uuids: ids,
  };
}

/** Merges groups for the same collection or with the same name. */
function join(groups: readonly Group[]): Group[] {
  const joined = new Map<string, Group>();
  for (const group of groups) {
    const key = group.uuid ?? foldText(group.name);
    const known = joined.get(key);
    joined.set(key, known ? { ...known, uuids: [...known.uuids, ...group.uuids] } : group);
  }
  return [...joined.values()];
}

/** Whether a collection that cannot receive suggestions has the name: the default one, or a smart one. */
const isTaken = (name: string, collections: readonly KnownCollection[]): boolean =>
  collections.some((one) => !isFiledInto(one) && foldText(one.name) === foldText(name));

/** Adds the first bookmarks to the groups, as many as fit the byte budget of a page. */
async function addBookmarks(
  db: Executor,
  { accountId, spaceId }: CurrentSpace,
  groups: readonly Group[],
): Promise<GroupRecord[]> {
  if (groups.length === 0) return [];
  const ids = groups.flatMap(({ uuids }) => uuids.slice(0, shownBookmarks));
  const { rows } = await executePrepared<BookmarkRecord & Budgeted>(
    db,
    'suggest-group-bookmarks',
    withinBytes(
      sql`select ${recordColumns}, n.number::integer, b.stored_bytes as bytes
        from unnest(${sql.param(ids)}::uuid[]) with ordinality as n (id, number)
        join bookmarks b on b.account_id = ${accountId} and b.id = n.id
        where b.space_id = ${spaceId} and b.deleted_at is null`,
      { extra: collectionBytes },
    ),
  );
  const { records } = cutToBudget(rows, rows.length);
  const byId = new Map(records.map((row) => [row.id, row]));
  return groups.map((group) => ({
    ...group,
    bookmarks: group.uuids.slice(0, shownBookmarks).flatMap((id) => byId.get(id) ?? []),
  }));
}
