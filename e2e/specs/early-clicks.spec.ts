import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test';

// Guarantee: whoever is quicker than the script of a page presses no button in vain, and types nothing into an address.

/** Opens a page whose script waits until it is told to come. */
async function openWithoutScript(page: Page, path: string): Promise<() => void> {
  const scripts = Promise.withResolvers<null>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return () => scripts.resolve(null);
}

test('a menu that is pressed before the script of the page is there opens with it', async ({ page }) => {
  const release = await openWithoutScript(page, '/');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  release();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
});

test('where the script of the page fails, what stands in for it can be pressed', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  // The root of the page asks for the time zone while it is taken over.
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

  test('a form that is sent before the script of the page is there is sent once, and not in the address', async ({
    page,
    useFreshAccount,
  }) => {
    const { email, password } = await useFreshAccount();
    await page.context().clearCookies();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const release = await openWithoutScript(page, '/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/signin');
    release();
    await expect(page).toHaveURL('/');
    expect(sent.filter((line) => line === 'POST /v1/auth/login')).toHaveLength(1);
    expect(sent.filter((line) => line === 'GET /signin')).toHaveLength(1);
  });
});
