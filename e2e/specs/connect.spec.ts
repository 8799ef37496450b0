import { createHash, randomBytes } from 'node:crypto';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import type { Page } from '@playwright/test';
import { verifyEmail } from '../fixtures/account-row';
import { expectFitBothWays } from '../fixtures/expect-fit';
import { inEach, screenLooks } from '../fixtures/looks';
import { passTime } from '../fixtures/pass-time';
import { siteUrl } from '../fixtures/sites';
import { expect, newGuestRequest, test } from '../fixtures/test';
import { isolate } from '@/lib/utils/isolate';

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const state = 'a-state_of.the-program';

const requestOf = (change: Record<string, string> = {}): string =>
  `/connect?${new URLSearchParams({
    client: 'extension',
    name: 'Firefox on the laptop',
    scope: 'write',
    challenge,
    state,
    ...change,
  }).toString()}`;

/** Records every address of this origin that the browser sends, to see that no code is among them. */
function recordAddresses(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
  return addresses;
}

test('a program is connected, and its token is listed and revoked in the settings', async ({
  page,
  words,
  baseURL,
  useFreshAccount,
}) => {
  const { email, password } = await useFreshAccount();
  await verifyEmail(email);
  await page.clock.install();
  await page.goto(requestOf());
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: words('Integration.scopeText.read') }).check();
  await page.getByRole('button', { name: words('Connect.allow') }).click();
  await expect(page.getByText(words('Connect.passwordMissing'))).toBeVisible();
  await page.getByLabel(words('Connect.password'), { exact: true }).fill(password);
  const sent = recordAddresses(page);
  await page.getByRole('button', { name: words('Connect.allow') }).click();
  await expect(page.getByRole('heading', { name: words('Connect.doneTitle') })).toBeFocused();

  const { pathname, searchParams } = new URL(page.url());
  const code = searchParams.get('code') ?? '';
  expect([pathname, searchParams.get('state'), code.length]).toEqual(['/connect/done', state, 43]);
  const program = await newGuestRequest(baseURL ?? '');
  const redeemed = await program.post('/v1/auth/connect/redeem', { data: { code, verifier } });
  expect(await redeemed.json()).toMatchObject({ scope: 'read', account: { email } });
  await passTime(page, 11_000);
  await expect(page).toHaveURL('/connect/done');
  expect(sent.filter((address) => address.includes(code))).toEqual([]);

  await page.goto('/settings/integration');
  await expect(page.getByText('Firefox on the laptop')).toBeVisible();
  await page
    .getByRole('button', { name: words('Integration.revokeLabel', { name: 'Firefox on the laptop' }) })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('Integration.revoke') })
    .click();
  await expect(page.getByText(words('Integration.empty'))).toBeVisible();
  const { token } = (await redeemed.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  expect((await program.get('/v1/account', { headers })).status()).toBe(401);
});

test('a request is denied, and going back does not show it again', async ({
  page,
  words,
  useFreshAccount,
}) => {
  const { email } = await useFreshAccount();
  await verifyEmail(email);
  await page.goto('/terms');
  await page.goto(requestOf({ scope: 'read' }));
  await expect(page.getByRole('radio')).toHaveCount(0);
  await page.getByRole('button', { name: words('Connect.deny') }).click();
  await expect(page.getByRole('heading', { name: words('Connect.deniedTitle') })).toBeFocused();
  await expect(page).toHaveURL(`/connect/done?error=access_denied&state=${encodeURIComponent(state)}`);
  await page.goBack();
  await expect(page).toHaveURL('/terms');
});

test('an account without a verified email verifies it first', async ({ page, words, useFreshAccount }) => {
  await useFreshAccount();
  await page.goto(requestOf());
  await page.getByRole('link', { name: words('Connect.confirmEmail') }).click();
  await expect(page).toHaveURL(`/auth/verify-email?redirect=${encodeURIComponent(requestOf())}`);
});

test('a request that was changed on its way is not shown', async ({ page, words }) => {
  for (const address of ['/connect', requestOf({ challenge: 'plain' }), `${requestOf()}&scope=read`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: words('Connect.invalidTitle') })).toBeVisible();
    await expect(page.getByRole('button', { name: words('Connect.allow') })).toHaveCount(0);
  }
});

test('OAuth clients of any origin find the server, and an unknown one is not shown and not sent anywhere', async ({
  page,
  words,
  baseURL,
}) => {
  const program = await newGuestRequest(baseURL ?? '');
  const headers = { origin: 'https://assistant.example' };
  const found = await program.get('/.well-known/oauth-protected-resource/mcp', { headers });
  expect(await found.json()).toMatchObject({
    resource: `${baseURL ?? ''}/mcp`,
    authorization_servers: [baseURL],
  });
  const metadata = await program.get('/.well-known/oauth-authorization-server', { headers });
  expect(metadata.headers()).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
  });
  const server = (await metadata.json()) as { issuer: string; token_endpoint: string };
  expect(server.issuer).toBe(baseURL);
  const form = { grant_type: 'authorization_code', code: 'guessed', code_verifier: verifier };
  const refused = await program.post(server.token_endpoint, {
    headers,
    form: {
      ...form,
      client_id: 'https://assistant.example/client.json',
      redirect_uri: 'https://evil.example/',
    },
  });
  expect([refused.status(), await refused.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  expect((await program.get('/.well-known/oauth-unknown')).status()).toBe(404);

  const query = new URLSearchParams({
    response_type: 'token',
    client_id: 'https://127.0.0.1/client.json',
    redirect_uri: 'https://evil.example/callback',
  });
  await page.goto(`/connect?${query.toString()}`);
  await expect(page.getByRole('heading', { name: words('Connect.invalidTitle') })).toBeVisible();
  await expect(page.getByText(words('Problems.CLIENT_UNKNOWN'))).toBeVisible();
  await expect(page.locator('a[href*="evil.example"]')).toHaveCount(0);
});

