import { Agent, request } from 'undici';
import { z } from 'zod';
import type { ProductAnswer, ProductPart, ReadProduct } from '@/provider/deps';
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

/** Bookmarks of a page of Raindrop.io; a shorter one is the last. */
const pageSize = 50;
/** The lists of collections, which are parts before the pages of bookmarks, oldest first. */
const collectionLists = ['/rest/v1/collections', '/rest/v1/collections/childrens'];

interface Call {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request for a part. Pinboard has only one. */
function callOf({ product, token, part }: ProductPart): Call {
  if (product === 'pinboard')
    return { path: `/v1/posts/all?format=json&auth_token=${encodeURIComponent(token)}`, headers: {} };
  const page = `/rest/v1/raindrops/0?perpage=${pageSize}&sort=created&page=${part - collectionLists.length}`;
  return { path: collectionLists[part] ?? page, headers: { authorization: `Bearer ${token}` } };
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
      if (statusCode === 200) {
        const chunks = await readChunks(body);
        return chunks === null ? { kind: 'tooLarge' } : answerOf(part, chunks);
      }
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

/** Of Raindrop.io the items of the part as JSON, without brackets, and the newest first, as a file has them. */
function answerOf({ product, part }: ProductPart, chunks: readonly Buffer[]): ProductAnswer {
  if (product === 'pinboard') return { kind: 'read', pieces: chunks, count: null, isLast: true };
  const { items } = raindropPage.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  const isPage = part >= collectionLists.length;
  const text = (isPage ? items.toReversed() : items).map((item) => JSON.stringify(item)).join(',');
  return {
    kind: 'read',
    pieces: [Buffer.from(text)],
    count: isPage ? items.length : 0,
    isLast: isPage && items.length < pageSize,
  };
}

const raindropPage = z.object({ items: z.array(z.unknown()) });

/** Yields the library from the pieces of its parts in order, each a part of the file. */
export async function* productFile(
  product: ProductPart['product'],
  parts: number,
  read: (part: number) => Promise<Buffer>,
): AsyncGenerator<Uint8Array> {
  const all = Array.from({ length: parts }, (_, part) => part);
  if (product === 'pinboard') {
    for (const part of all) yield await read(part);
    return;
  }
  yield Buffer.from('{"collections":[');
  yield* separated(all.slice(0, collectionLists.length), read);
  yield Buffer.from('],"items":[');
  yield* separated(all.slice(collectionLists.length).reverse(), read);
  yield Buffer.from(']}');
}

async function* separated(
  parts: readonly number[],
  read: (part: number) => Promise<Buffer>,
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for (const part of parts) {
    const content = await read(part);
    if (content.length === 0) continue;
    if (!isFirst) yield Buffer.from(',');
    isFirst = false;
    yield content;
  }
}

function readRetry(header: string | string[] | undefined): number {
  const seconds =
    typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : defaultRetrySeconds;
  return Math.min(Math.max(seconds, 1), maxRetrySeconds);
}

/** Returns the body, or null if it is too long. */
async function readChunks(body: AsyncIterable<Buffer>): Promise<Buffer[] | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return chunks;
}
