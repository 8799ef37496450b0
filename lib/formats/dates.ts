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
