import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '@/lib/bff/service';
import { createTestBff, type TestBff } from '@/lib/bff/testing/create-test-bff';
import { createProvider } from '@/provider/index';
import { createTestProvider, type TestProvider } from '@/provider/testing/test-provider';

let provider: TestProvider;
let bff: TestBff<Service>;

beforeAll(async () => {
  provider = await createTestProvider();
  const service: Service = {
    origin: 'http://provider.internal',
    fetch: (request, client) => provider.provider.fetch(request, client),
  };
  bff = createTestBff(() => provider.clock.now().getTime(), service);
});

const asJson = { 'content-type': 'application/json' };
const password = 'correct horse battery';
let people = 0;

/** Registers an account, signs in, and returns the cookie that the browser would store. */
async function signIn() {
  const email = `person-${(people += 1)}@example.com`;
  const body = JSON.stringify({ firstName: 'A', lastName: 'B', email, password });
  const registered = await bff.call('/v1/auth/register', { method: 'POST', body, headers: asJson });
  expect(registered.status).toBe(201);
  const response = await bff.call('/v1/auth/login', {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: asJson,
  });
  return { email, response, cookie: cookieOf(response) };
}

function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code;
}

describe('the BFF before the real service', () => {
  it('signs in without exposing a token, and sends requests with the session', async () => {
    const { email, response, cookie } = await signIn();
    const text = await response.text();
    expect(text).not.toMatch(/eyJ|mwr_/);
    expect(JSON.parse(text)).toMatchObject({ status: 'ok', account: { email }, session: { isAdmin: false } });
    const session = await bff.kept(response);
    expect(session?.sessionId).toMatch(/^[0-9a-f-]{36}$/);

    const account = await bff.call('/v1/account', { headers: { cookie } });
    expect(await account.json()).toMatchObject({ email, space: session?.space });
    expect(await codeOf(await bff.call('/v1/account'))).toBe('UNAUTHENTICATED');
  });

  it('saves and lists with the cookie, and rejects cross-site requests', async () => {
    const { cookie } = await signIn();
    const body = JSON.stringify({ url: 'https://example.com/a', title: 'A' });
    const create = { method: 'POST', body, headers: { ...asJson, cookie } };
    expect((await bff.call('/v1/bookmarks/create', create)).status).toBe(201);
    const foreign = { ...create, headers: { ...create.headers, 'sec-fetch-site': 'cross-site' } };
    expect(await codeOf(await bff.call('/v1/bookmarks/create', foreign))).toBe('CROSS_ORIGIN');
    const list = await bff.call('/v1/bookmarks/list?size=10', { headers: { cookie } });
    expect(await list.json()).toMatchObject({ content: [{ title: 'A' }], pagination: { total: 1 } });
    expect(list.headers.get('cache-control')).toBe('no-store');
  });

  const foreign = { origin: 'https://page.test', 'sec-fetch-site': 'cross-site' };
  const allowedOrigin = ({ headers }: Response) => headers.get('access-control-allow-origin');

  it('lets a page of another origin use a token, and read successes and problems', async () => {
    const { email } = await signIn();
    const body = JSON.stringify({ email, password });
    const answer = await provider.request('/v1/auth/login', { method: 'POST', body, headers: asJson });
    const { tokens } = (await answer.json()) as { tokens: { access: { token: string } } };
    const headers = { ...asJson, ...foreign, authorization: `Bearer ${tokens.access.token}` };
    const create = { method: 'POST', body: JSON.stringify({ url: 'https://example.com/cors' }), headers };
    for (const status of [201, 409]) {
      const response = await bff.call('/v1/bookmarks/create', create);
      expect([response.status, allowedOrigin(response)]).toEqual([status, '*']);
      expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    }
    const wrong = { ...foreign, authorization: 'Bearer wrong' };
    for (const [path, status] of [
      ['/v1/account', 401],
      ['/v1/nothing', 404],
      ['/v1/a%2fb', 400],
    ] as const) {
      const response = await bff.call(path, { headers: wrong });
      expect([response.status, allowedOrigin(response)]).toEqual([status, '*']);
    }
  });

  it('accepts no cookie from another origin, and lets no page read what one returns', async () => {
    const { cookie } = await signIn();
    const write = {
      method: 'POST',
      body: '{"url":"https://a.test"}',
      headers: { ...asJson, ...foreign, cookie },
    };
    const refused = await bff.call('/v1/bookmarks/create', write);
    expect([refused.status, allowedOrigin(refused)]).toEqual([403, null]);
    const read = await bff.call('/v1/account', { headers: { ...foreign, cookie } });
    expect([read.status, allowedOrigin(read)]).toEqual([200, null]);
  });

  it('lets pages of other origins read without credentials only what is public', async () => {
    const document = await bff.call('/v1/openapi.json', { headers: foreign });
    expect([document.status, allowedOrigin(document)]).toEqual([200, '*']);
    const body = JSON.stringify({ email: 'a@example.com' });
    const write = { method: 'POST', body, headers: { ...asJson, ...foreign } };
    const response = await bff.call('/v1/auth/forgot-password', write);
    expect(allowedOrigin(response)).toBe(null);
  });

  it('renews an expired access token once for concurrent requests, and continues with the new one', async () => {
    const { cookie } = await signIn();
    provider.clock.advance(16 * 60_000);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => bff.call('/v1/account', { headers: { cookie } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const renewed = cookieOf(answers[0] as Response);
    provider.clock.advance(16 * 60_000);
    expect((await bff.call('/v1/account', { headers: { cookie: renewed } })).status).toBe(200);
  });

  it('renews one session in two processes at the same time', async () => {
    const { cookie } = await signIn();
    const other = createTestBff(() => provider.clock.now().getTime(), {
      origin: 'http://provider.internal',
      fetch: (request: Request, client) => createProvider(provider.deps).fetch(request, client),
    } satisfies Service);
    for (let round = 0, current = cookie; round < 3; round += 1) {
      provider.clock.advance(16 * 60_000);
      const sent = { headers: { cookie: current } };
      const answers = await Promise.all(
        [bff, other, bff, other].map((process) => process.call('/v1/account', sent)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      // The browser stores the cookie that arrives last.
      current = cookieOf(answers[round % 4] as Response);
    }
  });

  // Guarantee: using a stolen cookie after its owner's was renewed ends the session for both.
  it('ends a session whose refresh token is used twice', async () => {
    const { cookie } = await signIn();
    provider.clock.advance(16 * 60_000);
    const owner = cookieOf(await bff.call('/v1/account', { headers: { cookie } }));
    provider.clock.advance(16 * 60_000);
    const thief = await bff.call('/v1/account', { headers: { cookie } });
    expect([thief.status, await bff.kept(thief)]).toEqual([401, null]);
    const victim = await bff.call('/v1/account', { headers: { cookie: owner } });
    expect([victim.status, await bff.kept(victim)]).toEqual([401, null]);
  });

  it('signs out: the cookie is cleared, and a copy of it is invalid', async () => {
    const { cookie } = await signIn();
    const left = await bff.call('/v1/auth/logout', { method: 'POST', headers: { cookie } });
    expect([left.status, await bff.kept(left)]).toEqual([204, null]);
    const copy = await bff.call('/v1/account', { headers: { cookie } });
    expect([copy.status, await bff.kept(copy)]).toEqual([401, null]);
  });

  it('replaces the cookie on a password change, and a copy of the old one is invalid', async () => {
    const { cookie } = await signIn();
    const changed = await bff.call('/v1/account/update-password', {
      method: 'PUT',
      body: JSON.stringify({ currentPassword: password, password: 'a lighter suitcase' }),
      headers: { ...asJson, cookie },
    });
    expect(changed.status).toBe(200);
    expect(await changed.clone().text()).not.toMatch(/eyJ|mwr_|"tokens"/);
    const account = await bff.call('/v1/account', { headers: { cookie: cookieOf(changed) } });
    expect(account.status).toBe(200);
    const copy = await bff.call('/v1/account', { headers: { cookie } });
    expect([copy.status, await bff.kept(copy)]).toEqual([401, null]);
  });

  it('opens a new session at each sign-in and ends the planted one', async () => {
    const planted = await signIn();
    const { email } = await signIn();
    const response = await bff.call('/v1/auth/login', {
      method: 'POST',
      body: JSON.stringify({ email, password }),
      headers: { ...asJson, cookie: planted.cookie },
    });
    expect(response.status).toBe(200);
    expect((await bff.call('/v1/account', { headers: { cookie: planted.cookie } })).status).toBe(401);
  });

  it('updates the cookie after a change of space', async () => {
    const { cookie } = await signIn();
    const created = await bff.call('/v1/spaces/create', {
      method: 'POST',
      body: JSON.stringify({ name: 'Work' }),
      headers: { ...asJson, cookie },
    });
    const { uuid } = (await created.json()) as { uuid: string };
    const moved = await bff.call('/v1/account/update', {
      method: 'PUT',
      body: JSON.stringify({ space: uuid }),
      headers: { ...asJson, cookie },
    });
    expect((await bff.kept(moved))?.space).toBe(uuid);
    const list = await bff.call('/v1/spaces/list', { headers: { cookie: cookieOf(moved) } });
    expect(await list.json()).toMatchObject({
      content: expect.arrayContaining([expect.objectContaining({ uuid, isCurrent: true })]) as unknown,
    });
  });

  it('assigns an id to a browser that requests a code, and accepts the code only from it', async () => {
    const { email } = await signIn();
    const post = (path: string, body: object, cookie = '') =>
      bff.call(path, { method: 'POST', body: JSON.stringify(body), headers: { ...asJson, cookie } });
    const asked = await post('/v1/auth/forgot-password', { email });
    const [line = ''] = asked.headers.getSetCookie();
    expect(line).toMatch(
      /^__Host-markwell-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/,
    );
    const browser = line.split(';', 1)[0] ?? '';
    const code = (await provider.mailsTo(email)).at(-1)?.code;
    const reset = { email, code, password: 'a lighter suitcase' };
    expect((await post('/v1/auth/reset-password', reset)).status).toBe(409);
    const done = await post('/v1/auth/reset-password', reset, browser);
    expect([done.status, done.headers.getSetCookie()]).toEqual([204, []]);
  });

  it('responds in the language that the user chose', async () => {
    const { cookie } = await signIn();
    const headers = { cookie: `${cookie}; markwell-locale=pt-BR`, 'accept-language': 'en' };
    const response = await bff.call('/v1/bookmarks/01980000-0000-7000-8000-0000000000ff/visit', {
      method: 'POST',
      headers,
    });
    expect(((await response.json()) as { message: string }).message).toMatch(/não/);
  });

  it('responds to every operation of the contract without a session', async () => {
    const response = await bff.call('/v1/health');
    expect(await response.json()).toMatchObject({ status: 'ok' });
    expect((await bff.call('/v1/openapi.json')).status).toBe(200);
    expect(bff.errors).toEqual([]);
  });
});
