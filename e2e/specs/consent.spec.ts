import type { Page } from '@playwright/test';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.use({ consent: 'undecided' });

const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' });
const record = (page: Page) =>
  page.evaluate(() => JSON.parse(window.localStorage.getItem('consent') ?? 'null') as unknown);
const storedSearches = (page: Page) =>
  page.evaluate(() => Object.keys(window.localStorage).filter((key) => key.startsWith('recentSearches')));

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByPlaceholder('Search or ask anything').fill(text);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/search?q=${text}`);
}

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  test('is asked, and the decision holds on every page', async ({ page }) => {
    await page.goto('/signin');
    await expect(banner(page)).toBeVisible();
    // The form can be used while the banner is shown.
    await page.getByLabel('Email').fill('ada@example.test');
    await banner(page).getByRole('button', { name: 'Accept all' }).click();
    await expect(banner(page)).toBeHidden();
    expect(await record(page)).toMatchObject({
      necessary: true,
      analytics: true,
      localStorage: true,
      hasConsented: true,
      version: '1.0',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    await page.goto('/register');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(banner(page)).toBeHidden();
  });
});

test('nothing is remembered until it is allowed, and withdrawing forgets it', async ({
  page,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await page.goto('/');
  await search(page, 'trains');
  expect(await storedSearches(page)).toEqual([]);
  await banner(page).getByRole('button', { name: 'Necessary only' }).click();
  await page.goto('/');
  await search(page, 'bread');
  expect(await storedSearches(page)).toEqual([]);

  await page.goto('/settings/preferences');
  await expect(page.getByRole('heading', { name: 'Privacy on this device' })).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Privacy preferences' });
  await expect(dialog.getByRole('switch', { name: 'Necessary' })).toBeDisabled();
  await dialog.getByRole('switch', { name: 'Remember on this device' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeFocused();
  expect(await record(page)).toMatchObject({ analytics: false, localStorage: true });
  await page.goto('/');
  await search(page, 'maps');
  await expect.poll(() => storedSearches(page)).toHaveLength(1);

  await page.goto('/settings/preferences');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await dialog.getByRole('switch', { name: 'Remember on this device' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => storedSearches(page)).toEqual([]);
});

test('a decision in one tab holds in the other one', async ({ page, context }) => {
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/tags');
  await expect(banner(other)).toBeVisible();
  await banner(page).getByRole('button', { name: 'Accept all' }).click();
  await expect(banner(other)).toBeHidden();
});

test('where no consent is needed, everything is granted without a banner', async ({ page }) => {
  await page.route('**/session/consent', (route) => route.fulfill({ json: { required: false } }));
  await page.goto('/');
  await expect.poll(() => record(page)).toMatchObject({ analytics: true, localStorage: true });
  await expect(banner(page)).toBeHidden();
});

test.describe('on a new device', () => {
  test.use({ isNewDevice: true });

  test('the tour waits for the decision, and then for the first minute of the visit', async ({
    page,
    useFreshAccount,
  }) => {
    await useFreshAccount();
    await page.clock.install();
    await page.goto('/');
    await expect(banner(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.localStorage.getItem('hasVisited'))).not.toBeNull();
    await page.clock.runFor(3000);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await banner(page).getByRole('button', { name: 'Accept all' }).click();
    await page.clock.runFor(20_000);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.clock.runFor(40_000);
    await expect(page.getByRole('dialog', { name: 'Welcome tour' })).toBeVisible();
  });
});

test('the banner and the preferences are accessible and fit the screen', async ({ page, baseURL }) => {
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const words = wordsOf(locale);
    await page.goto('/');
    await expect(page.getByRole('region', { name: words('Consent.title') })).toBeVisible();
    await expectFit(page);
    await page.getByRole('button', { name: words('Consent.choose') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFit(page);
  });
});
