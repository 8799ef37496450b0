import { LRUCache } from 'lru-cache';
import { signInPath } from '@/lib/access/decide';
import { safeRedirect } from '@/lib/access/safe-redirect';
import type { BffContext, Renew, Renewal } from '@/lib/bff/context';
import { clientInfoOf, type ClientInfo } from '@/lib/bff/service';
import { isStale, type Session } from '@/lib/bff/session';
import { readSignedIn } from '@/lib/bff/sign-in-calls';

export interface RenewalOptions {
  /** Sends `POST /v1/auth/refresh` to the provider. */
  readonly refresh: (refreshToken: string, client: ClientInfo) => Promise<Response>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

interface Attempt {
  readonly startedAt: number;
  readonly outcome: Promise<Renewal>;
}

/**
 * Requests sent with the old cookie may arrive after the exchange; within this time they share its outcome. Later the
 * old refresh token is sent to the provider, which treats reuse as theft and ends the session.
 */
const OVERLAP_MS = 120_000;
const MAX_ATTEMPTS = 1_000;
const REJECTION_STATUSES = [400, 401, 403, 422];

/**
 * Exchanges the tokens of a session. A refresh token is valid once, so concurrent requests with the same token share
 * one exchange.
 */
export function createRenewal({ refresh, clock }: RenewalOptions): Renew {
  const attempts = new LRUCache<string, Attempt>({ max: MAX_ATTEMPTS });

  async function renew(session: Session, client: ClientInfo): Promise<Renewal> {
    const { token } = session.refresh;
    const known = attempts.get(token);
    if (known && clock() - known.startedAt < OVERLAP_MS) return follow(await known.outcome, client);
    const outcome = exchange(token, client);
    attempts.set(token, { startedAt: clock(), outcome });
    const settled = await outcome;
    if (settled.kind === 'unavailable') attempts.delete(token);
    return settled;
  }

  /** Returns the outcome of an earlier exchange; renews again if its session is stale by now. */
  async function follow(outcome: Renewal, client: ClientInfo): Promise<Renewal> {
    const isOld = outcome.kind === 'renewed' && isStale(outcome.session, clock());
    return isOld ? renew(outcome.session, client) : outcome;
  }

  async function exchange(token: string, client: ClientInfo): Promise<Renewal> {
    try {
      const response = await refresh(token, client);
      if (REJECTION_STATUSES.includes(response.status)) return { kind: 'ended' };
      const signedIn = response.ok ? await readSignedIn(response) : null;
      return signedIn ? { kind: 'renewed', ...signedIn } : { kind: 'unavailable' };
    } catch {
      return { kind: 'unavailable' };
    }
  }

  return renew;
}

/**
 * Renews a session whose access token has expired or was rejected, and redirects back. A page cannot set cookies while
 * it renders, so it redirects here. An ended session is cleared, which prevents redirect loops. Only the tokens of the
 * session change.
 */
export async function renewVisit(
  context: Pick<BffContext, 'sessions' | 'renew'>,
  request: Request,
): Promise<Response> {
  const { sessions, renew } = context;
  const target = safeRedirect(new URL(request.url).searchParams.get('redirect')) ?? '/';
  const { session } = await sessions.find(request.headers.get('cookie'));
  const renewal = session ? await renew(session, clientInfoOf(request.headers)) : { kind: 'ended' as const };
  switch (renewal.kind) {
    case 'renewed':
      return redirectTo(target, await sessions.keep(renewal.session));
    case 'ended':
      return redirectTo(signIn(target), sessions.forget());
    case 'unavailable':
      return new Response(null, {
        status: 503,
        headers: { 'retry-after': '5', 'cache-control': 'no-store' },
      });
  }
}

function signIn(target: string): string {
  const { pathname, search } = new URL(target, 'http://same-origin.invalid');
  return signInPath(pathname, search);
}

function redirectTo(location: string, setCookie: string): Response {
  const headers = { location, 'cache-control': 'no-store', 'set-cookie': setCookie };
  return new Response(null, { status: 303, headers });
}
