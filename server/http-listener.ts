import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import { BODY_RATE, type BodyRate, limitBodyRate } from '@/server/body-rate';
import { hasReadableRouterState } from '@/server/router-state';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface HttpListener {
  /** Closes all connections immediately. */
  abort(): void;
  /** Stops accepting connections and waits for pending requests until the timeout. */
  drain(timeoutMs: number): Promise<void>;
}

interface ListenOptions {
  port: number;
  /** All interfaces when undefined. */
  host?: string | undefined;
  trustedProxies: readonly string[];
  /** Header in which a trusted proxy sends the client's country; the app reads `x-forwarded-country`. */
  countryHeader?: string | null;
  handle: RequestHandler;
  onError: (error: unknown) => void;
  /** Receives a message for the operator. */
  warn: (message: string) => void;
  limits?: ConnectionLimits;
  bodyRate?: BodyRate;
}

/** Maximum number of open connections; further ones are closed before anything is read. */
export interface ConnectionLimits {
  total: number;
  /** Per address that is not a trusted proxy, so that one client cannot use up all connections. */
  perAddress: number;
}

/** An idle connection uses about 20 kB. A browser opens six connections to a server. */
const CONNECTION_LIMITS: ConnectionLimits = { total: 4_000, perAddress: 500 };

/** Timeout for pending requests on shutdown. */
export const DRAIN_MS = 10_000;
/** Sufficient for an import of 256 MiB over a slow connection. Sending the headers has a shorter timeout. */
const REQUEST_TIMEOUT_MS = 3_600_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** Timeout for a client that stops reading a response or sending a body. */
const INACTIVE_TIMEOUT_MS = 120_000;
/** Longer than the 60 s idle timeout of common proxies, so that the proxy closes first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * Starts an HTTP server with features that Next lacks: the client address behind trusted proxies, draining on shutdown,
 * a clear message when the port is taken, and rejection of requests that Next cannot handle.
 * @throws an error when the port is taken or not allowed
 */
export async function listen(options: ListenOptions): Promise<HttpListener> {
  const pending = new Set<ServerResponse>();
  const trust = proxyAddr.compile([...options.trustedProxies]);
  const isTrusted = (address: string) => trust(address, 0);
  const warnOnce = once(options.warn);
  let isDraining = false;
  const server = http.createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      // There are no WebSockets: an upgrade request is handled as an ordinary request.
      shouldUpgradeCallback: () => false,
    },
    (request, response) => {
      pending.add(response);
      response.once('close', () => pending.delete(response));
      if (isDraining) closeAfter(response);
      const refusal = prepareRequest(request, {
        isTrusted,
        countryHeader: options.countryHeader ?? null,
        warn: warnOnce,
      });
      if (refusal) response.writeHead(refusal.status, { ...refusal.headers, connection: 'close' }).end();
      else
        options.handle(request, response).catch((error: unknown) => fail(response, error, options.onError));
    },
  );
  limitConnections(server, options.limits ?? CONNECTION_LIMITS, isTrusted);
  limitBodyRate(server, options.bodyRate ?? BODY_RATE);
  server.setTimeout(INACTIVE_TIMEOUT_MS);
  await untilListening(server, options);
  return {
    abort: () => {
      server.close();
      server.closeAllConnections();
    },
    drain: async (timeoutMs) => {
      isDraining = true;
      for (const response of pending) closeAfter(response);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await closed;
      clearTimeout(timeout);
    },
  };
}

function limitConnections(
  server: Server,
  { total, perAddress }: ConnectionLimits,
  isTrusted: (address: string) => boolean,
): void {
  server.maxConnections = total;
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { address, isTrusted: isProxy } = peerOf(socket, isTrusted);
    if (isProxy) return;
    const count = (counts.get(address) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
  });
}

