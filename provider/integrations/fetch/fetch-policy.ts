import { isIP } from 'node:net';
import { isPublicAddress } from '@/provider/integrations/fetch/address';

/** What may be fetched, before any name is resolved. */
export interface FetchPolicy {
  /** Ports that may be connected to. */
  readonly ports: readonly number[];
  /** `host:port` entries that pass without further checks (an intranet, a test server); IPv6 in brackets. */
  readonly allow: readonly string[];
}

/** The ports of the web. */
export const DEFAULT_PORTS: readonly number[] = [80, 443];

const MAX_HOST_LENGTH = 253;
const MAX_URL_LENGTH = 8192;
const PRIVATE_SUFFIXES = ['.localhost', '.local', '.internal', '.localdomain', '.home.arpa', '.onion'];

/** `host:port` of a URL as entries of `allow` are written; the scheme's default port is spelled out. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

/**
 * The URL that may be fetched for `raw` (relative to `base`), or null where policy forbids it. Judges scheme,
 * user info, port and host; the addresses behind a name are judged when connecting. A single trailing dot of
 * the host is dropped and the fragment is removed.
 */
export function findFetchUrl(raw: string, policy: FetchPolicy, base?: URL): URL | null {
  if (raw.length > MAX_URL_LENGTH || !URL.canParse(raw, base)) return null;
  const url = new URL(raw, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (policy.allow.includes(hostAndPort(url))) return url;
  return policy.ports.includes(portOf(url)) && isPublicHost(url.hostname) ? url : null;
}

/** The URL that a redirect from `from` may lead to, or null. Content that came over https is not left for http. */
export function findRedirectUrl(location: string, from: URL, policy: FetchPolicy): URL | null {
  const url = findFetchUrl(location, policy, from);
  return from.protocol === 'https:' && url?.protocol !== 'https:' ? null : url;
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function isPublicHost(hostname: string): boolean {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) !== 0) return isPublicAddress(literal);
  if (hostname.length > MAX_HOST_LENGTH || hostname.endsWith('.') || !hostname.includes('.')) return false;
  return !PRIVATE_SUFFIXES.some((suffix) => hostname.endsWith(suffix));
}
