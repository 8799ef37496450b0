import { describe, expect, test } from 'vitest';
import { connect, createToken, endpoint } from '@/provider/testing/assistants';
import { createTestProvider } from '@/provider/testing/test-provider';

const testProvider = await createTestProvider();
const { provider, signUp, db, clock, logged } = testProvider;
const person = await signUp();
const { token } = await createToken(testProvider, person, 'write');

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

const post = (
  headers: Record<string, string> = {},
  body: unknown = ping,
  url = endpoint,
): Promise<Response> =>
  provider.fetch(
    new Request(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );

const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { code: string }).code;

describe('a client without a valid token', () => {
  const challenge =
    'Bearer resource_metadata="https://markwell.test/.well-known/oauth-protected-resource/mcp"';

  test.each([
    ['none', ''],
    ['an unknown one', 'Bearer mwp_unknown'],
    ['that of a session', `Bearer ${person.token}`],
  ])('gets 401 and where to get one: %s', async (_, authorization) => {
    const response = await post({ authorization, cookie: 'markwell-session=x' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(challenge);
    expect(await codeOf(response)).toBe('UNAUTHENTICATED');
  });

  test('gets it for every method, before anything is read', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const response = await provider.fetch(new Request(endpoint, { method }));
      expect([method, response.status]).toEqual([method, 401]);
    }
  });

  test('has an expired one, or that of another program', async () => {
    const expired = await createToken(testProvider, person, 'write', { expiresAt: clock.now() });
    const extension = await createToken(testProvider, person, 'write', { client: 'extension' });
    for (const each of [expired, extension]) {
      expect((await post({ authorization: `Bearer ${each.token}` })).status).toBe(401);
    }
    const connected = { client: 'https://assistant.example/client.json', audience: 'mcp' } as const;
    const assistant = await createToken(testProvider, person, 'read', connected);
    expect((await post({ authorization: `Bearer ${assistant.token}` })).status).toBe(200);
  });

  test('belongs to a suspended account', async () => {
    const suspended = await signUp();
    const own = await createToken(testProvider, suspended, 'read');
    await db.$client.query('update accounts set suspended_at = now() where id = $1', [suspended.accountId]);
    const response = await post({ authorization: `Bearer ${own.token}` });
    expect([response.status, await codeOf(response)]).toEqual([403, 'ACCOUNT_SUSPENDED']);
  });
});

describe('a page of another site', () => {
  test.each([
    ['a foreign origin', { origin: 'https://evil.example' }, endpoint],
    ['an opaque origin', { origin: 'null' }, endpoint],
    ['another port', { origin: 'https://markwell.test:8443' }, endpoint],
    ['a foreign host name', {}, 'https://evil.example/mcp'],
    ['both', { origin: 'https://evil.example' }, 'https://evil.example/mcp'],
  ])('is rejected with 403: %s', async (_, headers, url) => {
    const response = await post(headers, ping, url);
    expect([response.status, await codeOf(response)]).toEqual([403, 'CROSS_ORIGIN']);
  });

  test.each([
    ['our own origin', { origin: 'https://markwell.test' }, endpoint],
    ['no origin', {}, endpoint],
    ['an address', {}, 'http://127.0.0.1:3000/mcp'],
    ['a private name', { origin: 'http://provider:4000' }, 'http://provider:4000/mcp'],
  ])('%s is not', async (_, headers, url) => {
    expect((await post(headers, ping, url)).status).toBe(200);
  });
});

describe('a message', () => {
  test('is limited in size, and must be a single JSON object', async () => {
    const large = { ...ping, params: { text: 'x'.repeat(1024 * 1024) } };
    expect(await codeOf(await post({}, large))).toBe('BODY_TOO_LARGE');
    expect(await codeOf(await post({}, [ping, ping]))).toBe('MALFORMED_BODY');
    expect(await codeOf(await post({}, '{'))).toBe('MALFORMED_BODY');
    expect(await codeOf(await post({ 'content-type': 'text/plain' }))).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  test('has a private response that is never a document', async () => {
    const response = await post();
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.has('set-cookie')).toBe(false);
  });

  test('that subscribes to changes is rejected at once', async () => {
    const { client } = await connect(testProvider, token);
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow('limit reached');
  });
});

test('nothing of a token is logged', () => {
  expect(JSON.stringify(logged)).not.toContain(token.slice(4));
});
