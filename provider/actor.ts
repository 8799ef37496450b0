import type { Language, Plan } from '@/lib/contract/account';

/** Who calls, as the token and the database say; made only by the authentication step. */
export interface Actor {
  readonly accountId: string;
  /** Null for a personal access token, which belongs to no session. */
  readonly sessionId: string | null;
  /** The plan in force, after the rule for self-hosted installations. */
  readonly plan: Plan;
  readonly isAdmin: boolean;
  /** The space of the `Space-Id` header, or the account's space in use; it belongs to the account. */
  readonly spaceId: string;
  /** The `Idempotency-Key` of the request, where the operation takes one. */
  readonly idempotencyKey: string | null;
}

/** A space, with the account that it belongs to: statements name both, see docs/decisions/0042-account-first.md. */
export type Place = Pick<Actor, 'accountId' | 'spaceId'>;

/** Some spaces of one account. */
export interface SpacesOfAccount {
  readonly accountId: string;
  readonly spaceIds: readonly string[];
}

/** Facts about a request that do not depend on who calls. */
export interface RequestContext {
  readonly requestId: string;
  readonly locale: Language;
  /** An IANA name; UTC where the caller names none. */
  readonly timeZone: string;
  /** Address of the peer as far as it can be trusted; empty when unknown. */
  readonly address: string;
  readonly userAgent: string;
  /** Hash of the random name of the browser; empty for a client that has none. */
  readonly browser: string;
}

/** The session of a call that is for sessions only. */
export function sessionOf({ sessionId }: Actor): string {
  if (sessionId === null) throw new Error('a call for sessions only came by a personal access token');
  return sessionId;
}
