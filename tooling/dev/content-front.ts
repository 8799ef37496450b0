import http, { type IncomingMessage, type Server } from 'node:http';
import net, { type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { separateContent } from '@/server/content-host';
import type { RequestHandler } from '@/server/http-listener';

/** Both addresses of `localhost`. */
const loopback = ['127.0.0.1', '::1'];

interface FrontOptions {
  port: number;
  contentUrl: string;
  /** Port of the development server on `localhost`. */
  target: number;
}

/**
 * Listens in front of the development server and keeps the host of saved copies apart, as `npm start` does. Returns a
 * function to stop.
 */
export async function listenInFront({ port, contentUrl, target }: FrontOptions): Promise<() => void> {
  const handle = separateContent(contentUrl, forwardTo(target));
  const servers = loopback.map((host) => {
    const server = http.createServer((request, response) => void handle(request, response));
    server.on('upgrade', (request, socket, head) => tunnel(target, request, socket, head));
    return listen(server, port, host);
  });
  const listening = (await Promise.all(servers)).filter((server) => server !== null);
  return () => {
    for (const server of listening) {
      server.close();
      server.closeAllConnections();
    }
  };
}

/** Resolves to null where a machine has no such address, as without IPv6. */
const listen = (server: Server, port: number, host: string): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    server.once('listening', () => resolve(server));
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT' ? resolve(null) : reject(error),
    );
    server.listen(port, host);
  });

const forwardTo =
  (target: number): RequestHandler =>
  (request, response) =>
    new Promise((resolve) => {
      const { method, url, headers } = request;
      const forwarded = http.request(
        { host: 'localhost', port: target, method, path: url, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      forwarded.on('error', () => {
        if (!response.headersSent) response.writeHead(502);
        response.end();
      });
      response.once('close', () => {
        forwarded.destroy();
        resolve();
      });
      request.pipe(forwarded);
    });

/** Passes on a WebSocket, by which the development server reports changed files. */
function tunnel(target: number, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const upstream: Socket = net.connect(target, 'localhost', () => {
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let at = 0; at < request.rawHeaders.length; at += 2)
      lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
  socket.on('close', () => upstream.destroy());
}
