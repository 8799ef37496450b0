import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Service } from '@/lib/bff/service';
import { createTestBff, type TestBff } from '@/lib/bff/testing/create-test-bff';
import { createOpenId } from '@/provider/integrations/openid';
import { startIssuer, type Issuer } from '@/provider/integrations/testing/openid-issuer';
import { createTestProvider } from '@/provider/testing/test-provider';

const redirectUri = 'https://app.test/oauth-callback';
let issuer: Issuer;
let bff: TestBff<Service>;

beforeAll(async () => {
  issuer = await startIssuer(redirectUri);
  const google = createOpenId({ ...issuer, redirectUri });
  const { provider, clock } = await createTestProvider({ google });
  const service: Service = {
    origin: 'http://provider.internal',
    fetch: (request, client) => provider.fetch(request, client),
  };
  bff = createTestBff(() => clock.now().getTime(), service);
});

afterAll(() => issuer.close());

const person = {
  sub: 'grace',
  email: 'grace@mail.test',
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Hopper',
};
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

/** Acts as a page of the application: leaves, returns, and forwards the query of the URL. */
async function returnFromIssuer(start: Response, cookie: string): Promise<Response> {
  const { url } = (await start.json()) as { url: string };
  const { searchParams } = await issuer.visit(url, person);
  const body = JSON.stringify(Object.fromEntries(searchParams));
  return bff.call('/v1/auth/oauth/google/callback', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'content-length': String(body.length), cookie },
  });
}

it('signs up and in with a real issuer, without a token in the browser', async () => {
  const start = await bff.call('/v1/auth/oauth/google');
  const response = await returnFromIssuer(start.clone(), cookiesOf(start));
  const text = await response.text();
  expect(text).not.toMatch(/eyJ|mwr_|"tokens"|"flow"/);
  const { account } = JSON.parse(text) as { account: { uuid: string } };
  const session = await bff.kept(response);
  expect(session?.accountId).toBe(account.uuid);
  const read = await bff.call('/v1/account', { headers: { cookie: cookiesOf(response) } });
  expect(await read.json()).toMatchObject({ email: person.email, hasPassword: false, emailVerified: true });

  const again = await bff.call('/v1/auth/oauth/google');
  expect(await (await returnFromIssuer(again.clone(), cookiesOf(again))).json()).toMatchObject({
    account: { uuid: account.uuid },
  });
});

it('rejects a callback in a browser that did not start the flow', async () => {
  const start = await bff.call('/v1/auth/oauth/google');
  const response = await returnFromIssuer(start, '');
  expect([response.status, await response.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'OAUTH_FAILED' }),
  ]);
});