/** An assistant of the SDK, which is sent to the page by the interface for assistants and by nothing else. */
function createAssistant(endpoint: string, clientId: string) {
  type Stored<Key extends 'tokens' | 'clientInformation' | 'discoveryState'> = Awaited<
    ReturnType<NonNullable<OAuthClientProvider[Key]>>
  >;
  const redirectUrl = siteUrl('callback');
  const known = {
    client: undefined as Stored<'clientInformation'>,
    tokens: undefined as Stored<'tokens'>,
    server: undefined as Stored<'discoveryState'>,
    verifier: '',
    asked: null as URL | null,
  };
  const authProvider: OAuthClientProvider = {
    redirectUrl,
    clientMetadataUrl: clientId,
    clientMetadata: { redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    state: () => state,
    clientInformation: () => known.client,
    saveClientInformation: (information) => void (known.client = information),
    tokens: () => known.tokens,
    saveTokens: (tokens) => void (known.tokens = tokens),
    discoveryState: () => known.server,
    saveDiscoveryState: (found) => void (known.server = found),
    saveCodeVerifier: (text) => void (known.verifier = text),
    codeVerifier: () => known.verifier,
    redirectToAuthorization: (url) => void (known.asked = url),
  };
  const newTransport = () => new StreamableHTTPClientTransport(new URL(endpoint), { authProvider });
  const connect = async () => {
    const client = new Client({ name: 'assistant', version: '1' });
    await client.connect(newTransport());
    return client;
  };
  return {
    connect,
    /** The address that the assistant opens in the browser. */
    asked: () => known.asked?.href ?? '',
    finish: (answer: URL) => newTransport().finishAuth(answer.searchParams),
  };
}

test('an assistant gets the access that is chosen for it, and has it until it is revoked', async ({
  page,
  words,
  baseURL,
  api,
  useFreshAccount,
}) => {
  const clientId = process.env['E2E_CLIENT_ID'] ?? '';
  test.skip(clientId === '', 'needs OpenSSL, for the certificate of the assistant');
  const { email, password } = await useFreshAccount();
  await verifyEmail(email);
  await api.call('bookmarks.create', { body: { title: 'Tide tables', url: 'https://tides.example/' } });
  const assistant = createAssistant(`${baseURL ?? ''}/mcp`, clientId);
  await expect(assistant.connect()).rejects.toThrow(UnauthorizedError);

  await page.goto(assistant.asked());
  const name = 'Harbor assistant';
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText(new URL(clientId).hostname)).toBeVisible();
  await expect(page.getByText(words('Connect.goesToDevice', { name: isolate(name) }))).toBeVisible();
  // It asks for more, which is a choice.
  await expect(page.getByRole('radio', { name: words('Integration.scopeText.read') })).toBeChecked();
  await page.getByLabel(words('Connect.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: words('Connect.allow') }).click();
  await page.waitForURL(/\/callback\?/);
  const answer = new URL(page.url());
  expect(answer.searchParams.get('state')).toBe(state);
  expect(answer.searchParams.get('iss')).toBe(baseURL);
  await assistant.finish(answer);

  const client = await assistant.connect();
  const find = () => client.callTool({ name: 'search_bookmarks', arguments: { query: 'tide' } });
  expect((await find()).structuredContent).toMatchObject({ bookmarks: [{ page: { title: 'Tide tables' } }] });
  const { tools } = await client.listTools();
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);

  await page.goto('/settings/integration');
  await page.getByRole('button', { name: words('Integration.revokeLabel', { name }) }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('Integration.revoke') })
    .click();
  await expect(page.getByText(words('Integration.empty'))).toBeVisible();
  await expect(find()).rejects.toThrow(UnauthorizedError);
  await client.close();
});

test('an assistant is denied, and told so', async ({ page, words, baseURL, useFreshAccount }) => {
  const clientId = process.env['E2E_CLIENT_ID'] ?? '';
  test.skip(clientId === '', 'needs OpenSSL, for the certificate of the assistant');
  const { email } = await useFreshAccount();
  await verifyEmail(email);
  const assistant = createAssistant(`${baseURL ?? ''}/mcp`, clientId);
  await expect(assistant.connect()).rejects.toThrow(UnauthorizedError);
  await page.goto(assistant.asked());
  await page.getByRole('button', { name: words('Connect.deny') }).click();
  await page.waitForURL(/\/callback\?/);
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
});

test('the pages are accessible and fit the screen', async ({ page, baseURL, useFreshAccount }) => {
  test.slow();
  const { email } = await useFreshAccount();
  const visitAll = (addresses: string[]) =>
    inEach(page, baseURL, screenLooks, async () => {
      for (const address of addresses) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectFitBothWays(page);
      }
    });
  await visitAll([requestOf()]);
  await verifyEmail(email);
  await visitAll([requestOf(), requestOf({ name: 'x'.repeat(100), scope: 'read' }), '/connect']);
  await visitAll(['/connect/done']);
});

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  test('signs in, and returns to the request', async ({ page, words, account }) => {
    await page.goto(requestOf());
    await expect(page).toHaveURL(`/signin?redirect=${encodeURIComponent(requestOf())}`);
    await page.getByLabel(words('Auth.email'), { exact: true }).fill(account.email);
    await page.getByLabel(words('Auth.password'), { exact: true }).fill(account.password);
    await page.getByRole('button', { name: words('Auth.signIn'), exact: true }).click();
    await expect(page).toHaveURL(requestOf());
  });
});
