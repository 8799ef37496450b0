import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface TestServer {
  readonly origin: string;
  /** Refuses connections from now on. */
  readonly stop: () => Promise<void>;
  /** Accepts connections at the same address again. */
  readonly start: () => Promise<void>;
}

/** Starts a server on loopback, which is stopped after the test. */
export async function startServer(handle: http.RequestListener): Promise<TestServer> {
  const server = http.createServer(handle);
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    await new Promise((resolve) => server.close(resolve).closeAllConnections());
  };
  onTestFinished(stop);
  return { origin: `http://127.0.0.1:${port}`, stop, start: () => listen(port) };
}

/** Responds with JSON. */
export function reply(response: http.ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export async function readBody(request: http.IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
}
