const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const latestMs = Date.UTC(2100, 0, 1);
export const windowsEpochMs = Date.UTC(1601, 0, 1);
const macEpochMs = Date.UTC(2001, 0, 1);

// Fast path for the usual format: seconds, from 1973 on.
const plainSeconds = /^[1-3]?[1-9]\d{8}$/;
const number = /^(\d{1,20})(?:\.(\d{1,12}))?$/;
const iso = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
// `10/Oct/2000:13:55:36 -0700` as in web server logs, and `Tue, 10 Oct 2000 13:55:36 GMT` as in mail and HTTP.
const spelled =
  /^\[?(?:[a-z]{3}, )?(\d{1,2})[/ -]([a-z]{3})[/ -](\d{4})[: ](\d{2}):(\d{2})(?::(\d{2}))?(?: (gmt|utc|[+-]\d{4}))?\]?$/i;

// `2024/11/14 05:48:28 +0000` and `2015-09-09 11:10:32 UTC`.
const spaced =
  /^(\d{4})[/-](\d{2})[/-](\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)(?: ?(utc|gmt|[+-]\d{2}:?\d{2}))?$/i;
const compact = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z?$/;
// `January 1, 2024 3:04 PM`
const english = /^([a-z]{3})[a-z]{0,6}\.? (\d{1,2}),? (\d{4})(?:,? (\d{1,2}):(\d{2})(?: ?([ap])m)?)?$/i;
/** Day, month and year with a day that cannot be a month: others are ambiguous. */
const local = /^(1[3-9]|2\d|3[01])[/.](\d{1,2})[/.](\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

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
 * date, or one as written by people. Empty, 0 and an impossible month mean that there is none. Dates outside 1970 to
 * 2099 are invalid.
 */
export function readDate(text: string): ReadDate {
  if (plainSeconds.test(text)) return { date: new Date(Number(text) * 1000), invalid: false };
  const value = text.trim();
  if (value === '' || /^(?:0+|null|\d{4}-00-00.{0,20})$/.test(value)) return missing;
  return usable(numberMs(value) ?? isoMs(value) ?? spelledMs(value) ?? writtenMs(value));
}

/** Parses milliseconds since 1970, for attributes that always use this unit. */
export const readMilliseconds = (text: string): ReadDate =>
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

function writtenMs(text: string): number | null {
  const [, year, month, day, time, zone = ''] = spaced.exec(text) ?? [];
  if (year !== undefined) {
    const ms = isoMs(`${year}-${month}-${day}T${time}Z`);
    return ms === null ? null : ms - offsetMs(zone.replace(':', ''));
  }
  const parts = compact.exec(text);
  if (parts !== null) {
    const [, y, mo, d, h, mi, s] = parts;
    return isoMs(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  }
  return englishMs(text) ?? localMs(text);
}

function englishMs(text: string): number | null {
  const [, name = '', day, year, hour = '0', minute = '0', half] = english.exec(text) ?? [];
  const month = months.indexOf(name.toLowerCase());
  if (month < 0) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  return Date.UTC(Number(year), month, Number(day), hours, Number(minute));
}

function localMs(text: string): number | null {
  const parts = local.exec(text);
  if (parts === null) return null;
  const [, day, month, year, hour = '0', minute = '0', second = '0'] = parts;
  return Number(month) < 1 || Number(month) > 12
    ? null
    : Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/** Reads a date that a format documents as seconds since 1970, perhaps with a fraction. */
export function fromSeconds(value: string | number | null | undefined): ReadDate {
  if (value === null || value === undefined || value === '' || Number(value) === 0) return missing;
  return usable(Number.isNaN(Number(value)) ? null : Number(value) * 1000);
}

/** Reads a date that a format documents as microseconds, since 1970 or since another number of milliseconds. */
export function fromMicroseconds(value: string | number | null | undefined, since = 0): ReadDate {
  const text = String(value ?? '0');
  if (/^0*$/.test(text)) return missing;
  // As text, because today's values since 1601 are not exact as numbers.
  return usable(/^\d{4,20}$/.test(text) ? since + Number(text.slice(0, -3)) : null);
}
