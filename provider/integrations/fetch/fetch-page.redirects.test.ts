import { afterAll, describe, expect, it } from 'vitest';
import { createFetchPage } from '@/provider/integrations/fetch/fetch-page';
import { countSockets, startHttpServer } from '@/provider/integrations/fetch/testing/canary';
import { forbiddenUrls, foreignSchemes } from '@/provider/integrations/fetch/testing/forbidden-urls';

const canary = await startHttpServer((_request, response) => response.end('secret'));

/** `/to/<status>?<target>` redirects to the target; `/chain/<n>` redirects n times before it responds. */
const site = await startHttpServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://site.example');
  const [, kind = '', argument = ''] = url.pathname.split('/');
  const location = Buffer.from(url.searchParams.get('location') ?? '', 'base64url').toString('latin1');
  if (kind === 'to') return response.writeHead(Number(argument), { location }).end('x'.repeat(100_000));
  if (kind === 'chain' && Number(argument) > 0) {
    return response.writeHead(302, { location: `./${Number(argument) - 1}` }).end();
  }
  if (kind === 'cookie') {
    const cookies = ['a=1; Path=/', 'b=2; Domain=other.example', 'c=3; Domain=example'];
    return response.writeHead(302, { location: url.search.slice(1), 'set-cookie': cookies }).end();
  }
  if (kind === 'loop') return response.writeHead(302, { location: '/loop' }).end();
  if (kind === 'nowhere') return response.writeHead(302).end();
  response.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify(request.headers));
});
afterAll(async () => {
  await canary[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const origin = `http://site.example:${site.port}`;
const input = { accept: ['text/html'], maxBytes: 100_000 };
const fetchPage = createFetchPage({
  allow: [`site.example:${site.port}`, `other.example:${site.port}`],
  ports: [80, canary.port],
  resolve: async () => ['127.0.0.1'],
  limits: { failureStepMs: 1, rememberFailureMs: 0 },
});

function redirectTo(location: string, status = 302): string {
  // Header values are bytes: like real servers, this one sends the target in UTF-8.
  const bytes = Buffer.from(location.replaceAll(/[\t\n]/g, ''), 'utf8').toString('base64url');
  return `${origin}/to/${status}?location=${bytes}`;
}

/** Returns the number of sockets opened for a redirect; one is that of the redirecting site. */
function socketsFor(url: string): Promise<number> {
  return countSockets(() => expect(fetchPage(url, input), url).resolves.toBeNull());
}

function aimedAtCanary(url: string): string {
  if (!URL.canParse(url)) return url;
  const aimed = new URL(url);
  aimed.port = String(canary.port);
  return aimed.href;
}

describe('redirects of the outbound guard', () => {
  const candidates = [...forbiddenUrls, ...foreignSchemes, '//127.0.0.1/', '\\\\127.0.0.1\\'];
  const leavesTheSite = (url: string) => !URL.canParse(url, origin) || new URL(url, origin).origin !== origin;
  const targets = candidates.filter((url) => url.length < 1000 && leavesTheSite(url));

  it.each([301, 302, 303, 307, 308])('check each target of a %i like a first URL', async (status) => {
    for (const target of targets) expect(await socketsFor(redirectTo(target, status)), target).toBe(1);
    for (const target of targets)
      expect(await socketsFor(redirectTo(aimedAtCanary(target), status)), target).toBe(1);
    expect(canary.connections()).toBe(0);
  });

  it('are followed five times and no further', async () => {
    const page = await fetchPage(`${origin}/chain/5`, input);
    expect(page?.url).toBe(`${origin}/chain/0`);
    expect(await socketsFor(`${origin}/chain/6`)).toBe(6);
    expect(await socketsFor(`${origin}/loop`)).toBe(6);
  });

  it('need a target', async () => {
    expect(await socketsFor(`${origin}/nowhere`)).toBe(1);
  });

  it('with a status that is no redirect fail', async () => {
    for (const status of [300, 304, 305, 306]) expect(await socketsFor(redirectTo('/', status))).toBe(1);
  });

  it('to a target in UTF-8 are followed as a browser does', async () => {
    const page = await fetchPage(redirectTo('/喫茶店?q=é'), input);
    expect(page?.url).toBe(`${origin}/${encodeURIComponent('喫茶店')}?q=%C3%A9`);
  });

  it('carry cookies only back to the site that set them', async () => {
    const other = `http://other.example:${site.port}`;
    const cookiesOf = async (url: string) => {
      const page = await fetchPage(url, input);
      return (JSON.parse(Buffer.from(page?.bytes ?? []).toString()) as { cookie?: string }).cookie;
    };
    expect(await cookiesOf(`${origin}/cookie?${origin}/final`)).toBe('a=1');
    expect(await cookiesOf(`${origin}/cookie?${other}/final`)).toBeUndefined();
    // Each fetch starts without cookies.
    expect(await cookiesOf(`${origin}/final`)).toBeUndefined();
  });

  it('send nothing that identifies a user or the referring page', async () => {
    const page = await fetchPage(redirectTo('/final'), input);
    const headers = JSON.parse(Buffer.from(page?.bytes ?? []).toString()) as Record<string, string>;
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(headers.host).toBe(`site.example:${site.port}`);
  });
});
