import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import type { FetchPage } from '@/provider/deps';
import { createFetchPage } from '@/provider/integrations/fetch/fetch-page';
import { startHttpServer } from '@/provider/integrations/fetch/testing/canary';
import { findClient, isOwnRedirect } from '@/provider/modules/auth/oauth-clients';

const id = 'https://assistant.example/oauth/client.json';
const document = {
  client_id: id,
  client_name: 'Assistant',
  redirect_uris: ['https://assistant.example/callback'],
  token_endpoint_auth_method: 'none',
  logo_uri: 'https://assistant.example/logo.png',
};

let requests: string[] = [];
let respond: (response: ServerResponse, request: IncomingMessage) => unknown = () => undefined;
const site = await startHttpServer((request, response) => {
  requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
  return respond(response, request);
});
afterAll(() => site[Symbol.asyncDispose]());

/** The guarded fetcher, for which `https://assistant.example` is the test server on loopback. */
function newFetcher(): FetchPage {
  const real = createFetchPage({ allow: [`127.0.0.1:${site.port}`] });
  const local = `http://127.0.0.1:${site.port}`;
  return async (url, options) => {
    const page = await real(url.replace('https://assistant.example', local), options);
    return page && { ...page, url: page.url.replace(local, 'https://assistant.example') };
  };
}

const serve = (body: unknown, type = 'application/json') => {
  requests = [];
  respond = (response) =>
    response
      .writeHead(200, { 'content-type': type })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
};

const find = (clientId = id, fetchPage = newFetcher()) => findClient({ fetchPage }, clientId, 'account');

describe('a client', () => {
  test('is described by the document at its id, which is fetched once in five minutes', async () => {
    serve(document);
    const fetchPage = newFetcher();
    const client = {
      id,
      name: 'Assistant',
      redirectUris: ['https://assistant.example/callback'],
    };
    expect([await find(id, fetchPage), await find(id, fetchPage)]).toEqual([client, client]);
    expect(requests).toEqual(['GET /oauth/client.json']);
  });

  test('has the name of its host if it has none, and no name that imitates other text', async () => {
    serve({ ...document, client_name: ' \u202e\n ' });
    expect((await find())?.name).toBe('assistant.example');
    serve({ ...document, client_name: `Good\u0000\nClient\u202e ${'x'.repeat(200)}` });
    expect((await find())?.name).toBe(`Good Client ${'x'.repeat(88)}`);
  });

  test.each([
    'http://assistant.example/oauth/client.json',
    'https://assistant.example',
    'https://assistant.example/',
    'https://assistant.example/a/../client.json',
    'https://assistant.example/client.json#part',
    'https://me@assistant.example/client.json',
    'https://ASSISTANT.example/client.json',
    'https://assistant.example:443/client.json',
    `https://assistant.example/${'x'.repeat(2_000)}`,
    'javascript:alert(1)',
    'extension',
    '',
  ])('has no id like %s', async (clientId) => {
    serve({ ...document, client_id: clientId });
    expect(await find(clientId)).toBeNull();
    expect(requests).toEqual([]);
  });

  test.each<[string, unknown, string?]>([
    ['another id', { ...document, client_id: 'https://assistant.example/oauth/other.json' }],
    ['no redirect URI', { ...document, redirect_uris: [] }],
    ['too many of them', { ...document, redirect_uris: Array(51).fill('https://assistant.example/') }],
    ['a shared secret', { ...document, token_endpoint_auth_method: 'client_secret_basic' }],
    ['another grant', { ...document, grant_types: ['client_credentials'] }],
    ['another response', { ...document, response_types: ['token'] }],
    ['no JSON', 'Hello'],
    ['no object', [document]],
    ['another type', document, 'text/html'],
    ['17 kB', { ...document, padding: 'x'.repeat(17_000) }],
  ])('is unknown if its document has %s', async (_, body, type) => {
    serve(body, type);
    expect(await find()).toBeNull();
  });

  test('is unknown if its document is at another address', async () => {
    requests = [];
    respond = (response, request) =>
      request.url === '/elsewhere'
        ? response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
        : response.writeHead(302, { location: '/elsewhere' }).end();
    expect(await find()).toBeNull();
  });

  test('keeps only addresses that may receive codes', async () => {
    const own = ['https://assistant.example/callback?x=1', 'http://localhost/callback', 'http://[::1]:80/cb'];
    const others = [
      'http://assistant.example/callback',
      'http://127.0.0.1.evil.example/',
      'javascript:alert(1)//',
      'data:text/html,x',
      'https://assistant.example/#',
      'https://me:secret@assistant.example/',
      '/callback',
    ];
    serve({ ...document, redirect_uris: [...own, ...others] });
    expect((await find())?.redirectUris).toEqual(own);
  });
});

describe('a redirect URI', () => {
  const redirectUris = [
    'https://assistant.example/callback',
    'http://127.0.0.1/cb?x=1',
    'http://localhost:1/cb',
  ];

  test.each([
    ...redirectUris,
    'http://127.0.0.1:49152/cb?x=1',
    'http://localhost:8080/cb',
    'http://localhost/cb',
  ])('%s is own', (uri) => {
    expect(isOwnRedirect({ redirectUris }, uri)).toBe(true);
  });

  test.each([
    'https://assistant.example/callback/',
    'https://assistant.example/callback?code=mine',
    'https://assistant.example/Callback',
    'https://assistant.example:8443/callback',
    'https://assistant.example/x/../callback',
    'https://assistant.example/callback#',
    'https://assistant.example@evil.example/callback',
    'https://assistant.example.evil.example/callback',
    'http://assistant.example/callback',
    'https://127.0.0.1/cb?x=1',
    'http://127.0.0.1:49152/cb',
    'http://127.0.0.1:49152/cb?x=1&y=2',
    'http://127.0.0.1:49152/../cb?x=1',
    'http://user@127.0.0.1:49152/cb?x=1',
    'http://0x7f.1:8080/cb?x=1',
    'http://127.0.0.2/cb?x=1',
    'http://localhost.evil.example:8080/cb',
    'http://[::1]:8080/cb',
    'javascript:alert(1)',
    '',
  ])('%j is not', (uri) => {
    expect(isOwnRedirect({ redirectUris }, uri)).toBe(false);
  });
});
