import { eachFlagName, fields } from '@/lib/bookmark/fields';
import { limits } from '@/lib/contract/limits';
import { readDate, readMilliseconds } from '@/lib/formats/dates';
import { addProblem, ownAttributes, type ImportExtra, type ImportProblem } from '@/lib/formats/entry';
import { decodeAttribute, isUrlTooLong } from '@/lib/formats/text';

/** Attributes of other programs that are preserved for the next export. */
export const entryExtras = [
  'shortcuturl',
  'post_data',
  'last_charset',
  'web_panel',
  'feedurl',
  'private',
  ownAttributes.place,
];
export const folderExtras = [
  'personal_toolbar_folder',
  'unfiled_bookmarks_folder',
  'id',
  ownAttributes.place,
  ownAttributes.color,
  ownAttributes.icon,
  ownAttributes.pinned,
  ownAttributes.smart,
];

interface AttributeRule {
  readonly name: string;
  /** Maximum length of the raw value before decoding entities; 0 for an attribute that is only detected. */
  readonly maxLength: number;
  /** Whether it occurs only in bookmark files. */
  readonly isMark: boolean;
}

/** The attributes of each flag: that of this service, and those of other programs. */
export const flagAttributes = eachFlagName((name) => [
  fields[name].attribute.toLowerCase(),
  ...(name === 'favorite' ? ['duckduckgo:favorite', 'data-important'] : []),
]);
const flags = Object.values(flagAttributes).flat();
const dates = ['add_date', 'last_modified', 'last_visit', 'time_added', 'markwell_read'];
const exactDates = ['add_date_ms', 'last_modified_ms', 'last_visit_ms', 'markwell_read_ms'];
const mark = (name: string, maxLength: number): AttributeRule => ({ name, maxLength, isMark: true });
const plain = (name: string, maxLength = 4_096): AttributeRule => ({ name, maxLength, isMark: false });

/** All attributes that are read; the megabytes of an `icon` are not. */
const rules: AttributeRule[] = [
  plain('href', limits.urlLength * 6),
  plain(ownAttributes.url, limits.urlLength * 6),
  mark('tags', limits.tagsPerBookmark * (limits.tagLength + 2) * 6),
  // Used by Scuttle and the first Mac browsers.
  plain('description', limits.descriptionLength * 6),
  plain('visitation_count'),
  plain(ownAttributes.notes, limits.notesLength * 6),
  plain(ownAttributes.visits),
  plain('data-cover'),
  mark('icon', 0),
  mark('icon_uri', 0),
  ...dates.map((name) => mark(name, 4_096)),
  ...[...exactDates, ...flags, ...entryExtras, ...folderExtras].map((name) => plain(name)),
];

// Names are mostly all upper or all lower case: both are looked up without creating a new string.
const ruleByName = new Map(
  rules.flatMap((each) => [
    [each.name, each],
    [each.name.toUpperCase(), each],
  ]),
);

const isTrue = /^\s*(?:1|true|yes)\s*$/i;
const none: ImportExtra = Object.freeze({});

/**
 * The recognized attributes of one tag; all others are ignored. Values are appended in chunks, and the first of
 * duplicate names is used, as in a browser.
 */
export class Attributes {
  /** Whether the tag has an attribute that occurs only in bookmark files. */
  hasMark = false;
  private readonly values = new Map<string, string>();
  private readonly tooLong = new Set<string>();
  private open: AttributeRule | null = null;
  private value = '';

  clear(): void {
    this.hasMark = false;
    this.open = null;
    if (this.values.size > 0) this.values.clear();
    if (this.tooLong.size > 0) this.tooLong.clear();
  }

  /** Begins an attribute; names are case-insensitive. */
  begin(name: string): void {
    const found = ruleByName.get(name) ?? ruleByName.get(name.toLowerCase());
    this.open = found === undefined || found.maxLength === 0 || this.values.has(found.name) ? null : found;
    this.value = '';
    if (found?.isMark === true) this.hasMark = true;
  }

  /** Whether more of the current value is needed. */
  get isOpen(): boolean {
    return this.open !== null && this.value.length <= this.open.maxLength;
  }

  append(chunk: string): void {
    this.value += chunk;
  }

  end(): void {
    if (this.open === null) return;
    const { name, maxLength } = this.open;
    this.open = null;
    if (this.value.length <= maxLength) {
      this.values.set(name, decodeAttribute(this.value));
      return;
    }
    this.tooLong.add(name);
    // A tag list is truncated at its last comma; other values are dropped.
    this.values.set(
      name,
      name === 'tags' ? decodeAttribute(this.value.slice(0, this.value.lastIndexOf(',', maxLength))) : '',
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

  /** Returns a date from the exact attribute if present, otherwise from the usual one in seconds. */
  date(name: string, problems: ImportProblem[]): Date | null {
    const exact = this.get(`${name}_ms`);
    const { date, invalid } = exact === '' ? readDate(this.get(name)) : readMilliseconds(exact);
    if (invalid || this.isTooLong(name)) addProblem(problems, 'invalid_date');
    return date;
  }

  /** Returns the URL; empty, with a note, if it exceeds the maximum length. */
  url(problems: ImportProblem[]): string {
    const url = this.get(ownAttributes.url) || this.get('href') || this.get('feedurl');
    if (!this.isTooLong('href') && !this.isTooLong(ownAttributes.url) && !isUrlTooLong(url)) return url;
    addProblem(problems, 'url_too_long');
    return '';
  }

  extra(names: readonly string[], problems: ImportProblem[]): ImportExtra {
    let extra: Record<string, string> | null = null;
    for (const name of names) {
      if (this.isTooLong(name)) addProblem(problems, 'cut');
      else if (this.values.has(name)) (extra ??= {})[name] = this.get(name);
    }
    return extra ?? none;
  }
}
