import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from './client-address';

/** Why a request is answered without reaching the app. */
export interface Refusal {
  status: 400 | 405;
  headers: Record<string, string>;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const ALLOW = [...METHODS].join(', ');

/** Headers with which a client could speak for a proxy or for the framework's own inner steps. */
const RESERVED = /^(?:x-forwarded-|x-real-ip$|forwarded$|x-middleware-|x-invoke-|x-matched-path$)/;

/**
 * The first look at a request, before the framework's. It refuses what no browser and no API client sends, and
 * leaves exactly one forwarding header that code behind it may believe: `x-forwarded-for`, one address (and
 * `x-forwarded-proto` and `-host` when a trusted proxy sent them).
 */
export function admitRequest(
  request: IncomingMessage,
  isTrusted: (address: string) => boolean,
): Refusal | null {
  // The framework builds a web Request, whose constructor throws on TRACE and CONNECT.
  if (!METHODS.has(request.method ?? '')) return { status: 405, headers: { allow: ALLOW } };
  // An absolute-form target names a host of its own, which nothing behind here may take for ours.
  if (!request.url?.startsWith('/')) return { status: 400, headers: {} };
  if (hostCount(request) !== 1) return { status: 400, headers: {} };
  settleForwarding(request, isTrusted);
  request.url = withDecodablePath(request.url);
  return null;
}

/** Next answers 500 to a path that cannot be decoded. Its percent signs are taken literally instead: nothing is found. */
function withDecodablePath(target: string): string {
  const [path = '', ...query] = target.split('?');
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/** Node keeps the first of several Host headers and drops the others; a proxy may have routed by another one. */
function hostCount(request: IncomingMessage): number {
  return request.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
}

/** The other end of a connection, which stays who it is through all requests that come by it. */
interface Peer {
  /** As `clientAddress` writes it. */
  readonly address: string;
  readonly isTrusted: boolean;
}

const peers = new WeakMap<Socket, Peer>();

function peerOf(socket: Socket, isTrusted: (address: string) => boolean): Peer {
  const known = peers.get(socket);
  if (known) return known;
  const address = clientAddress(socket.remoteAddress ?? '', undefined, isTrusted);
  const peer = { address, isTrusted: isTrusted(address) };
  peers.set(socket, peer);
  return peer;
}

function settleForwarding(request: IncomingMessage, isTrusted: (address: string) => boolean): void {
  const peer = peerOf(request.socket, isTrusted);
  const { headers } = request;
  const forwardedFor = headers['x-forwarded-for']?.toString();
  const address = peer.isTrusted ? clientAddress(peer.address, forwardedFor, isTrusted) : peer.address;
  const { 'x-forwarded-proto': proto, 'x-forwarded-host': host } = headers;
  for (const name of Object.keys(headers)) {
    if (RESERVED.test(name)) Reflect.deleteProperty(headers, name);
  }
  headers['x-forwarded-for'] = address;
  if (peer.isTrusted) {
    if (proto !== undefined) headers['x-forwarded-proto'] = proto;
    if (host !== undefined) headers['x-forwarded-host'] = host;
  }
  forgetRaw(request);
}

/** Some code reads the headers as they came: it must find there what was settled, too. */
function forgetRaw(request: IncomingMessage): void {
  const { rawHeaders, headers } = request;
  const kept = rawHeaders.filter(
    (_text, index) => !RESERVED.test((rawHeaders[index & ~1] ?? '').toLowerCase()),
  );
  for (const [name, value] of Object.entries(headers)) {
    if (RESERVED.test(name)) kept.push(name, String(value));
  }
  request.rawHeaders = kept;
}
