import type { Plan } from '@/lib/contract/account';

/** Features of each plan: a number is a limit, null no limit. The provider enforces them and the client shows them. */
export const planFeatures = {
  free: { spaces: 2, smart: false, ask: false, pageText: false, suggestions: false, support: false },
  pro: { spaces: null, smart: true, ask: true, pageText: true, suggestions: true, support: true },
} as const satisfies Record<Plan, Record<string, boolean | number | null>>;

export type Feature = keyof (typeof planFeatures)['pro'];

export const features = Object.keys(planFeatures.pro) as Feature[];

/** Boolean features, as opposed to limits. */
export type SwitchedFeature = Exclude<Feature, 'spaces'>;

export const hasFeature = (plan: Plan, feature: SwitchedFeature): boolean => planFeatures[plan][feature];

/** Maximum number of spaces of an account on a plan. */
export const spacesMax = (plan: Plan): number => planFeatures[plan].spaces ?? Number.POSITIVE_INFINITY;

/** Usage of an account by feature; features without usage data are absent. */
export type Usage = Partial<Record<Feature, number>>;

/** A feature that ends with Pro, or becomes limited. */
export interface StoppedFeature {
  readonly feature: Feature;
  /** The account's usage; null if it is not counted. */
  readonly count: number | null;
  /** Limit of the free plan; null if it does not include the feature. */
  readonly limit: number | null;
}

/**
 * Returns the features that end with a change from Pro to Free. No data is deleted, and spaces beyond the limit stay
 * usable: only another one cannot be created. A limit that the account is within changes nothing and is omitted.
 */
export function describeDowngrade(usage: Usage): { stops: StoppedFeature[] } {
  const stops = features.map((feature) => ({
    feature,
    count: usage[feature] ?? null,
    limit: feature === 'spaces' ? planFeatures.free.spaces : null,
  }));
  return { stops: stops.filter(({ count, limit }) => limit === null || (count ?? 0) > limit) };
}

/** Returns the percentage saved by yearly billing, rounded down. */
export const savedPercent = (monthly: number, yearly: number): number =>
  monthly <= 0 ? 0 : Math.max(0, Math.floor(((12 * monthly - yearly) * 100) / (12 * monthly)));
