import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { localeCookie } from '@/lib/i18n/locale';
import { expectFitBothWays } from '../fixtures/expect-fit';
import { inEach, screenLooks } from '../fixtures/looks';
import { goInstalled, test } from '../fixtures/relay';
import { expect } from '../fixtures/test';

const page = 'https://trains.example/night';

/** Deletes the offline copy; runs in the page. */
const eraseCopy = () =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase('markwell-offline');
    request.onsuccess = () => resolve();
    request.onerror = () => reject(new Error('the copy was not deleted'));
  });

/** Shares like an operating system with the installed app: submits a form by POST. */
async function share(tab: Page, fields: Record<string, string>): Promise<void> {
  await tab.evaluate((values) => {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = '/add';
    for (const [name, value] of Object.entries(values)) {
      const input = document.createElement('textarea');
      Object.assign(input, { name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }, fields);
}

/**
 * Waits for the checks for a new version that are running. They are serialized, and a check that is requested meanwhile
 * joins one that may have read the former script.
 */
const endUpdateChecks = (tab: Page): Promise<void> =>
  tab.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });

async function expectFilledForm(tab: Page): Promise<void> {
  const dialog = tab.getByRole('dialog', { name: 'Add bookmark' });
  await expect(dialog.getByLabel('Address')).toHaveValue(page);
  await expect(dialog.getByLabel('Title')).toHaveValue('Night trains');
  await expect(dialog.getByLabel('Description')).toHaveValue(`"${'All lines. '.repeat(300).trim()}"`);
}

const shared = { title: 'Night trains', text: `"${'All lines. '.repeat(300).trim()}"\n ${page}` };

test('the app can be installed, and is described in the language of the browser', async ({
  page: tab,
  context,
}) => {
  await tab.goto('/');
  const devtools = await context.newCDPSession(tab);
  const { errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Playwright uses incognito windows.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const shortcutsIn = async (language: string) => {
    const headers = { 'accept-language': language, cookie: '' };
    const response = await context.request.get('/manifest.webmanifest', { headers });
    const { lang, shortcuts } = (await response.json()) as { lang: string; shortcuts: { name: string }[] };
    return [lang, ...shortcuts.map(({ name }) => name)];
  };
  expect(await shortcutsIn('en-GB')).toEqual(['en', 'Add bookmark', 'Search']);
  expect(await shortcutsIn('pt')).toEqual(['pt-BR', 'Adicionar favorito', 'Buscar']);
});

test('a shared link opens the filled form', async ({ page: tab }) => {
  await tab.goto('/tags');
  await share(tab, shared);
  await expectFilledForm(tab);
  await expect(tab).toHaveURL('/');
});

test.describe('a guest', () => {
  test.use({ visitor: 'guest' });

  // Guarantee: signing in keeps the shared data, and no server receives it before it is saved.
  test('signs in first, and then finds the shared data in the form', async ({ page: tab, account }) => {
    const addresses: string[] = [];
    tab.on('request', (request) => addresses.push(request.url()));
    await tab.goto('/signin');
    await share(tab, shared);
    await expect(tab).toHaveURL(/\/signin\?redirect=%2F#add\?/);
    await tab.getByLabel('Email', { exact: true }).fill(account.email);
    await tab.getByLabel('Password', { exact: true }).fill(account.password);
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectFilledForm(tab);
    expect(addresses.filter((address) => (address.split('#')[0] ?? '').includes('Night'))).toEqual([]);
  });
});

test('a bookmark file opened with the app is previewed by the import', async ({ page: tab }) => {
  await tab.addInitScript(() => {
    const content = '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://a.example/">A</A></DL>';
    const launchQueue = {
      setConsumer: (consumer: (launch: unknown) => void) =>
        consumer({ files: [{ getFile: async () => new File([content], 'launched.html') }] }),
    };
    Object.defineProperty(window, 'launchQueue', { value: launchQueue });
  });
  await tab.goto('/settings/data');
  await expect(tab.getByText('launched.html')).toBeVisible();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test.beforeEach(({ allowConsole }) => {
    // Messages of Chromium about requests while the server is unreachable.
    allowConsole(/Failed to load resource|ERR_|NetworkError|Failed to fetch/);
  });

  const cachedPaths = (tab: Page): Promise<string[]> =>
    tab.evaluate(async () => {
      const names = await caches.keys();
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    });

  // Guarantee: the caches of the service worker contain no account data, whatever pages were visited.
  test('caches the build and the offline pages, and nothing of an account', async ({
    page: tab,
    relay,
    api,
  }) => {
    await api.call('bookmarks.create', { body: { url: page, title: 'Night trains', force: true } });
    await goInstalled(tab, relay);
    for (const path of ['/', '/collections', '/search?q=night', '/settings/account', '/session']) {
      await tab.goto(`${relay.url}${path}`, path === '/session' ? { waitUntil: 'load' } : undefined);
    }
    await tab.goto(relay.url);
    await tab.evaluate(() => fetch('/v1/bookmarks/list'));
    const paths = await cachedPaths(tab);
    const others = paths.filter((path) => !path.startsWith('/_next/static/'));
    expect(others.toSorted()).toEqual(['/offline', '/offline.html', '/offline.js']);
    expect(paths.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(50);
    const texts = await tab.evaluate(async () => {
      const bodies: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          bodies.push((await (await cache.match(request))?.text()) ?? '');
      }
      return bodies;
    });
    expect(texts.filter((text) => text.includes('trains.example') || text.includes('Night trains'))).toEqual(
      [],
    );
  });

  test('without a network and a copy every page is the offline page, which returns automatically', async ({
    page: tab,
    relay,
    context,
  }) => {
    await goInstalled(tab, relay);
    relay.isCut = true;
    // The page may have created a copy of the library by now, which offline.spec.ts covers.
    await tab.evaluate(eraseCopy);
    await inEach(tab, relay.url, screenLooks, async ({ locale }) => {
      await tab.goto(`${relay.url}/collections`);
      const title = locale === 'en' ? 'Can’t reach Markwell' : 'Sem conexão com o Markwell';
      await expect(tab.getByRole('heading', { name: title })).toBeVisible();
      await expect(tab).toHaveTitle(`${title} · Markwell`);
      await expectFitBothWays(tab);
    });
    relay.isCut = false;
    await context.addCookies([{ name: localeCookie, value: 'en', url: relay.url }]);
    await tab.goto(`${relay.url}/tags`);
    relay.isCut = true;
    await share(tab, shared);
    await expect(tab).toHaveURL(/\/#add\?/);
    await expect(tab.getByRole('heading', { name: 'Can’t reach Markwell' })).toBeVisible();
    await context.setOffline(true);
    relay.isCut = false;
    await context.setOffline(false);
    await expectFilledForm(tab);
  });

  // Guarantee: an open tab keeps working, and keeps what was typed, when a new version takes over or the worker is
  // removed.
  test('a new version takes over at once, and the setting that removes it does as well', async ({
    page: tab,
    relay,
    context,
  }) => {
    await goInstalled(tab, relay);
    const script = await (await context.request.get('/sw.js')).text();
    await tab.getByRole('button', { name: 'Add bookmark' }).first().click();
    const title = tab.getByRole('dialog').getByLabel('Title');
    await title.fill('Typed before');

    await test.step('a new version without the old files on the server', async () => {
      for (const path of await cachedPaths(tab)) {
        if (path.startsWith('/_next/static/chunks/')) relay.replaced.set(path, null);
      }
      await endUpdateChecks(tab);
      relay.replaced.set(
        '/sw.js',
        `const version = 2;${script.replaceAll(/\{[^{}]*_next\/static\/chunks[^{}]*\},?/g, '')}`,
      );
      const taken = tab.evaluate(
        () =>
          new Promise<void>((resolve) =>
            navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }),
          ),
      );
      await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await taken;
      await expect(title).toHaveValue('Typed before');
      await (await context.newCDPSession(tab)).send('Network.setCacheDisabled', { cacheDisabled: true });
      await tab.keyboard.press('Escape');
      await tab.getByRole('button', { name: 'Discard' }).click();
      // The code of this dialog was not loaded before.
      await tab.keyboard.press('ControlOrMeta+k');
      await expect(tab.getByRole('dialog').getByRole('combobox')).toBeVisible();
    });

    await test.step('the worker that removes itself', async () => {
      await tab.keyboard.press('Escape');
      await endUpdateChecks(tab);
      relay.replaced.clear();
      relay.replaced.set('/sw.js', fs.readFileSync('public/sw-off.js', 'utf8'));
      await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect
        .poll(() => tab.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
        .toBe(0);
      await expect.poll(() => tab.evaluate(() => caches.keys())).toEqual([]);
      await tab.goto(`${relay.url}/collections`);
      await expect(tab.getByRole('heading', { name: 'Collections', level: 1 })).toBeVisible();
    });
  });
});
