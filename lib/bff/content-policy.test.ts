import fs from 'node:fs';
import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server';
import { NextRequest } from 'next/server';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { processSessions, processWide } from '@/lib/bff/session';
import { sampleSession } from '@/lib/bff/testing/sample-session';
import { visitPage } from '@/lib/bff/content-policy';
import type { AvailabilityCheck } from '@/lib/bff/upstream';
import { config } from '@/middleware';

let isAvailable = true;

beforeAll(() => {
  processWide('availability', (): AvailabilityCheck => () => Promise.resolve(isAvailable));
  vi.stubEnv('SESSION_SECRET', 'qL8v0Zr4cJ2xW7tY1nB5mK9dF3hG6sPa');
  vi.stubEnv('APP_URL', 'https://app.test');
});

afterEach(() => {
  isAvailable = true;
});

async function visit(path: string, headers: Record<string, string> = {}) {
  return visitPage(new NextRequest(`https://app.test${path}`, { headers }));
}

async function cookieOf(changes: Parameters<typeof sampleSession>[0]): Promise<string> {
  return (await processSessions().keep(sampleSession(changes))).split(';', 1)[0] ?? '';
}

/** Returns the headers that the middleware forwards to the page. */
const forwardedHeader = (response: Response, name: string) =>
  response.headers.get(`x-middleware-request-${name}`);

