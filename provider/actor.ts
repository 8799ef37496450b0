import type { Language, Plan } from '@/lib/contract/account';

/** What a personal access token allows beyond its scope. */
export interface ActorToken {
  readonly id: string;
  /** `extension`, or the URL that identifies an OAuth client; null for a token created in the settings. */
  readonly client: string | null;
  /** Whether pages of new bookmarks may be fetched at once on behalf of an assistant. */
  readonly fetchesPages: boolean;
}

/** The authenticated caller, from the token and the database. Created only by the authentication step. */
export interface Actor {
  readonly accountId: string;
  /** Null for a personal access token, which belongs to no session. */
  readonly sessionId: string | null;
  /** The personal access token of the call; null for a session. */
  readonly token: ActorToken | null;
  /** The effective plan; self-hosted installations may override the stored one. */
  readonly plan: Plan;
  readonly isAdmin: boolean;
  /** The space of the `Space-Id` header, or the account's current space. It belongs to the account. */
  readonly spaceId: string;
  /** The `Idempotency-Key` header, if the operation accepts one. */
  readonly idempotencyKey: string | null;
}

/** The caller of an interface that takes personal access tokens only. */
export type TokenActor = Actor & { readonly token: ActorToken };

/** A space with its account: statements filter by both, see docs/decisions/0042-account-leads-every-key.md. */
export type CurrentSpace = Pick<Actor, 'accountId' | 'spaceId'>;

/** Spaces of one account. */
export interface SpacesOfAccount {
  readonly accountId: string;
  readonly spaceIds: readonly string[];
}

/** Request properties that do not depend on the caller. */
export interface RequestContext {
  readonly requestId: string;
  readonly locale: Language;
  /** IANA time zone name; UTC if the request has none. */
  readonly timeZone: string;
  /** Client address, if it comes from a trusted source; otherwise empty. */
  readonly address: string;
  /** Country of the address (ISO 3166-1), if a trusted proxy sends it; otherwise empty. */
  readonly country: string;
  readonly userAgent: string;
  /** Hash of the browser's random identifier; empty for a client without one. */
  readonly browser: string;
}

/** Returns the session id of a call that requires a session. Throws for a personal access token. */
export function sessionOf({ sessionId }: Actor): string {
  if (sessionId === null) throw new Error('a session-only operation was called with a personal access token');
  return sessionId;
}
