import { once } from 'node:events';
import http, { type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenInFront } from '@/tooling/dev/content-front';
import { freePort } from '@/tooling/test/free-port';

let app: Server;
let port: number;
let stop: () => void;

beforeAll(async () => {
  app = http.createServer((request, response) => {
    void text(request).then((body) => {
      response.writeHead(201, { 'x-path': request.url });
      response.end(`${request.method} ${request.headers.host} ${body}`);
    });
  });
  app.on('upgrade', (request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    socket.on('data', (data: Buffer) => socket.write(`${request.url}: ${data.toString()}`));
  });
  app.listen(0, 'localhost');
  await once(app, 'listening');
  port = await freePort();
  const { port: target } = app.address() as AddressInfo;
  stop = await listenInFront({ port, contentUrl: `http://127.0.0.1:${port}`, target });
});
afterAll(() => {
  stop();
  app.close();
  app.closeAllConnections();
});

test('requests of the app are passed on with their bodies', async () => {
  const sent = await fetch(`http://localhost:${port}/v1/x?y=1`, { method: 'POST', body: 'a body' });
  expect([sent.status, sent.headers.get('x-path')]).toEqual([201, '/v1/x?y=1']);
  expect(await sent.text()).toBe(`POST localhost:${port} a body`);
});

test('the host of copies answers copies, and the app does not', async () => {
  const statusOf = async (host: string, path: string) =>
    (await fetch(`http://${host}:${port}${path}`)).status;
  expect(await statusOf('127.0.0.1', '/content/a.b')).toBe(201);
  expect(await statusOf('127.0.0.1', '/')).toBe(404);
  expect(await statusOf('localhost', '/content/a.b')).toBe(404);
});

test('a WebSocket is passed on', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'GET /_next/hmr HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  );
  const [accepted] = (await once(socket, 'data')) as [Buffer];
  expect(accepted.toString()).toContain('101');
  socket.write('ping');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toBe('/_next/hmr: ping');
  socket.destroy();
});
