import { expect, test } from 'vitest';
import { forwardOauth } from '@/lib/bff/oauth-proxy';
import type { Service } from '@/lib/bff/service';
import { createFakeService, json } from '@/lib/bff/testing/fake-service';

const client = { address: '192.0.2.1' };

const post = (service: Service, segments: string[]) =>
  forwardOauth(
    service,
    segments,
    new Request('https://app.test/oauth/token?x=1', {
      method: 'POST',
      headers: {
        authorization: 'Bearer mwp_x',
        cookie: 'markwell=sealed',
        origin: 'https://assistant.example',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'code=a',
    }),
    client,
  );

test('a form is forwarded without credentials, and the response without cookies', async () => {
  const service = createFakeService();
  const sent = { 'set-cookie': 'a=b', server: 'x', 'retry-after': '7' };
  service.answer = () => json({ error: 'invalid_grant' }, 400, sent);
  const response = await post(service, ['token']);
  expect(service.received).toEqual([
    {
      method: 'POST',
      url: 'http://service.test/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://assistant.example' },
      body: 'code=a',
      client,
    },
  ]);
  expect([response.status, Object.fromEntries(response.headers)]).toEqual([
    400,
    { 'content-type': 'application/json', 'retry-after': '7' },
  ]);
});

test.each([
  [[]],
  [['token', '']],
  [['..', 'v1', 'account']],
  [['well-known', '..', 'metrics']],
  [['well-known', 'oauth-protected-resource', 'v1']],
  [['constructor']],
])('the path %j is not forwarded', async (segments) => {
  const service = createFakeService();
  expect((await post(service, segments)).status).toBe(404);
  expect(service.received).toEqual([]);
});

test('an unreachable service results in 502', async () => {
  const service: Service = { origin: 'http://service.test', fetch: () => Promise.reject(new Error('away')) };
  expect((await post(service, ['token'])).status).toBe(502);
});
