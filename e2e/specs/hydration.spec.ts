import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { followWhileHydrating, saveData } from '../fixtures/hydration';
import { expect, test } from '../fixtures/test';

// Guarantee: before the scripts of a page have run, no control acts, no press is lost, and typed text never gets into a
// URL or a log.

/** Opens a page whose scripts are delayed until the returned function is called. */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  const scripts = Promise.withResolvers<null>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  return () => scripts.resolve(null);
}

const serverLog = () => fs.readFileSync(path.join(process.env['E2E_DATA_DIR'] ?? '', 'server.log'), 'utf8');

test('the controls of the first screen are disabled until they work, and look the same', async ({ page }) => {
  const release = await openWithoutScripts(page, '/');
  const menu = page.getByRole('button', { name: /^Account menu/ });
  const add = page.getByRole('main').getByRole('button', { name: 'Add', exact: true });
  await expect(menu).toBeDisabled();
  await expect(add).toBeDisabled();
  await expect(add).toHaveCSS('opacity', '1');
  await expect(page.locator('button:enabled')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Collections' }).first()).toBeEnabled();
  release();
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
});

test('menus and rows of the first screen act without a further script', async ({
  page,
  api,
  allowConsole,
}) => {
  // When Escape focuses a row, the code for restoring the focus is loaded, which fails here.
  allowConsole(/net::ERR_FAILED/);
  await api.call('bookmarks.create', { body: { url: 'https://first.example/', title: 'First screen' } });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.route('**/_next/static/**/*.js', (route) => route.abort());
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Sort/ }).click();
  await expect(page.getByRole('menuitemradio').first()).toBeVisible();
  await page.keyboard.press('Escape');
  const row = page.getByRole('listitem').filter({ hasText: 'First screen' });
  await row.hover();
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Add to favorites' }).click();
  await expect(row.getByRole('img', { name: 'Favorite' })).toBeVisible();
});

test('a part that cannot be loaded shows an error, and the page keeps working', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ChunkLoadError|Failed to load|net::ERR_FAILED/);
  await saveData(page);
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.route('**/_next/static/**/*.js', (route) => route.abort());
  const failures = page.getByRole('alert').filter({ hasText: 'Couldn’t load' });
  for (const [index, key] of ['Control+b', 'Control+k', 'Control+u'].entries()) {
    await page.keyboard.press(key);
    await expect(failures).toHaveCount(index + 1);
  }
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
});

test('a link to a form that is followed while the page is hydrated opens it', async ({ page }) => {
  await followWhileHydrating(page, '#add?url=https://followed.example/');
  await page.goto('/');
  const form = page.getByRole('dialog', { name: 'Add bookmark' });
  await expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue('https://followed.example/');
  await expect(page).toHaveURL('/');
});

test('if a layout fails, the error page works', async ({ page, allowConsole }) => {
  allowConsole(/./);
  // The message provider reads the time zone of the device.
  await page.addInitScript(() => {
    Intl.DateTimeFormat.prototype.resolvedOptions = () => {
      throw new Error('planted');
    };
  });
  await page.goto('/', { waitUntil: 'load' });
  const again = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('button', { name: 'Try again' }).click();
  await again;
});

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  test('signs in once the button works; until then neither it nor Enter sends anything', async ({
    page,
    useFreshAccount,
  }) => {
    const { email, password } = await useFreshAccount();
    await page.context().clearCookies();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const release = await openWithoutScripts(page, '/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    await expect(button).toBeDisabled();
    await expect(button).toHaveCSS('opacity', '1');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/signin');
    release();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await button.click();
    await expect(page).toHaveURL('/');
    expect(sent.filter((line) => line === 'POST /v1/auth/login')).toHaveLength(1);
    expect(sent.filter((line) => line.endsWith(' /signin'))).toEqual(['GET /signin']);
  });

  test('text typed before the scripts have run is offered by the other forms', async ({ page }) => {
    const release = await openWithoutScripts(page, '/signin');
    await page.getByLabel('Email').fill('ada@example.test');
    release();
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page.getByLabel('First name')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.test');
  });

  test('typing replaces an offered text in a field that was focused before the scripts have run', async ({
    page,
  }) => {
    await page.goto('/signin');
    await page.getByLabel('Email').fill('ada@example.test');
    const release = await openWithoutScripts(page, '/register');
    const email = page.getByLabel('Email');
    await email.focus();
    release();
    await expect(email).toHaveValue('ada@example.test');
    await page.keyboard.type('grace@example.test');
    await expect(email).toHaveValue('grace@example.test');
  });

  test('without scripts, typed text does not get into a URL or the log', async ({ page, allowConsole }) => {
    allowConsole(/status of 405|status of 404|net::ERR/);
    await page.route('**/_next/static/**/*.js', (route) => route.abort());
    for (const address of ['/signin', '/register', '/forgot-password', '/auth/verify-email']) {
      await test.step(address, async () => {
        await page.goto(address, { waitUntil: 'domcontentloaded' });
        const secret = `canary-${address.replaceAll('/', '-')}`;
        for (const field of await page.locator('form input:visible').all()) await field.fill(secret);
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(address);
        // An extension or a password manager may submit the form although its button is disabled.
        const responded = page.waitForResponse((response) => response.request().method() === 'POST');
        await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
        const response = await responded;
        expect(response.status()).toBeLessThan(500);
        await expect(page).toHaveURL(address);
        expect(await response.text()).not.toContain(secret);
        expect(serverLog()).not.toContain(secret);
      });
    }
  });
});

test('a page whose device is a day ahead of the server is hydrated, and its dates follow the device', async ({
  page,
  api,
}) => {
  const { createdAt } = await api.call('bookmarks.create', {
    body: { url: 'https://ahead.example/', title: 'Saved a day ago' },
  });
  await page.clock.install({ time: Date.parse(createdAt) + 86_400_000 });
  for (const address of ['/', '/search?q=saved']) {
    await page.goto(address);
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Saved a day ago' });
    await expect(row).toContainText('Yesterday');
    await page.clock.fastForward(86_400_000);
    await expect(row).not.toContainText('Yesterday');
    await page.clock.setSystemTime(Date.parse(createdAt) + 86_400_000);
  }
});
