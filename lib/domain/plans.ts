import type { Plan } from '@/lib/contract/account';

/** What each plan gives: a number is a limit, null no limit. The provider enforces this table and the client shows it. */
export const planFeatures = {
  free: { spaces: 2, smart: false, ask: false, pageText: false, suggestions: false, support: false },
  pro: { spaces: null, smart: true, ask: true, pageText: true, suggestions: true, support: true },
} as const satisfies Record<Plan, Record<string, boolean | number | null>>;

export type Feature = keyof (typeof planFeatures)['pro'];

export const features = Object.keys(planFeatures.pro) as Feature[];

/** Features that a plan has or has not, as opposed to limits. */
export type SwitchedFeature = Exclude<Feature, 'spaces'>;

export const hasFeature = (plan: Plan, feature: SwitchedFeature): boolean => planFeatures[plan][feature];

/** How many spaces an account on a plan may have. */
export const spacesMax = (plan: Plan): number => planFeatures[plan].spaces ?? Number.POSITIVE_INFINITY;

/** What an account uses, by feature: an account may use fewer or none. */
export type Usage = Partial<Record<Feature, number>>;

/** A feature that stops with Pro, or gets a limit. */
export interface StoppedFeature {
  readonly feature: Feature;
  /** How much of it the account uses; null where it is not counted. */
  readonly count: number | null;
  /** What the free plan allows of it; null where it has nothing of it. */
  readonly limit: number | null;
}

/** What a change from Pro to Free stops, and which limits have to be met first. Nothing that was saved is lost. */
export function describeDowngrade(usage: Usage): { blockedBy: StoppedFeature[]; stops: StoppedFeature[] } {
  const stops = features.map((feature) => ({
    feature,
    count: usage[feature] ?? null,
    limit: feature === 'spaces' ? planFeatures.free.spaces : null,
  }));
  return { stops, blockedBy: stops.filter(({ count, limit }) => limit !== null && (count ?? 0) > limit) };
}

/** The percentage, in whole points, that paying by the year saves. */
export const savedPercent = (monthly: number, yearly: number): number =>
  monthly <= 0 ? 0 : Math.max(0, Math.floor(((12 * monthly - yearly) * 100) / (12 * monthly)));
