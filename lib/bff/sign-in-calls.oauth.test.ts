import { describe, expect, it } from 'vitest';
import { createTestBff } from '@/lib/bff/testing/create-test-bff';
import { json, problem, signedIn } from '@/lib/bff/testing/fake-service';
import { sampleSession } from '@/lib/bff/testing/sample-session';

const now = Date.UTC(2026, 0, 1);
const create = () => createTestBff(() => now);
const asJson = { 'content-type': 'application/json' };
const started = { url: 'https://issuer.test/authorize?state=x', flow: 'sealed-by-the-provider' };
const before = sampleSession({ now, sessionId: 'before' });
const after = sampleSession({ now, sessionId: 'after' });

const flowCookie = (response: Response): string | undefined =>
  response.headers.getSetCookie().find((line) => line.startsWith('__Host-markwell-flow='));

/** Returns the request body that the provider received at the end of a flow. */
async function finish(
  bff: ReturnType<typeof create>,
  cookie: string,
  body: string,
): Promise<{ response: Response; sent: unknown }> {
  const headers = { ...asJson, cookie, 'content-length': String(Buffer.byteLength(body)) };
  const response = await bff.call('/v1/auth/oauth/google/callback', { method: 'POST', body, headers });
  const last = bff.service.received.find(({ url }) => url.endsWith('/callback'));
  expect(last?.headers['content-length']).toBe(String(Buffer.byteLength(last?.body ?? '')));
  return { response, sent: JSON.parse(last?.body ?? 'null') as unknown };
}

describe('starting a flow', () => {
  it('stores the flow in an httpOnly cookie, and returns only the URL to the page', async () => {
    const bff = create();
    bff.service.answer = () => json(started);
    const response = await bff.call('/v1/auth/oauth/google');
    expect(await response.json()).toEqual({ url: started.url });
    expect(flowCookie(response)).toBe(
      '__Host-markwell-flow=sealed-by-the-provider; Path=/; HttpOnly; SameSite=Lax; Secure; Expires=Thu, 01 Jan 2026 00:10:00 GMT',
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('to link an account uses the session, which is unchanged', async () => {
    const bff = create();
    bff.service.answer = () => json(started);
    const response = await bff.call('/v1/account/oauth/google', {
      method: 'POST',
      headers: { cookie: await bff.cookie(before) },
    });
    expect(bff.service.received[0]?.headers['authorization']).toBe(`Bearer ${before.access.token}`);
    expect(await response.json()).toEqual({ url: started.url });
    expect(flowCookie(response)).toContain('sealed-by-the-provider');
  });

  it('that is rejected stores nothing', async () => {
    const bff = create();
    bff.service.answer = () => problem(404, 'NOT_FOUND');
    const response = await bff.call('/v1/auth/oauth/google');
    expect([response.status, response.headers.getSetCookie()]).toEqual([404, []]);
  });

  it('fails if the response does not match the contract', async () => {
    const bff = create();
    bff.service.answer = () => json({ flow: 'x' });
    expect((await bff.call('/v1/auth/oauth/google')).status).toBe(502);
  });
});

describe('finishing a flow', () => {
  const cookie = '__Host-markwell-flow=sealed-by-the-provider';

  it('sends the flow of this browser, moves the tokens into the cookie and clears the flow', async () => {
    const bff = create();
    bff.service.answer = () => json(signedIn(after));
    const { response, sent } = await finish(bff, cookie, '{"code":"é","state":"s"}');
    expect(sent).toEqual({ code: 'é', state: 's', flow: 'sealed-by-the-provider' });
    expect(await response.text()).not.toMatch(/mwr_|"tokens"/);
    expect((await bff.kept(response))?.refresh).toEqual(after.refresh);
    expect(flowCookie(response)).toContain('Max-Age=0');
  });

  // Guarantee: a page cannot finish a flow that another browser started.
  it('ignores a flow from the page, and sends none if the browser has none', async () => {
    const bff = create();
    bff.service.answer = () => problem(409, 'OAUTH_FAILED');
    const planted = '{"code":"c","state":"s","flow":"planted"}';
    expect((await finish(bff, '', planted)).sent).toEqual({ code: 'c', state: 's' });
  });

  it('clears the flow when it is rejected, and keeps the session', async () => {
    const bff = create();
    bff.service.answer = () => problem(409, 'EMAIL_IN_USE');
    const { response } = await finish(
      bff,
      `${cookie}; ${await bff.cookie(before)}`,
      '{"code":"c","state":"s"}',
    );
    expect([response.status, await bff.kept(response)]).toEqual([409, undefined]);
    expect(flowCookie(response)).toContain('Max-Age=0');
  });

  it('is rejected from another site', async () => {
    const bff = create();
    const headers = { ...asJson, cookie, 'sec-fetch-site': 'cross-site' };
    const response = await bff.call('/v1/auth/oauth/google/callback', {
      method: 'POST',
      body: '{}',
      headers,
    });
    expect(response.status).toBe(403);
    expect(bff.service.received).toEqual([]);
  });

  it.each(['garbage', '[]', 'null', '"text"'])('with %s is rejected by the provider', async (body) => {
    const bff = create();
    bff.service.answer = () => problem(422, 'VALIDATION_FAILED');
    const headers = { ...asJson, cookie, 'content-length': String(Buffer.byteLength(body)) };
    const response = await bff.call('/v1/auth/oauth/google/callback', { method: 'POST', body, headers });
    expect(response.status).toBe(422);
  });
});
