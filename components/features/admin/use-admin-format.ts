'use client';

import { useFormatter, useLocale, useTimeZone } from 'next-intl';
import { useMemo } from 'react';
import { createRowDates } from '@/components/common/row-dates';
import { dateLocale } from '@/lib/domain/locale';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats numbers, sizes and dates of the admin area, in the language and time zone of the user. */
export function useAdminFormat() {
  const format = useFormatter();
  const locale = useLocale();
  const dates = createRowDates({ locale, timeZone: useTimeZone() ?? 'UTC', now: new Date(0) });
  const chartDays = useMemo(
    () =>
      new Intl.DateTimeFormat(dateLocale(locale), {
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      }),
    [locale],
  );
  return {
    number: (value: number) => format.number(value),
    bytes: (value: number) => {
      const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(value) / Math.log(1024)));
      return format.number(value / 1024 ** power, {
        style: 'unit',
        unit: units[power] ?? 'byte',
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: power < 2 ? 0 : 1,
      });
    },
    /** Full date and time. */
    full: dates.full,
    /** The day without the time. */
    day: dates.day,
    /** A day of a chart, which the service returns in UTC. */
    chartDay: (date: string) => chartDays.format(new Date(date)),
    /** Time relative to the fetch of the data: a clock that is ahead does not lead into the future. */
    ago: (iso: string, readAt: number) => format.relativeTime(Math.min(Date.parse(iso), readAt), readAt),
  };
}
