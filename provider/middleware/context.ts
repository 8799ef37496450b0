import { createHash, randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { requestId, type RequestIdVariables } from 'hono/request-id';
import type { Language } from '@/lib/contract/account';
import { crossOriginHeaders } from '@/lib/contract/cross-origin';
import type { OperationId } from '@/lib/contract/index';
import { pickLocale, resolveTimeZone } from '@/lib/domain/locale';
import { isCountry } from '@/lib/utils/country';
import type { Release } from '@/lib/utils/limiter';
import type { Actor, RequestContext } from '@/provider/actor';

/** Connection data from the HTTP server; the request itself is not trusted for it. */
export interface ClientInfo {
  /** Client address, resolved through the trusted proxies. */
  address?: string;
  /** Country of the address, as sent by a trusted proxy. */
  country?: string;
  /** The random identifier of the browser, if it has one. */
  browser?: string;
}

/** The environment of the Hono app: the input of `fetch`, and the variables that its middleware sets. */
export interface AppEnv {
  Bindings: { client: ClientInfo | undefined };
  Variables: RequestIdVariables & {
    context: RequestContext;
    /** Set once a route of the contract matches. */
    operation: OperationId | undefined;
    actor: Actor | null;
    /** Released when the response is created, or once it is sent if it is long. */
    held: Release[];
  };
}

export type AppContext = Context<AppEnv>;
export type AppMiddleware = MiddlewareHandler<AppEnv>;

const requestIdPattern = /^[\w.-]{8,64}$/;
const userAgentLength = 400;
const browserPattern = /^[\w-]{43}$/;

/**
 * Uses the client's request id if it is valid. The generator validates it: Hono's check rejects dots and accepts any
 * length.
 */
export const assignRequestId: AppMiddleware = requestId({
  headerName: '',
  generator: ({ req }) => {
    const given = req.header('x-request-id');
    return given !== undefined && requestIdPattern.test(given) ? given : randomUUID();
  },
});

/** Computes locale, time zone and user agent lazily: most requests need none of them. */
class LazyContext implements RequestContext {
  readonly address: string;
  readonly country: string;
  readonly #headers: Headers;
  readonly #browser: string;

  constructor(
    readonly requestId: string,
    request: Request,
    client: ClientInfo | undefined,
  ) {
    this.#headers = request.headers;
    this.address = client?.address ?? '';
    const country = client?.country?.toUpperCase() ?? '';
    this.country = isCountry(country) ? country : '';
    this.#browser = client?.browser ?? '';
  }

  get locale(): Language {
    return pickLocale(this.#headers.get('accept-language'));
  }

  get timeZone(): string {
    return resolveTimeZone(this.#headers.get('time-zone'));
  }

  get browser(): string {
    if (!browserPattern.test(this.#browser)) return '';
    return createHash('sha256').update(this.#browser).digest('base64url');
  }

  get userAgent(): string {
    return (this.#headers.get('user-agent') ?? '').slice(0, userAgentLength).toWellFormed();
  }
}

export const setContext: AppMiddleware = (c, next) => {
  c.set('context', new LazyContext(c.get('requestId'), c.req.raw, c.env.client));
  return next();
};

/** Responses are private and are never documents: not stored, not sniffed, not framed, not embedded elsewhere. */
const commonHeaders = Object.entries({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
});
const tokenHeaders = Object.entries(crossOriginHeaders);

/**
 * Sets the headers of every response. Pages of other origins may read those to requests with a token. A handler may
 * override them, which `hono/secure-headers` would undo.
 */
export const setHeaders: AppMiddleware = (c, next) => {
  c.header('x-request-id', c.get('requestId'));
  for (const [name, value] of commonHeaders) c.header(name, value);
  if (c.req.raw.headers.has('authorization')) {
    for (const [name, value] of tokenHeaders) c.header(name, value);
  }
  return next();
};
