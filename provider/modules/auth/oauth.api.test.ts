import * as oauth from 'oauth4webapi';
import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { answerAddress, isOauth, readConnectRequest, type OauthRequest } from '@/lib/domain/connect-request';
import type { FetchPage } from '@/provider/deps';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const origin = 'https://markwell.test';
const clientId = 'https://assistant.example/client.json';
const otherId = 'https://other.example/client.json';
const redirectUri = 'https://assistant.example/callback';

const documents: Record<string, object> = {
  [clientId]: {
    client_id: clientId,
    client_name: 'Assistant',
    redirect_uris: [redirectUri, 'http://localhost/cb'],
  },
  [otherId]: { client_id: otherId, client_name: 'Other', redirect_uris: ['https://other.example/callback'] },
};

const fetchPage: FetchPage = (url) => {
  const bytes = Buffer.from(JSON.stringify(documents[url] ?? {}));
  return Promise.resolve(url in documents ? { url, contentType: 'application/json', bytes } : null);
};

const { call, request, signUp, db, clock, logged } = await createTestProvider({ fetchPage });

/** Sends the requests of the client library to the service. */
const send = {
  [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<string, BodyInit | null | undefined>) => {
    const { method, headers, body = null } = init;
    return request(url.replace(origin, ''), { method, headers, body });
  },
};
const client: oauth.Client = { client_id: clientId };

async function verified(): Promise<TestAccount> {
  const person = await signUp();
  await db.$client.query('update accounts set email_verified_at = now() where id = $1', [person.accountId]);
  return person;
}

/** Finds the authorization server of a resource, as a client that knows only the address of the resource does. */
async function discover(resource = `${origin}/mcp`): Promise<oauth.AuthorizationServer> {
  const protectedResource = await oauth.processResourceDiscoveryResponse(
    new URL(resource),
    await oauth.resourceDiscoveryRequest(new URL(resource), send),
  );
  const issuer = new URL(protectedResource.authorization_servers?.[0] ?? '');
  const found = await oauth.discoveryRequest(issuer, { ...send, algorithm: 'oauth2' });
  return oauth.processDiscoveryResponse(issuer, found);
}

type Approval = Input<'account.approveConnect'>['body'];

/** Opens the authorization URL as the page does, and approves it. Returns the URL that the browser is sent to. */
async function authorize(person: TestAccount, url: URL, change: Partial<Approval> = {}): Promise<URL> {
  const asked = readConnectRequest(Object.fromEntries(url.searchParams), origin);
  if (!asked || 'error' in asked || !isOauth(asked)) throw new Error('the request is faulty');
  const { code } = (await approve(person, asked, change)).body;
  return new URL(answerAddress(asked, { code }, origin));
}

const approve = (person: TestAccount, asked: OauthRequest, change: Partial<Approval> = {}) =>
  call(
    'account.approveConnect',
    {
      body: {
        client: asked.client,
        redirectUri: asked.redirectUri,
        challenge: asked.challenge,
        scope: asked.scope,
        ...(asked.resource !== null && { resource: asked.resource }),
        name: 'Your bank',
        expiresAt: null,
        currentPassword: person.password,
        ...change,
      },
    },
    person,
  );

interface Flow {
  as: oauth.AuthorizationServer;
  url: URL;
  verifier: string;
  state: string;
}

/** Starts a flow of the client: its authorization URL, and what it has to remember. */
async function start(parameters: Record<string, string> = {}): Promise<Flow> {
  const as = await discover();
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(as.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope: 'read write',
    resource: `${origin}/mcp`,
    state,
    ...parameters,
  }).toString();
  return { as, url, verifier, state };
}

/** Exchanges the code at the address that the browser was sent to. */
async function exchange({ as, verifier, state }: Flow, landed: URL, uri = redirectUri) {
  const params = oauth.validateAuthResponse(as, client, landed, state);
  const options = { ...send, additionalParameters: { resource: `${origin}/mcp` } };
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    oauth.None(),
    params,
    uri,
    verifier,
    options,
  );
  return oauth.processAuthorizationCodeResponse(as, client, response);
}

/** Sends a form to the token endpoint, with what the client library would not send. */
async function post(path: string, fields: Record<string, string> | string, headers: HeadersInit = {}) {
  const response = await request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text ? JSON.parse(text) : null) as Record<string, unknown> | null,
  };
}

/** Approves a request, and returns the fields with which its token can be had. */
async function approved(person: TestAccount, parameters: Record<string, string> = {}) {
  const flow = await start(parameters);
  const landed = await authorize(person, flow.url);
  return {
    grant_type: 'authorization_code',
    code: landed.searchParams.get('code') ?? '',
    code_verifier: flow.verifier,
    client_id: flow.url.searchParams.get('client_id') ?? '',
    redirect_uri: flow.url.searchParams.get('redirect_uri') ?? '',
  };
}

const refusal = ({ status, body }: Awaited<ReturnType<typeof post>>) => [status, body?.['error']];

