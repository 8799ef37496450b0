import 'server-only';
import { type HeaderRecord, pickHeaders } from '@/lib/bff/responses';
import { serviceLimits } from '@/lib/contract/service-limits';

/** Request headers that are forwarded to the provider. All others are dropped. */
const FORWARDED_REQUEST_HEADERS = [
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

/** Target of a request: path and query as received. */
export interface Target {
  readonly path: string;
  /** Includes the question mark; may be empty. */
  readonly search: string;
}

/** The client of a request. */
export interface ClientInfo {
  /** Its address, resolved through the trusted proxies. */
  readonly address: string;
  /** Its country, as sent by a trusted proxy; empty or absent if unknown. */
  readonly country?: string;
  /** The random id of its browser, if it has one. */
  readonly browser?: string;
}

/** Reads the client's address and country. The HTTP listener sets these headers and removes values sent by clients. */
export const clientInfoOf = (headers: Headers): ClientInfo => ({
  address: headers.get('x-forwarded-for') ?? '',
  country: headers.get('x-forwarded-country') ?? '',
});

/** The `/v1` service. */
export interface Service {
  readonly origin: string;
  /** Origin of saved copies, the only one that it may redirect a browser to. */
  readonly contentUrl?: string | null;
  fetch(request: Request, client: ClientInfo): Promise<Response>;
}

/** A request to be forwarded to the service. */
export interface Call {
  readonly request: Request;
  readonly target: Target;
  readonly client: ClientInfo;
  readonly body: CallBody;
}

/** A buffered body can be sent again, a stream cannot. */
export type CallBody = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

/** The service could not be reached, or did not respond in time. */
export class ServiceFailure extends Error {
  constructor(readonly code: 'UPSTREAM_UNAVAILABLE' | 'UPSTREAM_TIMEOUT') {
    super(code);
    this.name = 'ServiceFailure';
  }
}

/** Longer than any request takes, except uploads, which have no timeout here. */
const RESPONSE_TIMEOUT_MS = 60_000;
/** Bodies are buffered before the service authenticates them, so only small ones are. */
const MAX_BUFFERED_BODY = 64 * 1024;

/** Buffers small JSON bodies, smaller ones of guests, and streams everything else. */
export async function readCallBody(request: Request, isGuest: boolean): Promise<CallBody> {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const isJson = request.headers.get('content-type')?.includes('json') === true;
  const length = Number(request.headers.get('content-length') ?? Infinity);
  if (!isJson || length > (isGuest ? serviceLimits.guestBodyBytes : MAX_BUFFERED_BODY)) return request.body;
  // Accessing the stream first would cost more than reading the body.
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.byteLength === 0 ? null : bytes;
}

/**
 * Forwards a request to the service with the given headers in addition to the forwarded ones.
 * @throws ServiceFailure
 */
export async function send(service: Service, call: Call, extra: HeaderRecord): Promise<Response> {
  const { request, target, body, client } = call;
  const address = `${service.origin}${target.path}${target.search}`;
  const isStream = body instanceof ReadableStream;
  const sent = new Request(address, {
    method: request.method,
    headers: {
      ...pickHeaders(request.headers, FORWARDED_REQUEST_HEADERS),
      // A buffered body may have been replaced.
      ...(body instanceof Uint8Array && { 'content-length': String(body.byteLength) }),
      ...extra,
    },
    redirect: 'manual',
    ...(body && { body, duplex: 'half' }),
  });
  // Final check before a token is sent: URL parsing must not have changed the target.
  const isTarget = sent.url.startsWith(`${service.origin}/v1/`) || sent.url === `${service.origin}/mcp`;
  if (!isTarget) throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  const answer = service.fetch(sent, client).catch((): never => {
    throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  });
  const response = await (isStream ? answer : withTimeout(answer));
  return checked(response, service);
}

/** Redirects are not followed, since the token would be sent along. The contract has one, to a saved copy. */
function checked(response: Response, { contentUrl = null }: Service): Response {
  const { status, headers } = response;
  const isCopy =
    contentUrl !== null && status === 302 && headers.get('location')?.startsWith(`${contentUrl}/content/`);
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  if ((isRedirect && !isCopy) || status < 200) throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  return response;
}

async function withTimeout(answer: Promise<Response>): Promise<Response> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ServiceFailure('UPSTREAM_TIMEOUT')), RESPONSE_TIMEOUT_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
