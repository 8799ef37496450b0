import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createFetchPage } from '@/provider/integrations/fetch/fetch-page';
import { countSockets, startHttpServer } from '@/provider/integrations/fetch/testing/canary';
import { createReadPageMetadata } from '@/provider/integrations/pages/page-metadata';

let html = '';
/** Responses of other paths than the page: status, headers and body. */
let others: Record<string, [status: number, headers: Record<string, string>, body?: string | Buffer]> = {};
let asked: string[] = [];
let languages: (string | undefined)[] = [];

const site = await startHttpServer((request, response) => {
  const path = request.url ?? '';
  asked.push(`${path} ${request.headers.cookie ?? ''}`.trim());
  languages.push(request.headers['accept-language']);
  const [status, headers, body] = others[path] ?? [200, { 'content-type': 'text/html' }, html];
  response.writeHead(status, headers).end(body);
});
beforeEach(() => {
  others = {};
  asked = [];
  languages = [];
});
afterAll(() => site[Symbol.asyncDispose]());

const origin = `http://site.example:${site.port}`;
const readPageMetadata = createReadPageMetadata(
  createFetchPage({
    allow: [`site.example:${site.port}`, `accounts.example:${site.port}`],
    resolve: async () => ['127.0.0.1'],
    limits: { failureStepMs: 1 },
  }),
);

async function read(head: string, path = '/a/b') {
  html = `<!doctype html><head>${head}</head>`;
  return readPageMetadata(origin + path);
}

const htmlPage = (head: string): [number, Record<string, string>, string] => [
  200,
  { 'content-type': 'text/html' },
  `<!doctype html><head>${head}</head>`,
];
const titleOf = async (url: string) => (await readPageMetadata(url))?.title;

describe('page metadata', () => {
  it('has the values of the page, with absolute URLs', async () => {
    others['/moved'] = [302, { location: '/here/' }];
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
      icons: ['http://cdn.example/large.png', `${origin}/here/drawn.svg`, `${origin}/here/small.ico`],
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
          // An icon in the page itself is not fetched.
          icons: url.startsWith('data:') ? [url] : [],
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
    others['/missing'] = [404, { 'content-type': 'text/html' }, '<title>Not found</title>'];
    expect(await readPageMetadata(`${origin}/missing`)).toBeNull();
    expect(await readPageMetadata('http://127.0.0.1/')).toBeNull();
    expect(await readPageMetadata('not a url')).toBeNull();
  });
});

describe('the title', () => {
  it.each([
    ['<title>T</title><meta property=og:title content=O>', 'T'],
    ['<title> </title><meta property=og:title content=" "><meta name=twitter:title content=W>', 'W'],
    ['<script type=application/ld+json>{"headline":"J"}</script>', 'J'],
    ['</head><body><h1>H</h1>', 'H'],
  ])('is the first that is not blank: %s', async (head, title) => {
    expect((await read(head))?.title).toBe(title);
  });

  it('behind more script than a megabyte is found', async () => {
    expect((await read(`<script>${'x'.repeat(1_500_000)}</script><title>Video</title>`))?.title).toBe(
      'Video',
    );
  });

  it('is that of the page to which cookies and a refresh lead', async () => {
    others['/start'] = [302, { location: '/gate', 'set-cookie': 'seen=1; Path=/' }];
    others['/gate'] = htmlPage(
      '<meta http-equiv=refresh content="0; URL=\'/caf%C3%A9\'"><title>Wait</title>',
    );
    others['/caf%C3%A9'] = htmlPage('<meta http-equiv=refresh content="0;url=/third"><title>Menu</title>');
    expect(await titleOf(`${origin}/start`)).toBe('Menu');
    expect(asked).toEqual(['/start', '/gate seen=1', '/caf%C3%A9 seen=1']);
    asked = [];
    // The next fetch starts without cookies.
    await titleOf(`${origin}/gate`);
    expect(asked[0]).toBe('/gate');
  });

  it.each([
    ['6;url=/next', 'Page'],
    ['0;url=http://10.0.0.1/', 'Page'],
    ['0;url=javascript:alert(1)', 'Page'],
    ['0', 'Page'],
    ['5, /next', 'Next'],
  ])('with the refresh %j is %s', async (content, title) => {
    others['/next'] = htmlPage('<title>Next</title>');
    expect((await read(`<meta http-equiv=refresh content="${content}"><title>Page</title>`))?.title).toBe(
      title,
    );
  });

  it('follows a refresh for browsers without scripts only to another site', async () => {
    const other = `http://accounts.example:${site.port}/next`;
    others['/next'] = htmlPage('<title>Next</title>');
    const head = (url: string) =>
      `<noscript><meta http-equiv=refresh content="0;url=${url}"></noscript><title>Page</title>`;
    expect((await read(head('/next')))?.title).toBe('Page');
    // A port that only the allow list opens is no target for a page.
    expect((await read(head(other)))?.title).toBe('Page');
  });

  it('is requested in a language, then in English', async () => {
    html = '<title>x</title>';
    await readPageMetadata(`${origin}/`, { language: 'pt-BR' });
    await readPageMetadata(`${origin}/`);
    expect(languages).toEqual(['pt-BR, pt;q=0.9, en;q=0.7, *;q=0.5', 'en, *;q=0.5']);
  });
});

