import { useLocale, useNow, useTimeZone } from 'next-intl';
import { useMemo } from 'react';

/** A day group of a list in date order; months further back are named by year and month. */
export type DayGroup = 'today' | 'week' | `${number}-${number}`;

export interface RowDates {
  /** As short as a row needs: time for today, yesterday, weekday, then day and month, then with the year. */
  short: (iso: string) => string;
  /** Full date and time, for titles. */
  full: (iso: string) => string;
  /** Full day without the time: `20 November 2026`. */
  day: (iso: string) => string;
  group: (iso: string) => DayGroup;
  /** Heading of a group that is a month: `October 2026`. */
  month: (group: DayGroup) => string;
}

interface Options {
  locale: string;
  timeZone: string;
  /** The current time: that of the server, so that both sides render the same. */
  now: Date;
}

const dayMs = 86_400_000;

// English is used by readers anywhere: day before month and the 24-hour clock, as in the rest of the interface.
const dateLocale = (locale: string): string => (locale === 'en' ? 'en-GB' : locale);

const makeFormats = (locale: string, timeZone: string) => {
  const make = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLocale(locale), { timeZone, ...options });
  return {
    ymd: new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
    time: make({ hour: '2-digit', minute: '2-digit', hour12: false }),
    weekday: make({ weekday: 'short' }),
    dayMonth: make({ day: 'numeric', month: 'short' }),
    dayMonthYear: make({ day: 'numeric', month: 'short', year: 'numeric' }),
    day: make({ day: 'numeric', month: 'long', year: 'numeric' }),
    full: make({ dateStyle: 'long', timeStyle: 'short', hour12: false }),
    month: new Intl.DateTimeFormat(dateLocale(locale), { timeZone: 'UTC', month: 'long', year: 'numeric' }),
    yesterday: capitalize(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-1, 'day'), locale),
  };
};
type Formats = ReturnType<typeof makeFormats>;

// Creating a formatter costs a thousand times what using it does; there are two languages and few time zones.
const cache = new Map<string, Formats>();
function formatsOf(locale: string, timeZone: string): Formats {
  const key = `${locale} ${timeZone}`;
  const known = cache.get(key) ?? makeFormats(locale, timeZone);
  if (cache.size > 100) cache.clear();
  cache.set(key, known);
  return known;
}

/** Formats dates for rows; create one per list and render, not one per row. */
export function createRowDates({ locale, timeZone, now }: Options): RowDates {
  const formats = formatsOf(locale, timeZone);
  const today = formats.ymd.format(now);
  const daysAgo = (ymd: string): number => Math.round((Date.parse(today) - Date.parse(ymd)) / dayMs);

  return {
    short(iso) {
      const date = new Date(iso);
      const ymd = formats.ymd.format(date);
      const days = daysAgo(ymd);
      if (days === 0) return formats.time.format(date);
      if (days === 1) return formats.yesterday;
      if (days > 1 && days < 7) return withoutDot(capitalize(formats.weekday.format(date), locale));
      const sameYear = ymd.slice(0, 4) === today.slice(0, 4);
      return withoutDot((sameYear ? formats.dayMonth : formats.dayMonthYear).format(date)).replaceAll(
        ' de ',
        ' ',
      );
    },
    full: (iso) => formats.full.format(new Date(iso)),
    day: (iso) => formats.day.format(new Date(iso)),
    group(iso) {
      const ymd = formats.ymd.format(new Date(iso));
      const days = daysAgo(ymd);
      if (days <= 0) return 'today';
      if (days < 7) return 'week';
      return ymd.slice(0, 7) as DayGroup;
    },
    month: (group) => capitalize(formats.month.format(new Date(`${group}-15T12:00:00Z`)), locale),
  };
}

const capitalize = (text: string, locale: string): string =>
  text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);
// Portuguese abbreviations end with a dot, which is noise in a column.
const withoutDot = (text: string): string => text.replaceAll('.', '');

/** Row dates in the user's language and time zone, with formatters shared by the whole list. */
export function useRowDates(): RowDates {
  const locale = useLocale();
  const timeZone = useTimeZone() ?? 'UTC';
  const now = useNow();
  return useMemo(() => createRowDates({ locale, timeZone, now }), [locale, timeZone, now]);
}
