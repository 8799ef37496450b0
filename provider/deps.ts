import type { Log } from '@/lib/observability/log';
import type { Database } from '@/provider/db/client';
import type { Payments } from '@/provider/integrations/stripe/payments';

export type { Log };

/** A page or an icon as the guarded fetcher brings it; null when it could not be had, for whatever reason. */
export interface FetchedPage {
  /** After redirects. */
  url: string;
  /** The header in lower case, parameters included. */
  contentType: string;
  bytes: Uint8Array;
}

/**
 * Why a page could not be had, as far as a part of the program has to act on it: what the site answered; something that
 * is not taken; nothing came, for the name or the site is away; our own rules forbid the way there; it was not asked
 * now. It is never part of a response about an address: see provider/integrations/fetch/README.md.
 */
export type PageFailure =
  { kind: 'status'; status: number } | { kind: 'unfit' | 'unreachable' | 'forbidden' | 'later' };

export interface FetchPageOptions {
  /** HEAD asks only whether the page is there. */
  method?: 'GET' | 'HEAD';
  /** Media types that are taken, in lower case, or all of them by the wildcard type; anything else is refused. */
  accept: readonly string[];
  /** Cap on the decoded body; with 0 it is not read at all. */
  maxBytes: number;
  /** A larger body is refused (the default), or its beginning is kept. */
  overflow?: 'refuse' | 'truncate';
  signal?: AbortSignal;
  /** Whose request this is; limits how many run at once for one account. */
  accountId?: string;
  /** Told why null is answered, unless the signal has ended the fetch. */
  onFailure?: (failure: PageFailure) => void;
}

export type FetchPage = (url: string, options: FetchPageOptions) => Promise<FetchedPage | null>;

/** A mail as it leaves: all words chosen, markup escaped. */
export interface OutgoingMail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** What a newcomer without a mail server is shown in the log. */
  code?: string | undefined;
}

/** Hands a mail to the mail server, or keeps it where there is none. Rejects when it could not; it is then tried again. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** Somebody as an OpenID Connect issuer vouches for them. */
export interface OpenIdIdentity {
  issuer: string;
  subject: string;
  email: string;
  /** Whether the issuer says, without a doubt, that the address is theirs. */
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
}

/** Sign-in with an OpenID Connect issuer. Both calls reject when the issuer is away or what came back does not fit. */
export interface OpenId {
  /** The address that a browser is sent to. */
  start(flow: { state: string; nonce: string; verifier: string }): Promise<string>;
  /** Exchanges the code that the browser brought back. */
  finish(
    flow: { state: string; nonce: string; verifier: string } & { code: string; iss?: string | undefined },
  ): Promise<OpenIdIdentity>;
}

/** A request to a language model: what it has to do, and what it is given for it. */
export interface ModelRequest {
  readonly instructions: string;
  readonly text: string;
}

/** Asks a language model for a JSON object. Rejects when the model is away, slow, or answers anything else. */
export type AskModel = (request: ModelRequest) => Promise<unknown>;

export interface ProviderConfig {
  /** Public origin of the application, without a trailing slash: `https://links.example`. */
  appUrl: string;
  /** Signs access tokens; at least 32 bytes. */
  secret: string;
  version: string;
  /** The plan that everybody has on a self-hosted installation without billing; undefined follows the account. */
  selfHostedPlan?: 'free' | 'pro' | undefined;
  /** Whether Pro can be bought. */
  billing: boolean;
  /** This address becomes administrator; without it, the first account does. */
  adminEmail?: string | undefined;
  /** Bytes that the bookmarks of one account may take; undefined sets no limit. See [Note: Storage quota]. */
  storageQuotaBytes?: number | undefined;
  /** Whether the text of pages is fetched in the background. */
  pageTexts: boolean;
  /** Folder of the bundled programs that run in processes of their own; undefined runs their sources. */
  programs?: string | undefined;
  /** How long reading the text of a page may take; two seconds unless told. */
  readerTimeoutMs?: number | undefined;
  /** Opens `/metrics`, which does not exist without it. */
  metricsToken?: string | undefined;
  /** Multiplies every rate limit; 1 in production. */
  rateLimitScale: number;
}

/** All that the provider needs from outside; nothing in `provider/` reaches for anything else. */
export interface ProviderDeps {
  db: Database;
  clock: () => Date;
  fetchPage: FetchPage;
  sendMail: SendMail;
  /** Null where it is not configured. */
  google: OpenId | null;
  /** Null where it is not configured. */
  askModel: AskModel | null;
  /** Null where it is not configured. */
  payments: Payments | null;
  /** Bytes that are free on the disk of the database; null where that cannot be known. */
  freeBytes: () => Promise<number | null>;
  log: Log;
  config: ProviderConfig;
}
