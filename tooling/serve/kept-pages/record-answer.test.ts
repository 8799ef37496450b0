import http from 'node:http';
import zlib from 'node:zlib';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { freePort } from '@/tooling/test/free-port';
import { recordAnswer, type Answer } from './record-answer';

/** What is noted of one answer, and what the reader got. */
async function record(write: (response: http.ServerResponse) => void, maxBytes = 1_000) {
  const port = await freePort();
  const closed = Promise.withResolvers<undefined>();
  const noted: Answer[] = [];
  const server = http.createServer((_request, response) => {
    recordAnswer(response, maxBytes, (answer) => noted.push(answer));
    response.once('close', () => closed.resolve(undefined));
    write(response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const got = await fetch(`http://127.0.0.1:${port}/`)
    .then((response) => response.text())
    .catch(() => null);
  await closed.promise;
  server.closeAllConnections();
  server.close();
  return { got, noted: noted.map(({ body }) => body.toString()) };
}

test('notes text and bytes in all their parts, while they go their way', async () => {
  const { got, noted } = await record((response) => {
    response.write('Grö');
    response.write(Buffer.from('ße'));
    response.write('2d', 'hex');
    response.end('end');
  });
  expect([got, noted]).toEqual(['Größe-end', ['Größe-end']]);
});

test('notes what was compressed as it reads', async () => {
  const { got, noted } = await record((response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(zlib.gzipSync('text'));
  });
  expect([got, noted]).toEqual(['text', ['text']]);
});

test.each<[string, (response: http.ServerResponse) => void]>([
  ['is too long', (response) => void response.end('a'.repeat(1_001))],
  [
    'is too long once it is opened',
    (response) => void response.setHeader('content-encoding', 'gzip').end(zlib.gzipSync('a'.repeat(1_001))),
  ],
  [
    'is compressed in another way',
    (response) => void response.setHeader('content-encoding', 'br').end(zlib.brotliCompressSync('text')),
  ],
  ['breaks off', (response) => response.write('half', () => response.destroy())],
])('an answer that %s is not noted', async (_name, write) => {
  expect((await record(write)).noted).toEqual([]);
});
