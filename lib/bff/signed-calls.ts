import type { BffContext } from '@/lib/bff/context';
import { languageOf, localeOf, timeZoneOf } from '@/lib/bff/locale';
import { type HeaderRecord, problemResponse, readProblemCode, relay } from '@/lib/bff/responses';
import type { FoundRoute } from '@/lib/bff/routes';
import { type Call, type ClientInfo, send, ServiceFailure } from '@/lib/bff/service';
import { isStale, type Session } from '@/lib/bff/session';
import { answerSignedIn, hintsOf, readSignedIn } from '@/lib/bff/sign-in-calls';
import type { Account } from '@/lib/contract/account';
import type { OperationId } from '@/lib/contract/routes';

/** Calls in the name of a session. */
export interface SignedCalls {
  answer(call: Call, route: FoundRoute, session: Session): Promise<Response>;
}

/** A session as it is used for a call: as it came in, or changed, in which case the browser is told. */
interface Used {
  readonly session: Session;
  readonly isChanged: boolean;
}

/** Calls that answer the account, of which the cookie repeats a little. */
const ACCOUNT_CALLS: readonly (OperationId | null)[] = [
  'account.get',
  'account.update',
  'account.updatePreferences',
];

export function createSignedCalls(context: BffContext): SignedCalls {
  return {
    async answer(call, route, session) {
      const used = await freshen(context, session, call.client);
      if (!used) return answerEnded(context, call, route);
      const first = await sendAs(context, call, used.session);
      const outcome = await mend(context, call, used, first);
      if (outcome === 'ended') return answerEnded(context, call, route);
      const { response, ...mended } = outcome;
      if (route.operation === 'account.updatePassword' && response.ok)
        return replaceCookie(context, response);
      const settled = await withHints(mended, route, response);
      // Whatever it was, the provider wants this session to end (a suspended account), or its account has gone.
      const isOver = response.status === 403 || (route.operation === 'account.delete' && response.ok);
      if (isOver) return relay(response, [context.sessions.forget()]);
      return relay(response, settled.isChanged ? [await context.sessions.keep(settled.session)] : []);
    },
  };
}

/** The password changed: the session of the cookie has ended, and the response brings the next one. */
async function replaceCookie(context: BffContext, response: Response): Promise<Response> {
  const signedIn = await readSignedIn(response);
  if (!signedIn) throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  return answerSignedIn(context, signedIn.session, signedIn.account);
}

/** The session with tokens that hold, or null when it is over. A provider that cannot renew it may still know it. */
async function freshen(
  { renew, clock }: BffContext,
  session: Session,
  client: ClientInfo,
): Promise<Used | null> {
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

/** Repeats a call once where the refusal lies with what the cookie said: its token, or a space that is gone. */
async function mend(
  context: BffContext,
  call: Call,
  used: Used,
  response: Response,
): Promise<(Used & { readonly response: Response }) | 'ended'> {
  const code = [401, 404].includes(response.status) ? await readProblemCode(response) : null;
  const mended = await mendSession(context, call, used, code);
  if (mended === used) return { ...used, response };
  if (mended === 'ended') return mended;
  if (call.body instanceof ReadableStream) return { ...mended, response };
  await response.body?.cancel();
  return { ...mended, response: await sendAs(context, call, mended.session) };
}

async function mendSession(
  context: BffContext,
  call: Call,
  used: Used,
  code: string | null,
): Promise<Used | 'ended'> {
  const { session, isChanged } = used;
  if (code === 'SPACE_NOT_FOUND' && session.space !== null && !call.request.headers.has('space-id')) {
    return { session: { ...session, space: null }, isChanged: true };
  }
  // A token that was renewed a moment ago and is refused again will not be accepted the third time.
  if (code !== 'UNAUTHENTICATED') return used;
  const renewal = isChanged ? { kind: 'ended' as const } : await context.renew(session, call.client);
  if (renewal.kind === 'renewed') return { session: renewal.session, isChanged: true };
  return renewal.kind === 'ended' ? 'ended' : used;
}

async function withHints(used: Used, { operation }: FoundRoute, response: Response): Promise<Used> {
  if (!response.ok || !ACCOUNT_CALLS.includes(operation)) return used;
  const account = await readAccount(response);
  if (!account) return used;
  const hints = hintsOf(account);
  const { space, isAdmin, language } = used.session;
  const isSame = hints.space === space && hints.isAdmin === isAdmin && hints.language === language;
  return isSame ? used : { session: { ...used.session, ...hints }, isChanged: true };
}

/** The account that an answer holds; null for the answer to a HEAD, and for one that is none of the contract's. */
async function readAccount(response: Response): Promise<Account | null> {
  try {
    const account = (await response.clone().json()) as Partial<Account>;
    return account.space && account.preferences ? (account as Account) : null;
  } catch {
    return null;
  }
}

/** The session is over. Calls that need no account are sent without one. */
async function answerEnded(
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
