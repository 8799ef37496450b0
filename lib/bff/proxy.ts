import type { BffContext } from '@/lib/bff/context';
import { needsBrowserId } from '@/lib/bff/cookies';
import { languageOf, localeOf } from '@/lib/bff/locale';
import { problemResponse, relay } from '@/lib/bff/responses';
import { findRoute, type FoundRoute, isSafeMethod, isSameOrigin, readTarget } from '@/lib/bff/routes';
import { type Call, type ClientInfo, readCallBody, send, ServiceFailure } from '@/lib/bff/service';
import type { FoundSession } from '@/lib/bff/session';
import {
  createSignInCalls,
  endLeftSession,
  isSignInCall,
  storeFlow,
  type SignInCalls,
  startsFlow,
} from '@/lib/bff/sign-in-calls';
import { createSignedCalls, type SignedCalls } from '@/lib/bff/signed-calls';
import { crossOriginHeaders, isPreflight, preflightHeaders } from '@/lib/contract/cross-origin';
import type { ProblemCode } from '@/lib/contract/problem';
import type { Log } from '@/lib/observability/log';

/** Handles one `/v1` request; never rejects. */
export type Proxy = (request: Request, client: ClientInfo) => Promise<Response>;

/**
 * Forwards requests of pages and other clients to the service. Only paths of the contract pass, an unsafe request that
 * relies on the cookie must be same-origin, and only listed headers are forwarded.
 */
export function createProxy(context: BffContext): Proxy {
  const calls: Calls = { signIn: createSignInCalls(context), signed: createSignedCalls(context) };
  const warnOfPlainHttp = createPlainHttpWarning(context);
  return async (request, client) => {
    try {
      warnOfPlainHttp(request.headers);
      return finish(request, await answer(context, calls, request, client));
    } catch (error) {
      return finish(request, problemResponse(codeOf(error, request, context.log), localeOf(request.headers)));
    }
  };
}

const finish = (request: Request, response: Response): Response =>
  closeAfterUpload(request, allowOtherOrigins(request, response));

/**
 * Lets pages of other origins read the response to a request with a token, or without any credentials if its method is
 * safe. Cookies are never accepted from them.
 */
function allowOtherOrigins({ method, headers }: Request, response: Response): Response {
  const isAnonymous = isSafeMethod(method) && !headers.has('cookie');
  if (!headers.has('origin') || !(headers.has('authorization') || isAnonymous)) return response;
  for (const [name, value] of Object.entries(crossOriginHeaders)) response.headers.set(name, value);
  return response;
}

/**
 * Returns a function that logs once that a browser uses http where the configured URL is https. It does not store the
 * session cookie then. The header is set by the browser, so a proxy that is not in TRUSTED_PROXIES does not matter.
 */
function createPlainHttpWarning({ ownOrigin, log }: BffContext): (headers: Headers) => void {
  let isDone = !ownOrigin.startsWith('https:');
  return (headers) => {
    const origin = headers.get('origin');
    // A browser stores the cookie for localhost.
    if (isDone || origin?.startsWith('http:') !== true || isLocalhost(origin)) return;
    isDone = true;
    const message = 'the app was opened over http, where signing in is not possible: use APP_URL';
    log.warn({ origin, appUrl: ownOrigin }, message);
  };
}

const isLocalhost = (origin: string): boolean =>
  URL.canParse(origin) && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(origin).hostname);

/** Below this size Node drains an unread body: it fits into the socket buffers. */
const drainedBytes = 64 * 1024;

/**
 * Closes the connection after a rejected upload: the unread rest of the body would otherwise be parsed as the next
 * request.
 */
function closeAfterUpload({ method, headers }: Request, response: Response): Response {
  const length = headers.get('content-length');
  // A body of unknown length is detected by its content type: accessing the stream would cost more than reading it.
  const isLarge = length === null ? headers.has('content-type') : Number(length) > drainedBytes;
  const hasUpload = !isSafeMethod(method) && isLarge;
  if (hasUpload && response.status >= 400) response.headers.set('connection', 'close');
  return response;
}