/** Handles unexpected errors; the app handles the expected ones. */
function fail(response: ServerResponse, error: unknown, onError: (error: unknown) => void): void {
  onError(error);
  if (!response.headersSent) response.writeHead(500, { connection: 'close' });
  response.end();
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

async function untilListening(server: Server, { port, host }: ListenOptions): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} is taken. Stop what uses it, or set PORT.`);
    if (code === 'EACCES') throw new Error(`Port ${port} is not allowed for this user. Set PORT above 1023.`);
    throw error;
  }
}

/** A response that is sent without calling the app. */
interface Refusal {
  status: 400 | 405;
  headers: Record<string, string>;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const ALLOW = [...METHODS].join(', ');

/** Headers with which a client could impersonate a proxy, or one of the framework's internal requests. */
const RESERVED = /^(?:x-forwarded-|x-real-ip$|forwarded$|x-middleware-|x-invoke-|x-matched-path$)/;

interface Preparation {
  isTrusted: (address: string) => boolean;
  countryHeader: string | null;
  warn: (message: string) => void;
}

/**
 * Rejects requests that no browser or API client sends. Otherwise sets forwarding headers that the app can trust:
 * `x-forwarded-for` with at most one address, and `x-forwarded-proto`, `-host` and `-country` if a trusted proxy sent
 * them.
 */
function prepareRequest(
  request: IncomingMessage,
  { isTrusted, countryHeader, warn }: Preparation,
): Refusal | null {
  // Next builds a web Request, whose constructor throws on TRACE and CONNECT.
  if (!METHODS.has(request.method ?? '')) return { status: 405, headers: { allow: ALLOW } };
  // An absolute-form target contains its own host, which must not be mistaken for ours.
  if (!request.url?.startsWith('/')) return { status: 400, headers: {} };
  if (countHosts(request) !== 1) return { status: 400, headers: {} };
  if (!hasReadableRouterState(request.headers['next-router-state-tree'])) return { status: 400, headers: {} };
  const peer = peerOf(request.socket, isTrusted);
  if (!peer.isTrusted && request.headers['x-forwarded-for'] !== undefined) warn(untrustedProxy(peer.address));
  replaceForwardingHeaders(request, peer, { isTrusted, countryHeader });
  request.url = withDecodablePath(request.url);
  return null;
}

function untrustedProxy(address: string): string {
  return (
    `X-Forwarded-For from ${address} is ignored. If that is your proxy, add it to TRUSTED_PROXIES: ` +
    'until then its clients share the rate limits of unknown addresses.'
  );
}

function once(warn: (message: string) => void): (message: string) => void {
  let isDone = false;
  return (message) => {
    if (isDone) return;
    isDone = true;
    warn(message);
  };
}

/** Escapes the percent signs of an undecodable path: Next then responds with 404 instead of 500. */
function withDecodablePath(target: string): string {
  const [path = '', ...query] = target.split('?');
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/** Counts Host headers. Node uses the first of several; a proxy may have routed by another one. */
function countHosts(request: IncomingMessage): number {
  return request.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
}

/** Remote end of a connection, shared by all of its requests. */
interface Peer {
  readonly address: string;
  readonly isTrusted: boolean;
}

const peers = new WeakMap<Socket, Peer>();

function peerOf(socket: Socket, isTrusted: (address: string) => boolean): Peer {
  const cached = peers.get(socket);
  if (cached) return cached;
  const address = normalizeAddress(socket.remoteAddress);
  const peer = { address, isTrusted: isTrusted(address) };
  peers.set(socket, peer);
  return peer;
}

/**
 * Returns the client address of a request. X-Forwarded-For is read from its end, where trusted proxies append, to the
 * first address that is not a trusted proxy; the client can send anything before that.
 */
export function clientAddress(request: IncomingMessage, isTrusted: (address: string) => boolean): string {
  const hops = proxyAddr.all(request, isTrusted);
  // If a proxy appends something other than an address, the proxy counts as the client.
  return normalizeAddress(hops.findLast((hop) => ipaddr.isValid(hop)));
}

/** Normalizes an address, converting IPv4-mapped IPv6 to IPv4; empty for an invalid address. */
const normalizeAddress = (address = ''): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : '';

function replaceForwardingHeaders(
  request: IncomingMessage,
  peer: Peer,
  { isTrusted, countryHeader }: Omit<Preparation, 'warn'>,
): void {
  const { headers } = request;
  const country = countryHeader === null ? undefined : headers[countryHeader]?.toString();
  const address = peer.isTrusted
    ? clientAddress(request, isTrusted)
    : // Probably an unconfigured proxy. Its clients share the higher rate limits of unknown addresses.
      headers['x-forwarded-for'] === undefined
      ? peer.address
      : '';
  const { 'x-forwarded-proto': proto, 'x-forwarded-host': host } = headers;
  for (const name of Object.keys(headers)) {
    if (RESERVED.test(name)) Reflect.deleteProperty(headers, name);
  }
  headers['x-forwarded-for'] = address;
  if (peer.isTrusted) {
    if (proto !== undefined) headers['x-forwarded-proto'] = proto;
    if (host !== undefined) headers['x-forwarded-host'] = host;
    if (country !== undefined) headers['x-forwarded-country'] = country;
  }
  updateRawHeaders(request);
}

/** Applies the changes to `rawHeaders`, from which Next reads some headers. */
function updateRawHeaders(request: IncomingMessage): void {
  const { rawHeaders, headers } = request;
  const updated = rawHeaders.filter(
    (_text, index) => !RESERVED.test((rawHeaders[index & ~1] ?? '').toLowerCase()),
  );
  for (const [name, value] of Object.entries(headers)) {
    if (RESERVED.test(name)) updated.push(name, String(value));
  }
  request.rawHeaders = updated;
}
