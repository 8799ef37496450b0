import fs from 'node:fs';
import { type APIRequestContext, type Page, request } from '@playwright/test';
import { contentPath } from '@/provider/modules/copies/content-host';
import { freePort } from '@/tooling/test/free-port';
import { makeDataDir, startServer, type TestServer } from '@/tooling/test/start-server';
import { signUp } from '../fixtures/account';
import { createApi } from '../fixtures/api';
import { expect, test } from '../fixtures/test';

// Guarantee: with CONTENT_URL, a saved copy comes from a host that gets no cookie and answers nothing else.

test.use({ visitor: 'guest' });

const secret = 'a secret of this journey alone, which is long enough';
let server: TestServer;
let content: string;
let dataDir: string;

test.beforeAll(async () => {
  dataDir = makeDataDir('copies-host');
  const port = await freePort();
  content = `http://127.0.0.1:${port}`;
  const env = { CONTENT_URL: content, SESSION_SECRET: secret, RATE_LIMIT_SCALE: '1000' };
  server = await startServer({ dataDir, port, env });
});
test.afterAll(async () => {
  await server.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Signs the page in, and saves a copy of a page. */
async function saveCopy(page: Page): Promise<{ uuid: string; copy: string; account: string }> {
  const { storageState } = await signUp(server.url);
  await page.context().addCookies(storageState.cookies);
  const headers = { origin: server.url };
  const api = createApi(await request.newContext({ baseURL: server.url, storageState }), server.url);
  const { uuid: account } = await api.call('account.get');
  const url = 'https://trains.example/night';
  const { uuid } = await api.call('bookmarks.create', { body: { url, title: 'Night trains' } });
  const buffer = Buffer.from('<!doctype html><title>Night trains</title><p>Copied text');
  const file = { name: 'page.html', mimeType: 'text/html', buffer };
  const sent = await page.request.post(`${server.url}/v1/bookmarks/${uuid}/copies`, {
    multipart: { file, url },
    headers,
  });
  expect(sent.status(), await sent.text()).toBe(201);
  const { uuid: copy } = (await sent.json()) as { uuid: string };
  return { uuid, copy, account };
}

const statusOf = async (context: APIRequestContext, url: string): Promise<number> =>
  (await context.get(url, { maxRedirects: 0 })).status();

test('a copy is shown from its own host, without cookies, and that host has nothing else', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/sandbox|404/);
  const { uuid, copy, account } = await saveCopy(page);
  // A cookie of that host would be sent, and one of the app must not be.
  await page.context().addCookies([{ name: 'planted', value: 'of-the-host', url: content }]);
  const requested: { url: string; cookie: string | undefined }[] = [];
  page.on('request', async (sent) => {
    const url = sent.url();
    if (url.startsWith(content)) requested.push({ url, cookie: (await sent.allHeaders())['cookie'] });
  });

  await test.step('in the frame of the app', async () => {
    await page.goto(`${server.url}/?preview=${uuid}`);
    const panel = page.getByRole('region', { name: 'Night trains', exact: true });
    await panel.getByRole('button', { name: /^Open the copy of/ }).click();
    const frame = page.getByRole('dialog').frameLocator('iframe');
    await expect(frame.getByText('Copied text')).toBeVisible();
    await expect.poll(() => requested.length).toBe(1);
    expect(requested[0]?.cookie ?? '').not.toContain('markwell');
    expect(requested[0]?.url).toMatch(/\/content\/[\w.-]+$/);
  });

  const signed = requested[0]?.url ?? '';
  await test.step('an address that is altered or has expired is refused', async () => {
    expect(await statusOf(page.request, signed)).toBe(200);
    expect(await statusOf(page.request, `${signed.slice(0, -2)}AA`)).toBe(404);
    const [, other = ''] = /\.([\da-z]+)\.[\w-]+$/.exec(signed) ?? [];
    expect(await statusOf(page.request, signed.replace(`.${other}.`, `.${other}0.`))).toBe(404);
    const at = (minutesAgo: number) => {
      const clock = () => new Date(Date.now() - minutesAgo * 60_000);
      const owner = { accountId: account, id: uuid };
      return content + contentPath({ config: { secret } as never, clock }, { owner, copy });
    };
    expect(await statusOf(page.request, at(1))).toBe(200);
    expect(await statusOf(page.request, at(6))).toBe(404);
  });

  await test.step('the pages of the app are not at that host, and the copy is not at that of the app', async () => {
    for (const path of ['/', '/signin', '/v1/account', '/session', '/sw.js', '/offline', '/content/x.y']) {
      expect(await statusOf(page.request, content + path), path).toBe(404);
    }
    expect(await statusOf(page.request, signed.replace(content, server.url))).toBe(404);
    const response = await page.goto(signed);
    expect(response?.headers()).toMatchObject({
      'content-security-policy': expect.stringContaining(`frame-ancestors ${server.url}`),
      'x-content-type-options': 'nosniff',
    });
    expect(response?.headers()['set-cookie']).toBeUndefined();
  });
});
