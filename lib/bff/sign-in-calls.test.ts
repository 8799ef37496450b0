import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestBff } from '@/lib/bff/testing/create-test-bff';
import { json, problem, sampleAccount, signedIn } from '@/lib/bff/testing/fake-service';
import { SignedInByCookie } from '@/lib/contract/account';
import { sampleSession } from '@/lib/bff/testing/sample-session';

const MINUTE = 60_000;
const now = Date.UTC(2026, 0, 1);
const create = () => createTestBff(() => now);

/** Returns an access token with a session id, like the provider's. */
function tokenOf(sessionId: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ sid: sessionId })}.signature`;
}

const before = sampleSession({ now, sessionId: 'before' });
const after = sampleSession({
  now,
  sessionId: 'after',
  access: { token: tokenOf('after'), expires: now + 15 * MINUTE },
  refresh: { token: 'mwr_after', expires: now + 60 * MINUTE },
});
const credentials = { method: 'POST', body: '{"email":"a","password":"b"}' };
const asJson = { 'content-type': 'application/json' };

describe('signing in', () => {
  it('moves the tokens into the cookie and returns the rest', async () => {
    const bff = create();
    bff.service.answer = () => json(signedIn(after));
    const response = await bff.call('/v1/auth/login', { ...credentials, headers: asJson });
    expect(await bff.kept(response)).toEqual(after);
    expect(await response.json()).toEqual({
      status: 'ok',
      account: sampleAccount(),
      session: { expires: '2026-01-01T01:00:00.000Z', isAdmin: false },
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(bff.service.received[0]).toMatchObject({ method: 'POST', body: credentials.body });
    expect(bff.service.received[0]?.headers).not.toHaveProperty('authorization');
  });

  // Guarantee: signing in does not reuse a session that was planted in the browser, and ends it.
  it('creates a new session and ends the previous one', async () => {
    const bff = create();
    bff.service.answer = ({ url }) =>
      url.endsWith('login') ? json(signedIn(after)) : new Response(null, { status: 204 });
    const headers = { ...asJson, cookie: await bff.cookie(before) };
    const response = await bff.call('/v1/auth/login', { ...credentials, headers });
    expect((await bff.kept(response))?.sessionId).toBe('after');
    expect(
      bff.service.received.map(({ url, headers: sent }) => [url.slice(19), sent['authorization']]),
    ).toEqual([
      ['/v1/auth/login', undefined],
      ['/v1/auth/logout', `Bearer ${before.access.token}`],
    ]);
  });

  it('sets the language of the account, if it has one', async () => {
    const bff = create();
    const { preferences } = sampleAccount();
    const speaking = (language: 'pt-BR' | null) =>
      json(signedIn(after, sampleAccount({ preferences: { ...preferences, language } })));
    bff.service.answer = () => speaking('pt-BR');
    const portuguese = await bff.call('/v1/auth/login', { ...credentials, headers: asJson });
    expect(portuguese.headers.getSetCookie()[1]).toMatch(/^markwell-locale=pt-BR; Path=\/;/);
    bff.service.answer = () => speaking(null);
    const undecided = await bff.call('/v1/auth/login', { ...credentials, headers: asJson });
    expect(undecided.headers.getSetCookie().join('\n')).not.toContain('markwell-locale');
  });

  it('that fails changes nothing', async () => {
    const bff = create();
    bff.service.answer = () => problem(401, 'INVALID_CREDENTIALS');
    const headers = { ...asJson, cookie: await bff.cookie(before) };
    const response = await bff.call('/v1/auth/login', { ...credentials, headers });
    expect([response.status, await bff.kept(response)]).toEqual([401, undefined]);
    expect(bff.service.received).toHaveLength(1);
  });

  it.each([
    ['nothing', {}],
    ['no account', { ...signedIn(after), account: undefined }],
    ['no refresh token', { ...signedIn(after), tokens: { access: signedIn(after).tokens.access } }],
    ['no expiry', { ...signedIn(after), tokens: { access: { token: 'a' }, refresh: { token: 'b' } } }],
    ['null', null],
  ])('fails when the service returns %s', async (_name, body) => {
    const bff = create();
    bff.service.answer = () => json(body);
    const response = await bff.call('/v1/auth/login', { ...credentials, headers: asJson });
    expect([response.status, await bff.kept(response)]).toEqual([502, undefined]);
  });
});

describe('refreshing', () => {
  it('exchanges the token of the cookie and ignores the body', async () => {
    const bff = create();
    bff.service.answer = () => json(signedIn(after));
    const response = await bff.call('/v1/auth/refresh', {
      method: 'POST',
      body: '{"refreshToken":"stolen"}',
      headers: { ...asJson, cookie: await bff.cookie(before) },
    });
    expect(bff.service.received.map(({ body }) => body)).toEqual([
      JSON.stringify({ refreshToken: before.refresh.token }),
    ]);
    expect(await bff.kept(response)).toEqual(after);
    const text = await response.text();
    expect(text).not.toContain('mwr_');
    expect(z.strictObject(SignedInByCookie.shape).safeParse(JSON.parse(text)).success).toBe(true);
  });

  it.each([
    [401, 'UNAUTHENTICATED', 401, null],
    [403, 'ACCOUNT_SUSPENDED', 401, null],
    [429, 'RATE_LIMITED', 502, undefined],
    [500, 'INTERNAL', 502, undefined],
  ] as const)('that returns %i %s responds with %i', async (status, code, expected, kept) => {
    const bff = create();
    bff.service.answer = () => problem(status, code);
    const headers = { cookie: await bff.cookie(before) };
    const response = await bff.call('/v1/auth/refresh', { method: 'POST', headers });
    expect([response.status, await bff.kept(response)]).toEqual([expected, kept]);
  });

  it('without a session is rejected, and an invalid cookie is cleared', async () => {
    const bff = create();
    const none = await bff.call('/v1/auth/refresh', { method: 'POST' });
    expect([none.status, await bff.kept(none)]).toEqual([401, undefined]);
    const garbage = await bff.call('/v1/auth/refresh', {
      method: 'POST',
      headers: { cookie: '__Host-markwell=x' },
    });
    expect([garbage.status, await bff.kept(garbage)]).toEqual([401, null]);
    expect(bff.service.received).toEqual([]);
  });
});

describe('signing out', () => {
  const signOut = { method: 'POST' };

  it.each([204, 401, 403])('succeeds when the service returns %i', async (status) => {
    const bff = create();
    bff.service.answer = () => (status === 204 ? new Response(null, { status }) : problem(status, 'X'));
    const response = await bff.call('/v1/auth/logout', {
      ...signOut,
      headers: { cookie: await bff.cookie(before) },
    });
    expect([response.status, await bff.kept(response)]).toEqual([204, null]);
    expect(bff.service.received[0]?.headers['authorization']).toBe(`Bearer ${before.access.token}`);
  });

  it('renews an expired access token, so that the session is ended', async () => {
    const bff = create();
    bff.service.answer = ({ url }) =>
      url.endsWith('refresh') ? json(signedIn(after)) : new Response(null, { status: 204 });
    const old = sampleSession({ now, access: { token: 'old', expires: now - 1 } });
    const response = await bff.call('/v1/auth/logout', {
      ...signOut,
      headers: { cookie: await bff.cookie(old) },
    });
    expect([response.status, await bff.kept(response)]).toEqual([204, null]);
    expect(bff.service.received.at(-1)?.headers['authorization']).toBe(`Bearer ${after.access.token}`);
  });

  it('reports an unreachable service, and clears the session anyway', async () => {
    const bff = create();
    bff.service.answer = () => Promise.reject(new Error('away'));
    const response = await bff.call('/v1/auth/logout', {
      ...signOut,
      headers: { cookie: await bff.cookie(before) },
    });
    expect([response.status, await bff.kept(response)]).toEqual([502, null]);
  });

  it('without a session succeeds', async () => {
    const bff = create();
    const response = await bff.call('/v1/auth/logout', {
      ...signOut,
      headers: { cookie: '__Host-markwell=garbage' },
    });
    expect([response.status, await bff.kept(response)]).toEqual([204, null]);
    expect(bff.service.received).toEqual([]);
  });
});

// Guarantee: after a sign-out without a network, the next request ends the session, clears the bookmark icons from the
// browser's cache, and does nothing else.
describe('a browser that signed out without a network', () => {
  const ended = () => new Response(null, { status: 204 });
  const leave = async (path: string, answer: (url: string) => Response, init: object = {}) => {
    const bff = create();
    bff.service.answer = ({ url }) => answer(url);
    const cookie = `${await bff.cookie(before)}; __Host-markwell-signed-out=1`;
    const response = await bff.call(path, { ...init, headers: { ...asJson, cookie } });
    return {
      status: response.status,
      kept: await bff.kept(response),
      isUnmarked: response.headers.getSetCookie().some((text) => /signed-out=;.*Max-Age=0/.test(text)),
      cleared: response.headers.get('clear-site-data'),
      sent: bff.service.received.map(({ url, headers }) => [url.slice(19), headers['authorization']]),
    };
  };
  const logout = ['/v1/auth/logout', `Bearer ${before.access.token}`];

  it('is treated as signed out, and its session is ended', async () => {
    const answer = (url: string) => (url.endsWith('logout') ? ended() : problem(401, 'UNAUTHENTICATED'));
    expect(await leave('/v1/account', answer)).toEqual({
      status: 401,
      kept: null,
      isUnmarked: true,
      cleared: '"cache"',
      sent: [logout, ['/v1/account', undefined]],
    });
  });

  it('stays signed out while the service cannot end the session', async () => {
    expect(await leave('/v1/account', () => problem(503, 'SERVICE_UNAVAILABLE'))).toMatchObject({
      kept: undefined,
      isUnmarked: false,
      cleared: null,
    });
    const refreshed = await leave('/v1/auth/refresh', ended, { method: 'POST' });
    expect(refreshed).toEqual({ status: 401, kept: undefined, isUnmarked: false, cleared: null, sent: [] });
  });

  it('can sign out again and sign in', async () => {
    expect(await leave('/v1/auth/logout', ended, { method: 'POST' })).toEqual({
      status: 204,
      kept: null,
      isUnmarked: true,
      cleared: '"cache"',
      sent: [logout],
    });
    const answer = (url: string) => (url.endsWith('login') ? json(signedIn(after)) : ended());
    expect(await leave('/v1/auth/login', answer, credentials)).toEqual({
      status: 200,
      kept: after,
      isUnmarked: true,
      cleared: '"cache"',
      sent: [['/v1/auth/login', undefined], logout],
    });
  });
});
