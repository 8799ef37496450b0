import { createHash } from 'node:crypto';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';

export interface RateRule {
  /** Hits that one window takes, before `config.rateLimitScale`. */
  max: number;
  windowMs: number;
}

export interface Hit extends RateRule {
  key: string;
}

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'config'>;

/** Keys are stored as hashes: the table tells nobody who tried to sign in, and every key has the same length. */
const digest = (key: string): string => createHash('sha256').update(key).digest('base64url');

const statement = {
  name: 'count-hits',
  // Rows are locked in the order of their keys, so that two callers never wait for each other in a circle.
  text: `
    insert into rate_limits as r (key, window_start, hits)
    select key, window_start, 1 from unnest($1::text[], $2::timestamptz[]) as h (key, window_start) order by key
    on conflict (key) do update set
      hits = case when r.window_start = excluded.window_start then r.hits + 1 else 1 end,
      window_start = excluded.window_start
    returning key, hits`,
};

/**
 * Counts one hit on each key in fixed windows that all processes share, and throws RATE_LIMITED with `Retry-After`
 * when any of them is over its rule. A database that cannot count fails the call: no route is open for want of a
 * counter.
 */
export async function countHits({ db, clock, config }: Deps, hits: readonly Hit[]): Promise<void> {
  const now = clock().getTime();
  const counted = new Map(
    hits.map((hit) => [digest(hit.key), { ...hit, start: now - (now % hit.windowMs) }]),
  );
  const { rows } = await db.$client.query<{ key: string; hits: number }>({
    ...statement,
    values: [[...counted.keys()], [...counted.values()].map(({ start }) => new Date(start))],
  });
  let waitMs = 0;
  for (const row of rows) {
    const hit = counted.get(row.key);
    if (hit && row.hits > hit.max * config.rateLimitScale)
      waitMs = Math.max(waitMs, hit.start + hit.windowMs - now);
  }
  if (waitMs > 0) {
    throw new Problem('RATE_LIMITED', { headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } });
  }
}

/** Forgets windows that ended before `before`. */
export async function forgetHits({ db }: Pick<ProviderDeps, 'db'>, before: Date): Promise<void> {
  await db.$client.query('delete from rate_limits where window_start < $1', [before]);
}
