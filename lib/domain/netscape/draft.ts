import { isBlank } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import { entryExtras, type Attributes } from '@/lib/domain/netscape/attributes';
import {
  addNote,
  cutText,
  ownAttributes,
  trimText,
  type NetscapeEntry,
  type NetscapeFolder,
  type NetscapeNote,
} from '@/lib/domain/netscape/entry';
import { parseTags, uniqueTags } from '@/lib/domain/tags';
import { isBetterUrl } from '@/lib/domain/url-key';

/** An entry whose title and description are not read yet. */
export type Draft = { -readonly [Key in keyof Omit<NetscapeEntry, 'notes'>]: NetscapeEntry[Key] } & {
  notes: NetscapeNote[];
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
  notes: [],
});

/** Creates an entry from the attributes of an `<a>`. */
export function readDraft(attributes: Attributes, line: number, folder: NetscapeFolder | null): Draft {
  const notes: NetscapeNote[] = [];
  const draft: Draft = {
    line,
    url: attributes.url(notes),
    title: '',
    description: '',
    tags: readTags(attributes, notes),
    addedAt: attributes.date(attributes.get('time_added') === '' ? 'add_date' : 'time_added', notes),
    modifiedAt: attributes.date('last_modified', notes),
    visitedAt: attributes.date('last_visit', notes),
    favorite: attributes.isSet('favorite') || attributes.isSet('duckduckgo:favorite'),
    highlighted: attributes.isSet('highlighted'),
    folder,
    extra: readExtra(attributes, notes),
    notes,
  };
  if (attributes.isTooLong('description')) addNote(notes, 'cut');
  setText(draft, 'description', trimText(attributes.get('description')));
  return draft;
}

function readExtra(attributes: Attributes, notes: NetscapeNote[]): NetscapeEntry['extra'] {
  const extra = attributes.extra(entryExtras, notes);
  const visits = attributes.get('visitation_count').trim();
  if (visits === '' || extra[ownAttributes.visits] !== undefined) return extra;
  if (!/^\d{1,9}$/.test(visits)) addNote(notes, 'invalid_visits');
  return { ...extra, [ownAttributes.visits]: visits };
}

/** Sets a text of the draft; truncates it to the limit and adds a note. */
export function setText(draft: Draft, field: 'title' | 'description', text: string): void {
  const cut = cutText(text, limits[`${field}Length`]);
  if (cut.length < text.length) addNote(draft.notes, 'cut');
  draft[field] = cut;
}

function readTags(attributes: Attributes, notes: NetscapeNote[]): string[] {
  const text = attributes.get('tags');
  if (text === '') return [];
  // Tags are comma-separated and may contain spaces. A single tag that is too long was probably space-separated.
  const list = text.includes(',') || isTag(text) ? text : text.replace(/\s+/g, ',');
  const tags = parseTags(list);
  const isCut = attributes.isTooLong('tags') || tags.length > limits.tagsPerBookmark;
  if (isCut || (list.length > limits.tagLength && !list.split(',').every(isTag))) addNote(notes, 'cut');
  return tags.slice(0, limits.tagsPerBookmark);
}

const isTag = (text: string): boolean => cutText(text.trim(), limits.tagLength) === text.trim();

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
