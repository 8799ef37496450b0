import { TrieRouter } from 'hono/router/trie-router';
import type { Target } from '@/lib/bff/service';
import { audienceOf } from '@/lib/contract/audiences';
import { routerPath, type Audience } from '@/lib/contract/endpoint';
import { operationIds, routes, type OperationId } from '@/lib/contract/routes';

export interface FoundRoute {
  /** Null where no operation of the path has the method: the provider responds with those that are allowed. */
  readonly operation: OperationId | null;
  readonly audience: Audience;
}

/** The allow-list of the BFF. Paths of the contract overlap, which RegExpRouter does not support. */
const router = new TrieRouter<OperationId>();
for (const id of operationIds) router.add(routes[id].method, routerPath(routes[id].path), id);

const methods = [...new Set(operationIds.map((id) => routes[id].method))];

/**
 * The operation at a path, or null: other requests never leave this process. `path` is one that `readTarget` accepted,
 * with its escapes.
 */
export function findRoute(method: string, path: string): FoundRoute | null {
  const operation = findOperation(method === 'HEAD' ? 'GET' : method, path);
  if (operation) return { operation, audience: audienceOf(operation) };
  return methods.some((each) => findOperation(each, path)) ? { operation: null, audience: 'member' } : null;
}

const findOperation = (method: string, path: string): OperationId | undefined =>
  router.match(method, path)[0][0]?.[0];

const ROOT = '/v1/';
/** Nothing that a URL parser would fold, and nothing that needs undoing: the path of nearly every call. */
const PLAIN = /^[\w~/-]+(?:\.[\w~-]+)*$/;

/**
 * Reads the target of a call from the address of its request, or null where the path has anything odd: a segment
 * that is empty, a dot or two, or hides a slash, a backslash, a control character or an invalid escape. Escapes are
 * undone once, to look at them; what is passed on is what came.
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
 * Whether a call that changes something comes from a page of this application, as the browser says. `ownOrigin` is
 * the configured address; the Host that the call was sent to counts as well, because a home server has several
 * names. A script cannot set any of these headers.
 */
export function isSameOrigin(headers: Headers, ownOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site !== null && site !== 'same-origin') return false;
  if (origin !== null) return origin === ownOrigin || isOwnHost(origin, headers);
  // Neither header: no browser of the last years sends a change like that.
  return site !== null;
}

/** `null` (a sandboxed frame, a local file) is the origin of nobody. */
function isOwnHost(origin: string, headers: Headers): boolean {
  if (!URL.canParse(origin)) return false;
  const host = headers.get('x-forwarded-host') ?? headers.get('host');
  return host !== null && host !== '' && new URL(origin).host === host.toLowerCase();
}

/** Methods that change nothing. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
