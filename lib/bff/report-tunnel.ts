import { isSameOrigin } from '@/lib/bff/routes';
import type { ServerEnv } from '@/lib/env/server';
import { parseDsn } from '@/lib/observability/dsn';
import { Limiter, type Release } from '@/lib/utils/limiter';

/** The first segment of a replay contains the whole page; screenshots of feedback are smaller. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Complete reports that wait for the service. */
const MAX_FORWARDED = 8;
/** All reports in memory. They count with what has arrived, so that slow ones do not displace others. */
const MAX_HELD_BYTES = 24 * 1024 * 1024;
/** Reports being received from one address. */
const MAX_RECEIVED_PER_ADDRESS = 8;
const TIMEOUT_MS = 10_000;
const WINDOW_MS = 60_000;
/** A recorded session sends about 15 a minute. The limits protect the operator's quota and apply per process. */
const MAX_PER_ADDRESS = 120;
const MAX_PER_WINDOW = 1_200;

type Settings = Pick<ServerEnv, 'reports' | 'appUrl' | 'rateLimitScale'>;

export type ReportTunnel = (request: Request) => Promise<Response>;

/**
 * Creates a handler that forwards browser error reports to the service of the DSN: only envelopes for its project,
 * without cookies and without the client's address. Without a DSN it responds with 404.
 */
export function createReportTunnel({ reports, appUrl, rateLimitScale }: Settings): ReportTunnel {
  const dsn = reports.enabled ? parseDsn(reports.dsn) : null;
  const isWithinRate = createRateLimit(rateLimitScale);
  const receiving = new Limiter({ perKey: MAX_RECEIVED_PER_ADDRESS });
  const memory = new Limiter({ total: MAX_HELD_BYTES });
  const forwarding = new Limiter({ total: MAX_FORWARDED });

  const handle = async (request: Request, url: string): Promise<Response> => {
    const received: Received = { chunks: [], bytes: 0, held: [] };
    try {
      const refusal = await receive(request, received, memory);
      if (refusal) return refusal;
      const body = new Uint8Array(await new Blob(received.chunks).arrayBuffer());
      if (readDsn(body) !== dsn?.text) return reply(400);
      const release = forwarding.tryTake('');
      if (release === null) return busy();
      return await forward(url, body).finally(release);
    } finally {
      received.held.forEach((release) => release());
    }
  };

  return async (request) => {
    if (dsn === null) return reply(404);
    if (!isSameOrigin(request.headers, appUrl)) return reply(403);
    const address = request.headers.get('x-forwarded-for') ?? '';
    // Clients without a known address are not counted together.
    const release = address === '' ? () => undefined : receiving.tryTake(address);
    if (release === null) return busy();
    try {
      return isWithinRate(address) ? await handle(request, dsn.envelopeUrl) : busy();
    } finally {
      release();
    }
  };
}

const busy = (): Response => reply(429, { 'retry-after': '60' });

async function forward(url: string, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  try {
    const { status, headers } = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-sentry-envelope' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // The SDK honors Retry-After.
    const passed = ['x-sentry-rate-limits', 'retry-after'].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    return reply(status < 500 ? status : 502, Object.fromEntries(passed));
  } catch {
    return reply(502);
  }
}

/** A report that is being received. */
interface Received {
  chunks: Uint8Array<ArrayBuffer>[];
  bytes: number;
  /** Its part of the memory. */
  held: Release[];
}

/** Reads the body into `received`. Returns the response to an incomplete one, or null. */
async function receive(request: Request, received: Received, memory: Limiter): Promise<Response | null> {
  try {
    for await (const chunk of request.body ?? []) {
      received.bytes += chunk.byteLength;
      // Node drains an unread body, but not the rest of one: it would break the next request of the connection.
      if (received.bytes > MAX_BYTES) return reply(413, { connection: 'close' });
      const release = memory.tryTake('', chunk.byteLength);
      if (release === null) return reply(429, { 'retry-after': '60', connection: 'close' });
      received.held.push(release);
      received.chunks.push(chunk);
    }
    return null;
  } catch {
    // Aborted by the client.
    return reply(400, { connection: 'close' });
  }
}

/** Returns the DSN in the first line of an envelope, its header. */
function readDsn(body: Uint8Array): unknown {
  const end = body.indexOf(0x0a);
  try {
    const header: unknown = JSON.parse(new TextDecoder().decode(body.subarray(0, end === -1 ? 0 : end)));
    return typeof header === 'object' && header !== null && 'dsn' in header ? header.dsn : null;
  } catch {
    return null;
  }
}

function createRateLimit(scale: number): (address: string) => boolean {
  let counts = new Map<string, number>();
  let total = 0;
  let until = 0;
  return (address) => {
    const now = Date.now();
    if (now >= until) {
      counts = new Map();
      total = 0;
      until = now + WINDOW_MS;
    }
    const count = (counts.get(address) ?? 0) + 1;
    if (count > MAX_PER_ADDRESS * scale || total >= MAX_PER_WINDOW * scale) return false;
    counts.set(address, count);
    total += 1;
    return true;
  };
}

const reply = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { ...headers, 'cache-control': 'no-store' } });
