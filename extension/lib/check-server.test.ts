import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { checkServer } from '@/extension/lib/check-server';
import { reply, startServer } from '@/extension/testing/test-server';

beforeAll(() => void vi.stubGlobal('navigator', { onLine: true }));
afterAll(() => void vi.unstubAllGlobals());

const health = { status: 'ok', product: 'markwell', version: '1.0.0', revision: 1, database: 'ok' };
const html = (response: http.ServerResponse, status: number): void => {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<html>');
};

test.each<[string, string | null, http.RequestListener]>([
  ['a Markwell server', null, (_, response) => reply(response, 200, health)],
  ['a newer one', null, (_, response) => reply(response, 200, { ...health, revision: 99 })],
  [
    'one without a revision',
    'outdated_server',
    (_, response) => reply(response, 200, { status: 'ok', version: '0.1.0', database: 'ok' }),
  ],
  [
    'one with an older revision',
    'outdated_server',
    (_, response) => reply(response, 200, { ...health, revision: 0 }),
  ],
  [
    'one without its database',
    'unavailable',
    (_, response) => reply(response, 503, { code: 'SERVICE_UNAVAILABLE', message: '' }),
  ],
  ['a website', 'not_markwell', (_, response) => html(response, 200)],
  ['a website without the path', 'not_markwell', (_, response) => html(response, 404)],
  ['another API', 'not_markwell', (_, response) => reply(response, 200, { status: 'ok' })],
  [
    'another API without the path',
    'not_markwell',
    (_, response) => reply(response, 404, { code: 'NOT_FOUND' }),
  ],
  ['JSON that is no object', 'not_markwell', (_, response) => reply(response, 200, 'ok')],
  ['a sign-in page', 'sign_on', (_, response) => html(response, 401)],
  ['a redirect to one', 'sign_on', (_, response) => response.writeHead(302, { location: '/login' }).end()],
])('%s: %s', async (_, failure, handle) => {
  const { origin } = await startServer(handle);
  expect(await checkServer(origin)).toBe(failure);
});

test('no server', async () => {
  const server = await startServer(() => undefined);
  await server.stop();
  expect(await checkServer(server.origin)).toBe('unreachable');
});

test('a rejected certificate differs from a server that does not respond', async () => {
  const plain = http.createServer((_, response) => response.writeHead(400).end());
  // Like the usual servers, it responds to plain http on its port for https. The handshake fails.
  const server = net.createServer((socket) =>
    socket.once('data', (first) => {
      if (first[0] === 0x16) return socket.destroy();
      socket.unshift(first);
      return plain.emit('connection', socket);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  expect(await checkServer(`https://127.0.0.1:${port}`)).toBe('certificate');
  expect(await checkServer('https://127.0.0.1:1')).toBe('unreachable');
});

test('a device without a network says so', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(await checkServer('https://127.0.0.1:1')).toBe('offline');
  vi.stubGlobal('navigator', { onLine: true });
});
