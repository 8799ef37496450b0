import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { noteDrawing, type Drawing, type IsRedrawnAlike } from '@/lib/bff/drawing';
import type { RequestHandler } from '../http-server';
import { keepPage, writePage, type KeptPage } from './kept-page';
import { pageKey } from './page-key';
import { PageMemory } from './page-memory';
import { recordAnswer } from './record-answer';

interface KeepOptions {
  /** Draws a page. */
  readonly handle: RequestHandler;
  /** Undefined until the app offers it. */
  readonly isRedrawnAlike: () => IsRedrawnAlike | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Some hundred pages, of readers who have just been here. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_PAGE_BYTES = 1024 * 1024;

const gzip = promisify(zlib.gzip);

/**
 * Sends a page that it has sent before, without drawing it, where the service replies to the same reader what it replied
 * then: see [Note: Kept pages]. All other requests, and whatever is not sure, go to the app.
 */
export function keepPages({ handle, isRedrawnAlike, clock }: KeepOptions): RequestHandler {
  const memory = new PageMemory<KeptPage>(MAX_BYTES);
  return async (request, response) => {
    const now = clock();
    const key = pageKey(request, now);
    const ask = isRedrawnAlike();
    if (key === null || ask === undefined) return handle(request, response);
    const kept = memory.get(key);
    if (kept) {
      if (await ask(headersOf(request), kept.replies)) return send(kept, now, response);
      memory.delete(key);
    }
    const drawing: Drawing = { at: now, replies: new Map(), isRepeatable: true };
    recordAnswer(response, MAX_PAGE_BYTES, (answer) => {
      const page = keepPage(answer, drawing);
      if (page) memory.set(key, page);
    });
    await noteDrawing(drawing, () => handle(request, response));
  };
}

async function send(page: KeptPage, atMs: number, response: ServerResponse): Promise<void> {
  const { headers, body } = writePage(page, atMs);
  const bytes = page.isGzip ? await gzip(body) : body;
  response.writeHead(200, {
    ...headers,
    ...(page.isGzip && { 'content-encoding': 'gzip' }),
    'content-length': bytes.length,
  });
  response.end(bytes);
}

function headersOf({ headers }: IncomingMessage): Headers {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Headers(pairs);
}
