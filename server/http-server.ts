import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { admitRequest } from './admit-request';
import { trustIn } from './client-address';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A listening server. */
export interface HttpServer {
  /** Drops every connection at once. */
  abandon(): void;
  /** Takes no more connections and waits for the requests under way, at most so long. */
  drain(withinMs: number): Promise<void>;
}

interface HttpOptions {
  port: number;
  /** All interfaces when undefined. */
  host?: string | undefined;
  trustedProxies: readonly string[];
  handle: RequestHandler;
  onError: (error: unknown) => void;
}

/** A whole import of 256 MiB over a slow line takes this long; a client that sends no headers is cut much sooner. */
const REQUEST_TIMEOUT_MS = 3_600_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** Longer than the 60 s after which common proxies drop an idle connection: the proxy shall be the one to close. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * Listens before the app is ready: a port that is taken is known at once, and a request that comes early waits.
 * @throws when the port is taken or not allowed, with a message for people
 */
export async function listen(options: HttpOptions): Promise<HttpServer> {
  const underWay = new Set<ServerResponse>();
  let draining = false;
  const server = http.createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      // There are no web sockets here: a request to upgrade is an ordinary request.
      shouldUpgradeCallback: () => false,
    },
    (request, response) => {
      underWay.add(response);
      response.once('close', () => underWay.delete(response));
      if (draining) closeAfter(response);
      answer(request, response);
    },
  );
  const isTrusted = trustIn(options.trustedProxies);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = admitRequest(request, isTrusted);
    if (refusal) response.writeHead(refusal.status, { ...refusal.headers, connection: 'close' }).end();
    else options.handle(request, response).catch((error: unknown) => fail(response, error, options.onError));
  };
  await untilListening(server, options);
  return {
    abandon: () => {
      server.close();
      server.closeAllConnections();
    },
    drain: async (withinMs) => {
      draining = true;
      for (const response of underWay) closeAfter(response);
      await drained(server, withinMs);
    },
  };
}

/** The last resort of any request: the app has its own pages and problems for what it expects. */
function fail(response: ServerResponse, error: unknown, onError: (error: unknown) => void): void {
  onError(error);
  if (!response.headersSent) response.writeHead(500, { connection: 'close' });
  response.end();
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

async function drained(server: Server, withinMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const impatience = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearTimeout(impatience);
}

async function untilListening(server: Server, { port, host }: HttpOptions): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} is taken. Stop what uses it, or set PORT.`);
    if (code === 'EACCES') throw new Error(`Port ${port} is not allowed for this user. Set PORT above 1023.`);
    throw error;
  }
}
