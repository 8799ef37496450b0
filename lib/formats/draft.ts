import { isBlank } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import { addProblem, type ImportEntry, type ImportProblem } from '@/lib/formats/entry';
import { uniqueTags } from '@/lib/domain/tags';
import { isBetterUrl } from '@/lib/domain/url-key';
import { cutText } from '@/lib/formats/text';

/** An entry whose title and description are not read yet. */
export type Draft = { -readonly [Key in keyof Omit<ImportEntry, 'problems'>]: ImportEntry[Key] } & {
  problems: ImportProblem[];
};

/** Returns an empty entry. */
export const emptyDraft = (line: number): Draft => ({
  line,
  url: '',
  title: '',
  description: '',
  tags: [],
  addedAt: null,
  modifiedAt: null,
  visitedAt: null,
  favorite: false,
  highlighted: false,
  folder: null,
  extra: {},
  problems: [],
});

/** Sets a text of the draft; truncates it to the limit and adds a note. */
export function setText(draft: Draft, field: 'title' | 'description', text: string): void {
  const cut = cutText(text, limits[`${field}Length`]);
  if (cut.length < text.length) addProblem(draft.problems, 'cut');
  draft[field] = cut;
}

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
