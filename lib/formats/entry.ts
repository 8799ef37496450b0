import type { EntryFields } from '@/lib/bookmark/fields';
import type { HighlightColor } from '@/lib/contract/highlight-colors';
import type { ImportDropped, ImportRowReason } from '@/lib/contract/imports';
import { isFuture } from '@/lib/domain/future-date';
import type { BookmarkUrl } from '@/lib/domain/url';

/** A folder of a bookmark file. Names are not unique; folders are distinguished by their parents. */
export interface ImportFolder {
  /** Sequential number, from 1. */
  readonly id: number;
  readonly parent: ImportFolder | null;
  /** The space that it belongs to, for a file that has several. */
  readonly space?: string | null;
  /** The name in the file; empty for a folder without a name. */
  readonly name: string;
  /** 1 for a top-level folder. */
  readonly depth: number;
  /** Number of entries before it in the file. */
  readonly before: number;
  description: string;
  addedAt: Date | null;
  modifiedAt: Date | null;
  /** Other attributes of the folder, to be written again on export. */
  extra: ImportExtra;
}

/** The default collection in a JSON export. */
export interface DefaultCollection {
  readonly color: string;
  readonly description: string;
  readonly shared: 'listed' | 'public' | null;
}

/** Attributes that only other programs use, with unchanged values. */
export type ImportExtra = Readonly<Record<string, string>>;

/**
 * Problems of an entry: `invalid_date` and `future_date` (the date is omitted), `cut` (a text was truncated to the limit),
 * `url_too_long` (the URL is omitted, since a truncated URL is wrong), `encrypted` (it was encrypted in another account,
 * which alone can decrypt it), `invalid_visits` (the count is not a number), `unclosed_comment` (the rest of the file is
 * inside the comment and is not read), `escaped_twice` (the title contained escaped entities, which are decoded).
 */
export type ImportProblem =
  | 'invalid_date'
  | 'future_date'
  | 'cut'
  | 'url_too_long'
  | 'encrypted'
  | 'invalid_visits'
  | 'unclosed_comment'
  | 'escaped_twice';

/** Adds a problem unless it is already present. */
export function addProblem(problems: ImportProblem[], problem: ImportProblem): void {
  if (!problems.includes(problem)) problems.push(problem);
}

/** An envelope, which is bound to the account that is importing it and to the uuid of its bookmark. */
export interface EncryptedEntry {
  readonly uuid: string;
  readonly cipher: string;
}

/** A marked passage of a page, with the reader's own words about it, and what an export of this service knows of it. */
export interface ImportHighlight {
  readonly quote: string;
  readonly note?: string;
  readonly color?: HighlightColor;
  /** Separated by commas. */
  readonly tags?: string;
  readonly prefix?: string;
  readonly suffix?: string;
  /** Offsets in the text with this hash: both, or neither. */
  readonly start?: number | null;
  readonly end?: number | null;
  readonly textHash?: string | null;
  readonly createdAt?: Date | null;
  readonly updatedAt?: Date | null;
}

/**
 * One bookmark of a file, in file order. The URL is as in the file, decoded once, and empty if missing: it may have any
 * scheme and must not be used as a link.
 */
export interface ImportEntry extends EntryFields {
  /** Number of the line on which it begins, from 1. */
  readonly line: number;
  readonly folder: ImportFolder | null;
  /** The name of its space, for a file that has several. */
  readonly space?: string | null;
  /** Whether it was read, for files that do not say when: at its last date, or else when it is imported. */
  readonly isRead?: boolean;
  /** Whether it was put away where it came from; what that means here is a choice of the user. */
  readonly archived?: boolean;
  readonly highlights?: readonly ImportHighlight[];
  /** Its parts that have no place here. */
  readonly dropped?: readonly ImportDropped[];
  readonly extra: ImportExtra;
  readonly problems: readonly ImportProblem[];
  /** The encrypted bookmark that is restored; the entry has no other content then. */
  readonly encrypted?: EncryptedEntry;
  /** Marks another folder of the preceding entry instead of a separate entry. */
  readonly isPlace?: boolean;
}

/** Whether the entry has what a bookmark requires: a url of any kind, or an envelope. */
export const isImportable = ({ url, encrypted }: ImportEntry): boolean =>
  url.trim() !== '' || encrypted !== undefined;

