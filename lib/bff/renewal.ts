import type { Account } from '@/lib/contract/schemas/account';
import { readSignedIn } from '@/lib/bff/read-signed-in';
import { isStale, type Session } from '@/lib/bff/session';
import type { Peer } from '@/lib/bff/send';
import { RecentMap } from '@/lib/utils/recent-map';

export type Renewal =
  | { readonly kind: 'renewed'; readonly session: Session; readonly account: Account }
  /** The provider refuses the session for good. */
  | { readonly kind: 'ended' }
  /** The provider could not be asked. */
  | { readonly kind: 'unavailable' };

export type Renew = (session: Session, peer: Peer) => Promise<Renewal>;

export interface RenewalOptions {
  /** Asks the provider, with a body of JSON, for `POST /v1/auth/refresh`. */
  readonly refresh: (refreshToken: string, peer: Peer) => Promise<Response>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

interface Attempt {
  readonly startedAt: number;
  readonly outcome: Promise<Renewal>;
}

/**
 * Calls that set out with the old cookie may arrive after the exchange; within this time they get its outcome. Later
 * the old refresh token goes to the provider, which takes a second use for theft and ends the session.
 */
const OVERLAP_MS = 120_000;
const MAX_ATTEMPTS = 1_000;
const STATUSES_OF_REFUSAL = [400, 401, 403, 422];

/**
 * Exchanges the tokens of a session. A refresh token can be used once only, so that all who come with the same one
 * share one exchange.
 */
export function createRenewal({ refresh, clock }: RenewalOptions): Renew {
  const attempts = new RecentMap<string, Attempt>(MAX_ATTEMPTS);

  async function renew(session: Session, peer: Peer): Promise<Renewal> {
    const { token } = session.refresh;
    const known = attempts.get(token);
    if (known && clock() - known.startedAt < OVERLAP_MS) return follow(await known.outcome, peer);
    const outcome = exchange(token, peer);
    attempts.set(token, { startedAt: clock(), outcome });
    const settled = await outcome;
    if (settled.kind === 'unavailable') attempts.delete(token);
    return settled;
  }

  /** The session that an earlier exchange brought may have become old in its turn. */
  async function follow(outcome: Renewal, peer: Peer): Promise<Renewal> {
    const isOld = outcome.kind === 'renewed' && isStale(outcome.session, clock());
    return isOld ? renew(outcome.session, peer) : outcome;
  }

  async function exchange(token: string, peer: Peer): Promise<Renewal> {
    try {
      const response = await refresh(token, peer);
      if (STATUSES_OF_REFUSAL.includes(response.status)) return { kind: 'ended' };
      const signedIn = response.ok ? await readSignedIn(response) : null;
      return signedIn ? { kind: 'renewed', ...signedIn } : { kind: 'unavailable' };
    } catch {
      return { kind: 'unavailable' };
    }
  }

  return renew;
}
