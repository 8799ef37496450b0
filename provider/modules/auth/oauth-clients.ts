import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import type { FetchPage, ProviderDeps } from '@/provider/deps';

/** What the metadata document of an OAuth client says about it. */
export interface OauthClient {
  /** URL of its metadata document. */
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** The documents of known clients have less than 2 kB. */
const maxBytes = 16 * 1024;
const cacheMs = 5 * 60_000;
const cacheSize = 500;
const urlLength = 2_000;
const redirectUrisMax = 50;

/** Fields of a client-id metadata document that matter here; others are ignored. */
const Document = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string().max(urlLength)).min(1).max(redirectUrisMax),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
});

/** Documents by client id, for each fetcher: those of tests are not shared. */
const caches = new WeakMap<FetchPage, LRUCache<string, OauthClient>>();

function cacheOf(fetchPage: FetchPage): LRUCache<string, OauthClient> {
  const known = caches.get(fetchPage);
  if (known) return known;
  const cache = new LRUCache<string, OauthClient>({ max: cacheSize, ttl: cacheMs });
  caches.set(fetchPage, cache);
  return cache;
}

/**
 * Returns the client whose id is the URL of its metadata document (OAuth Client ID Metadata Document). The document is
 * fetched by the guarded fetcher, and kept for five minutes. Returns null if the id is not such a URL, or if there is
 * no valid document; the reason is not revealed, because it would say something about the network of the server.
 */
export async function findClient(
  { fetchPage }: Pick<ProviderDeps, 'fetchPage'>,
  id: string,
  accountId: string,
): Promise<OauthClient | null> {
  if (!isClientId(id)) return null;
  const cache = cacheOf(fetchPage);
  const known = cache.get(id);
  if (known) return known;
  const page = await fetchPage(id, { accept: ['application/json'], maxBytes, accountId });
  // A redirect would let a site that forwards to others speak for them.
  const client = page?.url === id ? readDocument(id, page.bytes) : null;
  if (client) cache.set(id, client);
  return client;
}

/** Whether a client id is a canonical https URL with a path, and without credentials and fragment. */
function isClientId(id: string): boolean {
  if (id.length > urlLength || !URL.canParse(id)) return false;
  const { protocol, pathname, username, password, hash, href } = new URL(id);
  return protocol === 'https:' && pathname !== '/' && username + password + hash === '' && href === id;
}

function readDocument(id: string, bytes: Uint8Array): OauthClient | null {
  const document = Document.safeParse(parse(bytes)).data;
  if (document?.client_id !== id) return null;
  const {
    grant_types: grants,
    response_types: responses,
    token_endpoint_auth_method: method = '',
  } = document;
  const isForCodes =
    (grants?.includes('authorization_code') ?? true) && (responses?.includes('code') ?? true);
  // A shared secret in a public document is none.
  if (!isForCodes || method.startsWith('client_secret')) return null;
  const redirectUris = document.redirect_uris.filter(isRedirectUri);
  return { id, name: nameOf(document.client_name, new URL(id).host), redirectUris };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/** Returns the name without control characters, with which a client could imitate other text of the page. */
function nameOf(name: string | undefined, host: string): string {
  const shown = (name ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return [...(shown === '' ? host : shown)].slice(0, limits.nameLength).join('');
}

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost'];

const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && loopbackHosts.includes(hostname);

/** Whether an address may receive codes: https, or http on the device itself. Never `javascript:` and the like. */
function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const url = new URL(uri);
  const isPlain = url.username + url.password === '' && !uri.includes('#');
  return isPlain && (url.protocol === 'https:' || isLoopback(url));
}

/**
 * Whether a client may receive a code at an address: one of its own, compared as text. On loopback the port is free,
 * because a program gets it from its system when it starts (RFC 8252).
 */
export function isOwnRedirect({ redirectUris }: Pick<OauthClient, 'redirectUris'>, uri: string): boolean {
  if (uri.length > urlLength || !isRedirectUri(uri)) return false;
  if (redirectUris.includes(uri)) return true;
  const asked = new URL(uri);
  // Only an address that is written as browsers read it is compared by its parts.
  if (!isLoopback(asked) || asked.href !== uri) return false;
  return redirectUris.some((own) => {
    const url = new URL(own);
    url.port = asked.port;
    return isLoopback(url) && url.href === asked.href;
  });
}