describe('a standard client', () => {
  test('finds the server, gets a token for the resource, and revokes it', async () => {
    const person = await verified();
    const flow = await start();
    const expiresAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const landed = await authorize(person, flow.url, { expiresAt });
    expect(landed.origin + landed.pathname).toBe(redirectUri);
    const token = await exchange(flow, landed);
    expect(token).toMatchObject({ token_type: 'bearer', scope: 'read write' });
    expect(token.expires_in).toBeGreaterThan(3_590);
    const listed = async () => (await call('account.tokens', {}, person)).body.content;
    // The name is that of the client's own document.
    expect(await listed()).toMatchObject([
      { name: 'Assistant', client: clientId, scope: 'write', fetchesPages: false, expiresAt },
    ]);
    const revoked = await oauth.revocationRequest(flow.as, client, oauth.None(), token.access_token, send);
    await oauth.processRevocationResponse(revoked);
    expect(await listed()).toEqual([]);
    expect(JSON.stringify(logged)).not.toContain(token.access_token);
  });

  test('on the device of its user gets its code at the port that it has', async () => {
    const person = await verified();
    const uri = 'http://localhost:49152/cb';
    const flow = await start({ redirect_uri: uri });
    expect(await exchange(flow, await authorize(person, flow.url), uri)).toMatchObject({
      token_type: 'bearer',
    });
  });

  test('may be given less than it asks for, and learns so', async () => {
    const flow = await start();
    const landed = await authorize(await verified(), flow.url, { scope: 'read' });
    expect((await exchange(flow, landed)).scope).toBe('read');
  });

  // Guarantee: a server that imitates this one cannot make the client send it a code of this one (mix-up), and a page
  // cannot make the browser deliver a code of its own to the client (CSRF).
  test.each<[string, (landed: URL) => void]>([
    ['another issuer', (landed) => landed.searchParams.set('iss', 'https://evil.example')],
    ['no issuer', (landed) => landed.searchParams.delete('iss')],
    ['another state', (landed) => landed.searchParams.set('state', 'mine')],
    ['no state', (landed) => landed.searchParams.delete('state')],
  ])('detects an answer with %s', async (_, change) => {
    const flow = await start();
    const landed = await authorize(await verified(), flow.url);
    change(landed);
    await expect(exchange(flow, landed)).rejects.toThrow();
  });

  test('finds the whole API as well', async () => {
    expect((await discover(origin)).issuer).toBe(origin);
  });
});

describe('a token', () => {
  const tokenFor = async (resource: Record<string, string>, change: Partial<Approval> = {}) => {
    const person = await verified();
    const flow = await start(resource);
    const landed = await authorize(person, flow.url, change);
    const { body } = await post('/oauth/token', {
      grant_type: 'authorization_code',
      code: landed.searchParams.get('code') ?? '',
      code_verifier: flow.verifier,
      client_id: clientId,
      redirect_uri: redirectUri,
    });
    return String(body?.['access_token']);
  };

  // Guarantee: what an assistant may see at /mcp is limited; the same token must not open the rest.
  test('for /mcp is refused by the API', async () => {
    const token = await tokenFor({ resource: `${origin}/mcp` });
    const answer = await call('bookmarks.list', {}, { token });
    expect([answer.status, answer.problem.code]).toEqual([409, 'INSUFFICIENT_SCOPE']);
  });

  test('for the API is accepted, within its scope', async () => {
    const token = await tokenFor({ resource: origin, scope: 'read' });
    expect((await call('bookmarks.list', {}, { token })).status).toBe(200);
    const create = await call('bookmarks.create', { body: { url: 'https://a.example' } }, { token });
    expect(create.problem.code).toBe('INSUFFICIENT_SCOPE');
    expect((await call('account.tokens', {}, { token })).problem.code).toBe('INSUFFICIENT_SCOPE');
  });
});