const pdf = (title: string) => `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj
3 0 obj<</Title(${title})>>endobj
trailer<</Root 1 0 R/Info 3 0 R/Size 4>>
%%EOF`;

describe('the title of a file', () => {
  const file = { 'content-type': 'application/zip' };
  it.each([
    ['its last segment', '/files/Caf%C3%A9%20menu.zip', file, 'Café menu.zip'],
    ['its last segment, if it is malformed', '/50%.zip', file, '50%.zip'],
    [
      'the name that is sent',
      '/get?id=1',
      { ...file, 'content-disposition': 'attachment; filename="a b.zip"' },
      'a b.zip',
    ],
    [
      'the extended name before the other',
      '/get',
      { ...file, 'content-disposition': "attachment; filename=x.zip; filename*=UTF-8''%E6%96%87.zip" },
      '文.zip',
    ],
    [
      'a name in UTF-8',
      '/get',
      { ...file, 'content-disposition': 'attachment; filename="æ\u0096\u0087.zip"' },
      '文.zip',
    ],
    [
      'never a path',
      '/get',
      { ...file, 'content-disposition': 'attachment; filename="../../x.zip"' },
      'x.zip',
    ],
  ])('is %s', async (_name, path, headers, title) => {
    others[path] = [200, headers, 'content'];
    expect(await readPageMetadata(origin + path)).toMatchObject({ title, description: null, icons: [] });
  });

  it('is read from a PDF, under any type', async () => {
    for (const type of ['application/pdf', 'application/octet-stream']) {
      others['/paper.pdf'] = [200, { 'content-type': type }, pdf('A \\(nice\\) title')];
      expect(await titleOf(`${origin}/paper.pdf`)).toBe('A (nice) title');
    }
  });

  it.each([pdf('untitled'), pdf(' '), '%PDF-1.7 nothing else'])(
    'is the name of a PDF without one',
    async (body) => {
      others['/paper.pdf'] = [200, { 'content-type': 'application/pdf' }, body];
      expect(await titleOf(`${origin}/paper.pdf`)).toBe('paper.pdf');
    },
  );

  it('is that of a page if the server names no type', async () => {
    html = '<title>Typeless</title>';
    others['/untyped'] = [200, {}, '\n<!DOCTYPE html><title>Typeless</title>'];
    others['/octets'] = [
      200,
      { 'content-type': 'application/octet-stream' },
      '<html><title>Typeless</title>',
    ];
    expect([await titleOf(`${origin}/untyped`), await titleOf(`${origin}/octets`)]).toEqual([
      'Typeless',
      'Typeless',
    ]);
  });
});

describe('a page in front of the requested one', () => {
  it.each([
    'Just a moment...',
    'Um momento…',
    'Attention Required! | Cloudflare',
    'Robot Check',
    'Access Denied',
  ])('has no title: %s', async (title) => expect(await read(`<title>${title}</title>`)).toBeNull());

  it.each([
    'CAPTCHA - Wikipedia',
    'Access denied in history',
    'Just a moment in time',
    'Robots and security checks',
  ])('is not confused with an article: %s', async (title) =>
    expect((await read(`<title>${title}</title>`))?.title).toBe(title),
  );

  it('has no title if it is a sign-in page of another host', async () => {
    html = '<title>Sign in</title>';
    for (const path of ['/v3/signin/x', '/login', '/sign-in', '/consent/m', '/authwall']) {
      others['/wanted'] = [302, { location: `http://accounts.example:${site.port}${path}` }];
      expect(await readPageMetadata(`${origin}/wanted`), path).toBeNull();
    }
  });

  it('has a title if it was requested, or belongs to the site', async () => {
    html = '<title>Sign in</title>';
    expect(await titleOf(`${origin}/login`)).toBe('Sign in');
    others['/wanted'] = [302, { location: '/login' }];
    expect(await titleOf(`${origin}/wanted`)).toBe('Sign in');
    others['/wanted'] = [302, { location: '/authwall' }];
    expect(await readPageMetadata(`${origin}/wanted`)).toBeNull();
    others['/wanted'] = [
      302,
      { location: `http://accounts.example:${site.port}/catalogin/logins-explained` },
    ];
    expect(await titleOf(`${origin}/wanted`)).toBe('Sign in');
  });
});
