import { Agent, request } from 'undici';
import type { ProductPart, ReadProduct } from '@/provider/deps';
import {
  createGuardedConnector,
  resolveByDns,
  resolveBySystem,
  type Resolve,
} from '@/provider/integrations/fetch/guard';

export interface ReadProductOptions {
  /** Where the products answer; a test replaces them. */
  readonly origins?: Readonly<Record<ProductPart['product'], string>>;
  /** `host:port` entries that the guard allows regardless of their address. */
  readonly allow?: readonly string[];
  readonly resolve?: Resolve;
  /** Until the response begins, and between two pieces of it. */
  readonly timeoutMs?: number;
}

const defaultOrigins = { raindrop: 'https://api.raindrop.io', pinboard: 'https://api.pinboard.in' };
// Pinboard collects all bookmarks before it responds.
const defaultTimeoutMs = 60_000;
const maxBytes = 64 * 1024 * 1024;
/** How long to wait if the product does not say. */
const defaultRetrySeconds = 60;
const maxRetrySeconds = 900;

interface Call {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request for a part. Raindrop.io has two lists of collections before the pages of its bookmarks, oldest first. */
function callOf({ product, token, part }: ProductPart): Call {
  if (product === 'pinboard')
    return { path: `/v1/posts/all?format=json&auth_token=${encodeURIComponent(token)}`, headers: {} };
  const lists = ['/rest/v1/collections', '/rest/v1/collections/childrens'];
  const page = `/rest/v1/raindrops/0?perpage=50&sort=created&page=${part - lists.length}`;
  return { path: lists[part] ?? page, headers: { authorization: `Bearer ${token}` } };
}

/**
 * Creates the client of the APIs of other products. It connects through the guard, to fixed hosts only: redirects are not
 * followed. The token is in one request at a time, and in no log.
 */
export function createReadProduct({
  origins = defaultOrigins,
  allow = [],
  resolve,
  timeoutMs = defaultTimeoutMs,
}: ReadProductOptions = {}): ReadProduct {
  const dispatcher = new Agent({
    connect: createGuardedConnector({
      allow,
      resolve: resolve ?? resolveByDns,
      resolveAllowed: resolve ?? resolveBySystem,
      lookupMs: 5_000,
      connectMs: 10_000,
    }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  return async (part, signal) => {
    const { path, headers } = callOf(part);
    try {
      const response = await request(origins[part.product] + path, {
        dispatcher,
        signal,
        headers: { ...headers, accept: 'application/json', 'user-agent': 'Markwell/1.0 (import)' },
      });
      const { statusCode, body } = response;
      if (statusCode === 200) return { kind: 'read', bytes: limited(body) };
      await body.dump();
      if (statusCode === 401 || statusCode === 403) return { kind: 'refused' };
      if (statusCode !== 429) return { kind: 'failed' };
      return { kind: 'busy', retrySeconds: readRetry(response.headers['retry-after']) };
    } catch {
      // The error could name the address with the token.
      return { kind: 'failed' };
    }
  };
}

function readRetry(header: string | string[] | undefined): number {
  const seconds =
    typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : defaultRetrySeconds;
  return Math.min(Math.max(seconds, 1), maxRetrySeconds);
}

async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('the response is too long');
    yield chunk;
  }
}
