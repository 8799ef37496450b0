import type { ParsedComponents } from 'chrono-node';
import { strict as english } from 'chrono-node/en';
import { strict as portuguese } from 'chrono-node/pt';
import { readDateTerm } from '@/lib/domain/query/fields';
import type { DateField, DateTerm, QueryNode } from '@/lib/domain/query/query';
import { foldText } from '@/lib/domain/search-words';
import type { DatePhrases } from '@/provider/modules/ask/language';
import { expand, joinLists, joinTables, readNumber, slot } from '@/provider/modules/ask/phrases';
import { pattern, type Found, type Span, type TokenList, type When } from '@/provider/modules/ask/tokens';

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Whether both terms are valid in the grammar, which has none for `9999 years ago`. */
export const isSpan = ({ from, to }: Span): boolean => readDateTerm(from) === from && readDateTerm(to) === to;

const two = (value: number): string => String(value).padStart(2, '0');

const yearTerm = (year: number): DateTerm => String(year).padStart(4, '0');
const monthTerm = (year: number, month: number): DateTerm => `${yearTerm(year)}-${two(month)}`;
export const dayTerm = ({ year, month, day }: Day): DateTerm => `${monthTerm(year, month)}-${two(day)}`;
export const spanOf = (from: DateTerm, to: DateTerm = from): Span => ({ from, to });

const toUtc = ({ year, month, day }: Day): Date => new Date(Date.UTC(year, month - 1, day));
const fromUtc = (date: Date): Day => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
});

const addDays = (day: Day, count: number): Day =>
  fromUtc(new Date(toUtc(day).getTime() + count * 86_400_000));

/** Monday is 0. */
const weekdayOf = (day: Day): number => (toUtc(day).getUTCDay() + 6) % 7;

/** Returns the current day in a time zone. */
export function dayIn(now: Date, timeZone: string): Day {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
    .formatToParts(now)
    .map(({ type, value }) => [type, Number(value)] as const);
  const { year = 1970, month = 1, day = 1 } = Object.fromEntries(parts);
  return { year, month, day };
}

type Unit = 'd' | 'w' | 'm' | 'y';

/** Returns the day, week, month or year that is `count` units before today. */
function unitsAgo(today: Day, count: number, unit: Unit): Span {
  if (unit === 'd') return spanOf(dayTerm(addDays(today, -count)));
  if (unit === 'y') return spanOf(yearTerm(today.year - count));
  if (unit === 'm') {
    const months = today.year * 12 + today.month - 1 - count;
    return spanOf(monthTerm(Math.floor(months / 12), (months % 12) + 1));
  }
  const monday = addDays(today, -weekdayOf(today) - 7 * count);
  return spanOf(dayTerm(monday), dayTerm(addDays(monday, 6)));
}

/** Returns the most recent occurrence of a month that has begun. */
const latestMonth = (today: Day, month: number): Span => ({
  ...spanOf(monthTerm(month > today.month ? today.year - 1 : today.year, month)),
  month,
});

/** Returns the most recent occurrence of a weekday before today. */
const latestWeekday = (today: Day, weekday: number): Span =>
  spanOf(dayTerm(addDays(today, -((weekdayOf(today) - weekday + 6) % 7) - 1)));

/** Returns Saturday and Sunday of the week that is `weeksAgo` weeks before this one. */
function weekend(today: Day, weeksAgo: number): Span {
  const saturday = addDays(today, 5 - weekdayOf(today) - 7 * weeksAgo);
  return spanOf(dayTerm(saturday), dayTerm(addDays(saturday, 1)));
}

/** Returns the three months that begin with a month. */
const season = (year: number, month: number): Span =>
  spanOf(monthTerm(year, month), month > 10 ? monthTerm(year + 1, month - 10) : monthTerm(year, month + 2));

/** Returns the range of two spans; a first month without a year takes it from the second span. */
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

