import { pipeline, type Readable, type Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { Agent, request, type Dispatcher } from 'undici';
import type { FetchedPage, FetchPage, FetchPageOptions, PageFailure } from '@/provider/deps';
import { failureOf, Refusal, type FailureReason } from '@/provider/integrations/fetch/failure';
import {
  createGuardedConnector,
  DEFAULT_PORTS,
  findFetchUrl,
  findRedirectUrl,
  hostAndPort,
  resolveByDns,
  resolveBySystem,
  type FetchPolicy,
  type Resolve,
} from '@/provider/integrations/fetch/guard';
import { createConcurrencyLimiter } from '@/provider/integrations/fetch/concurrency-limiter';

interface BodyLimits {
  /** Limit of decoded bytes, and separately of received ones: endless input can decode to nothing. */
  readonly maxBytes: number;
  /** Whether to fail at the limit, or to keep the bytes received so far. */
  readonly overflow: 'refuse' | 'truncate';
}

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Content codings that {@link decodeBody} supports, as sent to servers. */
const ACCEPTED_CODINGS = 'gzip, deflate, br';

/** Reads a response body, decoding at most one content coding, and stops at the limit. Always destroys the source. */
async function decodeBody(source: Readable, coding: string, limits: BodyLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded(source, coding, limits.maxBytes) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limits.maxBytes) continue;
      if (limits.overflow === 'refuse') throw new Refusal('size');
      return Buffer.concat(chunks).subarray(0, limits.maxBytes);
    }
    return Buffer.concat(chunks);
  } finally {
    source.on('error', () => undefined).destroy();
  }
}

function decoded(source: Readable, coding: string, maxBytes: number): Readable {
  if (coding === '' || coding === 'identity') return source;
  const createDecoder = decoders.get(coding);
  if (!createDecoder) throw new Refusal('encoding');
  const capped = (chunks: AsyncIterable<Buffer>) => cap(chunks, maxBytes);
  return pipeline(source, capped, createDecoder(), () => undefined);
}

async function* cap(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of chunks) {
    received += chunk.length;
    if (received > maxBytes) throw new Refusal('size');
    yield chunk;
  }
}

export interface HopOptions extends BodyLimits {
  readonly dispatcher: Dispatcher;
  readonly method: 'GET' | 'HEAD';
  /** Accepted media types, without parameters. */
  readonly accept: readonly string[];
  readonly headersMs: number;
  readonly signal: AbortSignal;
}

type Hop =
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'page'; readonly contentType: string; readonly bytes: Uint8Array };

/**
 * Fixed user agent that identifies the client. If the page is our own, it is served like to any visitor, without a
 * loop.
 */
const USER_AGENT = 'Mozilla/5.0 (compatible; Markwell/1.0; link preview)';

const REDIRECTS = [301, 302, 303, 307, 308];

/** Sends one anonymous request: no cookies, referrer or credentials, no redirects followed, no connection reuse. */
async function fetchHop(url: URL, options: HopOptions): Promise<Hop> {
  const response = await request(url, {
    dispatcher: options.dispatcher,
    method: options.method,
    reset: true,
    signal: options.signal,
    headersTimeout: options.headersMs,
    headers: {
      'user-agent': USER_AGENT,
      accept: [...options.accept.filter((type) => type !== '*/*'), '*/*;q=0.1'].join(', '),
      'accept-encoding': ACCEPTED_CODINGS,
      'accept-language': 'en, *;q=0.5',
    },
  });
  try {
    return await readHop(response, options);
  } finally {
    response.body.on('error', () => undefined).destroy();
  }
}

async function readHop(response: Dispatcher.ResponseData, options: HopOptions): Promise<Hop> {
  if (REDIRECTS.includes(response.statusCode)) {
    const location = single(response.headers.location);
    if (location === '') throw new Refusal('redirect');
    return { kind: 'redirect', location };
  }
  const { statusCode } = response;
  if (statusCode < 200 || statusCode > 299) throw new Refusal('status', statusCode);
  const contentType = single(response.headers['content-type']).trim().toLowerCase();
  if (!accepts(options.accept, mediaTypeOf(contentType))) throw new Refusal('type');
  if (options.maxBytes === 0) return { kind: 'page', contentType, bytes: new Uint8Array() };
  const coding = single(response.headers['content-encoding']).trim().toLowerCase();
  return { kind: 'page', contentType, bytes: await decodeBody(response.body, coding, options) };
}

/** Returns a header that may occur only once; empty if it is repeated or absent. */
function single(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

const accepts = (accept: readonly string[], type: string): boolean =>
  accept.includes(type) || accept.includes('*/*');

function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1)[0]?.trimEnd() ?? '';
}

