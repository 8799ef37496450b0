import 'server-only';
import { type HeaderRecord, pickHeaders } from '@/lib/bff/responses';

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

/** Where a call goes: path and query exactly as they came. */
export interface Target {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
}

/** What is known of the connection that a call came by. */
export interface ClientInfo {
  /** Address of the reader, resolved through the proxies that are trusted. */
  readonly address: string;
  /** The random name of the reader's browser, where it has one. */
  readonly browser?: string;
}

/** The `/v1` service. */
export interface Service {
  readonly origin: string;
  fetch(request: Request, client: ClientInfo): Promise<Response>;
}

/** A call on its way to the service. */
export interface Call {
  readonly request: Request;
  readonly target: Target;
  readonly client: ClientInfo;
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
  const { request, target, body, client } = call;
  const address = `${service.origin}${target.path}${target.search}`;
  const isStream = body instanceof ReadableStream;
  const sent = new Request(address, {
    method: request.method,
    headers: {
      ...pickHeaders(request.headers, PASSED_ON),
      // What is at hand may have been written anew.
      ...(body instanceof Uint8Array && { 'content-length': String(body.byteLength) }),
      ...extra,
    },
    redirect: 'manual',
    ...(body && { body, duplex: 'half' }),
  });
  // The last look before a token leaves: no spelling of a path may have become another place.
  if (!sent.url.startsWith(`${service.origin}/v1/`)) throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  const answer = service.fetch(sent, client).catch((): never => {
    throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  });
  const response = await (isStream ? answer : inTime(answer));
  return checked(response);
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
