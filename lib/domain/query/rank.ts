import type { QuerySort } from '@/lib/domain/query/query';

/** What the order of hits looks at. */
export interface RankedHit {
  readonly id: string;
  /** 1 is best. */
  readonly tier: number;
  /** Milliseconds, as the next one. */
  readonly createdAt: number;
  readonly lastVisitedAt: number | null;
  readonly visits: number;
  readonly titleKey: string;
}

/** Less than 0 where the one stands before the other. */
export type HitOrder = (one: RankedHit, other: RankedHit) => number;

/** Every doubling of visits makes a hit so many days younger. */
export const liftDays = 30;

const liftMs = liftDays * 86_400_000;

const lifted = ({ createdAt, visits }: RankedHit): number => createdAt + Math.log2(1 + visits) * liftMs;

/** As the database compares texts of `collate "C"`: by code points, not by the units of UTF-16. */
export function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    if (one.charCodeAt(at) === other.charCodeAt(at)) continue;
    return rankOfUnit(one.charCodeAt(at)) - rankOfUnit(other.charCodeAt(at));
  }
  return one.length - other.length;
}

/** Halves of signs beyond the first 65,536 count as more than what stands behind them in UTF-16. */
const rankOfUnit = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

const byId: HitOrder = (one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
const ascending =
  (...keys: readonly HitOrder[]): HitOrder =>
  (one, other) => {
    for (const key of [...keys, byId]) {
      const order = key(one, other);
      if (order !== 0) return order;
    }
    return 0;
  };
const descending = (...keys: readonly HitOrder[]): HitOrder => {
  const order = ascending(...keys);
  return (one, other) => order(other, one);
};

const byDate: HitOrder = (one, other) => one.createdAt - other.createdAt;
const never = -Infinity;

const orders: Readonly<Record<Exclude<QuerySort, 'relevance'>, HitOrder>> = {
  newest: descending(byDate),
  oldest: ascending(byDate),
  title: ascending((one, other) => compareCodePoints(one.titleKey, other.titleKey)),
  visited: descending((one, other) => {
    const [a, b] = [one.lastVisitedAt ?? never, other.lastVisitedAt ?? never];
    return a === b ? 0 : a - b;
  }),
  visits: descending((one, other) => one.visits - other.visits, byDate),
};

const byLift = descending((one, other) => lifted(one) - lifted(other));

/** In a tier, of hits that are all known, visits count; of those that are met on the way the date alone. */
export type TierOrder = 'lifted' | 'newest';

/** The order of the hits of a query: by tiers, or the one that is asked for, which knows none. */
export function orderOfHits(sort: QuerySort | null, within: TierOrder): HitOrder {
  if (sort !== null && sort !== 'relevance') return orders[sort];
  const order = within === 'lifted' ? byLift : orders.newest;
  return (one, other) => (one.tier === other.tier ? order(one, other) : one.tier - other.tier);
}
