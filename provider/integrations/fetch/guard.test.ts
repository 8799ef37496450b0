import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createFetchPage, type FetcherOptions } from '@/provider/integrations/fetch/fetch-page';
import { countSockets, startHttpServer } from '@/provider/integrations/fetch/testing/canary';
import {
  forbiddenPorts,
  forbiddenUrls,
  foreignSchemes,
} from '@/provider/integrations/fetch/testing/forbidden-urls';

const canary = await startHttpServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>secret</title>');
});
afterAll(() => canary[Symbol.asyncDispose]());
afterEach(() => vi.unstubAllEnvs());

const input = { accept: ['text/html'], maxBytes: 1000 };
const limits = { failureStepMs: 1, connectMs: 500 };

/** Fetches a URL and returns the number of opened sockets; any result other than null fails the test. */
async function tryForbidden(url: string, options: FetcherOptions = {}): Promise<number> {
  const fetchPage = createFetchPage({ resolve: async () => ['127.0.0.1'], limits, ...options });
  return countSockets(() => expect(fetchPage(url, input), url).resolves.toBeNull());
}

/** Returns the URL with the port of the canary, so that only the check of the host can reject it. */
function atCanary(url: string): string {
  if (!URL.canParse(url)) return url;
  const aimed = new URL(url);
  aimed.port = String(canary.port);
  return aimed.href;
}

describe('the outbound guard', () => {
  it('reaches the canary where it is allowed, so that missing connections below mean rejection', async () => {
    const before = canary.connections();
    const fetchPage = createFetchPage({ allow: [`127.0.0.1:${canary.port}`], limits });
    const sockets = await countSockets(async () => {
      const page = await fetchPage(`http://127.0.0.1:${canary.port}/`, input);
      expect(Buffer.from(page?.bytes ?? []).toString()).toBe('<title>secret</title>');
      await expect(fetchPage(`https://127.0.0.1:${canary.port}/`, input)).resolves.toBeNull();
    });
    expect(sockets).toBe(2);
    expect(canary.connections()).toBe(before + 2);
  });

  it.each([...forbiddenUrls, ...foreignSchemes, ...forbiddenPorts])('opens no socket for %j', async (url) => {
    expect(await tryForbidden(url)).toBe(0);
  });

  it.each(forbiddenUrls)('opens no socket for %j on an allowed port', async (url) => {
    const before = canary.connections();
    expect(await tryForbidden(atCanary(url), { ports: [80, canary.port] })).toBe(0);
    expect(canary.connections()).toBe(before);
  });

  it.each([
    ['127.0.0.1'],
    ['10.0.0.7'],
    ['192.168.1.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::7f00:1'],
    ['64:ff9b::7f00:1'],
    ['fe80::1%lo'],
    ['93.184.216.34', '127.0.0.1'],
    ['127.0.0.1', '93.184.216.34'],
    ['2606:4700::1111', '10.0.0.1'],
    ['not an address'],
    [],
  ])('refuses a name as a whole when it resolves to %j, %j', async (...addresses) => {
    const options = { resolve: async () => addresses.filter(Boolean), ports: [canary.port] };
    expect(await tryForbidden(`http://127.0.0.1.nip.io:${canary.port}/`, options)).toBe(0);
    expect(await tryForbidden(`https://rebind.example:${canary.port}/`, options)).toBe(0);
  });

  it('allows an allow list entry for its own host and port only', async () => {
    const allow = [`intranet:${canary.port}`];
    const options = { allow, resolve: async () => ['127.0.0.1'], ports: [80, canary.port], limits };
    const fetchPage = createFetchPage(options);
    expect(await fetchPage(`http://INTRANET:${canary.port}/a`, input)).not.toBeNull();
    expect(await tryForbidden(`http://intranet/`, options)).toBe(0);
    expect(await tryForbidden(`http://127.0.0.1:${canary.port}/`, options)).toBe(0);
    expect(await tryForbidden(`http://other.example:${canary.port}/`, options)).toBe(0);
    expect(await tryForbidden(`http://intranet.example:${canary.port}/`, options)).toBe(0);
  });

  it('stops waiting for a name server that does not respond', async () => {
    const options = {
      resolve: () => new Promise<never>(() => undefined),
      limits: { ...limits, lookupMs: 20 },
    };
    expect(await tryForbidden('http://silent.example/', options)).toBe(0);
  });

  it('does not use a proxy from the environment', async () => {
    const proxy = `http://127.0.0.1:${canary.port}`;
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy'];
    const before = canary.connections();
    for (const name of names) vi.stubEnv(name, proxy);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect(await tryForbidden('http://private.example/', { resolve: async () => ['10.0.0.1'] })).toBe(0);
    expect(canary.connections()).toBe(before);
  });
});
