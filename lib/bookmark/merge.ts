import { isBlank } from '@/lib/contract/blank';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { limits } from '@/lib/contract/limits';
import { parseTags, printTags, uniqueTags } from '@/lib/domain/tags';
import { isBetterUrl } from '@/lib/domain/url-key';

/** Comparable fields of a bookmark, to detect changes between versions. */
export type Facts = Readonly<Record<string, string | boolean | null>>;

const facts: Readonly<Record<string, (bookmark: Bookmark) => string | boolean | null>> = {
  title: ({ title }) => title,
  url: ({ url }) => url,
  description: ({ description }) => description,
  tags: ({ tags }) => printTags(parseTags(tags)),
  favorite: ({ favorite }) => favorite,
  highlighted: ({ highlighted }) => highlighted,
  collections: ({ collections }) =>
    collections
      .map(({ uuid }) => uuid)
      .sort()
      .join(),
  encrypted: ({ encrypted }) => encrypted,
  cipher: ({ cipher }) => cipher,
  hint: ({ hint }) => hint,
  trashed: ({ deletedAt }) => deletedAt !== null,
};

export const factsOf = (bookmark: Bookmark, names: readonly string[]): Facts =>
  Object.fromEntries(names.map((name) => [name, facts[name]?.(bookmark) ?? null]));

/** Fields of a bookmark that creating it again sets. */
export const createdFields = [
  'title',
  'url',
  'description',
  'tags',
  'favorite',
  'collections',
  'encrypted',
  'cipher',
  'hint',
] as const;

/** Returns the names of the fields that a body changes, and `trashed`, which is always compared. */
export const editedFields = (body: object): string[] => [
  ...Object.keys(body).filter((name) => name in facts),
  'trashed',
];

export const isSameFacts = (a: Facts, b: Facts): boolean =>
  Object.keys(a).every((name) => (a[name] || null) === (b[name] || null));

type Body = Readonly<Record<string, unknown>>;

/**
 * Applies an edit to a later version of the bookmark, whose fields are `now`: tags and collections that were added or
 * removed there stay so. It is a conflict if another field was changed on both sides; the returned body overwrites it.
 */
export function mergeEdit(
  body: Body,
  { before, after }: { readonly before: Facts; readonly after: Facts },
  now: Facts,
): { body: Body; isConflict: boolean } {
  const merged: Record<string, unknown> = { ...body };
  let isConflict = false;
  for (const [name, value] of Object.entries(now)) {
    if (isSameFacts({ [name]: value }, before) || isSameFacts({ [name]: value }, after)) continue;
    const [known, theirs] = [listOf(before[name]), listOf(value)];
    if (name === 'tags') {
      merged[name] = printTags(uniqueTags(mergeSets(known, parseTags(String(body[name])), theirs)));
    } else if (name === 'collections') {
      merged[name] = mergeSets(known, body[name] as string[], theirs);
    } else isConflict = true;
  }
  return { body: merged, isConflict };
}

export const listOf = (fact: Facts[string] | undefined): string[] => String(fact ?? '').split(',');

const mergeSets = (
  before: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] => [
  ...mine.filter((one) => theirs.includes(one) || !before.includes(one)),
  ...theirs.filter((one) => !mine.includes(one) && !before.includes(one)),
];

/** The fields of an entry that are merged with another entry for the same page. */
export interface RepeatedEntry {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly favorite: boolean;
  readonly highlighted: boolean;
  readonly addedAt: Date | null;
  readonly modifiedAt: Date | null;
  readonly visitedAt: Date | null;
  readonly visits: number;
  readonly extra: Readonly<Record<string, string>> | null;
}

/**
 * Merges two entries for the same page: the first title, the better URL, the longer description, all tags, the earlier
 * creation, the later change and visit, the larger number of visits. On a tie, the first entry wins.
 */
export function combineRepeats(first: RepeatedEntry, second: RepeatedEntry): RepeatedEntry {
  return {
    url: isBetterUrl(second.url, first.url) ? second.url : first.url,
    title: isBlank(first.title) ? second.title : first.title,
    description: longer(first.description, second.description),
    tags: uniqueTags([...first.tags, ...second.tags]).slice(0, limits.tagsPerBookmark),
    favorite: first.favorite || second.favorite,
    highlighted: first.highlighted || second.highlighted,
    addedAt: earlier(first.addedAt, second.addedAt),
    modifiedAt: later(first.modifiedAt, second.modifiedAt),
    visitedAt: later(first.visitedAt, second.visitedAt),
    visits: Math.max(first.visits, second.visits),
    extra: first.extra === null ? second.extra : { ...second.extra, ...first.extra },
  };
}

const longer = (first: string, second: string): string => (second.length > first.length ? second : first);

const earlier = (first: Date | null, second: Date | null): Date | null =>
  first === null || (second !== null && second < first) ? second : first;

const later = (first: Date | null, second: Date | null): Date | null =>
  first === null || (second !== null && second > first) ? second : first;
