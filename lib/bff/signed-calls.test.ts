import { describe, expect, it } from 'vitest';
import type { Session } from '@/lib/bff/session';
import { createTestBff } from '@/lib/bff/testing/create-test-bff';
import { json, problem, sampleAccount, signedIn, type FakeService } from '@/lib/bff/testing/fake-service';
import { sampleSession } from '@/lib/bff/testing/sample-session';

const MINUTE = 60_000;
const start = Date.UTC(2026, 0, 1);

/** A clock that tests advance. */
function createClock() {
  let now = start;
  return { now: () => now, pass: (ms: number) => void (now += ms) };
}

/** Returns a session after the given number of exchanges. */
function generation(number: number, now = start): Session {
  return sampleSession({
    now,
    sessionId: '',
    access: { token: `access-${number}`, expires: now + 15 * MINUTE },
    refresh: { token: `refresh-${number}`, expires: now + 60 * 24 * MINUTE },
  });
}

const stale = { ...generation(1), access: { token: 'access-1', expires: start + 30_000 } };

/** Makes the service exchange each `refresh-n` once for the next generation, and return {} otherwise. */
function exchangeTokens(
  service: FakeService,
  now: () => number,
  others: FakeService['answer'] = () => json({}),
): void {
  const used = new Set<string>();
  service.answer = (request) => {
    if (!request.url.endsWith('/refresh')) return others(request);
    const { refreshToken } = JSON.parse(request.body) as { refreshToken: string };
    if (used.has(refreshToken)) return problem(401, 'UNAUTHENTICATED');
    used.add(refreshToken);
    return json(signedIn(generation(Number(refreshToken.split('-')[1]) + 1, now())));
  };
}

const tokensSent = (service: FakeService) =>
  service.received
    .filter(({ url }) => !url.endsWith('/refresh'))
    .map(({ headers }) => headers['authorization']?.slice(7));
const exchanges = (service: FakeService) => service.received.filter(({ url }) => url.endsWith('/refresh'));

