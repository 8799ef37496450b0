import { readDateTerm } from '@/lib/domain/query/date-term';
import type { DateField, DateOp, DateTerm, QueryNode } from '@/lib/domain/query/query';

export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A span of time in terms of the grammar, from the beginning of one to the end of the other. */
export interface Span {
  readonly from: DateTerm;
  readonly to: DateTerm;
  /** The month, where the year was not said: beside another date it is the year of that one. */
  readonly month?: number;
}

/** Whether the grammar has these terms: nobody is answered about `9999 years ago`. */
export const isSpan = ({ from, to }: Span): boolean => readDateTerm(from) === from && readDateTerm(to) === to;

export interface When {
  readonly op: DateOp;
  readonly span: Span;
}

const two = (value: number): string => String(value).padStart(2, '0');

export const yearTerm = (year: number): DateTerm => String(year).padStart(4, '0');
export const monthTerm = (year: number, month: number): DateTerm => `${yearTerm(year)}-${two(month)}`;
export const dayTerm = ({ year, month, day }: Day): DateTerm => `${monthTerm(year, month)}-${two(day)}`;
export const spanOf = (from: DateTerm, to: DateTerm = from): Span => ({ from, to });

const toUtc = ({ year, month, day }: Day): Date => new Date(Date.UTC(year, month - 1, day));
const fromUtc = (date: Date): Day => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
});

export const addDays = (day: Day, count: number): Day =>
  fromUtc(new Date(toUtc(day).getTime() + count * 86_400_000));

/** Monday is 0. */
export const weekdayOf = (day: Day): number => (toUtc(day).getUTCDay() + 6) % 7;

/** The day that it is somewhere. */
export function dayIn(now: Date, timeZone: string): Day {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
    .formatToParts(now)
    .map(({ type, value }) => [type, Number(value)] as const);
  const { year = 1970, month = 1, day = 1 } = Object.fromEntries(parts);
  return { year, month, day };
}

export type Unit = 'd' | 'w' | 'm' | 'y';

/** The day, week, month or year that is so many of them back. */
export function unitsAgo(today: Day, count: number, unit: Unit): Span {
  if (unit === 'd') return spanOf(dayTerm(addDays(today, -count)));
  if (unit === 'y') return spanOf(yearTerm(today.year - count));
  if (unit === 'm') {
    const months = today.year * 12 + today.month - 1 - count;
    return spanOf(monthTerm(Math.floor(months / 12), (months % 12) + 1));
  }
  const monday = addDays(today, -weekdayOf(today) - 7 * count);
  return spanOf(dayTerm(monday), dayTerm(addDays(monday, 6)));
}

/** The latest such month that has begun. */
export const latestMonth = (today: Day, month: number): Span => ({
  ...spanOf(monthTerm(month > today.month ? today.year - 1 : today.year, month)),
  month,
});

/** The latest such day before today. */
export const latestWeekday = (today: Day, weekday: number): Span =>
  spanOf(dayTerm(addDays(today, -((weekdayOf(today) - weekday + 6) % 7) - 1)));

/** Saturday and Sunday of this week, or of so many weeks before. */
export function weekend(today: Day, weeksAgo: number): Span {
  const saturday = addDays(today, 5 - weekdayOf(today) - 7 * weeksAgo);
  return spanOf(dayTerm(saturday), dayTerm(addDays(saturday, 1)));
}

/** Three months from this one on. */
export const season = (year: number, month: number): Span =>
  spanOf(monthTerm(year, month), month > 10 ? monthTerm(year + 1, month - 10) : monthTerm(year, month + 2));

/** From one span to another; a month without a year takes it from the other side. */
export function between(first: Span, second: Span): Span {
  const from = first.month === undefined ? null : /^(\d{4})-(\d{2})$/.exec(second.to);
  if (from === null || first.month === undefined) return spanOf(first.from, second.to);
  const year = Number(from[1]) - (first.month > Number(from[2]) ? 1 : 0);
  return spanOf(monthTerm(year, first.month), second.to);
}

export function dateNode(field: DateField, { op, span }: When): QueryNode {
  const { from, to } = span;
  if (op === '=' && from !== to) return { kind: 'dates', field, from, to };
  return { kind: 'date', field, op, value: op === '>' || op === '<=' ? to : from };
}
