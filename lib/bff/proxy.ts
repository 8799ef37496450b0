import type { BffContext } from '@/lib/bff/context';
import { needsBrowserName } from '@/lib/bff/cookies';
import { languageOf, localeOf } from '@/lib/bff/locale';
import { problemResponse, relay } from '@/lib/bff/responses';
import { findRoute, type FoundRoute, isSafeMethod, isSameOrigin, readTarget } from '@/lib/bff/routes';
import { type Call, type ClientInfo, readCallBody, send, ServiceFailure } from '@/lib/bff/service';
import type { FoundSession } from '@/lib/bff/session';
import {
  createSignInCalls,
  isSignInCall,
  keepFlow,
  type SignInCalls,
  startsFlow,
} from '@/lib/bff/sign-in-calls';
import { createSignedCalls, type SignedCalls } from '@/lib/bff/signed-calls';
import type { ProblemCode } from '@/lib/contract/problem';
import type { Log } from '@/lib/observability/log';

/** Answers one call of `/v1`; never rejects. */
export type Proxy = (request: Request, client: ClientInfo) => Promise<Response>;

/**
 * Turns a call of a page, or of any client, into a call of the service. Only paths of the contract pass, a call that
 * relies on the cookie and changes something must come from this origin, and of headers only those pass that mean
 * something on the other side.
 */
export function createProxy(context: BffContext): Proxy {
  const calls: Calls = { signIn: createSignInCalls(context), signed: createSignedCalls(context) };
  return async (request, client) => {
    try {
      return closeAfterUpload(request, await answer(context, calls, request, client));
    } catch (error) {
      const response = problemResponse(codeOf(error, request, context.log), localeOf(request.headers));
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

async function answer(
  context: BffContext,
  calls: Calls,
  request: Request,
  client: ClientInfo,
): Promise<Response> {
  const { headers } = request;
  const target = readTarget(request.url);
  if (!target) return problemResponse('MALFORMED_REQUEST', localeOf(headers));
  const route = findRoute(request.method, target.path);
  if (!route) return problemResponse('NOT_FOUND', localeOf(headers));
  const readCall = async () => ({ request, target, client, body: await readCallBody(request) });

  const authorization = headers.get('authorization');
  if (authorization !== null) {
    const own = { authorization, 'accept-language': headers.get('accept-language') ?? 'en' };
    return relay(await send(context.service, await readCall(), own), []);
  }
  const found = await context.sessions.find(headers.get('cookie'));
  if (reliesOnCookie(route, found.hasCookie, request.method) && !isSameOrigin(headers, context.ownOrigin)) {
    return problemResponse('CROSS_ORIGIN', localeOf(headers));
  }
  const browser = nameBrowser(context, request, route);
  const call = { ...(await readCall()), client: { ...client, ...browser.name } };
  const response = await answerCall(context, calls, call, route, found);
  if (browser.setCookie !== null) response.headers.append('set-cookie', browser.setCookie);
  return response;
}

async function answerCall(
  context: BffContext,
  calls: Calls,
  call: Call,
  route: FoundRoute,
  found: FoundSession,
): Promise<Response> {
  if (isSignInCall(route.operation)) return calls.signIn[route.operation](call, found);
  const response = await pass(context, calls, call, route, found);
  return startsFlow(route.operation) ? keepFlow(context, response) : response;
}

interface NamedBrowser {
  readonly name: { readonly browser?: string };
  /** Set for a browser that gets its name now. */
  readonly setCookie: string | null;
}

function nameBrowser({ browsers, clock }: BffContext, { headers }: Request, route: FoundRoute): NamedBrowser {
  const known = browsers.read(headers.get('cookie'));
  if (known !== null) return { name: { browser: known }, setCookie: null };
  if (!needsBrowserName(route.operation)) return { name: {}, setCookie: null };
  const { id, setCookie } = browsers.create(clock());
  return { name: { browser: id }, setCookie };
}

/** A call that leaves the cookie as it is, unless its session is renewed or over. */
async function pass(
  context: BffContext,
  calls: Calls,
  call: Call,
  route: FoundRoute,
  found: FoundSession,
): Promise<Response> {
  if (found.session) return calls.signed.answer(call, route, found.session);
  const language = languageOf(call.request.headers, null);
  const response = await send(context.service, call, { 'accept-language': language });
  return relay(response, found.hasCookie ? [context.sessions.forget()] : []);
}

/** A sign-in has no session yet, and still must not be started by another site. */
function reliesOnCookie({ operation }: FoundRoute, hasCookie: boolean, method: string): boolean {
  return !isSafeMethod(method) && (hasCookie || isSignInCall(operation));
}
