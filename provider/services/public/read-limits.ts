import type { RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { networksOf } from '@/provider/services/network';
import { countShared, type RateRule } from '@/provider/services/rate-limit';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'config' | 'log'>;

const minuteMs = 60_000;

/** Reads that anybody may make, by address. A page shows up to 200 icons, which a browser then keeps. */
const rules = {
  page: { max: 600, windowMs: minuteMs },
  /** Of these, pages for which the database looks at thousands of rows. */
  costly: { max: 120, windowMs: minuteMs },
  icon: { max: 6_000, windowMs: minuteMs },
  listed: { max: 60, windowMs: minuteMs },
} as const satisfies Record<string, RateRule>;

export type PublicRead = keyof typeof rules;

/** Counts a read by the caller's address. Throws RATE_LIMITED. */
export async function countRead(
  deps: Deps,
  kind: PublicRead,
  { address }: Pick<RequestContext, 'address'>,
): Promise<void> {
  const { windowMs, max } = rules[kind];
  for (const { key, factor } of networksOf(address)) {
    await countShared(deps, { key: `${kind}:peer:${key}`, windowMs, max: max * factor });
  }
}
