import { type DateTerm, type QueryNode } from '@/lib/domain/query/query';

export interface Clock {
  readonly now: Date;
  /** IANA time zone of the user. */
  readonly timeZone: string;
}

/** A half-open interval: `from` is included, `to` is not. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

export interface DateBounds {
  readonly from: Date | null;
  readonly to: Date | null;
  /** Matches only a missing date. */
  readonly never: boolean;
}

/** A range of calendar days, each represented by its midnight in UTC. */
interface Days {
  readonly first: number;
  /** The day after the last one. */
  readonly end: number;
}

const second = 1_000;
const day = 86_400 * second;
// All time zones are within this offset from UTC.
const maxOffset = 16 * 3_600 * second;

/** Resolves a date term in a time zone; null for `never` and invalid terms. */
export function resolveDateTerm(term: DateTerm, clock: Clock): Span | null {
  const zone = new Zone(clock.timeZone);
  const days = daysOf(term, zone.dayOf(clock.now));
  return days && zone.spanOf(days);
}

/**
 * Returns the bounds of a date condition. In comparisons, a span such as `30d` is the day that long ago: `<30d` is
 * before that day, `>30d` is since then. The ends of a range may be in either order.
 */
export function dateBounds(node: Extract<QueryNode, { kind: 'date' | 'dates' }>, clock: Clock): DateBounds {
  const zone = new Zone(clock.timeZone);
  const today = zone.dayOf(clock.now);
  const bounds = (days: Days | null, hasStart = true, hasEnd = true): DateBounds => {
    if (!days) return { from: nothing, to: nothing, never: false };
    const { from, to } = zone.spanOf(days);
    return { from: hasStart ? from : null, to: hasEnd ? to : null, never: false };
  };
  if (node.kind === 'dates') {
    const [one, other] = [pointOf(node.from, today), pointOf(node.to, today)];
    if (!one || !other) return bounds(null);
    return bounds({ first: Math.min(one.first, other.first), end: Math.max(one.end, other.end) });
  }
  if (node.value === 'never') return { from: null, to: null, never: true };
  if (node.op === '=') return bounds(daysOf(node.value, today));
  const point = pointOf(node.value, today);
  if (!point) return bounds(null);
  if (node.op === '>=') return bounds(point, true, false);
  if (node.op === '<=') return bounds(point, false, true);
  if (node.op === '<') return bounds({ first: point.first, end: point.first }, false, true);
  const first = duration.test(node.value) ? point.first : point.end;
  return bounds({ first, end: first }, true, false);
}

const nothing = new Date(0);
const earliest = Date.UTC(1900);
const duration = /^(\d{1,4})([dwmy])$/;
const date = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/;

/** Returns the days of a term; for a duration only its first day. */
function pointOf(term: DateTerm, today: number): Days | null {
  const days = daysOf(term, today);
  return days && duration.test(term) ? { first: days.first, end: days.first + day } : days;
}

function daysOf(term: DateTerm, today: number): Days | null {
  const [, amount, unit] = duration.exec(term) ?? [];
  if (amount !== undefined) {
    return { first: Math.max(earliest, daysAgo(today, Number(amount), unit)), end: today + day };
  }
  const [, year, month, dayOfMonth] = date.exec(term) ?? [];
  if (year !== undefined) return explicitDays(Number(year), month, dayOfMonth);
  const [now, monday] = [new Date(today), today - ((new Date(today).getUTCDay() + 6) % 7) * day];
  const months = (from: number, count: number): Days => ({
    first: Date.UTC(now.getUTCFullYear(), from),
    end: Date.UTC(now.getUTCFullYear(), from + count),
  });
  switch (term) {
    case 'today':
      return { first: today, end: today + day };
    case 'yesterday':
      return { first: today - day, end: today };
    case 'this-week':
      return { first: monday, end: monday + 7 * day };
    case 'last-week':
      return { first: monday - 7 * day, end: monday };
    case 'this-month':
      return months(now.getUTCMonth(), 1);
    case 'last-month':
      return months(now.getUTCMonth() - 1, 1);
    case 'this-year':
      return months(0, 12);
    case 'last-year':
      return months(-12, 12);
    default:
      return null;
  }
}

function explicitDays(year: number, month: string | undefined, dayOfMonth: string | undefined): Days {
  if (month === undefined) return { first: Date.UTC(year, 0), end: Date.UTC(year + 1, 0) };
  const index = Number(month) - 1;
  if (dayOfMonth === undefined) return { first: Date.UTC(year, index), end: Date.UTC(year, index + 1) };
  const first = Date.UTC(year, index, Number(dayOfMonth));
  return { first, end: first + day };
}

/** Returns the same day of an earlier month, or the last day of a shorter month. */
function daysAgo(today: number, amount: number, unit: string | undefined): number {
  if (unit === 'd' || unit === 'w') return today - amount * (unit === 'w' ? 7 : 1) * day;
  const now = new Date(today);
  const month = now.getUTCMonth() - amount * (unit === 'y' ? 12 : 1);
  const last = new Date(Date.UTC(now.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(now.getUTCFullYear(), month, Math.min(now.getUTCDate(), last));
}

class Zone {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
  }

  dayOf(instant: Date): number {
    const [month = 1, dayOfMonth = 1, year = 1970] = this.#format.format(instant).split('/').map(Number);
    return Date.UTC(year, month - 1, dayOfMonth);
  }

  spanOf({ first, end }: Days): Span {
    return { from: this.#startOf(first), to: this.#startOf(end) };
  }

  /** Finds the second in which a day begins, which is not always midnight because of time zone transitions. */
  #startOf(target: number): Date {
    let before = target - maxOffset;
    let after = target + maxOffset;
    while (after - before > second) {
      const middle = before + Math.floor((after - before) / 2 / second) * second;
      if (this.dayOf(new Date(middle)) < target) before = middle;
      else after = middle;
    }
    return new Date(after);
  }
}
