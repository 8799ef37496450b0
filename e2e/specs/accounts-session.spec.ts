import type { Page } from '@playwright/test';
import { passTime } from '../fixtures/pass-time';
import { expect, test } from '../fixtures/test';

const checkMs = 5 * 60_000;

/** Opens a page with a fake clock and waits until its scripts run, which start the timers. */
async function openOnOwnClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/collections');
  await expect(page.getByRole('heading', { name: 'Collections', level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /Account menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Runs in the page. It erases the offline copy before it is reloaded at the end of a session. */
const waitForErasing = () =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase('markwell-offline');
    request.onsuccess = request.onerror = request.onblocked = () => setTimeout(resolve);
  });

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

test('signing out in one tab signs out the others', async ({ page, context }) => {
  await page.goto('/collections');
  // Typed as a visitor, before another tab signed in.
  await page.evaluate(() => sessionStorage.setItem('markwell-typed-email', 'ada@example.test'));
  const other = await context.newPage();
  await other.goto('/settings');
  await other.evaluate(() => localStorage.setItem('recentSearches.account', '["lighthouse"]'));
  await other.getByRole('button', { name: /Account menu/ }).click();
  const cleared = other.waitForRequest((request) => new URL(request.url()).pathname === '/session/cache');
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await cleared;
  await expect(other).toHaveURL('/signin');
  await expect(page).toHaveURL('/signin?redirect=%2Fcollections');
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('recentSearches.account');
  expect(await page.evaluate(() => sessionStorage.getItem('markwell-typed-email'))).toBeNull();
});

test('signing out leads to the sign-in page, even if another request is rejected first', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  await page.goto('/collections');
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(new URL(request.url()).pathname);
  });
  await page.route('**/v1/auth/logout', async (route) => {
    const response = await route.fetch();
    // The session has ended, but the page does not know it yet.
    const rejected = page.waitForResponse((other) => other.status() === 401);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('lighthouse');
    await (await rejected).finished();
    await page.evaluate(waitForErasing).catch(() => undefined);
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await expect(page).toHaveURL('/signin');
  expect(opened).toEqual(['/signin']);
});

test('an expired session is detected within five minutes, without a call of the API', async ({
  page,
  context,
}) => {
  await openOnOwnClock(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/v1/')) calls.push(request.url());
  });
  await context.clearCookies();
  await page.clock.runFor(checkMs);
  await expect(page).toHaveURL('/signin?redirect=%2Fcollections');
  expect(calls).toEqual([]);
});

test('a network failure does not sign out', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource|ERR_/);
  await openOnOwnClock(page);
  // Code that is still loading is let through: without it, a part of the page fails visibly.
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'script' ? route.continue() : route.abort('connectionrefused'),
  );
  const failedCheck = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/session'));
  await page.clock.runFor(checkMs);
  await failedCheck;
  await page.unroute('**/*');
  await expect(page).toHaveURL('/collections');
  const check = page.waitForResponse('**/session');
  await page.clock.runFor(checkMs);
  expect((await check).status()).toBe(200);
  await expect(page).toHaveURL('/collections');
});

test('an account that was read more than an hour ago is read again', async ({ page }) => {
  await openOnOwnClock(page);
  const read = page.waitForResponse('**/v1/account');
  await passTime(page, 66 * 60_000);
  expect((await read).status()).toBe(200);
});

test('a call that is rejected without a session leads to sign in, and back afterwards', async ({
  page,
  api,
  allowConsole,
  baseURL,
}) => {
  allowConsole(/status of 401/);
  await page.goto('/collections');
  await expect(page.getByRole('heading', { name: 'Collections', level: 1 })).toBeVisible();
  // Another device signs this one out.
  const { content } = await api.call('account.sessions');
  const current = content.find(({ isCurrent }) => isCurrent);
  await page.request.delete(`/v1/account/sessions/${current?.uuid ?? ''}`, {
    headers: { origin: baseURL ?? '' },
  });
  await page
    .getByRole('link', { name: 'Settings' })
    .or(page.getByRole('link', { name: /Favorites/ }))
    .first()
    .click();
  await expect(page).toHaveURL(/^[^?]*\/signin\?redirect=/);
});
