/** Clocks and time zones of other programs differ by at most a day. */
const toleranceMs = 24 * 60 * 60_000;

/** Whether a date cannot be right because it is more than a day ahead. */
export const isFuture = (date: Date | null, now: Date): boolean =>
  date !== null && date.getTime() > now.getTime() + toleranceMs;
