import type { ImportRowReason } from '@/lib/contract/schemas/import';
import type { BookmarkUrl } from '@/lib/domain/url';

/** A folder of a bookmark file. Names are not unique; the chain of parents is what tells folders apart. */
export interface NetscapeFolder {
  /** 1 for the first folder of the file, counting up. */
  readonly id: number;
  readonly parent: NetscapeFolder | null;
  /** As the file has it; empty for a folder without a name. */
  readonly name: string;
  /** 1 for a folder at the top. */
  readonly depth: number;
  /** Entries of the file that come before it. */
  readonly before: number;
  description: string;
  addedAt: Date | null;
  modifiedAt: Date | null;
  /** What else the file says of the folder, to be written again on export. */
  extra: NetscapeExtra;
}

/** What a JSON export says of its default collection. */
export interface DefaultCollection {
  readonly color: string;
  readonly description: string;
  readonly shared: 'listed' | 'public' | null;
}

/** Attributes that mean something to other programs only; values as they stood. */
export type NetscapeExtra = Readonly<Record<string, string>>;

/**
 * What could not be taken as it stood: `invalid_date` (the date is left out), `cut` (a text was longer than can be
 * kept), `url_too_long` (the url is left out, since a cut url is a wrong one), `encrypted` (only its account can read it),
 * `invalid_visits` (their number is none), `unclosed_comment` (the rest of the file is inside it and is not read).
 */
export type NetscapeNote =
  'invalid_date' | 'cut' | 'url_too_long' | 'encrypted' | 'invalid_visits' | 'unclosed_comment';

/** Adds a note that is not there yet. */
export function addNote(notes: NetscapeNote[], note: NetscapeNote): void {
  if (!notes.includes(note)) notes.push(note);
}

/** One bookmark of a file, in the order of the file. */
export interface NetscapeEntry {
  /** Line of its `<A`, from 1. */
  readonly line: number;
  /** As written, entities decoded once; empty where the file gives none. It may be of any scheme: never a live link. */
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly addedAt: Date | null;
  readonly modifiedAt: Date | null;
  readonly visitedAt: Date | null;
  readonly favorite: boolean;
  readonly highlighted: boolean;
  readonly folder: NetscapeFolder | null;
  readonly extra: NetscapeExtra;
  readonly notes: readonly NetscapeNote[];
  /** A further folder of the entry before it, and no entry of its own. */
  readonly isPlace?: boolean;
}

/** Why the entry is not taken as it stands, in the words of the contract; `warning` is that of its url. */
export function reasonsOf(
  { notes }: Pick<NetscapeEntry, 'notes'>,
  warning: BookmarkUrl['warning'],
): ImportRowReason[] {
  const reasons: ImportRowReason[] = [];
  if (notes.includes('cut') || notes.includes('url_too_long')) reasons.push('too_long');
  if (notes.includes('unclosed_comment')) reasons.push('unclosed_comment');
  else if (notes.includes('encrypted')) reasons.push('encrypted');
  else if (warning === 'empty' && !notes.includes('url_too_long')) reasons.push('missing_url');
  if (warning === 'scheme') reasons.push('inert_link');
  if (warning === 'invalid') reasons.push('invalid_url');
  if (notes.includes('invalid_date')) reasons.push('invalid_date');
  if (notes.includes('invalid_visits')) reasons.push('invalid_visits');
  return reasons;
}

/** The names from the top down to the folder; empty for no folder. */
export function folderPath(folder: NetscapeFolder | null): string[] {
  const path: string[] = [];
  for (let at = folder; at !== null; at = at.parent) path.push(at.name);
  return path.reverse();
}
