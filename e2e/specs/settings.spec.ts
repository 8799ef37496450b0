import type { Page } from '@playwright/test';
import { expectFitBothWays } from '../fixtures/expect-fit';
import { inEach, screenLooks, phone, applyLook } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^(Saved|Salvo)$/ });

test('a name cannot be empty; a changed name is shown everywhere and persists', async ({ page, api }) => {
  await page.goto('/settings/account');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toBeDisabled();
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await page.getByLabel('First name').fill('  ');
  await page.getByLabel('Last name').fill('de Souza');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await save.click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('This field is required.');
  await expect(page.getByLabel('Last name')).toHaveValue('de Souza');
  expect((await api.call('account.get')).lastName).toBe('Lovelace');

  await page.getByLabel('First name').fill('Érica');
  await save.click();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu for Érica de Souza, ÉD' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Érica');
});

test('the theme applies at once, is stored in the account, and is part of the server’s HTML', async ({
  page,
  api,
}) => {
  await page.goto('/settings/preferences');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(saved(page)).toBeVisible();
  expect((await api.call('account.get')).preferences.theme).toBe('dark');
  const html = await (await page.request.get('/settings')).text();
  expect(html).toContain('data-theme="dark"');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
});

test('the language changes the interface at once, and stays', async ({ page, api }) => {
  await page.goto('/settings/preferences');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Português (Brasil)' }).click();
  await expect(page.getByRole('heading', { name: 'Preferências', level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await expect(page.getByRole('combobox', { name: 'Idioma' })).toHaveText('Português (Brasil)');
  await expect.poll(async () => (await api.call('account.get')).preferences.language).toBe('pt-BR');
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Configurações', level: 1 })).toBeVisible();
});

test('the default sort order applies to lists in this tab and in the next one', async ({ page, api }) => {
  for (const title of ['Alpha', 'Beta']) {
    await api.call('bookmarks.create', { body: { url: `https://sort.example/${title}`, title } });
  }
  await page.goto('/settings/preferences');
  await page.getByRole('combobox', { name: 'Bookmark order' }).click();
  await page.getByRole('option', { name: 'Title, A to Z' }).click();
  await expect(saved(page)).toBeVisible();
  await page.goto('/');
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /Alpha|Beta/ }),
  ).toHaveText([/Alpha/, /Beta/]);
});

test('a choice that could not be saved shows an error, stays, and is retried', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  await page.goto('/settings/preferences');
  const path = '**/v1/account/update-preferences';
  await page.route(path, (route) =>
    route.fulfill({ status: 503, json: { status: 503, code: 'SERVICE_UNAVAILABLE' } }),
  );
  await page.getByRole('combobox', { name: 'Collection order' }).click();
  await page.getByRole('option', { name: 'Name, A to Z' }).click();
  await expect(page.getByText('Couldn’t save the collection order.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Collection order' })).toHaveText('Name, A to Z');
  await page.unroute(path);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(saved(page)).toBeVisible();
  expect((await api.call('account.get')).preferences.collectionSort).toBe('name-ASC');
});

test('on a phone the sections are a list, each with a back link, and a sign-out button', async ({
  page,
  baseURL,
}) => {
  await applyLook(page, baseURL ?? '', { name: 'phone', locale: 'en', theme: 'light', viewport: phone });
  await page.goto('/settings');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Preferences/ })
    .click();
  await expect(page).toHaveURL('/settings/preferences');
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/signin');
});

test('every section is accessible and fits the screen', async ({ page, baseURL }) => {
  test.slow();
  await inEach(page, baseURL, screenLooks, async () => {
    for (const path of ['/settings', '/settings/account', '/settings/preferences']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      await expectFitBothWays(page);
    }
  });
});