describe('an access token about to expire', () => {
  it('is renewed before the request, and the cookie is updated', async () => {
    const { now } = createClock();
    const bff = createTestBff(now);
    exchangeTokens(bff.service, now);
    const response = await bff.call('/v1/account', { headers: { cookie: await bff.cookie(stale) } });
    expect(tokensSent(bff.service)).toEqual(['access-2']);
    expect(await bff.kept(response)).toEqual(generation(2));
    expect(exchanges(bff.service)[0]?.client.address).toBe('198.51.100.7');
  });

  it('is not renewed while it is valid for a minute', async () => {
    const bff = createTestBff(() => start);
    const fresh = { ...stale, access: { ...stale.access, expires: start + MINUTE } };
    const response = await bff.call('/v1/account', { headers: { cookie: await bff.cookie(fresh) } });
    expect(tokensSent(bff.service)).toEqual(['access-1']);
    expect(await bff.kept(response)).toBeUndefined();
  });

  // Guarantee: twenty concurrent requests do not use the refresh token twenty times, which would end the session.
  it('is renewed once for concurrent requests, and for late ones with the old cookie', async () => {
    const clock = createClock();
    const bff = createTestBff(clock.now);
    exchangeTokens(bff.service, clock.now);
    const headers = { cookie: await bff.cookie(stale) };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => bff.call('/v1/account', { headers })),
    );
    clock.pass(MINUTE);
    responses.push(await bff.call('/v1/account', { headers }));
    expect(exchanges(bff.service)).toHaveLength(1);
    expect(new Set(tokensSent(bff.service))).toEqual(new Set(['access-2']));
    for (const response of responses) expect(await bff.kept(response)).toEqual(generation(2));
  });

  it('of a cookie that was renewed long ago ends the session', async () => {
    const clock = createClock();
    const bff = createTestBff(clock.now);
    exchangeTokens(bff.service, clock.now);
    const headers = { cookie: await bff.cookie(stale) };
    await bff.call('/v1/account', { headers });
    clock.pass(3 * MINUTE);
    const response = await bff.call('/v1/account', { headers });
    expect([response.status, await bff.kept(response)]).toEqual([401, null]);
  });

  it('that cannot be renewed now is used until it expires', async () => {
    const clock = createClock();
    const bff = createTestBff(clock.now);
    bff.service.answer = ({ url }) =>
      url.endsWith('/refresh') ? problem(503, 'SERVICE_UNAVAILABLE') : json({});
    const headers = { cookie: await bff.cookie(stale) };
    expect((await bff.call('/v1/account', { headers })).status).toBe(200);
    clock.pass(MINUTE);
    const late = await bff.call('/v1/account', { headers });
    expect([late.status, await bff.kept(late)]).toEqual([502, undefined]);
    exchangeTokens(bff.service, clock.now);
    expect((await bff.call('/v1/account', { headers })).status).toBe(200);
  });

  it('of an ended session does not block public operations', async () => {
    const bff = createTestBff(() => start);
    bff.service.answer = ({ url }) =>
      url.endsWith('/refresh') ? problem(401, 'UNAUTHENTICATED') : json({ status: 'ok' });
    const headers = { cookie: await bff.cookie(stale) };
    const response = await bff.call('/v1/health', { headers });
    expect([response.status, await bff.kept(response)]).toEqual([200, null]);
    expect(tokensSent(bff.service)).toEqual([undefined]);
    const member = await bff.call('/v1/account', { headers });
    expect([member.status, await bff.kept(member)]).toEqual([401, null]);
  });

  it('of an ended session sends a bug report as a guest', async () => {
    const bff = createTestBff(() => start);
    bff.service.answer = ({ url }) =>
      url.endsWith('/refresh') ? problem(401, 'UNAUTHENTICATED') : new Response(null, { status: 204 });
    const body = JSON.stringify({ message: 'I was signed out.' });
    const headers = {
      cookie: await bff.cookie(stale),
      'content-type': 'application/json',
      'content-length': String(body.length),
    };
    const response = await bff.call('/v1/feedback', { method: 'POST', body, headers });
    expect([response.status, await bff.kept(response)]).toEqual([204, null]);
    expect(tokensSent(bff.service)).toEqual([undefined]);
  });
});

describe('an access token that the service rejects before it expires', () => {
  const refusingFirst = (request: { headers: Record<string, string> }) =>
    request.headers['authorization'] === 'Bearer access-1'
      ? problem(401, 'UNAUTHENTICATED')
      : json({ done: true });

  it.each([
    ['GET', null],
    ['POST', '{"a":1}'],
    ['DELETE', null],
  ])('is renewed, and the %s is repeated once', async (method, body) => {
    const bff = createTestBff(() => start);
    exchangeTokens(bff.service, () => start, refusingFirst);
    const sized = { 'content-type': 'application/json', 'content-length': String(body?.length ?? 0) };
    const headers = { ...sized, cookie: await bff.cookie(generation(1)) };
    const response = await bff.call('/v1/bookmarks/list', { method, body, headers });
    expect(await response.json()).toEqual({ done: true });
    expect(await bff.kept(response)).toEqual(generation(2));
    expect(tokensSent(bff.service)).toEqual(['access-1', 'access-2']);
    expect(bff.service.received.at(-1)?.body).toBe(body ?? '');
  });

  it('is renewed for the next request if the body was a stream', async () => {
    const bff = createTestBff(() => start);
    exchangeTokens(bff.service, () => start, refusingFirst);
    const headers = { cookie: await bff.cookie(generation(1)), 'content-type': 'text/html' };
    const response = await bff.call('/v1/bookmarks/import', { method: 'POST', body: '<DL>', headers });
    expect([response.status, await bff.kept(response)]).toEqual([401, generation(2)]);
    expect(tokensSent(bff.service)).toEqual(['access-1']);
  });

  it('is not renewed repeatedly', async () => {
    const bff = createTestBff(() => start);
    exchangeTokens(
      bff.service,
      () => start,
      () => problem(401, 'UNAUTHENTICATED'),
    );
    const response = await bff.call('/v1/account', { headers: { cookie: await bff.cookie(stale) } });
    expect([response.status, await bff.kept(response)]).toEqual([401, null]);
    expect(exchanges(bff.service)).toHaveLength(1);
  });

  it('is not renewed when another 401 is returned', async () => {
    const bff = createTestBff(() => start);
    exchangeTokens(
      bff.service,
      () => start,
      () => problem(401, 'INVALID_CREDENTIALS'),
    );
    const response = await bff.call('/v1/account', { headers: { cookie: await bff.cookie(generation(1)) } });
    expect([response.status, await bff.kept(response)]).toEqual([401, undefined]);
    expect(exchanges(bff.service)).toEqual([]);
  });
});

