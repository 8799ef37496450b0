import { TrieRouter } from 'hono/router/trie-router';
import type { Target } from '@/lib/bff/service';
import { audienceOf } from '@/lib/contract/audiences';
import { routerPath, type Audience } from '@/lib/contract/endpoint';
import { operationIds, routes, type OperationId } from '@/lib/contract/routes';

export interface FoundRoute {
  /** Null if no operation of the path has the method: the provider responds with the allowed methods. */
  readonly operation: OperationId | null;
  readonly audience: Audience;
}

/** The allow-list of the BFF. Paths of the contract overlap, which RegExpRouter does not support. */
const router = new TrieRouter<OperationId>();
for (const id of operationIds) router.add(routes[id].method, routerPath(routes[id].path), id);

const methods = [...new Set(operationIds.map((id) => routes[id].method))];

/**
 * Returns the operation of a path; null if the request must not be forwarded. `path` is the still escaped result of
 * `readTarget`.
 */
export function findRoute(method: string, path: string): FoundRoute | null {
  const operation = findOperation(method === 'HEAD' ? 'GET' : method, path);
  if (operation) return { operation, audience: audienceOf(operation) };
  return methods.some((each) => findOperation(each, path)) ? { operation: null, audience: 'member' } : null;
}

const findOperation = (method: string, path: string): OperationId | undefined =>
  router.match(method, path)[0][0]?.[0];

const ROOT = '/v1/';
/** A path without escapes or dot segments, which is the usual case. */
const PLAIN = /^[\w~/-]+(?:\.[\w~-]+)*$/;

/**
 * Reads the target from the URL of a request. Null for a suspicious path: with an empty or dot segment, an escaped
 * slash, backslash or control character, or an invalid escape. Segments are decoded once for this check only; the path
 * is forwarded as received.
 */
export function readTarget(address: string): Target | null {
  const start = address.indexOf('/', address.indexOf('//') + 2);
  const end = endOfPath(address, start);
  const path = address.slice(start, end);
  if (start < 0 || !path.startsWith(ROOT)) return null;
  const isSafe = PLAIN.test(path) && !path.includes('//') && !path.endsWith('/');
  if (!isSafe && !path.slice(1).split('/').every(isSafeSegment)) return null;
  const fragment = address.indexOf('#', end);
  return { path, search: address.slice(end, fragment < 0 ? undefined : fragment) };
}

function endOfPath(address: string, start: number): number {
  const end = address.slice(Math.max(start, 0)).search(/[?#]/);
  return end < 0 ? address.length : end + start;
}

function isSafeSegment(segment: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    return false;
  }
  return decoded !== '' && decoded !== '.' && decoded !== '..' && !/[/\\\p{Cc}]/u.test(decoded);
}

/**
 * Whether the browser reports an unsafe request as same-origin. `ownOrigin` is the configured URL; the Host header
 * counts as well, because a home server has several names. Scripts cannot set these headers.
 */
export function isSameOrigin(headers: Headers, ownOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site !== null && site !== 'same-origin') return false;
  if (origin !== null) return origin === ownOrigin || isOwnHost(origin, headers);
  // Neither header is present: no current browser sends an unsafe request like that.
  return site !== null;
}

/** Whether an origin has the request's host. The origin `null` (a sandboxed frame, a local file) never matches. */
function isOwnHost(origin: string, headers: Headers): boolean {
  if (!URL.canParse(origin)) return false;
  const host = headers.get('x-forwarded-host') ?? headers.get('host');
  return host !== null && host !== '' && new URL(origin).host === host.toLowerCase();
}

/** Whether a method is safe, i.e. changes nothing. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
