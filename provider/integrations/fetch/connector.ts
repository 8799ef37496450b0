import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from '@/provider/integrations/fetch/address';
import { Refusal } from '@/provider/integrations/fetch/failure';
import type { Resolve } from '@/provider/integrations/fetch/resolve';

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
