import { randomBytes } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { runShutdownHooks } from '@/lib/utils/shutdown';
import { createTestDatabase } from '@/provider/testing/database';

const metricsToken = 'a token of the tests';

afterAll(async () => {
  await runShutdownHooks();
  vi.unstubAllEnvs();
});

test('the app returns the metrics of its provider only with the token', async () => {
  const { url } = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('SESSION_SECRET', randomBytes(32).toString('base64'));
  vi.stubEnv('METRICS_TOKEN', metricsToken);
  vi.resetModules();
  Reflect.deleteProperty(globalThis, 'markwellBff');
  const { startService } = await import('@/server/start-service');
  startService();
  const { GET } = await import('./route');
  const scrape = (headers: HeadersInit) => GET(new Request('http://localhost:3000/metrics', { headers }));
  const response = await scrape({ authorization: `Bearer ${metricsToken}` });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('markwell_database_up 1');
  expect((await scrape({})).status).toBe(401);
});
