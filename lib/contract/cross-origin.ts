import { operationIds, routes } from '@/lib/contract/routes';

const methods = [...new Set(operationIds.map((id) => routes[id].method))];

/** Headers that a page of another origin may send and read. Cookies are never accepted from one. */
const requestHeaders = [
  'accept-language',
  'account-id',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'space-id',
  'time-zone',
  'x-request-id',
];
const responseHeaders = [
  'allow',
  'content-disposition',
  'etag',
  'idempotency-replayed',
  'last-modified',
  'retry-after',
  'x-request-id',
];

/**
 * CORS headers of a response that a page of any origin may read, because the request has a bearer token or no
 * credentials at all. `*` excludes responses to requests with cookies.
 */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': responseHeaders.join(', '),
} as const;

const daySeconds = 24 * 60 * 60;

/** Headers of the response to a preflight, which needs neither a token nor a session. */
export const preflightHeaders = {
  ...crossOriginHeaders,
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': requestHeaders.join(', '),
  'access-control-max-age': String(daySeconds),
} as const;

/**
 * Whether a request is the preflight of one with a token: the browser asks whether a page of another origin may send it.
 * Pages of other origins can send nothing else than a simple request without a token, so a site cannot make its visitors
 * sign up or request codes here.
 */
export function isPreflight({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  if (method !== 'OPTIONS' || !headers.has('origin') || !headers.has('access-control-request-method'))
    return false;
  const names = headers.get('access-control-request-headers')?.toLowerCase().split(',') ?? [];
  return names.some((name) => name.trim() === 'authorization');
}