const months = joinLists(({ calendar }) => calendar.months);
const weekdays = joinLists(({ calendar }) => calendar.weekdays);
/** First month of a season: English words mean the north, Portuguese ones the south. See docs/asking.md. */
const seasons = joinTables(({ calendar }) => calendar.seasons);
const ordinals = joinTables(({ calendar }) => calendar.ordinals);

export const unitOf = (word: string): Unit =>
  word.startsWith('mo') || word.startsWith('me') ? 'm' : /^[ds]/.test(word) ? (word.startsWith('d') ? 'd' : 'w') : word.startsWith('w') ? 'w' : 'y'; // prettier-ignore
const indexOf = (table: readonly (readonly string[])[], word: string): number =>
  table.findIndex((names) => names.includes(word.replace(/[ -]feira$/, '')));
const monthOf = (word: string): number => indexOf(months, word) + 1;

const units: Readonly<Record<Unit, string>> = { d: 'day', w: 'week', m: 'month', y: 'year' };
const thisOrLast = (which: 'this' | 'last', word: string): Span => {
  const name = unitOf(word);
  if (name === 'd') return spanOf(which === 'this' ? 'today' : 'yesterday');
  return spanOf(`${which}-${units[name]}`);
};
const back = (found: Found): Span => spanOf(`${readNumber(found.sign('n'))}${unitOf(found.sign('u'))}`);

type Reader = (found: Found, today: Day) => Span | null;
type Rule = readonly [name: keyof DatePhrases, read: Reader, kind?: 'date' | 'maybe' | 'day'];

const ofUnit =
  (which: 'this' | 'last'): Reader =>
  (found) =>
    thisOrLast(which, found.sign('u'));

const relative: readonly Rule[] = [
  ['monthOfLastYear', (found, today) => spanOf(monthTerm(today.year - 1, monthOf(found.sign('m'))))],
  ['monthOfThisYear', (found, today) => spanOf(monthTerm(today.year, monthOf(found.sign('m'))))],
  ['halfYearAgo', (_, today) => unitsAgo(today, 6, 'm')],
  ['lastWeekend', (_, today) => weekend(today, 1)],
  ['thisWeekend', (_, today) => weekend(today, 0)],
  ['beforeYesterday', (_, today) => spanOf(dayTerm(addDays(today, -2)))],
  ['lastUnits', back],
  ['ago', (found, today) => unitsAgo(today, readNumber(found.sign('n')), unitOf(found.sign('u')))],
  ['untilNow', (found) => spanOf(`1${unitOf(found.sign('u'))}`)],
  ['lastDay', () => spanOf('1d')],
  ['thisPeriod', ofUnit('this')],
  ['lastPeriod', ofUnit('last')],
  ['lastNight', () => spanOf('yesterday')],
  ['possessive', (found) => spanOf(found.sign('u'))],
  ['yesterday', () => spanOf('yesterday'), 'day'],
  ['today', () => spanOf('today'), 'day'],
];

const partOf =
  (length: number): Reader =>
  (found) => {
    const first = (ordinals[found.sign('o')] ?? 0) * length + 1;
    const inYear = Number(found.sign('y'));
    return first > 12 ? null : spanOf(monthTerm(inYear, first), monthTerm(inYear, first + length - 1));
  };

/** Returns a season of a year; one that spans two years belongs to the year in which it ends. */
const seasonOf = (word: string, inYear: number): Span => {
  const first = seasons[word] ?? 1;
  return season(first > 10 ? inYear - 1 : inYear, first);
};
/** Returns the latest season that has ended (`length` 3), or that has begun (`length` 0). */
const latestSeason = (word: string, { year: thisYear, month: thisMonth }: Day, length: number): Span => {
  const first = seasons[word] ?? 1;
  const begun = [thisYear, thisYear - 1].find((begin) => begin * 12 + first + length <= thisYear * 12 + thisMonth);
  return season(begun ?? thisYear - 2, first);
}; // prettier-ignore

const yearStarting =
  (month: number): Reader =>
  (found) =>
    season(Number(found.sign('y')), month);

