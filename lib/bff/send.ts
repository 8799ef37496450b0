import 'server-only';
import type { Send } from '@/lib/api/call';
import type { Target } from '@/lib/bff/proxy';
import type { Session } from '@/lib/bff/session';
import { peerOf, upstream } from '@/lib/bff/upstream';
import { problemStatus, type ProblemCode } from '@/lib/contract/problem';
import { resolveTimeZone } from '@/lib/domain/locale';
import { findLocale, localeCookie, resolveLocale, type Locale } from '@/lib/i18n/locale';
import { timeZoneCookie } from '@/lib/i18n/time-zone';
import en from '@/messages/en/problems.json';
import ptBR from '@/messages/pt-BR/problems.json';

/** Of a browser's or a client's headers, those that mean something to the provider. Everything else stays here. */
const PASSED_ON = [
  'accept',
  'account-id',
  'content-type',
  'content-encoding',
  'content-length',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'space-id',
  'stripe-signature',
  'time-zone',
  'user-agent',
  'x-request-id',
] as const;

/** Of the provider's headers, those that the reader gets. Cookies, hop-by-hop and server headers are not among them. */
const PASSED_BACK = [
  'allow',
  'content-disposition',
  'content-language',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'etag',
  'idempotency-replayed',
  'last-modified',
  'retry-after',
  'x-content-type-options',
  'x-request-id',
] as const;

export type HeaderRecord = Record<string, string>;

function requestHeaders(from: Headers): HeaderRecord {
  return pick(from, PASSED_ON);
}

/** Answers belong to one reader: only what the provider marks as private may be kept at all, and by the reader only. */
function responseHeaders(from: Headers): HeaderRecord {
  const cacheControl = from.get('cache-control') ?? '';
  const headers = pick(from, PASSED_BACK);
  headers['cache-control'] = cacheControl.startsWith('private,') ? cacheControl : 'no-store';
  return headers;
}

function pick(from: Headers, names: readonly string[]): HeaderRecord {
  const picked: HeaderRecord = {};
  for (const name of names) {
    const value = from.get(name);
    if (value !== null) picked[name] = value;
  }
  return picked;
}

/** What is known of the connection that a call came by. */
export interface Peer {
  /** Address of the reader, resolved through the proxies that are trusted. */
  readonly address: string;
  /** The random name of the reader's browser, where it has one. */
  readonly browser?: string;
}

/** The `/v1` service. */
export interface Service {
  readonly origin: string;
  fetch(request: Request, peer: Peer): Promise<Response>;
}

/** A call on its way to the service. */
export interface Call {
  readonly request: Request;
  readonly target: Target;
  readonly peer: Peer;
  readonly body: CallBody;
}

/** A body that is at hand can be sent again; one that streams cannot. */
export type CallBody = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

/** The service could not be reached, or did not answer in time. */
export class ServiceFailure extends Error {
  constructor(readonly code: 'UPSTREAM_UNAVAILABLE' | 'UPSTREAM_TIMEOUT') {
    super(code);
    this.name = 'ServiceFailure';
  }
}

/** Longer than any call may take, uploads aside: those move bytes all the time. */
const ANSWER_MS = 60_000;
/** Bodies are buffered here before anybody is authenticated, so only what the app sends all the time is. */
const MAX_BODY_AT_HAND = 64 * 1024;

/** JSON is small and taken in whole; everything else, and what says that it is large, streams through. */
export async function readCallBody(request: Request): Promise<CallBody> {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const isJson = request.headers.get('content-type')?.includes('json') === true;
  const length = Number(request.headers.get('content-length') ?? Infinity);
  if (!isJson || length > MAX_BODY_AT_HAND) return request.body;
  // Taken in whole and at once: to ask for the stream before costs more than to read it.
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.byteLength === 0 ? null : bytes;
}

/**
 * Sends a call to the service with the given headers beside those that are passed on.
 * @throws ServiceFailure
 */