/** Times in milliseconds. */
export interface FetchLimits {
  readonly lookupMs: number;
  readonly connectMs: number;
  readonly headersMs: number;
  /** Timeout of one fetch with all its hops, from the start of the first request. */
  readonly totalMs: number;
  /** Maximum time in the queue. */
  readonly waitMs: number;
  readonly redirects: number;
  readonly perAccount: number;
  readonly perHost: number;
  readonly atOnce: number;
  /** How long a failed address is not requested again. */
  readonly rememberFailureMs: number;
  /** Failures are reported at the next multiple of this, so that their timing reveals little about the cause. */
  readonly failureStepMs: number;
}

export interface FetcherOptions {
  /** `host:port` entries that the guard allows regardless of their address. Empty in most deployments. */
  readonly allow?: readonly string[];
  readonly ports?: readonly number[];
  readonly limits?: Partial<FetchLimits>;
  /** Replaces name resolution. A test resolver also resolves the hosts of `allow`. */
  readonly resolve?: Resolve;
  readonly now?: () => number;
  /** Called for each failure, for logs. Only here the host is reported. */
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
 * Creates the only fetcher for addresses from users, pages and redirects. Its result is null for every failure: callers
 * must not be able to distinguish a closed port from a rejected address.
 */
export function createFetchPage(options: FetcherOptions = {}): FetchPage {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const now = options.now ?? Date.now;
  // Avoids repeated requests to an unavailable page.
  const failures = new LRUCache<string, PageFailure>({
    max: 2_000,
    ttl: limits.rememberFailureMs,
    ttlResolution: 0,
    perf: { now },
  });
  const follow = createFollowRedirects(options, limits);

  return async (url, input) => {
    const startedAt = now();
    const { method = 'GET', accept } = input;
    const key = `${method} ${accept.join()} ${url}`;
    const known = failures.get(key);
    try {
      if (known) throw new Refusal('remembered');
      return await follow(url, input);
    } catch (error) {
      if (input.signal?.aborted) return null;
      const refusal = error instanceof Refusal ? error : new Refusal('connection');
      const { reason } = refusal;
      const failure = known ?? failureOf(refusal);
      // The cache treats a lifetime of 0 as unlimited; here it disables caching.
      const isNew = reason !== 'busy' && reason !== 'remembered';
      if (isNew && limits.rememberFailureMs > 0) failures.set(key, failure);
      options.onFailure?.({ reason, host: hostOf(url) });
      input.onFailure?.(failure);
      const elapsedMs = now() - startedAt;
      await wait(limits.failureStepMs - (elapsedMs % limits.failureStepMs));
      return null;
    }
  };
}

type FollowRedirects = (url: string, input: FetchPageOptions) => Promise<FetchedPage>;

/** Follows redirects itself: each hop is checked like the first, and none leads from https to http. */
function createFollowRedirects(options: FetcherOptions, limits: FetchLimits): FollowRedirects {
  const policy: FetchPolicy = {
    ports: options.ports ?? DEFAULT_PORTS,
    allow: (options.allow ?? []).map((entry) => entry.toLowerCase()),
  };
  const hop = createHop(createAgent(options, policy, limits), limits);
  const enterAccount = createConcurrencyLimiter(limits.perAccount);

  async function follow(first: string, input: FetchPageOptions, signal: AbortSignal): Promise<FetchedPage> {
    let url = findFetchUrl(first, policy);
    for (let hops = 0; url; hops += 1) {
      const result = await hop(url, input, signal);
      if (result.kind === 'page') {
        return { url: url.href, contentType: result.contentType, bytes: result.bytes };
      }
      url = hops < limits.redirects ? findRedirectUrl(result.location, url, policy) : null;
      if (!url) throw new Refusal('redirect');
    }
    throw new Refusal('url');
  }

  return async (url, input) => {
    const callerSignal = input.signal ?? new AbortController().signal;
    callerSignal.throwIfAborted();
    const waitSignal = AbortSignal.any([callerSignal, AbortSignal.timeout(limits.waitMs)]);
    const leave = input.accountId === undefined ? undefined : await enterAccount(input.accountId, waitSignal);
    try {
      return await follow(url, input, AbortSignal.any([callerSignal, AbortSignal.timeout(limits.totalMs)]));
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

/** Runs one hop with a slot of its host and a global slot. The order matters: no global slot is held while waiting. */
function createHop(dispatcher: Agent, limits: FetchLimits): HopOnce {
  const enterHost = createConcurrencyLimiter(limits.perHost);
  const enterAny = createConcurrencyLimiter(limits.atOnce);
  return async (url, { method = 'GET', accept, maxBytes, overflow = 'refuse' }, signal) => {
    const waitSignal = AbortSignal.any([signal, AbortSignal.timeout(limits.waitMs)]);
    const leaveHost = await enterHost(hostAndPort(url), waitSignal);
    try {
      const leave = await enterAny('', waitSignal);
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