const absolute: readonly Rule[] = [
  ['weekend', (_, today) => weekend(today, weekdayOf(today) < 5 ? 1 : 0), 'maybe'],
  ['early', yearStarting(1)],
  ['late', yearStarting(10)],
  ['startOfYear', (_, today) => season(today.year, 1)],
  ['half', partOf(6)],
  ['quarter', partOf(3)],
  ['decade', (found) => spanOf(`${found.sign('y')}0`, `${found.sign('y')}9`)],
  ['seasonOfYear', (found) => seasonOf(found.sign('s'), Number(found.sign('y')))],
  ['lastSeason', (found, today) => latestSeason(found.sign('s'), today, 3)],
  ['thisSeason', (found, today) => latestSeason(found.sign('s'), today, 0)],
  ['season', (found, today) => latestSeason(found.sign('s'), today, 0), 'maybe'],
  ['monthOfYear', (found) => spanOf(monthTerm(Number(found.sign('y')), monthOf(found.sign('m'))))],
  ['lastMonth', (found, today) => latestMonth(today, monthOf(found.sign('m')))],
  ['month', (found, today) => latestMonth(today, monthOf(found.sign('m'))), 'maybe'],
  ['lastWeekday', (found, today) => latestWeekday(today, indexOf(weekdays, found.sign('d')))],
  ['weekday', (found, today) => latestWeekday(today, indexOf(weekdays, found.sign('d'))), 'maybe'],
  ['year', (found) => spanOf(yearTerm(Number(found.sign('y')))), 'maybe'],
];

const compiled = [...relative, ...absolute].map(([name, read, kind = 'date']) => ({
  rule: pattern(slot(({ date }) => date[name])),
  read,
  kind,
}));

/** Finds spans of time. */
export function findDates(list: TokenList, today: Day, locale: string): void {
  findDays(list, today, locale);
  for (const { rule, read, kind } of compiled) {
    list.rewrite(rule, (found) => {
      const span = read(found, today);
      return span && isSpan(span) ? { kind, span } : null;
    });
  }
}

// 12/05 may be a fraction, a house number or a version; 12/05/2024 is a day.
const fullNumbers = /^\d{1,4}[/-]\d{1,2}[/-]\d{2,4}$/;
// Prevents `3 days ago` from being read as a day of August.
const withUnit = new RegExp(` ${expand('{unit}')} `);
const withMonth = new RegExp(`(?:^|[ \\d])${expand('{shortMonth}')}(?:$|\\b)`);

/** Finds calendar days: `March 5th`, `5 de março de 2024`, `05/03/2024` in the order of the reader's locale. */
function findDays(list: TokenList, today: Day, locale: string): void {
  if (!list.tokens.some(({ sign }) => /\d/.test(sign))) return;
  const noon = new Date(Date.UTC(today.year, today.month - 1, today.day, 12));
  for (const reader of locale === 'pt-BR' ? [portuguese, english] : [english, portuguese]) {
    const text = list.tokens.map((token) => (token.item ? token.sign : token.text)).join(' ');
    for (const result of reader.parse(text, { instant: noon, timezone: 0 }).toReversed()) {
      const written = foldText(result.text);
      if (!fullNumbers.test(written) && !(withMonth.test(written) && !withUnit.test(written))) continue;
      if (!result.start.isCertain('day') || !result.start.isCertain('month')) continue;
      const span = daySpan(result.start, today);
      if (!isSpan(span)) continue;
      const first = text.slice(0, result.index).split(' ').length - 1;
      list.replace(first, first + written.split(' ').length, {
        kind: 'date',
        span,
      });
    }
  }
}

/** Returns the span of a day; without a year, its most recent occurrence. */
function daySpan(start: ParsedComponents, today: Day): Span {
  const day = {
    year: start.get('year') ?? today.year,
    month: start.get('month') ?? 1,
    day: start.get('day') ?? 1,
  };
  if (start.isCertain('year')) return spanOf(dayTerm(day));
  const ofThisYear = { ...day, year: today.year };
  return spanOf(
    dayTerm(dayTerm(ofThisYear) > dayTerm(today) ? { ...day, year: today.year - 1 } : ofThisYear),
  );
}
