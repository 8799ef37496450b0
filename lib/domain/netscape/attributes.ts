import { limits } from '@/lib/contract/limits';
import {
  addNote,
  decodeAttribute,
  isUrlTooLong,
  ownAttributes,
  type NetscapeExtra,
  type NetscapeNote,
} from '@/lib/domain/netscape/entry';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const latestMs = Date.UTC(2100, 0, 1);
const windowsEpochMs = Date.UTC(1601, 0, 1);
const macEpochMs = Date.UTC(2001, 0, 1);

// Fast path for the usual format: seconds, from 1973 on.
const plainSeconds = /^[1-3]?[1-9]\d{8}$/;
const number = /^(\d{1,20})(?:\.(\d{1,12}))?$/;
const iso = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
// `10/Oct/2000:13:55:36 -0700` as in web server logs, and `Tue, 10 Oct 2000 13:55:36 GMT` as in mail and HTTP.
const spelled =
  /^\[?(?:[a-z]{3}, )?(\d{1,2})[/ -]([a-z]{3})[/ -](\d{4})[: ](\d{2}):(\d{2})(?::(\d{2}))?(?: (gmt|utc|[+-]\d{4}))?\]?$/i;

/** `invalid` is true if the text is not empty but not a usable date. */
export interface ReadDate {
  readonly date: Date | null;
  readonly invalid: boolean;
}

const missing: ReadDate = { date: null, invalid: false };
const unusable: ReadDate = { date: null, invalid: true };

/**
 * Parses a date of a bookmark file: seconds, milli-, micro- or nanoseconds since 1970, microseconds or 100-nanosecond
 * ticks since 1601 (WebKit, Windows), seconds with a fraction since 2001 (Mac), a log date, an RFC 2822 or ISO 8601
 * date. Empty and 0 mean that there is none. Dates outside 1970 to 2099 are invalid.
 */
export function readDate(text: string): ReadDate {
  if (plainSeconds.test(text)) return { date: new Date(Number(text) * 1000), invalid: false };
  const value = text.trim();
  if (value === '' || /^0+$/.test(value)) return missing;
  return usable(numberMs(value) ?? isoMs(value) ?? spelledMs(value));
}

/** Parses milliseconds since 1970, for attributes that always use this unit. */
const readMilliseconds = (text: string): ReadDate =>
  /^\d{1,15}$/.test(text) ? usable(Number(text)) : unusable;

const usable = (ms: number | null): ReadDate =>
  ms !== null && ms >= 0 && ms < latestMs ? { date: new Date(Math.floor(ms)), invalid: false } : unusable;

/** Determines the unit by magnitude: each range below covers dates from 1973 on, and the ranges do not overlap. */
function numberMs(text: string): number | null {
  const parts = number.exec(text);
  if (parts === null) return null;
  const [, digits = '', fraction] = parts;
  const whole = Number(digits);
  const fractionMs = Number(`0.${fraction ?? '0'}`) * 1000;
  if (fraction !== undefined && whole < 1e9) return macEpochMs + whole * 1000 + fractionMs;
  if (whole < 1e11) return whole * 1000 + fractionMs;
  if (whole < 1e14) return whole;
  if (whole < -windowsEpochMs * 1e3) return whole / 1e3;
  if (whole < 2e16) return windowsEpochMs + whole / 1e3;
  if (whole < -windowsEpochMs * 1e4) return Number.NaN;
  // Truncated as text: numbers of this size are no longer exact.
  if (whole < 2e17) return windowsEpochMs + Number(digits.slice(0, -4));
  return Number(digits.slice(0, -6));
}

function isoMs(text: string): number | null {
  if (!iso.test(text)) return null;
  const dated = text.replace(' ', 'T').toUpperCase();
  const ms = Date.parse(
    /[TZ]/.test(dated.slice(10)) && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(dated) ? `${dated}Z` : dated,
  );
  return Number.isNaN(ms) ? null : ms;
}

function spelledMs(text: string): number | null {
  const parts = spelled.exec(text);
  if (parts === null) return null;
  const [, day, name = '', year, hour, minute, second = '0', zone = ''] = parts;
  const month = months.indexOf(name.toLowerCase());
  if (month < 0) return null;
  const ms = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second));
  return ms - offsetMs(zone);
}

function offsetMs(zone: string): number {
  if (!/^[+-]/.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** Attributes of other programs that are preserved for the next export. */
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

interface AttributeRule {
  readonly name: string;
  /** Maximum length of the raw value before decoding entities; 0 for an attribute that is only detected. */
  readonly maxLength: number;
  /** Whether it occurs only in bookmark files. */
  readonly isMark: boolean;
}

const flags = ['favorite', 'duckduckgo:favorite', 'highlighted'];
const dates = ['add_date', 'last_modified', 'last_visit', 'time_added'];
const exactDates = ['add_date_ms', 'last_modified_ms', 'last_visit_ms'];
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
const none: NetscapeExtra = Object.freeze({});

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
  date(name: string, notes: NetscapeNote[]): Date | null {
    const exact = this.get(`${name}_ms`);
    const { date, invalid } = exact === '' ? readDate(this.get(name)) : readMilliseconds(exact);
    if (invalid || this.isTooLong(name)) addNote(notes, 'invalid_date');
    return date;
  }

  /** Returns the URL; empty, with a note, if it exceeds the maximum length. */
  url(notes: NetscapeNote[]): string {
    const url = this.get(ownAttributes.url) || this.get('href') || this.get('feedurl');
    if (!this.isTooLong('href') && !this.isTooLong(ownAttributes.url) && !isUrlTooLong(url)) return url;
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