interface Calls {
  readonly signIn: SignInCalls;
  readonly signed: SignedCalls;
}

function codeOf(error: unknown, request: Request, log: Log): ProblemCode {
  if (error instanceof ServiceFailure) return error.code;
  // Aborted by the client.
  if (request.signal.aborted) return 'UPSTREAM_TIMEOUT';
  log.error({ err: error }, 'request failed before it reached the service');
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
  if (isPreflight(request)) return new Response(null, { status: 204, headers: preflightHeaders });
  const readCall = async (isGuest: boolean) => {
    return { request, target, client, body: await readCallBody(request, isGuest) };
  };

  const authorization = headers.get('authorization');
  if (authorization !== null) {
    const own = { authorization, 'accept-language': headers.get('accept-language') ?? 'en' };
    return relay(await send(context.service, await readCall(false), own), []);
  }
  const found = await context.sessions.find(headers.get('cookie'));
  if (reliesOnCookie(route, found.hasCookie, request.method) && !isSameOrigin(headers, context.ownOrigin)) {
    return problemResponse('CROSS_ORIGIN', localeOf(headers));
  }
  const browser = identifyBrowser(context, request, route);
  const call = { ...(await readCall(found.session === null)), client: { ...client, ...browser.name } };
  const response = await dispatch(context, calls, call, route, found);
  if (browser.setCookie !== null) response.headers.append('set-cookie', browser.setCookie);
  if (found.left) clearCache(context, response);
  return response;
}

/**
 * A sign-out clears the browser's HTTP cache, where icons reveal hosts of bookmarks. A sign-out without a network could
 * not do so; the response that ends its session does.
 */
function clearCache({ sessions }: BffContext, { headers }: Response): void {
  if (headers.getSetCookie().includes(sessions.forgetMark())) headers.set('clear-site-data', '"cache"');
}

async function dispatch(
  context: BffContext,
  calls: Calls,
  call: Call,
  route: FoundRoute,
  found: FoundSession,
): Promise<Response> {
  if (isSignInCall(route.operation)) return calls.signIn[route.operation](call, found);
  const response = await pass(context, calls, call, route, found);
  return startsFlow(route.operation) ? storeFlow(context, response) : response;
}

interface IdentifiedBrowser {
  readonly name: { readonly browser?: string };
  /** Set if the browser receives a new id. */
  readonly setCookie: string | null;
}

function identifyBrowser(
  { browsers, clock }: BffContext,
  { headers }: Request,
  route: FoundRoute,
): IdentifiedBrowser {
  const browserId = browsers.read(headers.get('cookie'));
  if (browserId !== null) return { name: { browser: browserId }, setCookie: null };
  if (!needsBrowserId(route.operation)) return { name: {}, setCookie: null };
  const { id, setCookie } = browsers.create(clock());
  return { name: { browser: id }, setCookie };
}

/** Forwards a request that changes the cookie only when its session is renewed or has ended. */
async function pass(
  context: BffContext,
  calls: Calls,
  call: Call,
  route: FoundRoute,
  found: FoundSession,
): Promise<Response> {
  if (found.session) return calls.signed.answer(call, route, found.session);
  const language = languageOf(call.request.headers, null);
  const cleared = found.left
    ? await endLeftSession(context, call, found.left)
    : forgetInvalid(context, found);
  return relay(await send(context.service, call, { 'accept-language': language }), cleared);
}

const forgetInvalid = ({ sessions }: BffContext, { hasCookie }: FoundSession): string[] =>
  hasCookie ? [sessions.forget()] : [];

/** A sign-in has no session yet, but must not be started by another site (login CSRF). */
function reliesOnCookie({ operation }: FoundRoute, hasCookie: boolean, method: string): boolean {
  return !isSafeMethod(method) && (hasCookie || isSignInCall(operation));
}
