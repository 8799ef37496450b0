import fs from 'node:fs';
import path from 'node:path';
import { chromium, request, type Browser, type BrowserContext } from '@playwright/test';
import sharp from 'sharp';
import manifest from '@/package.json' with { type: 'json' };
import { seed } from '@/provider/seed/seed';
import { findLastSocketDir, socketUrl } from '@/server/postgres/socket';
import { printLine, runProgram } from '@/server/program';
import { ensureBuilt } from '@/tooling/launch/build.mjs';
import { fileOf, folder, shots, themes, type Shot } from '@/tooling/screenshots/shots';
import { chromiumArguments } from '@/tooling/test/chromium-arguments';
import { findChromium } from '@/tooling/test/find-chromium';
import { makeDataDir, startServer } from '@/tooling/test/start-server';

const viewport = { width: 1280, height: 800 };
const administrator = { email: 'ada@example.org', password: 'a quiet afternoon' };

interface Credentials {
  readonly email: string;
  readonly password: string;
}

// `npm run screenshots`: takes the pictures of the README and the documents, of the production build and the demo data.
await runProgram(async () => {
  await ensureBuilt();
  const dataDir = makeDataDir('screenshots');
  const env = { PAGE_TEXTS: 'off', RATE_LIMIT_SCALE: '1000', SELF_HOSTED_PLAN: 'pro' };
  const server = await startServer({ dataDir, env });
  const { path: executablePath } = findChromium();
  const browser = await chromium.launch({
    ...(executablePath !== null && { executablePath }),
    args: [...chromiumArguments],
  });
  try {
    await signUp(server.url);
    const socketDir = findLastSocketDir(path.join(dataDir, 'postgres/data'));
    const reader = await seed(socketUrl(socketDir ?? ''));
    await takeAll(browser, server.url, { reader, administrator });
  } finally {
    await browser.close();
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Registers the first account, which becomes the administrator. */
async function signUp(origin: string): Promise<void> {
  const guest = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  const data = { ...administrator, firstName: 'Ada', lastName: 'Lovelace' };
  expectOk(await guest.post('/v1/auth/register', { data }));
  await guest.dispose();
}

async function takeAll(
  browser: Browser,
  origin: string,
  accounts: Record<Shot['as'], Credentials>,
): Promise<void> {
  for (const as of ['reader', 'administrator'] as const) {
    const first = await signIn(browser, origin, accounts[as], 'light');
    const storageState = await first.storageState();
    await first.close();
    for (const shot of shots.filter((one) => one.as === as)) {
      if (shot.name === 'duplicates') await saveDuplicates(browser, origin, storageState);
      for (const colorScheme of themes) {
        const context = await openContext(browser, { baseURL: origin, storageState, colorScheme });
        await take(context, shot, path.join(folder, fileOf(shot.name, colorScheme)));
        await context.close();
      }
    }
  }
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/** Opens a window in which no dialog opens automatically. */
async function openContext(browser: Browser, options: ContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...options,
    viewport,
    locale: 'en-US',
    timezoneId: 'Europe/Lisbon',
    reducedMotion: 'reduce',
  });
  await context.addInitScript((version) => {
    const then = '2026-01-01T00:00:00Z';
    for (const key of ['firstAccess', 'hasVisited']) localStorage.setItem(key, then);
    for (const key of ['pwaInstalled', 'extensionInstalled']) localStorage.setItem(key, 'true');
    localStorage.setItem('version', version);
    const consent = { necessary: true, analytics: false, localStorage: true };
    const record = { ...consent, hasConsented: true, version: '1.0', timestamp: then };
    localStorage.setItem('consent', JSON.stringify(record));
  }, manifest.version);
  return context;
}

async function signIn(
  browser: Browser,
  origin: string,
  { email, password }: Credentials,
  colorScheme: 'light' | 'dark',
): Promise<BrowserContext> {
  const context = await openContext(browser, { baseURL: origin, colorScheme });
  const options = { data: { email, password }, headers: { origin } };
  expectOk(await context.request.post('/v1/auth/login', options));
  return context;
}

/** Saves some pages again, with the parameters that newsletters add. */
async function saveDuplicates(
  browser: Browser,
  origin: string,
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<void> {
  const context = await openContext(browser, { baseURL: origin, storageState });
  const list = await context.request.get('/v1/bookmarks/list?size=12');
  expectOk(list);
  const { content } = (await list.json()) as { content: { url: string; title: string }[] };
  for (const [index, { url, title }] of content.entries()) {
    if (index % 3 !== 0) continue;
    const data = { url: `${url}?utm_source=mail`, title, force: true };
    expectOk(await context.request.post('/v1/bookmarks/create', { data, headers: { origin } }));
  }
  await context.close();
}

async function take(context: BrowserContext, { path: address, prepare }: Shot, file: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await prepare?.(page);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  // A palette is enough for an interface, and makes the files a third of the size.
  await sharp(picture).png({ palette: true, colours: 128, effort: 10 }).toFile(file);
  printLine(`${file}: ${Math.round(fs.statSync(file).size / 1024)} kB`);
}

function expectOk(response: { ok: () => boolean; status: () => number; url: () => string }): void {
  if (!response.ok()) throw new Error(`${response.url()} returned ${response.status()}`);
}
