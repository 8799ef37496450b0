import fs from 'node:fs';
import { type Page, request } from '@playwright/test';
import { makeDataDir, startServer, type TestServer } from '@/tooling/test/start-server';
import { signUp } from '../fixtures/account';
import { createApi } from '../fixtures/api';
import { type ReportService, startReportService } from '../fixtures/report-service';
import { expect, test } from '../fixtures/test';

// Guarantee: errors of a browser reach the service of the DSN only after consent and without private data; and an open
// tab of an older version recovers with one reload when it can no longer load its files.

test.describe.configure({ mode: 'serial' });
test.use({
  // The SDK treats a headless browser as a bot and does not trace it.
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
});

const canary = 'canary8f3a';
let service: ReportService;
let server: TestServer;
let dataDir: string;

test.beforeAll(async () => {
  service = await startReportService();
  dataDir = makeDataDir('errors');
  server = await startServer({ dataDir, env: { SENTRY_DSN: service.dsn, RATE_LIMIT_SCALE: '1000' } });
});
test.afterAll(async () => {
  await server.stop();
  service.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});
test.beforeEach(({ allowConsole }) => {
  service.reports.length = 0;
  allowConsole(/planted|Failed to load|ChunkLoadError/);
});

/** Records the requests of a page and whether it loads the SDK. */
function watch(page: Page) {
  const requests: string[] = [];
  const scripts: Promise<string>[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text().catch(() => ''));
  });
  return {
    reports: () => requests.filter((line) => line.endsWith(' /monitoring')),
    hasSdk: async () => (await Promise.all(scripts)).some((text) => text.includes('sentry.javascript')),
  };
}

/** Throws an uncaught error and waits for the `pageerror` event. */
async function fail(page: Page, message: string): Promise<void> {
  const thrown = page.waitForEvent('pageerror');
  await page.evaluate(
    (text) =>
      void setTimeout(() => {
        throw new Error(text);
      }),
    message,
  );
  await thrown;
}

const typesOf = () => service.reports.map(({ type }) => type);
const payloads = (type: string) =>
  service.reports.filter((report) => report.type === type).map(({ payload }) => payload);
const errors = () => payloads('event');
const transactions = () => payloads('transaction');
const sent = () => service.reports.map(({ payload }) => payload).join('\n');
const whenStarted = () => expect.poll(typesOf).toContain('transaction');

test.describe('a visitor who is asked for consent', () => {
  test.use({ visitor: 'guest', consent: 'undecided' });

  test('is not reported before, and anonymously after', async ({ page }) => {
    const seen = watch(page);
    await page.goto(`${server.url}/signin?redirect=/search?q=${canary}`);
    const banner = page.getByRole('region', { name: 'Your privacy' });
    await expect(banner).toBeVisible();
    await fail(page, 'planted before');
    await page.waitForLoadState('networkidle');
    expect(seen.reports()).toEqual([]);
    expect(await seen.hasSdk()).toBe(false);

    await banner.getByRole('button', { name: 'Accept all' }).click();
    await whenStarted();
    expect(await seen.hasSdk()).toBe(true);
    await page.getByLabel('Email').fill(`${canary}@example.test`);
    await fail(page, `planted: cannot open "${canary}" at https://${canary}.example/?q=${canary}`);
    await expect.poll(() => errors().length).toBe(1);
    expect(JSON.parse(errors()[0] ?? '')).toMatchObject({
      release: expect.stringMatching(/^markwell@\d/),
      transaction: '/signin',
      request: { url: '/signin' },
      exception: { values: [{ type: 'Error', value: 'planted: cannot open "…" at [link]' }] },
    });
    // The replay of an error begins a minute before it.
    await expect.poll(typesOf).toContain('replay_recording');
    expect(sent()).toContain('"tagName":"form"');
    expect(sent()).toContain('"sessionSampleRate":0.1,"errorSampleRate":1');
    expect(sent()).not.toContain('Email');
    expect(sent() + JSON.stringify(service.headers)).not.toContain(canary);
    expect(service.headers.every(({ cookie }) => cookie === undefined)).toBe(true);
  });

  test('is not reported after refusing, and without a DSN nothing is loaded', async ({ page, baseURL }) => {
    const seen = watch(page);
    for (const address of [server.url, baseURL ?? '']) {
      await page.goto(`${address}/signin`);
      const choice = address === server.url ? 'Necessary only' : 'Accept all';
      await page.getByRole('button', { name: choice }).click();
      await page.goto(`${address}/register`);
      await fail(page, 'planted');
      await page.waitForLoadState('networkidle');
    }
    expect(seen.reports()).toEqual([]);
    expect(await seen.hasSdk()).toBe(false);
    expect(service.reports).toEqual([]);
  });
});

