import type { ProblemCode } from '@/lib/contract/problem';
import { needsBrowserName } from '@/lib/bff/browser-cookie';
import { languageOf, localeOf } from '@/lib/bff/call-language';
import { createSignedCalls, type SignedCalls } from '@/lib/bff/signed-calls';
import { findRoute, type FoundRoute } from '@/lib/bff/find-route';
import { keepFlow, startsFlow } from '@/lib/bff/oauth-calls';
import type { Parts } from '@/lib/bff/parts';
import { problemResponse } from '@/lib/bff/problem';
import { readTarget } from '@/lib/bff/read-target';
import { isSafeMethod, isSameOrigin } from '@/lib/bff/same-origin';
import { readCallBody, relay, send, ServiceFailure, type Call, type Peer } from '@/lib/bff/send';
import type { FoundSession } from '@/lib/bff/sessions';
import { createSignInCalls, isSignInCall, type SignInCalls } from '@/lib/bff/sign-in-calls';
import type { Log } from '@/lib/observability/log';

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
