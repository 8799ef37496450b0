import { limits } from '@/lib/contract/limits';
import { addNote, type NetscapeExtra, type NetscapeNote } from '@/lib/domain/netscape/entry';
import { readDate, readMilliseconds } from '@/lib/domain/netscape/dates';
import { ownAttributes } from '@/lib/domain/netscape/own-attributes';
import { cutText, decodeAttribute } from '@/lib/domain/netscape/text';

/** Attributes that other programs wrote and that are written again as they were. */
export const entryExtras = [
  'shortcuturl',
  'post_data',
  'last_charset',
  'web_panel',
  'feedurl',
  'private',
  'toread',
  ownAttributes.place,
  ownAttributes.visits,
];
export const folderExtras = [
  'personal_toolbar_folder',
  'unfiled_bookmarks_folder',
  'id',
  ownAttributes.place,
  ownAttributes.color,
  ownAttributes.smart,
];

interface Known {
  readonly name: string;
  /** Longest raw value, entities not yet decoded, that is read; 0 for an attribute that is only noticed. */
  readonly cap: number;
  /** Whether only bookmark files have it. */
  readonly isMark: boolean;
}

const flags = ['favorite', 'duckduckgo:favorite', 'highlighted'];
const dates = ['add_date', 'last_modified', 'last_visit', 'time_added'];
const exactDates = ['add_date_ms', 'last_modified_ms', 'last_visit_ms'];
const mark = (name: string, cap: number): Known => ({ name, cap, isMark: true });
const plain = (name: string, cap = 4_096): Known => ({ name, cap, isMark: false });

/** All that is ever read; the megabytes of an `icon` are not. */
const known: Known[] = [
  plain('href', limits.urlLength * 6),
  plain(ownAttributes.url, limits.urlLength * 6),
  mark('tags', limits.tagsPerBookmark * (limits.tagLength + 2) * 6),
  // As Scuttle and the Mac's first browsers write them.
  plain('description', limits.descriptionLength * 6),
  plain('visitation_count'),
  mark('icon', 0),
  mark('icon_uri', 0),
  ...dates.map((name) => mark(name, 4_096)),
  ...[...exactDates, ...flags, ...entryExtras, ...folderExtras].map((name) => plain(name)),
];

// Names are mostly all upper or all lower case: both are looked up without making a new string.
const knownByName = new Map(
  known.flatMap((each) => [
    [each.name, each],
    [each.name.toUpperCase(), each],
  ]),
);

const isTrue = /^\s*(?:1|true|yes)\s*$/i;
const none: NetscapeExtra = Object.freeze({});

/**
 * The attributes of one tag that are known; nothing else that a file names reaches the program. It is filled piece
 * by piece, and the first of equal names counts, as in a browser.
 */
export class Attributes {
  /** Whether an attribute was there that only bookmark files have. */
  hasMark = false;
  private readonly values = new Map<string, string>();
  private readonly tooLong = new Set<string>();
  private open: Known | null = null;
  private value = '';

  clear(): void {
    this.hasMark = false;
    this.open = null;
    if (this.values.size > 0) this.values.clear();
    if (this.tooLong.size > 0) this.tooLong.clear();
  }

  /** Begins the attribute of that name, in any case. */
  begin(name: string): void {
    const found = knownByName.get(name) ?? knownByName.get(name.toLowerCase());
    this.open = found === undefined || found.cap === 0 || this.values.has(found.name) ? null : found;
    this.value = '';
    if (found?.isMark === true) this.hasMark = true;
  }

  /** Whether the value that is being read is wanted, or any more of it. */
  get isOpen(): boolean {
    return this.open !== null && this.value.length <= this.open.cap;
  }

  append(piece: string): void {
    this.value += piece;
  }

  end(): void {
    if (this.open === null) return;
    const { name, cap } = this.open;
    this.open = null;
    if (this.value.length <= cap) {
      this.values.set(name, decodeAttribute(this.value));
      return;
    }
    this.tooLong.add(name);
    // A list of tags can be taken in part, up to its last comma; nothing else can.
    this.values.set(
      name,
      name === 'tags' ? decodeAttribute(this.value.slice(0, this.value.lastIndexOf(',', cap))) : '',
    );
  }

  get(name: string): string {
    return this.values.get(name) ?? '';
  }

  isTooLong(name: string): boolean {
    return this.tooLong.has(name);
  }

  isSet(name: string): boolean {
    return isTrue.test(this.get(name));
  }

  /** A date by the exact attribute where the file has it, else by the usual one, which counts in seconds. */
  date(name: string, notes: NetscapeNote[]): Date | null {
    const exact = this.get(`${name}_ms`);
    const { date, invalid } = exact === '' ? readDate(this.get(name)) : readMilliseconds(exact);
    if (invalid || this.isTooLong(name)) addNote(notes, 'invalid_date');
    return date;
  }

  /** The url, or empty and noted where it is longer than can be kept. */
  url(notes: NetscapeNote[]): string {
    const url = this.get(ownAttributes.url) || this.get('href') || this.get('feedurl');
    if (
      !this.isTooLong('href') &&
      !this.isTooLong(ownAttributes.url) &&
      cutText(url, limits.urlLength) === url
    )
      return url;
    addNote(notes, 'url_too_long');
    return '';
  }

  extra(names: readonly string[], notes: NetscapeNote[]): NetscapeExtra {
    let extra: Record<string, string> | null = null;
    for (const name of names) {
      if (this.isTooLong(name)) addNote(notes, 'cut');
      else if (this.values.has(name)) (extra ??= {})[name] = this.get(name);
    }
    return extra ?? none;
  }
}
