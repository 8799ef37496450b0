import { TrieRouter } from 'hono/router/trie-router';
import type { Parts } from '@/lib/bff/bff';
import { needsBrowserName } from '@/lib/bff/cookies';
import {
  languageOf,
  localeOf,
  problemResponse,
  readCallBody,
  relay,
  send,
  ServiceFailure,
  type Call,
  type Peer,
} from '@/lib/bff/send';
import type { FoundSession } from '@/lib/bff/session';
import {
  createSignInCalls,
  isSignInCall,
  keepFlow,
  startsFlow,
  type SignInCalls,
} from '@/lib/bff/sign-in-calls';
import { createSignedCalls, type SignedCalls } from '@/lib/bff/signed-calls';
import { audienceOf } from '@/lib/contract/audiences';
import { routerPath, type Audience } from '@/lib/contract/endpoint';
import type { ProblemCode } from '@/lib/contract/problem';
import { operationIds, routes, type OperationId } from '@/lib/contract/routes';
import type { Log } from '@/lib/observability/log';

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
function findRoute(method: string, path: string): FoundRoute | null {
  const operation = findOperation(method === 'HEAD' ? 'GET' : method, path);
  if (operation) return { operation, audience: audienceOf(operation) };
  return methods.some((each) => findOperation(each, path)) ? { operation: null, audience: 'member' } : null;
}

const findOperation = (method: string, path: string): OperationId | undefined =>
  router.match(method, path)[0][0]?.[0];

/** Where a call goes: path and query exactly as they came. */
export interface Target {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
}

const ROOT = '/v1/';
/** Nothing that a URL parser would fold, and nothing that needs undoing: the path of nearly every call. */
const PLAIN = /^[\w~/-]+(?:\.[\w~-]+)*$/;

/**
 * Reads the target of a call from the address of its request, or null where the path has anything odd: a segment
 * that is empty, a dot or two, or hides a slash, a backslash, a control character or an invalid escape. Escapes are
 * undone once, to look at them; what is passed on is what came.
 */
function readTarget(address: string): Target | null {
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
function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Answers one call of `/v1`; never rejects. */
export type Proxy = (request: Request, peer: Peer) => Promise<Response>;

/**
 * Turns a call of a page, or of any client, into a call of the service. Only paths of the contract pass, a call that
 * relies on the cookie and changes something must come from this origin, and of headers only those pass that mean
 * something on the other side.
 */
export function createProxy(parts: Parts): Proxy {
  const calls: Calls = { signIn: createSignInCalls(parts), signed: createSignedCalls(parts) };
  return async (request, peer) => {
    try {
      return closeAfterUpload(request, await answer(parts, calls, request, peer));
    } catch (error) {
      const response = problemResponse(codeOf(error, request, parts.log), localeOf(request.headers));
      return closeAfterUpload(request, response);
    }
  };
}

/** More than the socket buffers of both sides take: below it, Node drains a body that was not read. */
const drainedBytes = 64 * 1024;

/**
 * An upload that is refused before its body has been read leaves the rest of it on the connection, where it would be
 * taken for the next request. The connection is closed instead.
 */
function closeAfterUpload({ method, headers }: Request, response: Response): Response {
  const length = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  const hasUpload = !isSafeMethod(method) && headers.has('content-type') && length > drainedBytes;
  if (hasUpload && response.status >= 400) response.headers.set('connection', 'close');
  return response;
}

interface Calls {
  readonly signIn: SignInCalls;
  readonly signed: SignedCalls;
}

function codeOf(error: unknown, request: Request, log: Log): ProblemCode {
  if (error instanceof ServiceFailure) return error.code;
  // Whoever left in the middle of a body is not there to read this.
  if (request.signal.aborted) return 'UPSTREAM_TIMEOUT';
  log.error({ err: error }, 'a call failed before it reached the service');
  return 'INTERNAL';
}

async function answer(parts: Parts, calls: Calls, request: Request, peer: Peer): Promise<Response> {
  const { headers } = request;
  const target = readTarget(request.url);
  if (!target) return problemResponse('MALFORMED_REQUEST', localeOf(headers));
  const route = findRoute(request.method, target.path);
  if (!route) return problemResponse('NOT_FOUND', localeOf(headers));
  const readCall = async () => ({ request, target, peer, body: await readCallBody(request) });

  const authorization = headers.get('authorization');
  if (authorization !== null) {
    const own = { authorization, 'accept-language': headers.get('accept-language') ?? 'en' };
    return relay(await send(parts.service, await readCall(), own), []);
  }
  const found = await parts.sessions.find(headers.get('cookie'));
  if (reliesOnCookie(route, found.hasCookie, request.method) && !isSameOrigin(headers, parts.ownOrigin)) {
    return problemResponse('CROSS_ORIGIN', localeOf(headers));
  }
  const browser = nameBrowser(parts, request, route);
  const call = { ...(await readCall()), peer: { ...peer, ...browser.name } };
  const response = await answerCall(parts, calls, call, route, found);
  if (browser.setCookie !== null) response.headers.append('set-cookie', browser.setCookie);
  return response;
}

async function answerCall(
  parts: Parts,
  calls: Calls,
  call: Call,
  route: FoundRoute,
  found: FoundSession,
): Promise<Response> {
  if (isSignInCall(route.operation)) return calls.signIn[route.operation](call, found);
  const response = await pass(parts, calls, call, route, found);
  return startsFlow(route.operation) ? keepFlow(parts, response) : response;
}

interface NamedBrowser {
  readonly name: { readonly browser?: string };
  /** Set for a browser that gets its name now. */
  readonly setCookie: string | null;
}

function nameBrowser({ browsers, clock }: Parts, { headers }: Request, route: FoundRoute): NamedBrowser {
  const known = browsers.read(headers.get('cookie'));
  if (known !== null) return { name: { browser: known }, setCookie: null };
  if (!needsBrowserName(route.operation)) return { name: {}, setCookie: null };
  const { id, setCookie } = browsers.create(clock());
  return { name: { browser: id }, setCookie };
}

/** A call that leaves the cookie as it is, unless its session is renewed or over. */
async function pass(
  parts: Parts,
  calls: Calls,
  call: Call,
  route: FoundRoute,
  found: FoundSession,
): Promise<Response> {
  if (found.session) return calls.signed.answer(call, route, found.session);
  const language = languageOf(call.request.headers, null);
  const response = await send(parts.service, call, { 'accept-language': language });
  return relay(response, found.hasCookie ? [parts.sessions.forget()] : []);
}

/** A sign-in has no session yet, and still must not be started by another site. */
function reliesOnCookie({ operation }: FoundRoute, hasCookie: boolean, method: string): boolean {
  return !isSafeMethod(method) && (hasCookie || isSignInCall(operation));
}
