import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import compression from 'compression';
import { localeOf } from '@/lib/bff/call-language';
import { peerOf } from '@/lib/bff/peer';
import { problemResponse } from '@/lib/bff/problem';
import type { Proxy } from '@/lib/bff/proxy';
import type { RequestHandler } from './http-server';

/** The types that come with it are of a framework of which it needs nothing. */
type Pack = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** What fits into the first packets of a connection is there no sooner when it is packed, only later. */
const threshold = 10_000;

interface AnswerOptions {
  /** Answers everything else, and calls as long as there is no proxy. */
  readonly handle: RequestHandler;
  /** Undefined until the app offers it. */
  readonly findProxy: () => Proxy | undefined;
}

/**
 * Answers calls of `/v1` by the app's own proxy without passing the framework, which spends more on finding the route
 * and on its streams than most calls cost. `app/v1` answers the same by the same function where the framework serves
 * alone.
 */
export function answerCalls({ handle, findProxy }: AnswerOptions): RequestHandler {
  const pack = compression({ threshold }) as unknown as Pack;
  return async (request, response) => {
    const proxy = findProxy();
    if (proxy === undefined || request.url?.startsWith('/v1/') !== true) return handle(request, response);
    pack(request, response, () => undefined);
    await listenerOf(proxy, request)(request, response);
  };
}

function listenerOf(proxy: Proxy, { headers }: IncomingMessage) {
  return getRequestListener((request) => proxy(request, peerOf(request.headers)), {
    // The framework in this process keeps Request and Response as they are.
    overrideGlobalObjects: false,
    // The proxy never rejects: what fails is an address or a host that cannot be read.
    errorHandler: () =>
      problemResponse(
        'MALFORMED_REQUEST',
        localeOf(new Headers({ 'accept-language': headers['accept-language'] ?? '' })),
      ),
  });
}
