import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface TestServer extends AsyncDisposable {
  readonly port: number;
  /** Number of connections that the server has accepted so far. */
  readonly connections: () => number;
}

/** Starts an HTTP server on loopback that counts its connections. */
export function startHttpServer(handle: RequestListener): Promise<TestServer> {
  return listen(createHttpServer(handle));
}

/** Starts a TCP server on loopback, for responses that no HTTP server would send. */
export function startTcpServer(handle: (socket: Socket) => void): Promise<TestServer> {
  return listen(createTcpServer(handle));
}

/** Counts every TCP client socket that this process opens to any address while `run` runs. */
export async function countSockets(run: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const increment = () => void (count += 1);
  subscribe('net.client.socket', increment);
  try {
    await run();
  } finally {
    unsubscribe('net.client.socket', increment);
  }
  return count;
}

async function listen(server: Server): Promise<TestServer> {
  let connections = 0;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
