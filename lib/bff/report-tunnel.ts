import { isSameOrigin } from '@/lib/bff/routes';
import type { ServerEnv } from '@/lib/env/server';
import { parseDsn } from '@/lib/observability/dsn';

/** The first segment of a replay contains the whole page; screenshots of feedback are smaller. */
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_PENDING = 8;
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
  const isWithinLimit = createLimiter(rateLimitScale);
  let pending = 0;
  return async (request) => {
    if (dsn === null) return reply(404);
    if (!isSameOrigin(request.headers, appUrl)) return reply(403);
    if (pending >= MAX_PENDING || !isWithinLimit(request.headers.get('x-forwarded-for') ?? '')) {
      return reply(429, { 'retry-after': '60' });
    }
    pending += 1;
    try {
      const body = await readLimited(request);
      // Node drains an unread body, but not the rest of one: it would break the next request of the connection.
      if (body === null) return reply(413, { connection: 'close' });
      if (readDsn(body) !== dsn.text) return reply(400);
      return await forward(dsn.envelopeUrl, body);
    } finally {
      pending -= 1;
    }
  };
}

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

/** Reads the body; null if it is too large. */
async function readLimited(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
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

function createLimiter(scale: number): (address: string) => boolean {
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
