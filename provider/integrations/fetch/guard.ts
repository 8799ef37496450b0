import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { Refusal } from '@/provider/integrations/fetch/failure';

/** Azure's WireServer: a public address by all registries, but the metadata service of the host in practice. */
const AZURE_WIRE_SERVER = '168.63.129.16';

/** Global unicast range of IPv6. Legacy forms such as `::127.0.0.1` are outside of it. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether connections to an IP address (no brackets) are allowed: public unicast only. Mapped and translated forms of
 * IPv4 are rejected, since a resolver has no reason to return them.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_UNICAST_V6);
  return address.toString() !== AZURE_WIRE_SERVER;
}

export interface ConnectorOptions {
  /** `host:port` entries whose addresses are not checked. */
  readonly allow: readonly string[];
  readonly resolve: Resolve;
  /** Resolves the hosts of `allow`. */
  readonly resolveAllowed: Resolve;
  readonly lookupMs: number;
  readonly connectMs: number;
  /** Check of one address; tests treat loopback addresses as public. */
  readonly isPublic?: (address: string) => boolean;
}

interface Target {
  readonly addresses: readonly string[];
  readonly trusted: boolean;
}

/** Maximum number of addresses that are tried, so that one name cannot cause many connections. */
const MAX_ADDRESSES = 8;

/**
 * Creates a connector for undici that opens sockets to public addresses only. Names are resolved once and every address
 * is checked (one private address rejects the name); the checked addresses are pinned, and the peer of the open socket
 * is checked again before any byte of the request is written.
 */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const isPublic = options.isPublic ?? isPublicAddress;
  return (target, callback) => {
    const fail = (error: unknown) =>
      callback(error instanceof Error ? error : new Refusal('connection'), null);
    findTarget(target, options, isPublic).then(({ addresses, trusted }) => {
      const connect = buildConnector({
        allowH2: false,
        maxCachedSessions: 0,
        timeout: options.connectMs,
        autoSelectFamily: true,
        lookup: pinned(addresses),
      });
      connect(target, (...[error, socket]) => {
        if (error) return callback(error, null);
        if (trusted || isPublic(socket.remoteAddress ?? '')) return callback(null, socket);
        socket.destroy();
        callback(new Refusal('address'), null);
      });
    }, fail);
  };
}

async function findTarget(
  target: buildConnector.Options,
  options: ConnectorOptions,
  isPublic: (address: string) => boolean,
): Promise<Target> {
  const { hostname } = target;
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  const isLiteral = isIP(hostname) !== 0;
  const trusted = options.allow.includes(`${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`);
  const resolve = trusted ? options.resolveAllowed : options.resolve;
  const addresses = isLiteral ? [hostname] : await lookUp(hostname, resolve, options.lookupMs);
  if (addresses.length === 0) throw new Refusal('name');
  if (!trusted && !addresses.every((address) => isPublic(address))) throw new Refusal('address');
  return { addresses: addresses.slice(0, MAX_ADDRESSES), trusted };
}

async function lookUp(hostname: string, resolve: Resolve, lookupMs: number): Promise<readonly string[]> {
  const timeout = AbortSignal.timeout(lookupMs);
  const timedOut = Promise.withResolvers<never>();
  timeout.addEventListener('abort', () => timedOut.reject(new Refusal('name')), { once: true });
  return Promise.race([resolve(hostname, timeout).catch(() => []), timedOut.promise]);
}

/** Passes the checked addresses to the socket, so that the name is not resolved again. */
function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, lookupOptions, callback) => {
    if (lookupOptions.all) return callback(null, answers);
    const first = answers[0];
    if (first) callback(null, first.address, first.family);
    else callback(new Error('no address'), '', 0);
  };
}

/** Rules for URLs, applied before names are resolved. */
export interface FetchPolicy {
  /** Allowed ports. */
  readonly ports: readonly number[];
  /** `host:port` entries that are allowed without further checks (an intranet, a test server); IPv6 in brackets. */
  readonly allow: readonly string[];
}

/** Default ports of http and https. */
export const DEFAULT_PORTS: readonly number[] = [80, 443];

const MAX_HOST_LENGTH = 253;
const MAX_URL_LENGTH = 8192;
const PRIVATE_SUFFIXES = ['.localhost', '.local', '.internal', '.localdomain', '.home.arpa', '.onion'];

/** Returns `host:port` of a URL in the format of `allow`; the default port of the scheme is included. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

/**
 * Returns the URL to fetch for `raw` (relative to `base`), or null if the policy forbids it. Checks scheme, user info,
 * port and host; the addresses of a name are checked when connecting. Removes one trailing dot of the host and the
 * fragment.
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

/**
 * Returns the target URL of a redirect from `from`, or null if it is forbidden. Redirects from https to http are
 * forbidden.
 */
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

/** Resolves all addresses of a host name; rejects or returns an empty list if there are none. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Queries the name servers directly. `getaddrinfo` would block one of the few threads that also hash passwords, and a
 * hostile name server can delay each such call for many seconds.
 */
export const resolveByDns: Resolve = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** Uses the system resolver, including the hosts file: for hosts that the operator has added to the allow list. */
export const resolveBySystem: Resolve = async (hostname) => {
  const answers = await lookup(hostname, { all: true, order: 'verbatim' });
  return answers.map(({ address }) => address);
};
