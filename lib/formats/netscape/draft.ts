import { eachFlagName } from '@/lib/bookmark/fields';
import { limits } from '@/lib/contract/limits';
import { parseTags } from '@/lib/domain/tags';
import { emptyDraft, setText, type Draft } from '@/lib/formats/draft';
import { addProblem, ownAttributes, type ImportFolder, type ImportProblem } from '@/lib/formats/entry';
import { entryExtras, flagAttributes, type Attributes } from '@/lib/formats/netscape/attributes';
import { cutText, trimText } from '@/lib/formats/text';

/** Creates an entry from the attributes of an `<a>`. */
export function readDraft(attributes: Attributes, line: number, folder: ImportFolder | null): Draft {
  const problems: ImportProblem[] = [];
  const draft: Draft = {
    ...emptyDraft(line),
    url: attributes.url(problems),
    tags: readTags(attributes, problems),
    addedAt: attributes.date(attributes.get('time_added') === '' ? 'add_date' : 'time_added', problems),
    modifiedAt: attributes.date('last_modified', problems),
    visitedAt: attributes.date('last_visit', problems),
    ...eachFlagName((name) => flagAttributes[name].some((attribute) => attributes.isSet(attribute))),
    readAt: attributes.date('markwell_read', problems),
    visits: readVisits(attributes, problems),
    folder,
    ...(attributes.get('data-cover') !== '' && { dropped: ['covers'] }),
    extra: attributes.extra(entryExtras, problems),
    problems,
  };
  if (attributes.isTooLong('description')) addProblem(problems, 'cut');
  setText(draft, 'description', trimText(attributes.get('description')));
  if (attributes.isTooLong(ownAttributes.notes)) addProblem(problems, 'cut');
  setText(draft, 'notes', attributes.get(ownAttributes.notes));
  return draft;
}

function readVisits(attributes: Attributes, problems: ImportProblem[]): number {
  const own = attributes.get(ownAttributes.visits);
  const visits = own === '' ? attributes.get('visitation_count').trim() : own;
  if (/^\d{1,9}$/.test(visits)) return Number(visits);
  if (visits !== '' && own === '') addProblem(problems, 'invalid_visits');
  return 0;
}

function readTags(attributes: Attributes, problems: ImportProblem[]): string[] {
  const text = attributes.get('tags');
  if (text === '') return [];
  // Tags are comma-separated and may contain spaces. A single tag that is too long was probably space-separated.
  const list = text.includes(',') || isTag(text) ? text : text.replace(/\s+/g, ',');
  const tags = parseTags(list);
  const isCut = attributes.isTooLong('tags') || tags.length > limits.tagsPerBookmark;
  if (isCut || (list.length > limits.tagLength && !list.split(',').every(isTag))) addProblem(problems, 'cut');
  return tags.slice(0, limits.tagsPerBookmark);
}

const isTag = (text: string): boolean => cutText(text.trim(), limits.tagLength) === text.trim();
