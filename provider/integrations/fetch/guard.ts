import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { Refusal } from '@/provider/integrations/fetch/failure';

/** Azure's WireServer: a public address by every registry, and the host's metadata service in practice. */
const AZURE_WIRE_SERVER = '168.63.129.16';

/** All that is routed on the public IPv6 internet. Outside it lie old forms such as `::127.0.0.1`. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address (no brackets) may be connected to: public unicast only. Mapped and translated forms of
 * IPv4 are refused as a whole, since a resolver has no reason to answer them.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_UNICAST_V6);
  return address.toString() !== AZURE_WIRE_SERVER;
}

export interface ConnectorOptions {
  /** `host:port` entries whose addresses are not judged. */
  readonly allow: readonly string[];
  readonly resolve: Resolve;
  /** Resolves the hosts of `allow`. */
  readonly resolveAllowed: Resolve;
  readonly lookupMs: number;
  readonly connectMs: number;
  /** The judgement of one address; a test's loopback addresses play the public internet. */
  readonly isPublic?: (address: string) => boolean;
}

interface Target {
  readonly addresses: readonly string[];
  readonly trusted: boolean;
}

/** More answers than this are not tried: one name must not cost a long row of connections. */
const MAX_ADDRESSES = 8;

/**
 * A connector for undici that opens sockets to public addresses only. Names are resolved once, every answer is
 * judged (one private answer refuses the name), the judged answers are pinned, and the peer of the open socket is
 * judged again before a byte of the request is written.
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
  const expired = Promise.withResolvers<never>();
  timeout.addEventListener('abort', () => expired.reject(new Refusal('name')), { once: true });
  return Promise.race([resolve(hostname, timeout).catch(() => []), expired.promise]);
}

/** Hands the judged addresses to the socket, so that the name is not resolved a second time. */
function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, lookupOptions, callback) => {
    if (lookupOptions.all) return callback(null, answers);
    const first = answers[0];
    if (first) callback(null, first.address, first.family);
    else callback(new Error('no address'), '', 0);
  };
}

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

/** All addresses of a host name; rejects or answers none when there are none. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Asks the name servers directly. `getaddrinfo` would hold one of the few threads that also hash passwords, and
 * a hostile name server can make each such call last for many seconds.
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

/** The machine's own way, hosts file included: for hosts that the operator named in the allow list. */
export const resolveBySystem: Resolve = async (hostname) => {
  const answers = await lookup(hostname, { all: true, order: 'verbatim' });
  return answers.map(({ address }) => address);
};
