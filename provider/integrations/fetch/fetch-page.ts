import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { CookieJar } from 'tough-cookie';
import { Agent, request, type Dispatcher } from 'undici';
import { Limiter } from '@/lib/utils/limiter';
import type { FetchedPage, FetchPage, FetchPageOptions, PageFailure } from '@/provider/deps';
import { failureOf, Refusal, refusalOf, type FailureReason } from '@/provider/integrations/fetch/failure';
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
import {
  ACCEPTED_CODINGS,
  isGenericType,
  readBody,
  singleHeader,
  SNIFFED_BYTES,
  sniffType,
  type BodyLimits,
} from '@/provider/integrations/fetch/read-body';

interface HopOptions extends BodyLimits, Pick<FetchPageOptions, 'onBytes'> {
  readonly dispatcher: Dispatcher;
  readonly method: 'GET' | 'HEAD';
  /** Accepted media types, without parameters. */
  readonly accept: readonly string[];
  readonly acceptLanguage: string;
  readonly cookies: CookieJar;
  readonly headersMs: number;
  readonly signal: AbortSignal;
}

type Hop =
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'page'; readonly page: FetchedPage };

/**
 * Fixed user agent that identifies the client. If the page is our own, it is served like to any visitor, without a
 * loop.
 */
const USER_AGENT = 'Mozilla/5.0 (compatible; Markwell/1.0; link preview)';

const REDIRECTS = [301, 302, 303, 307, 308];
const MAX_COOKIES = 50;

/**
 * Sends one anonymous request: no referrer or credentials, no cookies but those that this fetch received from the same
 * site, no redirects followed, no connection reuse.
 */
async function fetchHop(url: URL, options: HopOptions): Promise<Hop> {
  const { cookies } = options;
  const cookie = await cookies.getCookieString(url.href);
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
      'accept-language': options.acceptLanguage,
      ...(cookie !== '' && { cookie }),
    },
  });
  try {
    const received = [response.headers['set-cookie'] ?? []].flat().slice(0, MAX_COOKIES);
    for (const line of received) await cookies.setCookie(line, url.href, { ignoreError: true });
    return await readHop(url, response, options);
  } finally {
    response.body.on('error', () => undefined).destroy();
  }
}

async function readHop(url: URL, response: Dispatcher.ResponseData, options: HopOptions): Promise<Hop> {
  const { headers, statusCode } = response;
  if (REDIRECTS.includes(statusCode)) {
    const location = singleHeader(headers.location);
    if (location === '') throw new Refusal('redirect');
    return { kind: 'redirect', location };
  }
  if (statusCode < 200 || statusCode > 299) throw new Refusal('status', statusCode);
  const contentType = singleHeader(headers['content-type']).trim().toLowerCase();
  const isGeneric = isGenericType(mediaTypeOf(contentType));
  if (!isGeneric && !accepts(options.accept, mediaTypeOf(contentType))) throw new Refusal('type');
  const page = { url: url.href, contentType, disposition: singleHeader(headers['content-disposition']) };
  if (options.maxBytes === 0) {
    if (!accepts(options.accept, mediaTypeOf(contentType))) throw new Refusal('type');
    return { kind: 'page', page: { ...page, bytes: new Uint8Array() } };
  }
  const coding = singleHeader(headers['content-encoding']).trim().toLowerCase();
  const body = readBody(response.body, coding, options);
  return { kind: 'page', page: await readPage(page, body, options) };
}

