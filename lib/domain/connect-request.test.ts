import { describe, expect, test } from 'vitest';
import {
  answerAddress,
  audienceOf,
  connectDonePath,
  readConnectRequest,
  type PageQuery,
} from '@/lib/domain/connect-request';

const origin = 'https://links.example';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('a request of the extension', () => {
  const asked = { client: 'extension', name: ' Firefox ', scope: 'write', challenge, state: 'af0ifjsldkj' };

  test('is read, and other parameters are ignored', () => {
    expect(readConnectRequest({ ...asked, utm_source: 'x' }, origin)).toEqual({ ...asked, name: 'Firefox' });
  });

  test.each<PageQuery>([
    { client: undefined },
    { client: 'Extension' },
    { client: 'https://evil.example/client' },
    { client: ['extension', 'extension'] },
    { name: undefined },
    { name: '  ' },
    { name: 'x'.repeat(101) },
    { name: 'Firefox\nYour bank' },
    { scope: undefined },
    { scope: 'admin' },
    { scope: 'read write' },
    { scope: ['read', 'write'] },
    { challenge: undefined },
    { challenge: 'plain-text-verifier' },
    { challenge: `${challenge}=` },
    { challenge: [challenge, challenge] },
    { state: undefined },
    { state: '' },
    { state: 'a&code=mine' },
    { state: 'x'.repeat(401) },
  ])('with %j is refused', (change) => {
    expect(readConnectRequest({ ...asked, ...change }, origin)).toBeNull();
  });

  test('is answered in the address of the last page', () => {
    expect(connectDonePath({ code: 'a b&c' }, 'x~1')).toBe('/connect/done?code=a+b%26c&state=x%7E1');
    expect(connectDonePath({ error: 'access_denied' }, 'x')).toBe(
      '/connect/done?error=access_denied&state=x',
    );
  });
});

describe('a request of an OAuth client', () => {
  const asked = {
    response_type: 'code',
    client_id: 'https://assistant.example/client.json',
    redirect_uri: 'https://assistant.example/callback',
    scope: 'read write offline_access',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: `${origin}/mcp`,
    state: 'any printable text &=#',
  };
  const request = {
    client: asked.client_id,
    redirectUri: asked.redirect_uri,
    state: asked.state,
    scope: 'write',
    challenge,
    resource: asked.resource,
  };

  test('is read, and asks to read if it names no scope', () => {
    expect(readConnectRequest(asked, origin)).toEqual(request);
    const { scope: _, state: __, resource: ___, ...least } = asked;
    expect(readConnectRequest(least, origin)).toEqual({
      ...request,
      scope: 'read',
      state: null,
      resource: null,
    });
  });

  test.each<[PageQuery, string]>([
    [{ response_type: undefined }, 'unsupported_response_type'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: ['code', 'token'] }, 'unsupported_response_type'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: ['S256', 'plain'] }, 'invalid_request'],
    [{ scope: 'admin' }, 'invalid_scope'],
    [{ scope: ['read', 'write'] }, 'invalid_scope'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    [{ resource: `${origin}/mcp/` }, 'invalid_target'],
    [{ resource: [origin, origin] }, 'invalid_target'],
  ])('with %j gets an error', (change, error) => {
    const { client, redirectUri, state } = request;
    expect(readConnectRequest({ ...asked, ...change }, origin)).toEqual({
      client,
      redirectUri,
      state,
      error,
    });
  });

  // An error must not be sent to an address that nobody has named.
  test.each<PageQuery>([
    { client_id: 'client' },
    { client_id: ['https://a.example/x', 'https://b.example/x'] },
    { client_id: `https://a.example/${'x'.repeat(2_000)}` },
    { redirect_uri: undefined },
    { redirect_uri: '/callback' },
    { redirect_uri: ['https://a.example/', 'https://b.example/'] },
    { state: ['a', 'b'] },
    { state: 'line\nbreak' },
    { state: 'x'.repeat(2_001) },
  ])('with %j is refused', (change) => {
    expect(readConnectRequest({ ...asked, ...change }, origin)).toBeNull();
  });

  test('is answered at its redirect URI, whose own parameters cannot replace the answer', () => {
    const redirectUri = 'http://127.0.0.1:8080/cb?x=1&code=mine&state=mine&iss=mine';
    expect(answerAddress({ redirectUri, state: 'a&b' }, { code: 'c' }, origin)).toBe(
      'http://127.0.0.1:8080/cb?x=1&code=c&state=a%26b&iss=https%3A%2F%2Flinks.example',
    );
    expect(
      answerAddress({ redirectUri: 'https://a.example/cb', state: null }, { error: 'access_denied' }, origin),
    ).toBe('https://a.example/cb?error=access_denied&iss=https%3A%2F%2Flinks.example');
  });
});

test.each([
  [null, 'mcp'],
  [`${origin}/mcp`, 'mcp'],
  [origin, 'api'],
  [`${origin}/`, 'api'],
  [`${origin}/v1`, 'api'],
  [`${origin}/v1/account`, null],
  [`${origin}.evil.example`, null],
  ['', null],
])('a token for the resource %s is for %s', (resource, audience) => {
  expect(audienceOf(resource, origin)).toBe(audience);
});