describe('a code', () => {
  test.each<[string, Record<string, string>, string]>([
    ['another client', { client_id: otherId }, 'invalid_grant'],
    ['the extension', { client_id: 'extension', redirect_uri: 'x' }, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: 'https://assistant.example/other' }, 'invalid_grant'],
    ['another port', { redirect_uri: 'http://localhost:2/cb' }, 'invalid_grant'],
    ['another verifier', { code_verifier: oauth.generateRandomCodeVerifier() }, 'invalid_grant'],
    ['another code', { code: 'guessed' }, 'invalid_grant'],
    ['another resource', { resource: origin }, 'invalid_grant'],
    ['a resource that does not exist', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['another grant', { grant_type: 'refresh_token' }, 'unsupported_grant_type'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['no client', { client_id: '' }, 'invalid_request'],
    ['no redirect URI', { redirect_uri: '' }, 'invalid_request'],
  ])('is not exchanged for %s', async (_, change, error) => {
    const fields = await approved(await verified());
    expect(refusal(await post('/oauth/token', { ...fields, ...change }))).toEqual([400, error]);
    // The attempt does not cost the client its code.
    expect((await post('/oauth/token', fields)).status).toBe(200);
  });

  test('of a client is not redeemed like one of the extension, and the reverse', async () => {
    const person = await verified();
    const { code, code_verifier: verifier } = await approved(person);
    const { problem } = await call('auth.redeemConnect', { body: { code, verifier } });
    expect(problem.code).toBe('CONNECT_FAILED');
    const body = { client: 'extension', name: 'Firefox', scope: 'read', expiresAt: null } as const;
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const approval = { ...body, challenge, currentPassword: person.password };
    const { body: connected } = await call('account.approveConnect', { body: approval }, person);
    const fields = {
      grant_type: 'authorization_code',
      code: connected.code,
      code_verifier: verifier,
      client_id: 'extension',
      redirect_uri: '',
    };
    for (const uri of ['', redirectUri]) {
      expect((await post('/oauth/token', { ...fields, redirect_uri: uri })).status).toBe(400);
    }
  });

  test('that is exchanged twice ends the token that it gave', async () => {
    const person = await verified();
    const fields = await approved(person, { resource: origin });
    const { body } = await post('/oauth/token', fields);
    const token = String(body?.['access_token']);
    expect((await call('account.get', {}, { token })).status).toBe(200);
    expect(refusal(await post('/oauth/token', fields))).toEqual([400, 'invalid_grant']);
    expect((await call('account.get', {}, { token })).status).toBe(401);
  });
});

describe('an approval', () => {
  const asked = async (parameters: Record<string, string> = {}): Promise<OauthRequest> => {
    const read = readConnectRequest(Object.fromEntries((await start(parameters)).url.searchParams), origin);
    return read as OauthRequest;
  };

  test.each<[string, Partial<Approval>, string]>([
    ['an unknown client', { client: 'https://unknown.example/client.json' }, 'CLIENT_UNKNOWN'],
    ['a client that is no URL', { client: 'assistant' }, 'CLIENT_UNKNOWN'],
    ['another redirect URI', { redirectUri: 'https://evil.example/callback' }, 'REDIRECT_MISMATCH'],
    ['that of another client', { redirectUri: 'https://other.example/callback' }, 'REDIRECT_MISMATCH'],
    ['none', { redirectUri: undefined }, 'REDIRECT_MISMATCH'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'VALIDATION_FAILED'],
    ['the extension with a redirect URI', { client: 'extension', redirectUri }, 'VALIDATION_FAILED'],
  ])('of %s is refused', async (_, change, code) => {
    const person = await verified();
    expect((await approve(person, await asked(), change)).problem.code).toBe(code);
    expect((await call('account.tokens', {}, person)).body.content).toEqual([]);
  });

  test('names the client by its own document', async () => {
    const person = await verified();
    const query = { client: clientId, redirectUri };
    expect((await call('account.connectClient', { query }, person)).body).toEqual({ name: 'Assistant' });
    const wrong = await call('account.connectClient', { query: { ...query, redirectUri: 'x:y' } }, person);
    expect(wrong.problem.code).toBe('REDIRECT_MISMATCH');
    const { status } = await call('account.connectClient', { query });
    expect(status).toBe(401);
  });
});

describe('the endpoints', () => {
  test('may be called by any page, without credentials', async () => {
    const headers = { origin: 'https://assistant.example' };
    for (const path of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource/mcp',
    ]) {
      const response = await request(path, { headers });
      expect(response.status).toBe(200);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    }
    const preflight = await request('/oauth/token', {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect((await request('/oauth/token')).status).toBe(405);
  });

  test('take only a form, each field once, of at most 16 kB', async () => {
    expect(refusal(await post('/oauth/token', '', { 'content-type': 'application/json' }))).toEqual([
      400,
      'invalid_request',
    ]);
    const fields = 'grant_type=authorization_code&code=a&code=b';
    expect(refusal(await post('/oauth/token', fields))).toEqual([400, 'invalid_request']);
    expect((await post('/oauth/token', { code: 'x'.repeat(20_000) })).status).toBe(413);
  });

  test('revoke a token for its own client alone, and accept an unknown one', async () => {
    const person = await verified();
    const { body } = await post('/oauth/token', await approved(person));
    const token = String(body?.['access_token']);
    expect(refusal(await post('/oauth/revoke', { token, client_id: otherId }))).toEqual([
      400,
      'invalid_client',
    ]);
    expect((await call('account.tokens', {}, person)).body.content).toHaveLength(1);
    expect((await post('/oauth/revoke', { token: 'mwp_unknown' })).status).toBe(200);
    expect((await post('/oauth/revoke', { token, client_id: clientId })).status).toBe(200);
    expect((await call('account.tokens', {}, person)).body.content).toEqual([]);
  });

  test('count attempts by address', async () => {
    const strict = await createTestProvider({ config: { rateLimitScale: 1 } });
    strict.clock.freeze(new Date('2026-03-04T05:10:10Z'));
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=authorization_code',
      peer: { address: '192.0.2.9' },
    };
    const statuses: number[] = [];
    for (let tried = 0; tried < 61; tried += 1)
      statuses.push((await strict.request('/oauth/token', init)).status);
    expect(statuses).toEqual([...Array<number>(60).fill(400), 429]);
  });
});