/** Returns why an entry is not imported unchanged, as contract codes; `warning` is that of its URL. */
export function reasonsOf(
  { problems, encrypted }: Pick<ImportEntry, 'problems' | 'encrypted'>,
  warning: BookmarkUrl['warning'],
): ImportRowReason[] {
  const reasons: ImportRowReason[] = [];
  if (problems.includes('cut') || problems.includes('url_too_long')) reasons.push('too_long');
  if (problems.includes('unclosed_comment')) reasons.push('unclosed_comment');
  else if (problems.includes('encrypted')) reasons.push('encrypted');
  else if (warning === 'empty' && !encrypted && !problems.includes('url_too_long'))
    reasons.push('missing_url');
  if (warning === 'scheme') reasons.push('inert_link');
  if (warning === 'invalid') reasons.push('invalid_url');
  if (problems.includes('invalid_date')) reasons.push('invalid_date');
  if (problems.includes('future_date')) reasons.push('future_date');
  if (problems.includes('invalid_visits')) reasons.push('invalid_visits');
  if (problems.includes('escaped_twice')) reasons.push('escaped_twice');
  return reasons;
}

/**
 * Omits dates of creation and change that lie in the future, so that the entry counts as created at the import. Only the
 * former is noted.
 */
export function withoutFutureDates(entry: ImportEntry, now: Date): ImportEntry {
  const { addedAt, modifiedAt, problems } = entry;
  if (!isFuture(addedAt, now) && !isFuture(modifiedAt, now)) return entry;
  return {
    ...entry,
    addedAt: isFuture(addedAt, now) ? null : addedAt,
    modifiedAt: isFuture(modifiedAt, now) ? null : modifiedAt,
    problems: isFuture(addedAt, now) ? [...problems, 'future_date'] : problems,
  };
}

/** Returns the names from the top level to the folder; empty for no folder. */
export function folderPath(folder: ImportFolder | null): string[] {
  const path: string[] = [];
  for (let at = folder; at !== null; at = at.parent) path.push(at.name);
  return path.reverse();
}

/** Limits of one file; a file that exceeds them is rejected. */
export const importLimits = {
  entries: 1_000_000,
  folders: 50_000,
  spaces: 1_000,
  /**
   * Total weight of the folders: the characters of their paths and attributes, and those of a short name for each level.
   * All folders of a file are in memory at once.
   */
  folderWeight: 4_000_000,
  /** Deeper folders are merged into the folder at this depth, so that paths stay printable. */
  depth: 512,
  /** Total length of the names in a path; folders beyond it are merged into their parent. */
  pathLength: 4_096,
  folderNameLength: 1_000,
} as const;

/** Why a file cannot be read: it is no bookmark file, one without bookmarks, or damaged. */
export type FormatFault = 'IMPORT_INVALID_TYPE' | 'IMPORT_INVALID_FILE' | 'IMPORT_PARSE_ERROR';

/** Thrown by readers for a file that cannot be read. */
export class FormatError extends Error {
  constructor(readonly fault: FormatFault) {
    super(`the file cannot be read: ${fault}`);
    this.name = 'FormatError';
  }
}

/** The file exceeds a limit. */
export class ImportLimitError extends Error {
  constructor(readonly limit: 'bytes' | 'entries' | 'folders' | 'folderWeight' | 'spaces') {
    super(`the file exceeds the limit of ${limit}`);
  }
}

/**
 * Attributes that only Markwell writes, in addition to those of browsers, so that a library can be restored completely:
 * the position of a bookmark or collection in the manual order, which folders cannot represent, the color and icon of a
 * collection, whether it is pinned, the rules of a smart collection, the number of visits, and the URL of a bookmark
 * that would run a script as a link. `name` and `shared` are read from JSON only: folders are named for browsers, and a
 * browser file never publishes anything. They are read with the `extra` of an entry or folder, but not stored there.
 */
export const ownAttributes = {
  place: 'markwell_place',
  name: 'markwell_name',
  color: 'markwell_color',
  icon: 'markwell_icon',
  pinned: 'markwell_pinned',
  smart: 'markwell_smart',
  shared: 'markwell_shared',
  visits: 'markwell_visits',
  notes: 'markwell_notes',
  url: 'markwell_url',
} as const;
