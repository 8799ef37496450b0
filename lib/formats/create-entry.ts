import { flagNames, type FlagName } from '@/lib/bookmark/fields';
import type { ImportDropped } from '@/lib/contract/imports';
import { limits } from '@/lib/contract/limits';
import { uniqueTags } from '@/lib/domain/tags';
import { readDate, type ReadDate } from '@/lib/formats/dates';
import { emptyDraft, setText } from '@/lib/formats/draft';
import { addProblem, type ImportEntry, type ImportFolder, type ImportHighlight } from '@/lib/formats/entry';
import { cutText, detach, isUrlTooLong, storable, trimText } from '@/lib/formats/text';

type Text = string | null | undefined;
/** A text in any known form, or the result of a reader for the unit that the format documents. */
type DateValue = ReadDate | Text;

/** The values of a record as they are in the file; missing ones can be left out. */
export interface EntryValues extends Readonly<Partial<Record<FlagName, boolean>>> {
  readonly line: number;
  readonly url: Text;
  readonly title?: Text;
  readonly description?: Text;
  readonly notes?: Text;
  /** Already split: separators differ between formats. */
  readonly tags?: readonly string[];
  readonly addedAt?: DateValue;
  readonly modifiedAt?: DateValue;
  readonly visitedAt?: DateValue;
  readonly readAt?: DateValue;
  readonly archived?: boolean;
  readonly visits?: number;
  readonly folder?: ImportFolder | null;
  readonly highlights?: readonly ImportHighlight[];
  /** Its parts that have no place here. */
  readonly dropped?: readonly ImportDropped[];
  /** Attributes that are kept for the next export; empty ones are dropped. */
  readonly extra?: Readonly<Record<string, Text>>;
}

const extraLength = 4_096;
const highlightsMax = 1_000;

/**
 * Creates an entry from the values of a record: texts are trimmed, without characters that cannot be stored, and
 * truncated to their limits, which is noted as a problem, as is a date that cannot be read. A title that repeats the URL
 * counts as missing.
 */
export function createEntry(values: EntryValues): ImportEntry {
  const draft = emptyDraft(values.line);
  const date = (value: DateValue): Date | null => {
    const read = typeof value === 'object' && value !== null ? value : readDate(value ?? '');
    if (read.invalid) addProblem(draft.problems, 'invalid_date');
    return read.date;
  };
  const text = (value: Text): string => trimText(storable(value ?? ''));
  const url = text(values.url);
  if (isUrlTooLong(url)) addProblem(draft.problems, 'url_too_long');
  else draft.url = url;
  const title = text(values.title).replace(/\s+/g, ' ');
  setText(draft, 'title', title === url ? '' : title);
  setText(draft, 'description', text(values.description));
  setText(draft, 'notes', text(values.notes));
  const tags = uniqueTags((values.tags ?? []).map((tag) => tagOf(tag)).filter((tag) => tag !== ''));
  if (tags.length > limits.tagsPerBookmark) addProblem(draft.problems, 'cut');
  draft.tags = tags.slice(0, limits.tagsPerBookmark);
  draft.addedAt = date(values.addedAt);
  draft.modifiedAt = date(values.modifiedAt);
  draft.visitedAt = date(values.visitedAt);
  draft.readAt = date(values.readAt);
  for (const name of flagNames) draft[name] = values[name] ?? false;
  draft.archived = values.archived ?? false;
  draft.visits = countOf(values.visits);
  draft.folder = values.folder ?? null;
  draft.highlights = (values.highlights ?? []).slice(0, highlightsMax);
  draft.dropped = values.dropped ?? [];
  draft.extra = extraOf(values.extra ?? {});
  return draft;
}

/** A comma separates tags, so that none can contain one. */
const tagOf = (text: string): string =>
  cutText(storable(text).replaceAll(',', ' ').replace(/\s+/g, ' ').trim(), limits.tagLength);

const countOf = (value = 0): number => (Number.isSafeInteger(value) && value > 0 && value < 1e9 ? value : 0);

function extraOf(values: Readonly<Record<string, Text>>): Record<string, string> {
  const extra: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if ((value ?? '') !== '') extra[name] = detach(cutText(storable(value ?? ''), extraLength));
  }
  return extra;
}
