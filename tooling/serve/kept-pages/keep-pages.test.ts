import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import zlib from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { currentDrawing, digestOf, noteReply, type IsRedrawnAlike } from '@/lib/bff/drawing';
import { freePort } from '@/tooling/test/free-port';
import { type HttpServer, listen, type RequestHandler } from '../http-server';
import { keepPages } from './keep-pages';

const servers: HttpServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.abandon();
});

type Change = (response: ServerResponse) => void;

/** A small app behind the server that keeps pages: each reader, known by the cookie, has one title to be shown. */
async function startApp(titles: Record<string, string>, change: Change = () => undefined) {
  let now = 1_795_321_024_947;
  let drawn = 0;
  const handle: RequestHandler = async (request, response) => {
    drawn += 1;
    const drawing = currentDrawing();
    const reader = request.headers.cookie ?? '';
    const title = titles[reader] ?? null;
    if (drawing) noteReply(drawing, '/v1/title', title);
    const nonce = randomBytes(16).toString('base64');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', `script-src 'nonce-${nonce}'`);
    change(response);
    // What is drawn comes in parts.
    response.write(`<html><script nonce="${nonce}">`);
    await new Promise((resolve) => setImmediate(resolve));
    response.end(
      String.raw`"\"dataUpdatedAt\":${drawing?.at ?? now}"</script>${title} drawn ${drawn}</html>`,
    );
  };
  const check: IsRedrawnAlike = (headers, replies) =>
    Promise.resolve(replies.get('/v1/title') === digestOf(titles[headers.get('cookie') ?? ''] ?? ''));
  const port = await freePort();
  servers.push(
    await listen({
      port,
      host: '127.0.0.1',
      trustedProxies: [],
      handle: keepPages({ handle, isRedrawnAlike: () => check, clock: () => now }),
      onError: (error) => {
        throw error;
      },
    }),
  );
  const visit = async (cookie: string, headers: Record<string, string> = {}) => {
    now += 1;
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie, ...headers } });
    const text = await response.text();
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
    const isWhole = text.split(nonce).length === 2 && text.endsWith('</html>');
    return {
      response,
      text,
      nonce,
      isWhole,
      number: Number(/drawn (\d+)/.exec(text)?.[1]),
      time: /:(\d{13})/.exec(text)?.[1],
    };
  };
  return { visit, titles, now: () => now };
}

test('a page is drawn once and sent as often as it is asked for, each time with a nonce and the time of its own', async () => {
  const { visit, now } = await startApp({ ada: 'Title' });
  const nonces = new Set<string>();
  for (let time = 1; time <= 20; time += 1) {
    const { response, text, nonce, isWhole, number, time: said } = await visit('ada');
    expect([response.status, isWhole, number, said]).toEqual([200, true, 1, String(now())]);
    expect(text).toContain('Title');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(20);
});

test('a change shows in the next visit, and so does its being taken back', async () => {
  const { visit, titles } = await startApp({ ada: 'Before' });
  await visit('ada');
  for (const title of ['After', 'Before', 'After']) {
    titles['ada'] = title;
    expect((await visit('ada')).text).toContain(title);
    expect((await visit('ada')).text).toContain(title);
  }
});

test('guarantee: two readers never get each other’s page, however they take turns', async () => {
  const { visit } = await startApp({ ada: 'Title of Ada', bob: 'Title of Bob' });
  for (let turn = 0; turn < 3; turn += 1) {
    const [ada, bob] = await Promise.all([visit('ada'), visit('bob')]);
    expect(ada.text).toContain('Title of Ada');
    expect(bob.text).toContain('Title of Bob');
  }
});

test('guarantee: whoever may not read any more gets no page of before', async () => {
  const { visit, titles } = await startApp({ ada: 'Title' });
  await visit('ada');
  delete titles['ada'];
  const { text, number } = await visit('ada');
  expect(text).not.toContain('Title');
  // And what was drawn without an answer is not kept either.
  expect([number, (await visit('ada')).number]).toEqual([2, 3]);
});

test('a reader who takes gzip gets gzip, of a page drawn plain or compressed', async () => {
  const { visit } = await startApp({ ada: 'Title' });
  await visit('ada', { 'accept-encoding': 'gzip' });
  const { text, isWhole } = await visit('ada', { 'accept-encoding': 'gzip' });
  expect([isWhole, text.includes('Title')]).toEqual([true, true]);
});

test('a page that went out compressed is kept, and compressed anew with its own nonce', async () => {
  const { visit } = await startApp({ ada: 'Title' }, (response) => {
    // As the framework does it: by putting itself before the response that it was given.
    const [write, end] = [response.write.bind(response), response.end.bind(response)];
    const parts: string[] = [];
    response.setHeader('content-encoding', 'gzip');
    response.write = ((part: string) => (parts.push(part), true)) as typeof response.write;
    response.end = ((part: string) => {
      write(zlib.gzipSync([...parts, part].join('')));
      return end();
    }) as typeof response.end;
  });
  const first = await visit('ada', { 'accept-encoding': 'gzip' });
  const second = await visit('ada', { 'accept-encoding': 'gzip' });
  expect([first.isWhole, second.isWhole, second.number]).toEqual([true, true, 1]);
  expect(second.response.headers.get('content-encoding')).toBe('gzip');
  expect(second.nonce).not.toBe(first.nonce);
});

test.each<[string, Change]>([
  ['that is not found', (response) => (response.statusCode = 404)],
  ['that sets a cookie', (response) => response.setHeader('set-cookie', 'a=b')],
  ['without a nonce', (response) => response.removeHeader('content-security-policy')],
])('an answer %s is drawn at each visit', async (_name, change) => {
  const { visit } = await startApp({ ada: 'Title' }, change);
  expect([(await visit('ada')).number, (await visit('ada')).number]).toEqual([1, 2]);
});

test('a call that was answered in two ways while the page was drawn makes it unfit to be kept', () => {
  const drawing = { at: 0, replies: new Map<string, string>(), isRepeatable: true };
  noteReply(drawing, '/v1/title', 'a');
  noteReply(drawing, '/v1/title', 'a');
  expect(drawing.isRepeatable).toBe(true);
  noteReply(drawing, '/v1/title', 'b');
  expect(drawing.isRepeatable).toBe(false);
});
