import { afterAll, describe, expect, it } from 'vitest';
import { createFetchPage } from '@/provider/integrations/fetch/fetch-page';
import { countSockets, startHttpServer } from '@/provider/integrations/fetch/testing/canary';
import { createReadPageMetadata } from '@/provider/integrations/page-metadata';

let html = '';
const site = await startHttpServer((request, response) => {
  if (request.url === '/moved') return response.writeHead(302, { location: '/here/' }).end();
  response.writeHead(200, { 'content-type': request.url === '/image' ? 'image/png' : 'text/html' }).end(html);
});
afterAll(() => site[Symbol.asyncDispose]());

const origin = `http://site.example:${site.port}`;
const readPageMetadata = createReadPageMetadata(
  createFetchPage({
    allow: [`site.example:${site.port}`],
    resolve: async () => ['127.0.0.1'],
    limits: { failureStepMs: 1 },
  }),
);

async function read(head: string, path = '/a/b') {
  html = `<!doctype html><head>${head}</head>`;
  return readPageMetadata(origin + path);
}

describe('page metadata', () => {
  it('has the values of the page, with absolute URLs', async () => {
    const metadata = await read(
      `<title> A
        title\u0007 &amp; more </title>
      <meta name=description content="What it is about.">
      <meta property=og:title content="Another title"><meta property="og:image" content="pic.jpg">
      <link rel=canonical href="/canonical?x=1"><link rel=icon href=small.ico sizes=16x16>
      <link rel=icon href=//cdn.example/large.png sizes="96x96"><link rel=icon href=drawn.svg type=image/svg+xml>`,
      '/moved',
    );
    expect(metadata).toEqual({
      url: `${origin}/here/`,
      title: 'A title & more',
      description: 'What it is about.',
      canonical: `${origin}/canonical?x=1`,
      image: `${origin}/here/pic.jpg`,
      icons: ['http://cdn.example/large.png', `${origin}/here/small.ico`],
    });
  });

  it('falls back to the values for other sites, and to null', async () => {
    expect(
      await read('<meta property=og:title content=OG><meta property=og:description content=OGD>'),
    ).toMatchObject({
      title: 'OG',
      description: 'OGD',
    });
    expect(await read('<title> </title>')).toEqual({
      url: `${origin}/a/b`,
      title: null,
      description: null,
      canonical: null,
      image: null,
      icons: [],
    });
  });

  it('resolves against the base URL of the page, unless that is forbidden', async () => {
    const links = '<link rel=canonical href=c><link rel=icon href=i.png>';
    expect(await read(`<base href=https://other.example/x/>${links}`)).toMatchObject({
      canonical: 'https://other.example/x/c',
      icons: ['https://other.example/x/i.png'],
    });
    for (const base of ['http://localhost/', 'javascript:alert(1)', 'http://[bad', 'file:///etc/']) {
      expect(await read(`<base href="${base}">${links}`)).toMatchObject({ canonical: `${origin}/a/c` });
    }
  });

  it('never contains a private address or another scheme, and never fetches a URL that it found', async () => {
    const forbidden = [
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://10.0.0.1:8080/',
      'http://localhost/',
      'http://metadata.google.internal/',
      'http://user:secret@example.com/',
      `http://user@site.example:${site.port}/`,
      'http://example.com:22/',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'file:///etc/passwd',
      'http://[bad',
    ];
    for (const url of forbidden) {
      const head = `<title>fine</title><link rel=icon href="${url}"><link rel=canonical href="${url}">
        <meta property=og:image content="${url}"><meta http-equiv=refresh content="0;url=${url}">
        <link rel=manifest href="${url}">`;
      const sockets = await countSockets(async () => {
        expect(await read(head), url).toMatchObject({
          title: 'fine',
          canonical: null,
          image: null,
          icons: [],
        });
      });
      expect(sockets, url).toBe(1);
    }
  });

  it('is truncated to a useful length between whole characters', async () => {
    const metadata = await read(
      `<title>${'👩'.repeat(3000)}</title><meta name=description content="${'é'.repeat(5000)}">`,
    );
    expect(metadata?.title).toBe('👩'.repeat(500));
    expect(metadata?.description).toBe('é'.repeat(2000));
  });

  it('is read from the beginning of an endless page', async () => {
    expect(await read(`<title>first</title>${'<meta name=a content=b>'.repeat(200_000)}`)).toMatchObject({
      title: 'first',
    });
  });

  it('is null if there is no page', async () => {
    expect(await readPageMetadata(`${origin}/image`)).toBeNull();
    expect(await readPageMetadata('http://127.0.0.1/')).toBeNull();
    expect(await readPageMetadata('not a url')).toBeNull();
  });
});
