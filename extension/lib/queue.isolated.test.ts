import { fakeBrowser } from '@/extension/testing/fake-browser';
import type http from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { getConnectionState, setConnectionState } from '@/extension/lib/connection';
import {
  discardQueued,
  flushQueue,
  getQueue,
  nextAttempt,
  onQueue,
  retryQueued,
  saveBookmark,
} from '@/extension/lib/queue';
import { readBody, reply, startServer, type TestServer } from '@/extension/testing/test-server';

const account = { uuid: 'ada', name: 'Ada', email: 'ada@example.org', plan: 'free' } as const;
const page = { url: 'https://example.com/', title: 'Example' };

beforeEach(() => fakeBrowser.reset());

async function connectTo({ origin }: TestServer, changes: { account?: typeof account | object } = {}) {
  const connection = { origin, token: 'mwp_1', account, space: 'home', ...changes } as never;
  await setConnectionState({ status: 'connected', connection });
}

interface Received {
  readonly body: Record<string, unknown>;
  readonly headers: http.IncomingHttpHeaders;
}

/** Starts a service that creates every bookmark, or responds as told, and records the requests. */
async function serve(respond?: (body: Record<string, unknown>, response: http.ServerResponse) => void) {
  const received: Received[] = [];
  const server = await startServer((request, response) => {
    void readBody(request).then((body) => {
      received.push({ body, headers: request.headers });
      if (respond) respond(body, response);
      else reply(response, 201, sampleBookmark(String(body['uuid'])));
    });
  });
  return { ...server, received };
}

test('a save is in the queue until the server has it', async () => {
  let release = (): void => undefined;
  const server = await serve((body, response) => {
    release = () => reply(response, 201, sampleBookmark(String(body['uuid'])));
  });
  await connectTo(server);
  const saving = saveBookmark(page);
  await expect.poll(() => server.received.length).toBe(1);
  expect(await getQueue()).toMatchObject([{ body: page, state: 'waiting', account: 'ada', space: 'home' }]);
  release();
  expect(await saving).toMatchObject({ status: 'saved' });
  expect(await getQueue()).toEqual([]);
  expect(server.received[0]?.headers).toMatchObject({ authorization: 'Bearer mwp_1', 'space-id': 'home' });
});

test('without a server a save waits, and is sent once with the same uuid', async () => {
  const server = await serve();
  await connectTo(server);
  await server.stop();
  const result = await saveBookmark(page, { space: 'work' });
  expect(result.status).toBe('queued');
  const [queued] = await getQueue();
  expect(await nextAttempt()).toBe(queued?.retryAt);
  // It is not due yet.
  await server.start();
  await flushQueue();
  expect(server.received).toEqual([]);
  await Promise.all([flushQueue({ isForced: true }), flushQueue({ isForced: true })]);
  expect(server.received.map(({ body }) => body['uuid'])).toEqual([queued?.uuid]);
  expect(server.received[0]?.headers['space-id']).toBe('work');
  expect(await getQueue()).toEqual([]);
  expect(await nextAttempt()).toBeNull();
});

test('saves are sent in their order, and the rest waits behind one that fails', async () => {
  const server = await serve();
  await connectTo(server);
  await server.stop();
  for (const url of ['https://a.example/', 'https://b.example/']) await saveBookmark({ url });
  const attempts = async () => (await getQueue()).map((save) => save.attempts);
  await flushQueue({ isForced: true });
  expect(await attempts()).toEqual([2, 1]);
  await server.start();
  await flushQueue({ isForced: true });
  expect(server.received.map(({ body }) => body['url'])).toEqual([
    'https://a.example/',
    'https://b.example/',
  ]);
});

test('a save that the server refuses later keeps the reason, and can be sent again or discarded', async () => {
  let isRefusing = true;
  const server = await serve((body, response) => {
    const problem = {
      code: 'ALREADY_EXISTS',
      message: 'Saved already.',
      errors: [],
      bookmark: sampleBookmark('b'),
    };
    if (isRefusing && body['force'] !== true) reply(response, 409, problem);
    else reply(response, 201, sampleBookmark(String(body['uuid'])));
  });
  await connectTo(server);
  await server.stop();
  await saveBookmark(page);
  await saveBookmark({ url: 'https://other.example/' });
  await server.start();
  await flushQueue({ isForced: true });
  const [first, second] = await getQueue();
  expect(first).toMatchObject({
    state: 'refused',
    problem: { code: 'ALREADY_EXISTS', message: 'Saved already.' },
  });
  expect(await nextAttempt()).toBeNull();
  await retryQueued(first?.uuid ?? '', { force: true });
  await discardQueued(second?.uuid ?? '');
  expect(await getQueue()).toEqual([]);
  isRefusing = false;
});

test('a page that is saved already is returned, and what is invalid is thrown; neither waits', async () => {
  const server = await serve((body, response) => {
    const exists = { code: 'ALREADY_EXISTS', message: '', errors: [], bookmark: sampleBookmark('old') };
    if (body['title'] === 'Example') reply(response, 409, exists);
    else reply(response, 422, { code: 'VALIDATION_FAILED', message: 'Invalid.', errors: [] });
  });
  await connectTo(server);
  expect(await saveBookmark(page)).toMatchObject({ status: 'exists', bookmark: { uuid: 'old' } });
  await expect(saveBookmark({ url: 'x' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(await getQueue()).toEqual([]);
});

test('a sign-in page in front of the server is no response of it', async () => {
  const html = await serve((_body, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
  });
  await connectTo(html);
  expect((await saveBookmark(page)).status).toBe('queued');
});

test('after the token was revoked a save waits until the account is connected again', async () => {
  let isRevoked = true;
  const server = await serve((body, response) => {
    if (isRevoked) reply(response, 401, { code: 'UNAUTHENTICATED', message: 'Sign in.', errors: [] });
    else reply(response, 201, sampleBookmark(String(body['uuid'])));
  });
  await connectTo(server);
  expect((await saveBookmark(page)).status).toBe('queued');
  expect((await getConnectionState()).status).toBe('revoked');
  expect((await saveBookmark({ url: 'https://second.example/' })).status).toBe('queued');
  expect(server.received).toHaveLength(1);
  isRevoked = false;
  await connectTo(server, { account: { ...account, uuid: 'bob' } });
  await flushQueue({ isForced: true });
  expect(await getQueue()).toHaveLength(2);
  await connectTo(server);
  await flushQueue({ isForced: true });
  expect(await getQueue()).toEqual([]);
});

test('without an account nothing is stored', async () => {
  await expect(saveBookmark(page)).rejects.toThrow('not connected');
  expect(await getQueue()).toEqual([]);
});

test('listeners get the queue after each change', async () => {
  const server = await serve();
  await connectTo(server);
  const counts: number[] = [];
  const stop = onQueue((queue) => counts.push(queue.length));
  await saveBookmark(page);
  await expect.poll(() => counts.at(-1)).toBe(0);
  expect(counts.length).toBeGreaterThan(1);
  stop();
});