export async function send(service: Service, call: Call, extra: HeaderRecord): Promise<Response> {
  const { request, target, body, peer } = call;
  const address = `${service.origin}${target.path}${target.search}`;
  const isStream = body instanceof ReadableStream;
  const sent = new Request(address, {
    method: request.method,
    headers: {
      ...requestHeaders(request.headers),
      // What is at hand may have been written anew.
      ...(body instanceof Uint8Array && { 'content-length': String(body.byteLength) }),
      ...extra,
    },
    redirect: 'manual',
    ...(body && { body, duplex: 'half' }),
  });
  // The last look before a token leaves: no spelling of a path may have become another place.
  if (!sent.url.startsWith(`${service.origin}/v1/`)) throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  const answer = service.fetch(sent, peer).catch((): never => {
    throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  });
  const response = await (isStream ? answer : inTime(answer));
  return checked(response);
}

/** The answer as the reader gets it, streaming, with cookies of ours and none of the service's. */
export function relay(response: Response, setCookies: readonly string[]): Response {
  const headers = new Headers(responseHeaders(response.headers));
  for (const cookie of setCookies) headers.append('set-cookie', cookie);
  return new Response(response.body, { status: response.status, headers });
}

/** Redirects are not followed, lest a token travels with them, and are none of the contract's answers. */
function checked(response: Response): Response {
  const isRedirect = response.status >= 300 && response.status < 400 && response.status !== 304;
  if (isRedirect || response.status < 200) throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  return response;
}

async function inTime(answer: Promise<Response>): Promise<Response> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ServiceFailure('UPSTREAM_TIMEOUT')), ANSWER_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const languagePattern = new RegExp(String.raw`(?:^|;\s*)${localeCookie}=([^;]*)`);

/** The language in which this application itself answers a request. */
export function localeOf(headers: Headers): Locale {
  return resolveLocale(chosenLocale(headers), headers.get('accept-language'));
}

/** The Accept-Language of a call that a browser makes: what the reader chose outweighs what the browser prefers. */
export function languageOf(headers: Headers, session: Session | null): string {
  return findLocale(chosenLocale(headers)) ?? session?.language ?? headers.get('accept-language') ?? 'en';
}

/** Keeps a language that was chosen on another device. */
export function keepLocale(locale: Locale): string {
  return `${localeCookie}=${locale}; Path=/; SameSite=Lax; Max-Age=31536000`;
}

function chosenLocale(headers: Headers): string | undefined {
  return languagePattern.exec(headers.get('cookie') ?? '')?.[1];
}

const timeZonePattern = new RegExp(String.raw`(?:^|;\s*)${timeZoneCookie}=([^;]*)`);

/** The Time-Zone of a call that a browser makes: a day of a search is a day where the reader is. */
export function timeZoneOf(headers: Headers): string {
  const cookie = timeZonePattern.exec(headers.get('cookie') ?? '')?.[1];
  return resolveTimeZone(cookie?.replaceAll('%2F', '/'));
}

/** Sends requests of a page to the service with the visitor's address, language, time zone and session, if any. */
export function sendFrom(from: Headers, session: Session | null): Send {
  const service = upstream();
  const peer = peerOf(from);
  const own = {
    'accept-language': languageOf(from, session),
    'time-zone': timeZoneOf(from),
    ...(session && { authorization: `Bearer ${session.access.token}` }),
    ...(session?.space && { 'space-id': session.space }),
  };
  return (path, { signal: _, ...init }) => {
    const sent = new Request(`${service.origin}${path}`, init);
    for (const [name, value] of Object.entries(own)) sent.headers.set(name, value);
    return service.fetch(sent, peer);
  };
}

const words: Record<Locale, Record<ProblemCode, string>> = { en, 'pt-BR': ptBR };

/** A refusal by the BFF itself, of the same form as the provider's. */
export function problemResponse(code: ProblemCode, locale: Locale): Response {
  const status = problemStatus[code];
  return new Response(JSON.stringify({ status, code, message: words[locale][code] }), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}

/** The code of a refusal, or null for an answer that is none. The answer's body can be read only once afterwards. */
export async function readProblemCode(response: Response): Promise<string | null> {
  if (response.ok || !response.headers.get('content-type')?.startsWith('application/json')) return null;
  try {
    const body = (await response.clone().json()) as { code?: unknown };
    return typeof body.code === 'string' ? body.code : null;
  } catch {
    return null;
  }
}
