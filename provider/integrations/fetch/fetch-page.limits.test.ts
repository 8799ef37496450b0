import { setImmediate as tick } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createFetchPage,
  type FetcherOptions,
  type FetchLimits,
} from '@/provider/integrations/fetch/fetch-page';
import type { FailureReason } from '@/provider/integrations/fetch/failure';
import { countSockets, startHttpServer } from '@/provider/integrations/fetch/testing/canary';

/** Responses wait for this promise until a test resolves it. */
let gate = Promise.withResolvers<undefined>();
let working = 0;
const site = await startHttpServer((request, response) => {
  working += 1;
  void gate.promise.then(() => {
    working -= 1;
    response.writeHead(request.url === '/missing' ? 404 : 200, { 'content-type': 'text/html' }).end('x');
  });
});
afterAll(() => site[Symbol.asyncDispose]());
beforeEach(() => {
  gate.resolve(undefined);
  gate = Promise.withResolvers();
});

const hosts = ['a.example', 'b.example', 'c.example'].map((name) => `${name}:${site.port}`);
const input = { accept: ['text/html'], maxBytes: 100 };

function create(limits: Partial<FetchLimits>, options: Partial<FetcherOptions> = {}) {
  const resolve = async () => ['127.0.0.1'];
  return createFetchPage({ allow: hosts, resolve, limits: { failureStepMs: 1, ...limits }, ...options });
}

async function untilWorking(count: number): Promise<void> {
  while (working < count) await tick();
  // Some more rounds, so that one request too many would be detected.
  for (let round = 0; round < 50; round += 1) await tick();
  expect(working).toBe(count);
}

describe('concurrency of the fetcher', () => {
  it.each([
    ['one host', { perHost: 2 }, () => ({ url: `http://${hosts[0]}/`, accountId: undefined })],
    [
      'one account',
      { perAccount: 2 },
      (index: number) => ({ url: `http://${hosts[index % 3]}/`, accountId: 'a' }),
    ],
    [
      'all',
      { atOnce: 2 },
      (index: number) => ({ url: `http://${hosts[index % 3]}/`, accountId: `${index}` }),
    ],
  ])('limits %s, and serves all requests eventually', async (_name, limit, describeFetch) => {
    const fetchPage = create({ perHost: 32, perAccount: 32, atOnce: 32, ...limit });
    const pages = Array.from({ length: 6 }, (_, index) => {
      const { url, accountId } = describeFetch(index);
      return fetchPage(`${url}${index}`, accountId === undefined ? input : { ...input, accountId });
    });
    await untilWorking(2);
    gate.resolve(undefined);
    expect(await Promise.all(pages)).not.toContain(null);
  });

  it('limits the time in the queue', async () => {
    const reasons: FailureReason[] = [];
    const fetchPage = create({ perHost: 1, waitMs: 30 }, { onFailure: ({ reason }) => reasons.push(reason) });
    const first = fetchPage(`http://${hosts[0]}/1`, input);
    await untilWorking(1);
    expect(await fetchPage(`http://${hosts[0]}/2`, input)).toBeNull();
    expect(reasons).toEqual(['busy']);
    gate.resolve(undefined);
    expect(await first).not.toBeNull();
    expect(
      await fetchPage(`http://${hosts[0]}/2`, input),
      'waiting in vain is not remembered',
    ).not.toBeNull();
  });
});

describe('failures of the fetcher', () => {
  it('are cached for a minute, so that a dead page costs one connection', async () => {
    let now = 1_000;
    const fetchPage = create({}, { now: () => now });
    const url = `http://${hosts[0]}/missing`;
    gate.resolve(undefined);
    expect(await countSockets(() => fetchPage(url, input))).toBe(1);
    now += 60_000 - 10;
    expect(await countSockets(() => fetchPage(url, input))).toBe(0);
    now += 20;
    expect(await countSockets(() => fetchPage(url, input))).toBe(1);
  });

  it('are reported no earlier than the next step, regardless of their cause', async () => {
    const reasons: string[] = [];
    const fetchPage = create(
      { failureStepMs: 60 },
      { onFailure: ({ reason, host }) => reasons.push(`${reason} ${host}`) },
    );
    gate.resolve(undefined);
    const urls = ['http://10.0.0.1/', 'http://localhost/', `http://${hosts[0]}/missing`, 'http://10.0.0.1/'];
    for (const url of urls) {
      const startedAt = performance.now();
      expect(await fetchPage(url, input)).toBeNull();
      expect(performance.now() - startedAt, url).toBeGreaterThan(55);
    }
    expect(reasons).toEqual(['url 10.0.0.1', 'url localhost', `status ${hosts[0]}`, 'remembered 10.0.0.1']);
  });
});