describe('a visit of a page', () => {
  it('gets a content policy with a nonce of its own, which the page is rendered with', async () => {
    const [first, second] = [await visit('/signin'), await visit('/signin')];
    const policy = first.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/]{22}==' 'strict-dynamic';/);
    for (const rule of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toContain('unsafe-eval');
    expect(forwardedHeader(first, 'content-security-policy')).toBe(policy);
    expect(second.headers.get('content-security-policy')).not.toBe(policy);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });

  // Guarantee: no script of ours has a nonce that another party chose.
  it('ignores these headers from the visitor', async () => {
    const response = await visit('/signin', {
      'content-security-policy': `script-src 'nonce-"><script>'`,
      'x-nonce': '"><script>',
      'x-pathname': '/admin',
      'x-search': '?a',
    });
    expect([...response.headers].join()).not.toContain('"><script>');
    expect([forwardedHeader(response, 'x-pathname'), forwardedHeader(response, 'x-search')]).toEqual([
      '/signin',
      '',
    ]);
  });

  it('of a public page uses the language of its URL, whatever the visitor sent', async () => {
    const forged = { 'x-language': 'pt-BR' };
    const languageAt = async (path: string) => forwardedHeader(await visit(path, forged), 'x-language');
    expect(await languageAt('/public/1/x?lang=en')).toBe('en');
    expect(await languageAt('/public/1/x?lang=xx')).toBeNull();
    expect(await languageAt('/signin?lang=en')).toBeNull();
  });

  it.each([
    ['a visitor', async () => '', '/settings/data?a=b', '/signin?redirect=%2Fsettings%2Fdata%3Fa%3Db'],
    ['garbage', async () => '__Host-markwell=garbage', '/', '/signin?redirect=%2F'],
    ['a member', async () => cookieOf({ now: Date.now() }), '/signin', '/'],
    ['a member', async () => cookieOf({ now: Date.now() }), '/admin', '/'],
    [
      'a session to be renewed',
      async () => cookieOf({ now: Date.now(), access: { token: 'a', expires: Date.now() } }),
      '/search?q=a',
      '/session/renew?redirect=%2Fsearch%3Fq%3Da',
    ],
  ])('redirects %s', async (_name, cookie, path, location) => {
    const response = await visit(path, { cookie: await cookie() });
    const target = new URL(response.headers.get('location') ?? '', 'https://app.test');
    expect([response.status, target.origin, target.pathname + target.search]).toEqual([
      307,
      'https://app.test',
      location,
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('to the administration by another account is logged, without session data', async () => {
    const lines: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      lines.push(String(chunk));
      return true;
    });
    await visit('/admin/users', { cookie: await cookieOf({ now: Date.now() }) });
    out.mockRestore();
    const { time: _, ...line } = JSON.parse(lines.join('')) as Record<string, unknown>;
    expect(line).toEqual({
      level: 'warn',
      part: 'access',
      pathname: '/admin/users',
      msg: 'a non-admin was sent home',
    });
  });

  it.each([
    ['/', { now: Date.now() }],
    ['/admin/users', { now: Date.now(), isAdmin: true }],
    ['/auth/verify-email', { now: Date.now() }],
  ])('shows %s to its audience', async (path, changes) => {
    const response = await visit(path, { cookie: await cookieOf(changes) });
    expect([response.status, response.headers.get('location')]).toEqual([200, null]);
  });
});

it('renders the not-found page for an invalid identifier, without the app layout', async () => {
  const cookie = await cookieOf({ now: Date.now() });
  const response = await visit('/collections/x.png', { cookie });
  expect(response.headers.get('x-middleware-rewrite')).toBe('https://app.test/not-found');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  const known = await visit('/collections/01980000-0000-7000-8000-0000000000ff', { cookie });
  expect(known.headers.get('x-middleware-rewrite')).toBeNull();
});

describe('while the service is down', () => {
  const rewritten = (response: Response) => response.headers.get('x-middleware-rewrite');

  it.each(['/', '/collections', '/public/0190/trains', '/admin'])(
    '%s is replaced by the static page',
    async (path) => {
      isAvailable = false;
      const cookie = await cookieOf({ now: Date.now(), isAdmin: true });
      const response = await visit(path, { cookie, 'sec-fetch-dest': 'document' });
      expect(rewritten(response)).toBe('https://app.test/unavailable');
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
      isAvailable = true;
      expect(rewritten(await visit(path, { cookie }))).toBeNull();
    },
  );

  it.each(['/signin', '/terms', '/offline', '/nowhere'])('%s is shown, which needs no data', async (path) => {
    isAvailable = false;
    expect(rewritten(await visit(path))).toBeNull();
  });

  it('parts of a page go to the error screen of the open page', async () => {
    isAvailable = false;
    const cookie = await cookieOf({ now: Date.now() });
    expect(rewritten(await visit('/collections', { cookie, 'sec-fetch-dest': 'empty' }))).toBeNull();
  });
});

describe('the middleware', () => {
  const runsFor = (path: string): boolean =>
    unstable_doesMiddlewareMatch({ config, url: `https://app.test${path}`, nextConfig: {} });

  it.each([
    '/',
    '/collections/x.png',
    '/collections/robots.txt',
    '/settings/x.js',
    '/public/0190/x.svg',
    '/public/0190/rss.xml',
    '/public/0190/trains/other.xml',
    '/session/x.json',
    '/sitemap/x.xml',
    '/x/locales/en/auth.json',
    '/x/favicon.ico',
    '/icon.svg.html',
    '/x/manifest.webmanifest',
    '/add/x',
    '/monitoring/x',
    '/metrics/x',
  ])('runs for %s, which is not a file', (path) => expect(runsFor(path)).toBe(true));

  it.each([
    ...fs.readdirSync('public').map((name) => `/${name}`),
    '/manifest.webmanifest',
    '/add',
    '/monitoring',
    '/metrics',
    '/sw.js',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap/1.xml',
    '/.well-known/change-password',
    '/.well-known/security.txt',
    '/locales/en/auth.json',
    '/session',
    '/session/renew',
    '/public/0190/trains/rss.xml',
    '/public/0190/trains/atom.xml',
    '/public/0190/trains/feed.json',
    '/public/0190/trains/opengraph-image',
    '/v1/account',
    '/_next/static/chunks/x.js',
  ])('does not run for %s', (path) => expect(runsFor(path)).toBe(false));
});
