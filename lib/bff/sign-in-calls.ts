import { decodeJwt } from 'jose';
import type { BffContext } from '@/lib/bff/context';
import { localeCookieHeader, languageOf, localeOf } from '@/lib/bff/locale';
import { problemResponse, relay } from '@/lib/bff/responses';
import { type Call, send, ServiceFailure } from '@/lib/bff/service';
import { describeSession, type FoundSession, isStale, type Session } from '@/lib/bff/session';
import type { Account, SignedIn, SignedInByCookie } from '@/lib/contract/account';
import type { OperationId } from '@/lib/contract/routes';

/** Operations that start an OpenID flow. */
const STARTS: readonly (OperationId | null)[] = ['auth.startGoogle', 'account.linkGoogle'];

export const startsFlow = (operation: OperationId | null): boolean => STARTS.includes(operation);

/** Moves the state of a started flow into its cookie; the page receives only the URL of the issuer. */
export async function storeFlow({ flows, clock }: BffContext, response: Response): Promise<Response> {
  if (!response.ok) return response;
  const { url, flow } = (await response.json().catch(() => ({}))) as { url?: unknown; flow?: unknown };
  if (typeof url !== 'string' || typeof flow !== 'string') throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  const headers = new Headers(response.headers);
  headers.append('set-cookie', flows.write(flow, clock()));
  return new Response(JSON.stringify({ url }), { status: response.status, headers });
}

/** Returns the request with the cookie's flow in its body. A flow sent by the page is ignored. */
function withFlow({ flows }: BffContext, call: Call): Call {
  const { body, request } = call;
  if (!(body instanceof Uint8Array)) return call;
  try {
    const { flow: _, ...input } = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>;
    const flow = flows.read(request.headers.get('cookie'));
    return {
      ...call,
      body: new TextEncoder().encode(JSON.stringify(flow === null ? input : { ...input, flow })),
    };
  } catch {
    // The provider rejects a body that is not an object.
    return call;
  }
}

/** Reads session and account from a sign-in or refresh response; null if it does not match the contract. */
export async function readSignedIn(
  response: Response,
): Promise<{ session: Session; account: Account } | null> {
  const answer: unknown = await response.json().catch(() => null);
  const { tokens, account } = (answer ?? {}) as Partial<SignedIn>;
  const access = readToken(tokens?.access);
  const refresh = readToken(tokens?.refresh);
  if (!access || !refresh || !account) return null;
  const sessionId = sessionIdOf(access.token);
  return {
    session: { v: 1, sessionId, accountId: account.uuid, access, refresh, ...hintsOf(account) },
    account,
  };
}

/** Returns the account fields that are duplicated in the cookie. */
export function hintsOf({
  space,
  isAdmin,
  preferences: { language, bookmarkSort },
}: Account): Pick<Session, 'space' | 'isAdmin' | 'language' | 'bookmarkSort'> {
  return { space, isAdmin, language, bookmarkSort };
}

function readToken(issued: { token: string; expires: string } | undefined) {
  const expires = Date.parse(issued?.expires ?? '');
  return issued?.token && !Number.isNaN(expires) ? { token: issued.token, expires } : null;
}

/** Reads the session id from the access token. It is not verified here: only the provider relies on it. */
function sessionIdOf(token: string): string {
  try {
    const { sid } = decodeJwt(token);
    return typeof sid === 'string' ? sid : '';
  } catch {
    return '';
  }
}

const SIGN_IN_CALLS = [
  'auth.login',
  'auth.finishGoogle',
  'auth.refresh',
  'auth.logout',
] as const satisfies OperationId[];

type SignInCall = (typeof SIGN_IN_CALLS)[number];

/** Operations that write the session cookie. */
export type SignInCalls = Readonly<
  Record<SignInCall, (call: Call, found: FoundSession) => Promise<Response>>
>;

export function isSignInCall(operation: OperationId | null): operation is SignInCall {
  return (SIGN_IN_CALLS as readonly (OperationId | null)[]).includes(operation);
}

export function createSignInCalls(context: BffContext): SignInCalls {
  return {
    'auth.login': (call, found) => signIn(context, call, found),
    'auth.finishGoogle': (call, found) => finishFlow(context, call, found),
    'auth.refresh': (call, found) => refresh(context, call, found),
    'auth.logout': (call, found) => signOut(context, call, found),
  };
}

