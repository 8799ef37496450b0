import { createHash } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { describeError } from '@/lib/observability/describe-error';
import type { RequestContext } from '@/provider/actor';
import { executePrepared } from '@/provider/db/client';
import { rateLimits } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';

export interface RateRule {
  /** Hits allowed per window, before `config.rateLimitScale`. */
  max: number;
  windowMs: number;
}

export interface Hit extends RateRule {
  key: string;
  /** Number of hits to count; 1 by default. */
  times?: number;
}

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'config'>;

/** Keys are stored as hashes: the table does not reveal who tried to sign in, and all keys have the same length. */
const digest = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Error of a call that may be repeated when its window ends. */
export const rateLimited = (waitMs: number): Problem =>
  new Problem('RATE_LIMITED', { headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } });

/** Result of counting: the longest wait until all rules allow hits again, 0 if they do now. */
interface Counted {
  waitMs: number;
  /** Hits in the fullest window. */
  hits: number;
}

/** Counts hits per key in fixed windows that all processes share. Rejects when the database cannot count. */
export async function addHits({ db, clock, config }: Deps, hits: readonly Hit[]): Promise<Counted> {
  const now = clock().getTime();
  const counted = new Map(
    hits.map((hit) => [digest(hit.key), { ...hit, start: now - (now % hit.windowMs) }]),
  );
  const starts = [...counted.values()].map(({ start }) => new Date(start));
  const ends = [...counted.values()].map(({ start, windowMs }) => new Date(start + windowMs));
  const times = [...counted.values()].map(({ times: own = 1 }) => own);
  // Rows are locked in the order of their keys, so that concurrent callers cannot deadlock.
  const { rows } = await executePrepared<{ key: string; hits: number }>(
    db,
    'count-hits',
    sql`insert into rate_limits as r (key, window_start, hits, expires_at)
      select key, window_start, times, expires_at
      from unnest(${sql.param([...counted.keys()])}::text[], ${sql.param(starts)}::timestamptz[], ${sql.param(times)}::integer[],
        ${sql.param(ends)}::timestamptz[]) as h (key, window_start, times, expires_at) order by key
      on conflict (key) do update set
        hits = case when r.window_start = excluded.window_start then r.hits else 0 end + excluded.hits,
        window_start = excluded.window_start, expires_at = excluded.expires_at
      returning key, hits`,
  );
  let waitMs = 0;
  for (const row of rows) {
    const hit = counted.get(row.key);
    if (hit && row.hits > hit.max * config.rateLimitScale)
      waitMs = Math.max(waitMs, hit.start + hit.windowMs - now);
  }
  return { waitMs, hits: Math.max(0, ...rows.map((row) => row.hits)) };
}

/**
 * Counts hits and throws RATE_LIMITED with `Retry-After` when any key exceeds its rule. If the database cannot count,
 * the call fails: a route that changes data is never served without its limit.
 */
export async function countHits(deps: Deps, hits: readonly Hit[]): Promise<void> {
  const { waitMs } = await addHits(deps, hits);
  if (waitMs > 0) throw rateLimited(waitMs);
}

/** A process shares its count each time it reaches a tenth of the rule. */
const sharesPerWindow = 10;
const talliesMax = 10_000;

interface Tally {
  start: number;
  /** Hits of all processes when this one last shared its count. */
  shared: number;
  /** Hits of this process since then. */
  unshared: number;
}

const tallies = new WeakMap<ProviderDeps['db'], LRUCache<string, Tally>>();

/**
 * Counts events that are too frequent for a write each time. Every process counts in memory and shares the sum
 * periodically, so each further process lets an additional tenth of the rule through. If the database cannot count, a
 * warning is logged and nothing is rejected. Throws RATE_LIMITED.
 */
export async function countShared(deps: Deps & Pick<ProviderDeps, 'log'>, hit: Hit): Promise<void> {
  const { key, windowMs } = hit;
  const allowed = hit.max * deps.config.rateLimitScale;
  const now = deps.clock().getTime();
  const tally = tallyOf(deps, key, now - (now % windowMs));
  tally.unshared += 1;
  if (tally.shared + tally.unshared > allowed) throw rateLimited(tally.start + windowMs - now);
  if (tally.unshared * sharesPerWindow < allowed) return;
  const times = tally.unshared;
  tally.shared += times;
  tally.unshared = 0;
  try {
    const { hits, waitMs } = await addHits(deps, [{ ...hit, times }]);
    tally.shared = Math.max(tally.shared, hits);
    if (waitMs > 0) throw rateLimited(waitMs);
  } catch (error) {
    if (error instanceof Problem) throw error;
    deps.log.warn({ error: describeError(error) }, 'requests could not be counted');
  }
}

function tallyOf({ db }: Deps, key: string, start: number): Tally {
  const all = tallies.get(db) ?? new LRUCache<string, Tally>({ max: talliesMax });
  tallies.set(db, all);
  const known = all.get(key);
  if (known?.start === start) return known;
  const tally = { start, shared: 0, unshared: 0 };
  all.set(key, tally);
  return tally;
}

/** Deletes windows that ended before `before`. */
export async function deleteHits({ db }: Pick<ProviderDeps, 'db'>, before: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expiresAt, before));
}

/** A network with a shared limit, and its multiple of the limit of a single client. */
export interface Network {
  readonly key: string;
  readonly factor: number;
}

// Clients without a known address share one counter, which therefore allows more.
const unknownFactor = 10;
// Internet providers assign a site anything from a /64 to a /48.
const siteFactor = 8;

/**
 * Returns the network that a client is counted by: an IPv4 address, or the /64 of an IPv6 address, whose lower half the
 * client chooses freely. Empty when the address is unknown.
 */
export const networkOf = (address: string): string => networksOf(address)[0]?.key ?? '';

/** Returns all networks of an address that are limited, the smallest first. */
export function networksOf(address: string): readonly Network[] {
  if (!ipaddr.isValid(address)) return [{ key: address, factor: address === '' ? unknownFactor : 1 }];
  // An IPv4-mapped address counts as IPv4.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return [{ key: parsed.toString(), factor: 1 }];
  return [
    { key: prefix(parsed.toString(), 64), factor: 1 },
    { key: prefix(parsed.toString(), 48), factor: siteFactor },
  ];
}

const prefix = (address: string, bits: number): string =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`;

/** Hits from one network address, and for IPv6 also from its site. */
export const perAddress = (
  name: string,
  { address }: Pick<RequestContext, 'address'>,
  max: number,
  windowMs: number,
): Hit[] =>
  networksOf(address).map(({ key, factor }) => ({
    key: `${name}:peer:${key}`,
    max: max * factor,
    windowMs,
  }));