describe('account fields in the cookie', () => {
  it('are updated from responses of the service', async () => {
    const bff = createTestBff(() => start);
    const cookie = await bff.cookie(generation(1));
    const { preferences } = sampleAccount();
    for (const [method, path] of [
      ['GET', '/v1/account'],
      ['PUT', '/v1/account/update'],
      ['PUT', '/v1/account/update-preferences'],
    ] as const) {
      const hints = { language: 'pt-BR', bookmarkSort: 'title-ASC' } as const;
      bff.service.answer = () =>
        json(sampleAccount({ space: 'new', isAdmin: true, preferences: { ...preferences, ...hints } }));
      const response = await bff.call(path, { method, headers: { cookie } });
      expect(await bff.kept(response)).toEqual({ ...generation(1), space: 'new', isAdmin: true, ...hints });
      bff.service.answer = () => json(sampleAccount());
      expect(await bff.kept(await bff.call(path, { method, headers: { cookie } }))).toBeUndefined();
    }
  });

  it('are updated when only the sort order has changed', async () => {
    const bff = createTestBff(() => start);
    const cookie = await bff.cookie(generation(1));
    const preferences = { ...sampleAccount().preferences, bookmarkSort: 'order-ASC' as const };
    bff.service.answer = () => json(sampleAccount({ preferences }));
    const response = await bff.call('/v1/account', { headers: { cookie } });
    expect(await bff.kept(response)).toEqual({ ...generation(1), bookmarkSort: 'order-ASC' });
  });

  it('are updated when the space was deleted', async () => {
    const bff = createTestBff(() => start);
    bff.service.answer = ({ headers }) =>
      'space-id' in headers ? problem(404, 'SPACE_NOT_FOUND') : json({ content: [] });
    const cookie = await bff.cookie(generation(1));
    const response = await bff.call('/v1/bookmarks/list', { headers: { cookie } });
    expect([response.status, (await bff.kept(response))?.space]).toEqual([200, null]);
    const chosen = await bff.call('/v1/bookmarks/list', { headers: { cookie, 'space-id': 'gone' } });
    expect([chosen.status, await bff.kept(chosen)]).toEqual([404, undefined]);
  });

  it('are cleared with a session that the service ends', async () => {
    const bff = createTestBff(() => start);
    bff.service.answer = () => problem(403, 'ACCOUNT_SUSPENDED');
    const response = await bff.call('/v1/account', { headers: { cookie: await bff.cookie(generation(1)) } });
    expect([response.status, await bff.kept(response)]).toEqual([403, null]);
  });
});

describe('deleting the account', () => {
  it('clears the session, unless it was rejected', async () => {
    const bff = createTestBff(() => start);
    const headers = { cookie: await bff.cookie(generation(1)), 'content-type': 'application/json' };
    const init = { method: 'DELETE', body: '{"email":"a@example.com"}', headers };
    bff.service.answer = () => problem(422, 'VALIDATION_FAILED');
    expect(await bff.kept(await bff.call('/v1/account/delete', init))).toBeUndefined();
    bff.service.answer = () => new Response(null, { status: 204 });
    expect(await bff.kept(await bff.call('/v1/account/delete', init))).toBeNull();
    expect(bff.service.received.at(-1)).toMatchObject({
      method: 'DELETE',
      body: '{"email":"a@example.com"}',
    });
  });
});
