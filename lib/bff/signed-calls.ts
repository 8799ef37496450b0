import { isDeepStrictEqual } from 'node:util';
import type { BffContext } from '@/lib/bff/context';
import { languageOf, localeOf, timeZoneOf } from '@/lib/bff/locale';
import { type HeaderRecord, problemResponse, readProblemCode, relay } from '@/lib/bff/responses';
import type { FoundRoute } from '@/lib/bff/routes';
import { type Call, type ClientInfo, send, ServiceFailure } from '@/lib/bff/service';
import { isStale, type Session } from '@/lib/bff/session';
import { respondSignedIn, hintsOf, readSignedIn } from '@/lib/bff/sign-in-calls';
import type { Account } from '@/lib/contract/account';
import type { OperationId } from '@/lib/contract/routes';

/** Forwards requests that have a session. */
export interface SignedCalls {
  answer(call: Call, route: FoundRoute, session: Session): Promise<Response>;
}

/** The session used for a request; if it changed, the cookie is written again. */
interface UsedSession {
  readonly session: Session;
  readonly isChanged: boolean;
}

/** Operations that return the account, some fields of which are duplicated in the cookie. */
const ACCOUNT_CALLS: readonly (OperationId | null)[] = [
  'account.get',
  'account.update',
  'account.updatePreferences',
];

export function createSignedCalls(context: BffContext): SignedCalls {
  return {
    async answer(call, route, session) {
      const used = await withValidTokens(context, session, call.client);
      if (!used) return respondEnded(context, call, route);
      const first = await sendAs(context, call, used.session);
      const outcome = await retryOnce(context, call, used, first);
      if (outcome === 'ended') return respondEnded(context, call, route);
      const { response, ...repaired } = outcome;
      if (route.operation === 'account.updatePassword' && response.ok)
        return replaceCookie(context, response);
      const settled = await withHints(repaired, route, response);
      // The account is suspended or has been deleted.
      const isOver = response.status === 403 || (route.operation === 'account.delete' && response.ok);
      if (isOver) return relay(response, [context.sessions.forget()]);
      return relay(response, settled.isChanged ? [await context.sessions.keep(settled.session)] : []);
    },
  };
}

/** Stores the new session of a password change, which has ended the old one. */
async function replaceCookie(context: BffContext, response: Response): Promise<Response> {
  const signedIn = await readSignedIn(response);
  if (!signedIn) throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  return respondSignedIn(context, signedIn.session, signedIn.account);
}

/** Returns the session with valid tokens; null if it has ended. Uses an unexpired token if renewal is unavailable. */
async function withValidTokens(
  { renew, clock }: BffContext,
  session: Session,
  client: ClientInfo,
): Promise<UsedSession | null> {
  if (!isStale(session, clock())) return { session, isChanged: false };
  const renewal = await renew(session, client);
  if (renewal.kind === 'ended') return null;
  if (renewal.kind === 'renewed') return { session: renewal.session, isChanged: true };
  if (session.access.expires <= clock()) throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  return { session, isChanged: false };
}

function sendAs({ service }: BffContext, call: Call, session: Session): Promise<Response> {
  const { headers } = call.request;
  const extra: HeaderRecord = {
    authorization: `Bearer ${session.access.token}`,
    'accept-language': languageOf(headers, session),
    'time-zone': timeZoneOf(headers),
  };
  if (session.space !== null && !headers.has('space-id')) extra['space-id'] = session.space;
  return send(service, call, extra);
}

/** Retries a request once if its error was caused by the cookie: a rejected token, or a deleted space. */
async function retryOnce(
  context: BffContext,
  call: Call,
  used: UsedSession,
  response: Response,
): Promise<(UsedSession & { readonly response: Response }) | 'ended'> {
  const code = [401, 404].includes(response.status) ? await readProblemCode(response) : null;
  const repaired = await repairSession(context, call, used, code);
  if (repaired === used) return { ...used, response };
  if (repaired === 'ended') return repaired;
  if (call.body instanceof ReadableStream) return { ...repaired, response };
  await response.body?.cancel();
  return { ...repaired, response: await sendAs(context, call, repaired.session) };
}

async function repairSession(
  context: BffContext,
  call: Call,
  used: UsedSession,
  code: string | null,
): Promise<UsedSession | 'ended'> {
  const { session, isChanged } = used;
  if (code === 'SPACE_NOT_FOUND' && session.space !== null && !call.request.headers.has('space-id')) {
    return { session: { ...session, space: null }, isChanged: true };
  }
  // A token that was just renewed is not renewed again.
  if (code !== 'UNAUTHENTICATED') return used;
  const renewal = isChanged ? { kind: 'ended' as const } : await context.renew(session, call.client);
  if (renewal.kind === 'renewed') return { session: renewal.session, isChanged: true };
  return renewal.kind === 'ended' ? 'ended' : used;
}

async function withHints(
  used: UsedSession,
  { operation }: FoundRoute,
  response: Response,
): Promise<UsedSession> {
  if (!response.ok || !ACCOUNT_CALLS.includes(operation)) return used;
  const account = await readAccount(response);
  if (!account) return used;
  const hints = hintsOf(account);
  const { space, isAdmin, language, bookmarkSort } = used.session;
  const isSame = isDeepStrictEqual(hints, { space, isAdmin, language, bookmarkSort });
  return isSame ? used : { session: { ...used.session, ...hints }, isChanged: true };
}

/** Reads the account of a response; null for HEAD, and if the body does not match the contract. */
async function readAccount(response: Response): Promise<Account | null> {
  try {
    const account = (await response.clone().json()) as Partial<Account>;
    return account.space && account.preferences ? (account as Account) : null;
  } catch {
    return null;
  }
}

/** Responds after the session has ended. Operations that need no account are forwarded without one. */
async function respondEnded(
  { service, sessions }: BffContext,
  call: Call,
  route: FoundRoute,
): Promise<Response> {
  const { headers } = call.request;
  const response =
    (route.audience === 'none' || route.audience === 'optional') && !(call.body instanceof ReadableStream)
      ? await send(service, call, { 'accept-language': languageOf(headers, null) })
      : problemResponse('UNAUTHENTICATED', localeOf(headers));
  return relay(response, [sessions.forget()]);
}
