import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runShutdownHooks } from '@/lib/utils/shutdown';
import { startStripeServer, type StripeServer } from '@/provider/integrations/stripe/testing/stripe-server';
import type { Database } from '@/provider/db/client';
import { createTestDatabase } from '@/provider/testing/database';
import type * as route from './route';

const origin = 'http://localhost:3000';
const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const password = 'correct horse battery';

let handlers: typeof route;
let stripe: StripeServer;
let database: Database;

beforeAll(async () => {
  const { url, db } = await createTestDatabase();
  database = db;
  // The service is composed from the environment, as in the running application.
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('SESSION_SECRET', randomBytes(32).toString('base64'));
  vi.stubEnv('APP_URL', origin);
  stripe = await startStripeServer();
  for (const [name, value] of Object.entries(stripe.env)) vi.stubEnv(name, value);
  vi.resetModules();
  Reflect.deleteProperty(globalThis, 'markwellBff');
  const { startService } = await import('@/server/start-service');
  startService();
  handlers = await import('./route');
});

afterAll(async () => {
  await runShutdownHooks();
  await stripe.close();
  vi.unstubAllEnvs();
});

const request = (path: string, init?: RequestInit) => new Request(`${origin}${path}`, init);

const post = (path: string, body: unknown, headers: Record<string, string> = json) =>
  handlers.POST(request(path, { method: 'POST', headers, body: JSON.stringify(body) }));

async function signIn(email: string): Promise<string> {
  const account = { firstName: 'Ada', lastName: 'Lovelace', email, password };
  expect((await post('/v1/auth/register', account)).status).toBe(201);
  const response = await post('/v1/auth/login', { email, password });
  expect(response.status).toBe(200);
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

describe('the route handler of /v1', () => {
  it('exports a handler for every HTTP method', () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
    for (const method of methods) expect(handlers[method]).toBeTypeOf('function');
  });

  it('returns the response of the service in this process', async () => {
    const response = await handlers.GET(request('/v1/health'));
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'ok', database: 'ok' }),
    ]);
  });

  it('signs in with a cookie, and serves the requests that carry it', async () => {
    const cookie = await signIn('route@example.com');
    const created = await post('/v1/bookmarks/create', { url: 'https://example.com/' }, { ...json, cookie });
    expect(created.status).toBe(201);
    const list = await handlers.GET(request('/v1/bookmarks/list', { headers: { cookie } }));
    expect(((await list.json()) as { content: unknown[] }).content).toHaveLength(1);
  });

  // Guarantee: another site cannot change anything with the cookie of a visitor.
  it('refuses a cross-origin write', async () => {
    const cookie = await signIn('cross@example.com');
    const headers = { ...json, cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const response = await post('/v1/bookmarks/create', { url: 'https://example.com/' }, headers);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      403,
      'CROSS_ORIGIN',
    ]);
  });

  it.each([
    ['an unknown path', '/v1/unknown', 404, 'NOT_FOUND'],
    ['an encoded slash', '/v1/bookmarks/a%2Fb/visit', 400, 'MALFORMED_REQUEST'],
    ['an invalid escape', '/v1/bookmarks/%E0%A4%A/visit', 400, 'MALFORMED_REQUEST'],
  ])('answers %s with a problem', async (_name, path, status, code) => {
    const response = await handlers.GET(request(path));
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });

  it('names the methods of a path that does not take this one', async () => {
    const response = await handlers.DELETE(request('/v1/health', { method: 'DELETE', headers: json }));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('passes the events of Stripe on, byte for byte, although they come from no page of this origin', async () => {
    const cookie = await signIn('buyer@example.com');
    await database.$client.query(
      "update accounts set email_verified_at = now() where email = 'buyer@example.com'",
    );
    const started = await post('/v1/billing/checkout', { cycle: 'yearly' }, { ...json, cookie });
    const { url } = (await started.json()) as { url: string };
    stripe.account.pay(url.slice(url.lastIndexOf('/') + 1));
    const [event] = stripe.events;
    if (!event) throw new Error('nothing happened');
    const hook = (body: string) =>
      handlers.POST(
        request('/v1/billing/webhook', {
          method: 'POST',
          headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': event.signature },
          body,
        }),
      );
    expect((await hook(event.body.replace('active', 'paused'))).status).toBe(400);
    expect((await hook(event.body)).status).toBe(200);
    const account = await handlers.GET(request('/v1/account', { headers: { cookie } }));
    expect(await account.json()).toMatchObject({ plan: 'pro' });
  });
});
