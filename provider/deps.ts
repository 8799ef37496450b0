import type { ProductRead } from '@/lib/contract/imports';
import type { CookieJar } from 'tough-cookie';
import type { Log } from '@/lib/observability/log';
import type { Database } from '@/provider/db/client';
import type { BlobStore } from '@/provider/integrations/blobs/blob-store';
import type { Payments } from '@/provider/integrations/stripe/payments';

export type { Log };

/** A page or an icon returned by the guarded fetcher. */
export interface FetchedPage {
  /** After redirects. */
  url: string;
  /** The header in lower case, parameters included. */
  contentType: string;
  /** The `Content-Disposition` header. */
  disposition?: string;
  /** Empty if the body was passed to `onBytes`. */
  bytes: Uint8Array;
}

/**
 * Why a page could not be fetched: the site returned an error status; the response has an unsupported type or size
 * (`unfit`); the site did not respond (`unreachable`); our own rules forbid the address (`forbidden`); the request was
 * postponed (`later`). It is never part of an API response, see provider/integrations/fetch/README.md.
 */
export type PageFailure =
  { kind: 'status'; status: number } | { kind: 'unfit' | 'unreachable' | 'forbidden' | 'later' };

export interface FetchPageOptions {
  /** HEAD only checks whether the page exists. */
  method?: 'GET' | 'HEAD';
  /**
   * Accepted media types in lower case; the wildcard type accepts all of them. Other types are rejected. A
   * response without a type, or with a generic one, has the type of its first bytes.
   */
  accept: readonly string[];
  /** Limit of the decoded body; with 0 the body is not read. */
  maxBytes: number;
  /** Whether a larger body is rejected (default) or truncated. */
  overflow?: 'refuse' | 'truncate';
  signal?: AbortSignal;
  /** Account that the request is made for; limits its concurrent fetches. */
  accountId?: string;
  /** Language of the page, before English; English without one. */
  language?: string | undefined;
  /** Cookies of an earlier fetch that this one continues. Without them, a fetch starts with none. */
  cookies?: CookieJar;
  /**
   * Receives the decoded body in pieces while it arrives, so that it is never in memory as a whole; returns whether to
   * continue.
   */
  onBytes?: (bytes: Uint8Array, page: Omit<FetchedPage, 'bytes'>) => Promise<boolean>;
  /** Called with the reason when the result is null, unless the signal aborted the fetch. */
  onFailure?: (failure: PageFailure) => void;
}

export type FetchPage = (url: string, options: FetchPageOptions) => Promise<FetchedPage | null>;

/** A part of a library in another product, which is read with a token of its user. Part 0 is the first. */
export interface ProductPart {
  readonly product: ProductRead['product'];
  readonly token: string;
  readonly part: number;
}

export type ProductAnswer =
  | {
      kind: 'read';
      /** What the part adds to the file of the library. */
      pieces: readonly Buffer[];
      /** Number of bookmarks in the part; null if the product sends all at once. */
      count: number | null;
      isLast: boolean;
    }
  /** The token is not valid. */
  | { kind: 'refused' }
  /** The product limits the rate of requests. */
  | { kind: 'busy'; retrySeconds: number }
  | { kind: 'tooLarge' }
  | { kind: 'failed' };

export type ReadProduct = (part: ProductPart, signal: AbortSignal) => Promise<ProductAnswer>;

/** A rendered mail: localized, with escaped markup. */
export interface OutgoingMail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Code that is logged when no mail server is configured. */
  code?: string | undefined;
}

/**
 * Sends a mail to the mail server, or stores it if none is configured. Rejects on failure; the mail is then retried.
 */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** Identity of a user as asserted by an OpenID Connect issuer. */
export interface OpenIdIdentity {
  issuer: string;
  subject: string;
  email: string;
  /** Whether the issuer explicitly confirms that the user owns the address. */
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
}

/** Sign-in with an OpenID Connect issuer. Both calls reject if the issuer is unavailable or its response is invalid. */
export interface OpenId {
  /** Returns the authorization URL for the redirect. */
  start(flow: { state: string; nonce: string; verifier: string }): Promise<string>;
  /** Exchanges the authorization code of the callback. */
  finish(
    flow: { state: string; nonce: string; verifier: string } & { code: string; iss?: string | undefined },
  ): Promise<OpenIdIdentity>;
}

/** A request to a language model: the instructions and their input. */
export interface ModelRequest {
  readonly instructions: string;
  readonly text: string;
}

/**
 * Requests a JSON object from a language model. Rejects if the model is unavailable, too slow, or returns anything
 * else.
 */
export type AskModel = (request: ModelRequest) => Promise<unknown>;

/** A model that maps texts to vectors, which are near each other if the texts mean the same. */
export interface EmbeddingModel {
  /** Name of the model: vectors of different models cannot be compared. */
  readonly name: string;
  /** How long a search waits for the vector of its words. */
  readonly waitMs: number;
  /** Returns a vector for each text, in order. Rejects if the model is unavailable, too slow, or returns anything else. */
  readonly embed: (texts: readonly string[]) => Promise<number[][]>;
}

export interface ProviderConfig {
  /** Public origin of the application, without a trailing slash: `https://links.example`. */
  appUrl: string;
  /** Signs access tokens; at least 32 bytes. */
  secret: string;
  version: string;
  /** Plan of every account on a self-hosted installation without billing; undefined uses the plan of the account. */
  selfHostedPlan?: 'free' | 'pro' | undefined;
  /** Whether Pro can be purchased. */
  billing: boolean;
  /** The account with this address becomes administrator; without it, the first account does. */
  adminEmail?: string | undefined;
  /** Maximum bytes of the bookmarks of one account; undefined sets no limit. See [Note: Storage quota]. */
  storageQuotaBytes?: number | undefined;
  /** Age in days at which entries of the audit log are deleted. */
  auditDays: number;
  /** Whether page texts are fetched in the background. */
  pageTexts: boolean;
  /** Whether pages are copied in the background. */
  copies: boolean;
  /** Origin from which saved copies are served; undefined serves them from `appUrl`. */
  contentUrl?: string | undefined;
  /** Whether the pictures of pages are fetched in the background. */
  covers: boolean;
  /** Folder of the bundled programs that run as child processes; undefined runs their sources. */
  programs?: string | undefined;
  /** Timeout for extracting the text of a page; two seconds by default. */
  readerTimeoutMs?: number | undefined;
  /** Token of `/metrics`; without it, the route does not exist. */
  metricsToken?: string | undefined;
  /** Multiplies every rate limit; 1 in production. */
  rateLimitScale: number;
}

/** All external dependencies of the provider; nothing in `provider/` accesses anything else outside. */
export interface ProviderDeps {
  db: Database;
  clock: () => Date;
  fetchPage: FetchPage;
  readProduct: ReadProduct;
  /** Where files such as covers are stored. */
  blobs: BlobStore;
  sendMail: SendMail;
  /** Null if not configured. */
  google: OpenId | null;
  /** Null if not configured. */
  askModel: AskModel | null;
  /** Null if not configured. */
  embeddingModel: EmbeddingModel | null;
  /** Null if not configured. */
  payments: Payments | null;
  /** Looks up the country of an address (ISO 3166-1); null if not configured. Resolves to null if it is unknown. */
  countryOf: ((address: string) => Promise<string | null>) | null;
  /** Free bytes on the disk of the database; null if unknown. */
  freeBytes: () => Promise<number | null>;
  log: Log;
  config: ProviderConfig;
}
