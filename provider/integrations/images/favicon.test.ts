import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createFetchPage } from '@/provider/integrations/fetch/fetch-page';
import { countSockets, startHttpServer } from '@/provider/integrations/fetch/testing/canary';
import { createFindFavicon, letterFavicon } from '@/provider/integrations/images/favicon';
import { faviconReply } from '@/provider/integrations/images/favicon';

const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#00f' } })
  .png()
  .toBuffer();

type Answer = readonly [contentType: string, body: string | Buffer];
let answers: Record<string, Answer> = {};
let asked: string[] = [];
beforeEach(() => {
  answers = {};
  asked = [];
});

const site = await startHttpServer((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const [contentType, body] = answers[path] ?? [];
  if (contentType === undefined) return response.writeHead(404).end();
  response.writeHead(200, contentType === '' ? {} : { 'content-type': contentType }).end(body);
});
afterAll(() => site[Symbol.asyncDispose]());

const page = `http://site.example:${site.port}/a/page?q=1`;
const html = (head: string): Answer => ['text/html', `<head>${head}</head>`];

const drawing =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>';

function findFavicon(url = page, savedPage?: string) {
  const limits = { failureStepMs: 1 };
  const resolve = async () => ['127.0.0.1'];
  const fetchPage = createFetchPage({ allow: [`site.example:${site.port}`], resolve, limits });
  return createFindFavicon(fetchPage)(url, { savedPage });
}

describe('the icon of a site', () => {
  it('is the best that its front page links', async () => {
    answers = {
      '/': html('<link rel=icon href=/16.png sizes=16x16><link rel=icon href=/64.png sizes=64x64>'),
      '/16.png': ['image/png', 'x'],
      '/64.png': ['image/png', png],
    };
    expect(await findFavicon()).toMatchObject({
      contentType: 'image/png',
      etag: expect.stringMatching(/^"[\w-]{22}"$/) as string,
    });
    expect(asked).toEqual(['/', '/64.png']);
  });

  it('is searched at the usual locations, even if the front page cannot be read', async () => {
    answers = { '/apple-touch-icon.png': ['image/png', png] };
    expect(await findFavicon()).not.toBeNull();
    expect(asked).toEqual(['/', '/favicon.ico', '/apple-touch-icon.png']);
  });

  it('is detected by its bytes, regardless of the type sent by the server', async () => {
    answers = { '/favicon.ico': ['image/x-icon', png] };
    expect(await findFavicon()).toMatchObject({ contentType: 'image/png' });
  });

  it.each([
    ['an empty drawing', ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>']],
    ['a page', ['text/html', '<title>Not found</title>']],
    ['a file over half a megabyte', ['image/png', Buffer.concat([png, Buffer.alloc(600_000)])]],
  ] as const)('is never %s', async (_name, answer) => {
    answers = { '/': html('<link rel=icon href=/icon>'), '/icon': answer, '/favicon.ico': answer };
    expect(await findFavicon()).toBeNull();
  });

  it.each([
    ['image/svg+xml', drawing],
    ['text/plain', drawing],
    ['text/html', png],
    ['', png],
    ['application/octet-stream', png],
  ])('is judged by its content, not by its label %j', async (type, body) => {
    answers = { '/favicon.ico': [type, body] };
    expect(await findFavicon()).toMatchObject({ contentType: 'image/png' });
  });

  it.each([
    `data:image/svg+xml,${encodeURIComponent(drawing)}`,
    `data:image/png;base64,${png.toString('base64')}`,
  ])('may be in the page itself: %.30s', async (href) => {
    answers = { '/': html(`<link rel=icon href="${href}">`) };
    expect(await findFavicon()).toMatchObject({ contentType: 'image/png' });
    expect(asked).toEqual(['/']);
  });

  it('falls back to the usual locations if the one in the page is malformed', async () => {
    answers = { '/': html('<link rel=icon href="data:,%zz">'), '/favicon.ico': ['image/png', png] };
    expect(await findFavicon()).not.toBeNull();
  });

  it('is linked by the saved page if the front page cannot be read', async () => {
    answers = { '/a/saved': html('<link rel=icon href=i.png>'), '/a/i.png': ['image/png', png] };
    const savedPage = `http://site.example:${site.port}/a/saved`;
    expect(await findFavicon(page, savedPage)).not.toBeNull();
    expect(asked).toEqual(['/', '/a/saved', '/a/i.png']);
    asked = [];
    answers['/'] = html('');
    expect(await findFavicon(page, savedPage)).toBeNull();
    expect(asked).not.toContain('/a/saved');
  });

  it('is not fetched from private addresses, and only a few candidates are tried', async () => {
    const links = Array.from({ length: 20 }, (_, index) => `<link rel=icon href=/${index}.png>`).join('');
    answers = { '/': html(`<link rel=icon sizes=64x64 href=http://10.0.0.1/>${links}`) };
    expect(await countSockets(findFavicon)).toBe(6);
    expect(asked).toHaveLength(6);
  });

  it('of an invalid URL is null', async () => {
    expect(await countSockets(() => findFavicon('not a url'))).toBe(0);
    expect(await countSockets(() => findFavicon('javascript:alert(1)'))).toBe(0);
  });
});

describe('faviconReply', () => {
  const tile = letterFavicon('example.com');

  it('serves inert bytes with a long cache lifetime', () => {
    const reply = faviconReply(tile, null, 'found');
    expect(reply.status).toBe(200);
    expect(Buffer.from(reply.body ?? []).toString()).toContain('>E</text>');
    expect(reply.headers).toEqual({
      'cache-control': 'private, max-age=604800',
      etag: tile.etag,
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(faviconReply(tile, null, 'missing').headers['cache-control']).toBe('private, max-age=120');
  });

  it.each([tile.etag, `W/${tile.etag}`, `"other", ${tile.etag}`])(
    'responds with 304 to a client that has %s',
    (tag) => {
      expect(faviconReply(tile, tag, 'found')).toMatchObject({ status: 304, body: null });
    },
  );

  it.each(['"other"', '', tile.etag.slice(1)])('responds with 200 to a client that has %s', (tag) => {
    expect(faviconReply(tile, tag, 'found').status).toBe(200);
  });
});
