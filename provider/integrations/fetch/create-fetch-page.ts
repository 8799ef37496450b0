import { setTimeout as wait } from 'node:timers/promises';
import { Agent } from 'undici';
import type { FetchedPage, FetchPage, FetchPageOptions } from '@/provider/deps';
import { createGuardedConnector } from '@/provider/integrations/fetch/connector';
import { createFailureMemory } from '@/provider/integrations/fetch/failure-memory';
import { failureOf, Refusal, type FailureReason } from '@/provider/integrations/fetch/failure';
import { fetchHop, type Hop } from '@/provider/integrations/fetch/fetch-hop';
import {
  DEFAULT_PORTS,
  findFetchUrl,
  findRedirectUrl,
  hostAndPort,
  type FetchPolicy,
} from '@/provider/integrations/fetch/fetch-policy';
import { resolveByDns, resolveBySystem, type Resolve } from '@/provider/integrations/fetch/resolve';
import { createTurns } from '@/provider/integrations/fetch/turns';

/** Times in milliseconds. */
export interface FetchLimits {
  readonly lookupMs: number;
  readonly connectMs: number;
  readonly headersMs: number;
  /** Wall clock of one fetch with all its hops, from its first turn on. */
  readonly totalMs: number;
  /** Longest wait for a turn. */
  readonly waitMs: number;
  readonly redirects: number;
  readonly perAccount: number;
  readonly perHost: number;
  readonly atOnce: number;
  /** How long a failed address is not asked again. */
  readonly rememberFailureMs: number;
  /** A failure is told at the next multiple of this, so that its time says little about its cause. */
  readonly failureStepMs: number;
}

export interface FetcherOptions {
  /** `host:port` entries that the guard lets through whatever their address. Empty in most deployments. */
  readonly allow?: readonly string[];
  readonly ports?: readonly number[];
  readonly limits?: Partial<FetchLimits>;
  /** Replaces name resolution. A test's resolver also answers for the hosts of `allow`. */
  readonly resolve?: Resolve;
  readonly now?: () => number;
  /** Told of each failure, for logs. The host is given only here. */
  readonly onFailure?: (failure: { readonly reason: FailureReason; readonly host: string }) => void;
}

const DEFAULT_LIMITS: FetchLimits = {
  lookupMs: 2_000,
  connectMs: 3_000,
  headersMs: 5_000,
  totalMs: 10_000,
  waitMs: 10_000,
  redirects: 5,
  perAccount: 4,
  perHost: 2,
  atOnce: 32,
  rememberFailureMs: 10 * 60_000,
  failureStepMs: 500,
};

const MAX_HEADER_BYTES = 16_384;

/**
 * The application's one way out to addresses that people, pages and redirects name. What it returns answers null
 * whatever went wrong: callers must not be able to tell a closed port from a refused one.
 */
export function createFetchPage(options: FetcherOptions = {}): FetchPage {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const now = options.now ?? Date.now;
  const failures = createFailureMemory(limits.rememberFailureMs, now);
  const walk = createWalk(options, limits);

  return async (url, input) => {
    const startedAt = now();
    const { method = 'GET', accept } = input;
    const key = `${method} ${accept.join()} ${url}`;
    const known = failures.find(key);
    try {
      if (known) throw new Refusal('remembered');
      return await walk(url, input);
    } catch (error) {
      if (input.signal?.aborted) return null;
      const refusal = error instanceof Refusal ? error : new Refusal('connection');
      const { reason } = refusal;
      const failure = known ?? failureOf(refusal);
      if (reason !== 'busy' && reason !== 'remembered') failures.add(key, failure);
      options.onFailure?.({ reason, host: hostOf(url) });
      input.onFailure?.(failure);
      const elapsedMs = now() - startedAt;
      await wait(limits.failureStepMs - (elapsedMs % limits.failureStepMs));
      return null;
    }
  };
}

type Walk = (url: string, input: FetchPageOptions) => Promise<FetchedPage>;

/** Follows redirects by hand: each hop is judged like the first, and none leaves https. */
function createWalk(options: FetcherOptions, limits: FetchLimits): Walk {
  const policy: FetchPolicy = {
    ports: options.ports ?? DEFAULT_PORTS,
    allow: (options.allow ?? []).map((entry) => entry.toLowerCase()),
  };
  const hop = createHop(createAgent(options, policy, limits), limits);
  const accountTurn = createTurns(limits.perAccount);

  async function follow(first: string, input: FetchPageOptions, signal: AbortSignal): Promise<FetchedPage> {
    let url = findFetchUrl(first, policy);
    for (let hops = 0; url; hops += 1) {
      const answer = await hop(url, input, signal);
      if (answer.kind === 'page') {
        return { url: url.href, contentType: answer.contentType, bytes: answer.bytes };
      }
      url = hops < limits.redirects ? findRedirectUrl(answer.location, url, policy) : null;
      if (!url) throw new Refusal('redirect');
    }
    throw new Refusal('url');
  }

  return async (url, input) => {
    const given = input.signal ?? new AbortController().signal;
    given.throwIfAborted();
    const waitSignal = AbortSignal.any([given, AbortSignal.timeout(limits.waitMs)]);
    const leave = input.accountId === undefined ? undefined : await accountTurn(input.accountId, waitSignal);
    try {
      return await follow(url, input, AbortSignal.any([given, AbortSignal.timeout(limits.totalMs)]));
    } finally {
      leave?.();
    }
  };
}

function createAgent(options: FetcherOptions, policy: FetchPolicy, limits: FetchLimits): Agent {
  const connect = createGuardedConnector({
    allow: policy.allow,
    resolve: options.resolve ?? resolveByDns,
    resolveAllowed: options.resolve ?? resolveBySystem,
    lookupMs: limits.lookupMs,
    connectMs: limits.connectMs,
  });
  return new Agent({ connect, allowH2: false, maxHeaderSize: MAX_HEADER_BYTES });
}

type HopOnce = (url: URL, input: FetchPageOptions, signal: AbortSignal) => Promise<Hop>;

/** One hop takes a turn of its host, then one of all. The order matters: nobody holds a turn of all while waiting. */
function createHop(dispatcher: Agent, limits: FetchLimits): HopOnce {
  const hostTurn = createTurns(limits.perHost);
  const anyTurn = createTurns(limits.atOnce);
  return async (url, { method = 'GET', accept, maxBytes, overflow = 'refuse' }, signal) => {
    const waitSignal = AbortSignal.any([signal, AbortSignal.timeout(limits.waitMs)]);
    const leaveHost = await hostTurn(hostAndPort(url), waitSignal);
    try {
      const leave = await anyTurn('', waitSignal);
      try {
        const { headersMs } = limits;
        return await fetchHop(url, { dispatcher, method, accept, maxBytes, overflow, signal, headersMs });
      } finally {
        leave();
      }
    } finally {
      leaveHost();
    }
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
