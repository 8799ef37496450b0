import { afterAll, expect, test, vi } from 'vitest';
import { startReportService } from '@/e2e/fixtures/report-service';
import { reportRequestError } from '@/lib/bff/report-request-error';

const service = await startReportService();
let isEnabled = false;
vi.mock('@/lib/env/server', () => ({
  env: () => ({
    appUrl: 'https://links.example.org',
    reports: isEnabled ? { enabled: true, dsn: service.dsn } : { enabled: false },
  }),
}));
afterAll(() => service.close());

const error = Object.assign(new Error('Cannot read "canary"'), { digest: '123456' });
const report = () =>
  reportRequestError(
    error,
    {
      path: '/search?q=canary',
      method: 'GET',
      headers: { cookie: 'session=canary', authorization: 'canary' },
    },
    {
      routerKind: 'App Router',
      routePath: '/(app)/search',
      routeType: 'render',
      renderSource: 'react-server-components',
      revalidateReason: undefined,
    },
  );

test('a request error is reported with its digest but without request data, and only with a DSN', async () => {
  await report();
  expect(service.headers).toEqual([]);
  isEnabled = true;
  await report();
  await vi.waitFor(() => expect(service.reports).toHaveLength(1), { timeout: 60_000 });
  const [{ type, payload }] = service.reports as [{ type: string; payload: string }];
  expect(type).toBe('event');
  expect(payload).not.toContain('canary');
  expect(JSON.parse(payload)).toMatchObject({
    tags: { digest: '123456' },
    transaction: 'GET /*/search',
    contexts: { nextjs: { router_path: '/(app)/search', route_type: 'render' } },
    exception: { values: [{ type: 'Error', value: 'Cannot read "…"' }] },
  });
});
