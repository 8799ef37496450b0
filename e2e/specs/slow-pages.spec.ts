import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test';

// Guarantee: a navigation to a slow page shows progress and a message, wherever it was started.

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

/** Holds the requests for a page until the returned function is called. */
async function holdPage(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<undefined>();
  await page.route(`**${path}?_rsc=*`, async (route) => {
    await held.promise;
    await route.continue();
  });
  return () => held.resolve(undefined);
}

const lineOf = (page: Page) => page.locator('[data-pending-navigation]');

test('a link shows progress, a message after five seconds, and recovers', async ({ page, api }) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Slow' } });
  await page.clock.install();
  await page.goto('/');
  const release = await holdPage(page, `/collections/${uuid}`);
  const message = page.getByText('This is taking longer than usual…');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: /^Slow/ }).click();
  await expect(lineOf(page)).toBeAttached();
  await expect(message).toBeHidden();
  await page.clock.runFor(5_000);
  await expect(message).toBeVisible();
  release();
  await expect(page).toHaveTitle('Slow · Markwell');
  await expect(message).toBeHidden();
});

test('a link in the page shows progress', async ({ page, api }) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Slow' } });
  await page.goto('/collections');
  const release = await holdPage(page, `/collections/${uuid}`);
  await page.getByRole('main').getByRole('link', { name: 'Slow', exact: true }).click();
  await expect(lineOf(page)).toBeAttached();
  release();
  await expect(page).toHaveTitle('Slow · Markwell');
  await expect(lineOf(page)).toBeHidden();
});

test('a choice in the search or a menu shows progress', async ({ page, api }) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Slow' } });
  await page.goto('/');
  const releaseAccount = await holdPage(page, '/settings/account');
  const release = await holdPage(page, `/collections/${uuid}`);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: /^Account/ }).click();
  await expect(lineOf(page)).toBeAttached();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('slow');
  await page.getByRole('option', { name: /^Slow/ }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(lineOf(page)).toBeAttached();
  releaseAccount();
  release();
  await expect(page).toHaveTitle('Slow · Markwell');
  await expect(lineOf(page)).toBeHidden();
});

test('a toast shows progress, although the dialog that it belongs to is closed', async ({ page }) => {
  await page.goto('/');
  const release = await holdPage(page, '/collections/*');
  await page.keyboard.press('Control+u');
  await page.getByRole('textbox', { name: 'Name' }).fill('Slow');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(lineOf(page)).toBeAttached();
  release();
  await expect(page).toHaveTitle('Slow · Markwell');
  await expect(lineOf(page)).toBeHidden();
});

test('a link between guest screens shows progress', async ({ page, context }) => {
  await context.clearCookies();
  await page.goto('/signin');
  const release = await holdPage(page, '/register');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(lineOf(page)).toBeAttached();
  release();
  await expect(page).toHaveURL('/register');
  await expect(lineOf(page)).toBeHidden();
});

test('going back after a reload shows progress, and a message after five seconds', async ({ page, api }) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Slow' } });
  await page.clock.install();
  await page.goto(`/collections/${uuid}`);
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Tags' }).click();
  await expect(page).toHaveTitle('Tags · Markwell');
  // The pages that the router has loaded are gone.
  await page.reload();
  const release = await holdPage(page, `/collections/${uuid}`);
  const message = page.getByText('This is taking longer than usual…');
  await page.evaluate(() => window.history.back());
  await expect(lineOf(page)).toBeAttached();
  await page.clock.runFor(5_000);
  await expect(message).toBeVisible();
  release();
  await expect(page).toHaveTitle('Slow · Markwell');
  await expect(lineOf(page)).toBeHidden();
  await page.evaluate(() => window.history.forward());
  await expect(page).toHaveTitle('Tags · Markwell');
  await expect(lineOf(page)).toBeHidden();
});

// The router ignores the entry that the browser adds for the skip link.
test('going back to a page left after its skip link shows that page', async ({ page }) => {
  await page.goto('/');
  const title = await page.title();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#/);
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Tags' }).click();
  await expect(page).toHaveTitle('Tags · Markwell');
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveTitle(title);
  await expect(lineOf(page)).toBeHidden();
});
