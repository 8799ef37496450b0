import {
  entryName,
  fieldNames,
  fields,
  fieldsWith,
  type CombineRule,
  type EntryFields,
  type FieldName,
} from '@/lib/bookmark/fields';
import { isBlank } from '@/lib/contract/blank';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { limits } from '@/lib/contract/limits';
import { parseTags, printTags, uniqueTags } from '@/lib/domain/tags';
import { isBetterUrl } from '@/lib/domain/url-key';

/** Comparable values of the fields that an edit can change, by field. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

const conflicting = fieldsWith({ edit: 'conflict' });

const facts: Readonly<Record<string, (bookmark: Bookmark) => Facts[string]>> = {
  ...Object.fromEntries(conflicting.map((name) => [name, (bookmark: Bookmark) => bookmark[name]])),
  tags: ({ tags }) => printTags(parseTags(tags)),
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

/** Fields that a creation sets: a new bookmark is never in the trash. */
export const createdFields = Object.keys(facts).filter((name) => name !== 'trashed');

/** Returns the names of the fields that a body changes, and `trashed`, which is always compared. */
export const editedFields = (body: object): string[] => [
  ...Object.keys(body).filter((name) => name in facts),
  'trashed',
];

export const isSameFacts = (a: Facts, b: Facts): boolean =>
  Object.keys(a).every((name) => (a[name] || null) === (b[name] || null));

/** Returns the values of `after` that differ from those of `before`. */
export const changedIn = <T extends object>(before: Partial<T>, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof T]),
  ) as Partial<T>;

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

/** An entry of a bookmark file that is combined with another one for the same page, or with a bookmark. */
export interface RepeatedEntry extends EntryFields {
  readonly extra: Readonly<Record<string, string>> | null;
}

/** Joins two texts of the user, unless one of them contains the other, as after a repeated import. */
export function joinTexts(first: string, second: string): string {
  if (first.includes(second.trim())) return first;
  if (second.includes(first.trim())) return second;
  return Array.from(`${first}\n\n${second}`).slice(0, limits.notesLength).join('');
}

const combine: { readonly [Rule in CombineRule]: (first: never, second: never) => unknown } = {
  first: (first: string, second: string) => (isBlank(first) ? second : first),
  longer: (first: string, second: string) => (second.length > first.length ? second : first),
  joined: joinTexts,
  betterUrl: (first: string, second: string) => (isBetterUrl(second, first) ? second : first),
  union: (first: readonly string[], second: readonly string[]) =>
    uniqueTags([...first, ...second]).slice(0, limits.tagsPerBookmark),
  any: (first: boolean, second: boolean) => first || second,
  earliest: (first: Date | null, second: Date | null) =>
    first === null || (second !== null && second < first) ? second : first,
  latest: (first: Date | null, second: Date | null) =>
    first === null || (second !== null && second > first) ? second : first,
  largest: (first: number, second: number) => Math.max(first, second),
};

/** Combines two entries for the same page, each field by its rule. On a tie, the first entry wins. */
export function combineRepeats(first: RepeatedEntry, second: RepeatedEntry): RepeatedEntry {
  const combined = fieldNames.map((name) => {
    const entry = entryName(name);
    const rule = combine[fields[name].combine] as (first: unknown, second: unknown) => unknown;
    return [entry, rule(first[entry], second[entry])] as const;
  });
  return {
    ...(Object.fromEntries(combined) as EntryFields),
    extra: first.extra === null ? second.extra : { ...second.extra, ...first.extra },
  };
}

const entryValues: {
  readonly [Type in (typeof fields)[keyof typeof fields]['type']]: (value: never) => unknown;
} = {
  text: (value?: string | null) => value ?? '',
  tags: (value?: string) => parseTags(value ?? ''),
  flag: (value?: boolean) => value ?? false,
  count: (value?: number) => value ?? 0,
  time: (value?: string | null) => (value ? new Date(value) : null),
};

/** Returns a readable bookmark, or the fields that are known of it, as the entry of a file. */
export function entryOf(bookmark: Partial<Pick<Bookmark, FieldName>>): RepeatedEntry {
  const values = fieldNames.map((name) => {
    const read = entryValues[fields[name].type] as (value: unknown) => unknown;
    return [entryName(name), read(bookmark[name])] as const;
  });
  return { ...(Object.fromEntries(values) as EntryFields), extra: null };
}
