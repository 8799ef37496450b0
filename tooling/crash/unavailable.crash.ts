import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataDir, startServer, type TestServer } from '@/tooling/test/start-server';
import { signIn } from './client';
import { pauseDatabase } from './processes';

const dataDir = makeDataDir('unavailable');
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ dataDir, env: { RATE_LIMIT_SCALE: '1000' } });
});

afterAll(async () => {
  await server.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

test('a page responds with 503 while the database hangs, in HTML that needs no data, and loads afterwards', async () => {
  const client = await signIn(server.url);
  const visit = (path: string) => fetch(server.url + path, { headers: { cookie: client.cookie() } });
  expect((await visit('/')).status).toBe(200);
  const resume = pauseDatabase(dataDir);
  try {
    await expect.poll(async () => (await visit('/')).status, { timeout: 30_000 }).toBe(503);
    const page = await visit('/collections');
    expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([
      503,
      '10',
      'no-store',
    ]);
    expect(await page.text()).toContain('Markwell is temporarily unavailable');
    expect((await visit('/terms')).status).toBe(200);
  } finally {
    resume();
  }
  await expect.poll(async () => (await visit('/')).status, { timeout: 30_000 }).toBe(200);
});