/** Moves the tokens of a sign-in into the cookie, and ends the previous session, which may be another user's. */
async function signIn(context: BffContext, call: Call, { session, left }: FoundSession): Promise<Response> {
  const before = session ?? left;
  const response = await send(context.service, call, {
    'accept-language': languageOf(call.request.headers, null),
  });
  if (!response.ok) return relay(response, []);
  const signedIn = await readSignedIn(response);
  if (!signedIn) throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  if (before) await endSession(context, call, before).catch(() => undefined);
  return respondSignedIn(context, signedIn.session, signedIn.account);
}

/** Signs in with the result of an OpenID flow. The flow is cleared in any case. */
async function finishFlow(context: BffContext, call: Call, found: FoundSession): Promise<Response> {
  const response = await signIn(context, withFlow(context, call), found);
  const headers = new Headers(response.headers);
  headers.append('set-cookie', context.flows.clear());
  return new Response(response.body, { status: response.status, headers });
}

/** Renews the session of the cookie; a refresh token in the body is ignored. */
async function refresh(context: BffContext, call: Call, found: FoundSession): Promise<Response> {
  if (!found.session) return refuse(context, call, found);
  const renewal = await context.renew(found.session, call.client);
  if (renewal.kind === 'unavailable') throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  if (renewal.kind === 'ended') return refuse(context, call, found);
  return respondSignedIn(context, renewal.session, renewal.account);
}

/** Ends the session at the provider, and clears the cookie in any case. */
async function signOut(context: BffContext, call: Call, found: FoundSession): Promise<Response> {
  const done = () => relay(new Response(null, { status: 204 }), forgetAll(context));
  const session = found.session ?? found.left;
  if (!session) return done();
  try {
    const response = await endSession(context, call, session);
    return response === null || isOver(response) ? done() : relay(response, [context.sessions.forget()]);
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    return relay(problemResponse(error.code, localeOf(call.request.headers)), [context.sessions.forget()]);
  }
}

const isOver = ({ ok, status }: Response): boolean => ok || status === 401 || status === 403;

const forgetAll = ({ sessions }: BffContext): string[] => [sessions.forget(), sessions.forgetMark()];

/**
 * Ends a session whose browser signed out without a network, and returns the Set-Cookie headers that clear it. If the
 * service is unreachable, returns none, so that the next request tries again.
 */
export async function endLeftSession(context: BffContext, call: Call, left: Session): Promise<string[]> {
  const response = await endSession(context, call, left).catch(() => undefined);
  return response === null || (response && isOver(response)) ? forgetAll(context) : [];
}

/** Ends a session at the provider; null if it had already ended. */
async function endSession(
  context: BffContext,
  { request, client }: Call,
  session: Session,
): Promise<Response | null> {
  let { token } = session.access;
  if (isStale(session, context.clock())) {
    const renewal = await context.renew(session, client);
    if (renewal.kind === 'ended') return null;
    if (renewal.kind === 'renewed') ({ token } = renewal.session.access);
  }
  const target = { path: '/v1/auth/logout', search: '' };
  const ending = new Request(request.url, { method: 'POST' });
  return send(
    context.service,
    { request: ending, target, client, body: null },
    { authorization: `Bearer ${token}` },
  );
}

/** Creates the response to the browser: tokens in the cookie, everything else in the body. */
export async function respondSignedIn(
  { sessions }: Pick<BffContext, 'sessions'>,
  session: Session,
  account: Account,
): Promise<Response> {
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  headers.append('set-cookie', await sessions.keep(session));
  if (session.language !== null) headers.append('set-cookie', localeCookieHeader(session.language));
  headers.append('set-cookie', sessions.forgetMark());
  const body: SignedInByCookie = { status: 'ok', account, session: describeSession(session) };
  return new Response(JSON.stringify(body), { status: 200, headers });
}

function refuse({ sessions }: BffContext, call: Call, { hasCookie, left }: FoundSession): Response {
  const problem = problemResponse('UNAUTHENTICATED', localeOf(call.request.headers));
  return relay(problem, hasCookie && !left ? [sessions.forget()] : []);
}