/** Reads a body, and determines its type by its first bytes if the server does not name one. */
async function readPage(
  { contentType: declared, ...page }: Omit<FetchedPage, 'bytes'>,
  body: AsyncGenerator<Buffer, void, undefined>,
  { accept, onBytes }: Pick<HopOptions, 'accept' | 'onBytes'>,
): Promise<FetchedPage> {
  const isGeneric = isGenericType(mediaTypeOf(declared));
  let contentType = declared;
  const chunks: Buffer[] = [];
  for await (const chunk of isGeneric ? joinFirst(body, SNIFFED_BYTES) : body) {
    if (isGeneric && chunks.length === 0) contentType = sniffType(chunk) || declared;
    if (!accepts(accept, mediaTypeOf(contentType))) throw new Refusal('type');
    // With `onBytes`, only the first chunk is kept until the end, as the sign that there was one.
    if (!onBytes || chunks.length === 0) chunks.push(chunk);
    if (onBytes && !(await onBytes(chunk, { ...page, contentType }))) break;
  }
  if (!accepts(accept, mediaTypeOf(contentType))) throw new Refusal('type');
  return { ...page, contentType, bytes: onBytes ? new Uint8Array() : Buffer.concat(chunks) };
}

/** Joins the first chunks until they have a number of bytes. */
async function* joinFirst(body: AsyncGenerator<Buffer>, length: number): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of body) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < length) continue;
    yield head;
    head = null;
  }
  if (head !== null && head.length > 0) yield head;
}

const accepts = (accept: readonly string[], type: string): boolean =>
  accept.includes(type) || accept.includes('*/*');

function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1)[0]?.trimEnd() ?? '';
}

/** Returns the header that asks for a language first, and for English otherwise. */
function acceptLanguageOf(language: string | undefined): string {
  const [primary = 'en'] = (language ?? 'en').split('-', 1);
  if (language === undefined || primary === 'en') return 'en, *;q=0.5';
  const variants = primary === language ? language : `${language}, ${primary};q=0.9`;
  return `${variants}, en;q=0.7, *;q=0.5`;
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
  // Shorter than the first retry of a title or an icon.
  rememberFailureMs: 60_000,
  failureStepMs: 500,
};

const MAX_HEADER_BYTES = 32_768;

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
      const page = await follow(url, input);
      return input.signal?.aborted ? null : page;
    } catch (error) {
      if (input.signal?.aborted) return null;
      const refusal = refusalOf(error);
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
  const accounts = new Limiter({ perKey: limits.perAccount });

  async function follow(first: string, input: FetchPageOptions, signal: AbortSignal): Promise<FetchedPage> {
    let url = findFetchUrl(first, policy);
    const cookies = input.cookies ?? new CookieJar();
    for (let hops = 0; url; hops += 1) {
      const result = await hop(url, { ...input, cookies }, signal);
      if (result.kind === 'page') return result.page;
      url = hops < limits.redirects ? findRedirectUrl(result.location, url, policy) : null;
      if (!url) throw new Refusal('redirect');
    }
    throw new Refusal('url');
  }

  return async (url, input) => {
    const callerSignal = input.signal ?? new AbortController().signal;
    callerSignal.throwIfAborted();
    const waitSignal = AbortSignal.any([callerSignal, AbortSignal.timeout(limits.waitMs)]);
    const { accountId } = input;
    const leave = accountId === undefined ? undefined : await accounts.take(accountId, 1, waitSignal);
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

type HopInput = FetchPageOptions & { readonly cookies: CookieJar };
type HopOnce = (url: URL, input: HopInput, signal: AbortSignal) => Promise<Hop>;

/** Runs one hop with a slot of its host and a global slot. The order matters: no global slot is held while waiting. */
function createHop(dispatcher: Agent, limits: FetchLimits): HopOnce {
  const hosts = new Limiter({ perKey: limits.perHost });
  const all = new Limiter({ total: limits.atOnce });
  return async (url, { method = 'GET', overflow = 'refuse', ...input }, signal) => {
    const waitSignal = AbortSignal.any([signal, AbortSignal.timeout(limits.waitMs)]);
    const leaveHost = await hosts.take(hostAndPort(url), 1, waitSignal);
    try {
      const leave = await all.take('', 1, waitSignal);
      try {
        const { headersMs } = limits;
        const acceptLanguage = acceptLanguageOf(input.language);
        return await fetchHop(url, {
          ...input,
          ...{ dispatcher, method, overflow, signal, headersMs, acceptLanguage },
        });
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