test.describe('a visitor who has consented', () => {
  test.use({ visitor: 'guest' });

  test('is no longer reported after withdrawing it', async ({ page }) => {
    await page.goto(`${server.url}/signin`);
    await whenStarted();
    const decide = (analytics: boolean) =>
      page.evaluate((isOn) => {
        const record = JSON.parse(window.localStorage.getItem('consent') ?? '{}') as object;
        window.localStorage.setItem('consent', JSON.stringify({ ...record, analytics: isOn }));
        window.dispatchEvent(new Event('storage'));
      }, analytics);
    await decide(false);
    await fail(page, 'planted while withdrawn');
    await page.waitForLoadState('networkidle');
    await decide(true);
    await fail(page, 'planted after');
    await expect.poll(() => errors().length).toBe(1);
    expect(errors()[0]).toContain('planted after');
  });
});

test.describe('a tab whose version is no longer served', () => {
  test.use({ visitor: 'guest' });
  const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'Couldn’t load' });

  test.beforeEach(async ({ context }) => {
    const { storageState } = await signUp(server.url);
    await context.addCookies(storageState.cookies);
  });

  /** The scripts of a page. After a deployment, those that it has not requested before are missing. */
  interface Scripts {
    deploy: () => void;
    restore: () => void;
    /** Number of requests for missing scripts. */
    missed: () => number;
  }

  /** Opens a page and waits until it has reported that it was loaded. */
  async function open(page: Page, path: string): Promise<Scripts> {
    const requested = new Set<string>();
    let isDeployed = false;
    let missed = 0;
    // Intercepts from the start: no script is requested between the deployment and the interception.
    await page.route('**/_next/static/**/*.js', (route) => {
      const url = route.request().url();
      if (!isDeployed) requested.add(url);
      if (!isDeployed || requested.has(url)) return route.continue();
      missed += 1;
      return route.fulfill({ status: 404, body: '' });
    });
    // Dialogs are then requested when they are opened, not while the page is idle.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    await page.goto(`${server.url}${path}`);
    // A report of the previous test may arrive late.
    const loading = expect.stringContaining(`"transaction":"${path}"`);
    await expect.poll(transactions).toContainEqual(loading);
    return { deploy: () => (isDeployed = true), restore: () => (isDeployed = false), missed: () => missed };
  }

  /** Counts page loads from now on. */
  function countLoads(page: Page): () => number {
    let loads = 0;
    page.on('load', () => (loads += 1));
    return () => loads;
  }

  test('reports the missing file without private data, and works after one reload', async ({
    page,
    context,
  }) => {
    const storageState = await context.storageState();
    const api = createApi(await request.newContext({ baseURL: server.url, storageState }), server.url);
    const bookmark = { url: `https://${canary}.example/`, title: `A ${canary}`, tags: canary };
    await api.call('bookmarks.create', { body: bookmark });
    const scripts = await open(page, '/');
    await expect(page.getByRole('listitem').filter({ hasText: canary })).toBeVisible();
    const loads = countLoads(page);
    scripts.deploy();
    page.on('request', (request) => request.isNavigationRequest() && scripts.restore());
    await page.keyboard.press('Control+b');
    await expect.poll(loads).toBe(1);
    await expect.poll(errors).toEqual([expect.stringContaining('"type":"ChunkLoadError"')]);
    expect(sent()).not.toContain(canary);
    await page.keyboard.press('Control+b');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(loads()).toBe(1);
    // The recording shows the list, and the form over it.
    await expect.poll(() => transactions().length).toBeGreaterThan(1);
    await fail(page, 'planted');
    await expect.poll(typesOf).toContain('replay_recording');
    expect(sent()).not.toContain(canary);
  });

  test('is reloaded once only', async ({ page }) => {
    const scripts = await open(page, '/');
    scripts.deploy();
    const loads = countLoads(page);
    service.reports.length = 0;
    await page.keyboard.press('Control+b');
    await expect.poll(loads).toBe(1);
    await whenStarted();
    await page.keyboard.press('Control+b');
    await expect(alert(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(loads()).toBe(1);
  });

  test('is not reloaded while a field has text in it', async ({ page }) => {
    const scripts = await open(page, '/settings/account');
    scripts.deploy();
    const loads = countLoads(page);
    await page.keyboard.press('Control+b');
    await expect.poll(scripts.missed).toBeGreaterThan(0);
    await expect(alert(page)).toBeVisible();
    await expect.poll(() => errors().length).toBe(1);
    await page.waitForLoadState('networkidle');
    expect(loads()).toBe(0);
  });
});

test('the server responds to unknown methods of the tunnel with an empty body', async ({ request }) => {
  const response = await request.get(`${server.url}/monitoring`);
  expect([response.status(), await response.text()]).toEqual([405, '']);
});
