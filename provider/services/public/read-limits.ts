import type { RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { networksOf } from '@/provider/services/network';
import { addHits, rateLimited, type Hit, type RateRule } from '@/provider/services/rate-limit';

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

/** Reads are told to the other processes by the tenth of what is allowed. */
const shares = 10;
const addressesMax = 10_000;

interface Tally {
  start: number;
  /** All processes together, when they were last told. */
  told: number;
  /** Since then, by this one. */
  untold: number;
}

const tallies = new WeakMap<ProviderDeps['db'], Map<string, Tally>>();

/**
 * Counts a read by the caller's address. Throws RATE_LIMITED. A read is not worth a write, so each process counts by
 * itself and tells the others in dozens; that lets a tenth of the rule more through for each process beside the first.
 * Nobody is kept from reading because the database cannot count: that is logged.
 */
export async function countRead(
  deps: Deps,
  kind: PublicRead,
  { address }: Pick<RequestContext, 'address'>,
): Promise<void> {
  const { windowMs, max } = rules[kind];
  const now = deps.clock().getTime();
  for (const network of networksOf(address)) {
    const allowed = max * network.factor * deps.config.rateLimitScale;
    await countIn(deps, { key: `${kind}:peer:${network.key}`, windowMs, max: allowed }, now);
  }
}

async function countIn(deps: Deps, { key, windowMs, max: allowed }: Hit, now: number): Promise<void> {
  const tally = tallyOf(deps, key, now - (now % windowMs));
  tally.untold += 1;
  if (tally.told + tally.untold > allowed) throw rateLimited(tally.start + windowMs - now);
  if (tally.untold * shares < allowed) return;
  const times = tally.untold;
  tally.told += times;
  tally.untold = 0;
  const waitMs = await tell(deps, tally, { key, times, windowMs, max: allowed / deps.config.rateLimitScale });
  if (waitMs > 0) throw rateLimited(waitMs);
}

function tallyOf({ db }: Deps, key: string, start: number): Tally {
  const all = tallies.get(db) ?? new Map<string, Tally>();
  tallies.set(db, all);
  const known = all.get(key);
  if (known?.start === start) return known;
  if (all.size >= addressesMax) all.clear();
  const tally = { start, told: 0, untold: 0 };
  all.set(key, tally);
  return tally;
}

async function tell(
  deps: Deps,
  tally: Tally,
  hit: RateRule & { key: string; times: number },
): Promise<number> {
  try {
    const { hits, waitMs } = await addHits(deps, [hit]);
    tally.told = Math.max(tally.told, hits);
    return waitMs;
  } catch (error) {
    deps.log.warn({ error: String(error) }, 'reads could not be counted');
    return 0;
  }
}
