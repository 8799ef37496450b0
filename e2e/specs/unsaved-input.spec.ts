import type { Locator, Page } from '@playwright/test';
import { bookmarkFile } from '../fixtures/bookmark-file';
import { expectFit } from '../fixtures/expect-fit';
import { rowOf } from '../fixtures/rows';
import { expect, test } from '../fixtures/test';

// Guarantee: typed text is not lost without a confirmation.

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

test.describe('typed text', () => {
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' });
  const keep = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click();
  const discard = (page: Page) => question(page).getByRole('button', { name: 'Discard' }).click();
  /** A dialog below a closed one reattaches its click listeners in separate tasks. */
  const untilClickable = async (page: Page, form: Locator) => {
    await expect(form).toHaveCSS('pointer-events', 'auto');
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
    );
  };

  test('is discarded by Escape twice', async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('Control+b');
    const form = page.getByRole('dialog', { name: 'Add bookmark' });
    await form.getByRole('textbox', { name: 'Title' }).fill('words');
    await page.keyboard.press('Escape');
    await expect(question(page)).toContainText('Press Esc again to discard them.');
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await expect(form).toBeHidden();
  });

  test('of a dialog needs a confirmation at Escape, an outside click and a reload', async ({ page, api }) => {
    await api.call('bookmarks.create', {
      body: { url: 'https://alpha.example/', title: 'Alpha', tags: 'bread' },
    });
    const press = (keys: string) => () => page.keyboard.press(keys);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const encrypt = async () => {
      await rowOf(page, 'Alpha').hover();
      await rowOf(page, 'Alpha').getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Encrypt…' }).click();
    };
    const rename = async () => {
      await button('More options for bread').click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
    };
    const changeEmail = () => button('Change email').click();
    const forms = [
      { path: '/', name: 'Add bookmark', open: press('Control+b'), field: 'Title' },
      { name: 'New collection', open: press('Control+u'), field: 'Description' },
      { name: 'Encrypt this bookmark', open: encrypt, field: 'New encryption key' },
      { path: '/tags', name: 'Rename bread', open: rename, field: 'Name' },
      { path: '/settings/account', name: 'Change your email', open: changeEmail, field: 'New email' },
    ];
    for (const { path, name, open, field } of forms) {
      if (path) await page.goto(path);
      await open();
      const form = page.getByRole('dialog', { name });
      await expect(form).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(form).toBeHidden();
      await open();
      await form.getByRole('textbox', { name: field }).fill('words.example');
      await page.keyboard.press('Escape');
      await keep(page);
      await expect(form.getByRole('textbox', { name: field })).toHaveValue('words.example');
      await untilClickable(page, form);
      await page.mouse.click(5, 5);
      await expect(question(page)).toBeVisible();
      await keep(page);
      const asked = page.waitForEvent('dialog');
      const reloading = page.evaluate(() => window.location.reload());
      const dialog = await asked;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();
      await reloading;
      await expect(form.getByRole('textbox', { name: field })).toHaveValue('words.example');
      await form.getByRole('button', { name: 'Cancel' }).click();
      await discard(page);
      await expect(form).toBeHidden();
    }
  });

  test('of a form on a page needs a confirmation at a link and at going back', async ({ page }) => {
    await page.goto('/settings');
    await page.goto('/settings/account');
    const name = page.getByLabel('First name', { exact: true });
    const before = await name.inputValue();
    await name.fill('Somebody else');
    const away = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Tags' });
    await away.click();
    await expectFit(page);
    await keep(page);
    await expect(name).toHaveValue('Somebody else');
    await away.click();
    await discard(page);
    await expect(page).toHaveURL('/tags');
    await page.goBack();
    await expect(name).toHaveValue(before);
    await name.fill('Another');
    await page.evaluate(() => window.history.forward());
    await expect(question(page)).toBeVisible();
    await expect(page).toHaveURL('/settings/account');
    await discard(page);
    await expect(page).toHaveURL('/tags');

    await page.goto('/settings/security');
    const password = page.getByLabel('New password', { exact: true });
    await password.fill('another night train');
    await away.click();
    await keep(page);
    await expect(password).toHaveValue('another night train');
    await away.click();
    await discard(page);
    await expect(page).toHaveURL('/tags');

    await page.goto('/settings/data');
    await page.getByRole('checkbox', { name: 'Encrypt imported bookmarks' }).check();
    const file = bookmarkFile([{ url: 'https://alpha.example/', title: 'Alpha' }]);
    await page.locator('input[type=file]').setInputFiles(file);
    const key = page.getByLabel('New encryption key');
    await key.fill('a long sentence about cats');
    await away.click();
    await keep(page);
    await expect(key).toHaveValue('a long sentence about cats');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await keep(page);
    await away.click();
    await discard(page);
    await expect(page).toHaveURL('/tags');
  });

  test('needs a confirmation at the link of a notification that would drop it', async ({ page }) => {
    await page.goto('/settings/account');
    const name = page.getByLabel('First name', { exact: true });
    await name.fill('Somebody else');
    await page.keyboard.press('Control+u');
    const form = page.getByRole('dialog', { name: 'New collection' });
    await form.getByLabel('Name').fill('Trains');
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('button', { name: 'Show' }).click();
    await keep(page);
    await expect(name).toHaveValue('Somebody else');
    await expect(page).toHaveURL('/settings/account');
  });

  test('needs a confirmation at a choice in the search that would drop it', async ({ page }) => {
    const search = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
    await page.goto('/settings/account');
    await page.getByLabel('First name', { exact: true }).fill('Somebody else');
    await page.keyboard.press('Control+k');
    await search.fill('nowhere.example/page');
    await page.getByRole('option', { name: /^Add https/ }).click();
    // The page stays below the form, so nothing is lost.
    const form = page.getByRole('dialog', { name: 'Add bookmark' });
    const address = form.getByLabel('Address');
    await expect(address).toHaveValue('https://nowhere.example/page');
    await form.getByRole('textbox', { name: 'Title' }).fill('A draft');
    await page.keyboard.press('Control+k');
    await search.fill('elsewhere.example');
    await page.getByRole('option', { name: /^Add https/ }).click();
    await keep(page);
    await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('A draft');
    await page.keyboard.press('Control+k');
    await search.fill('elsewhere.example');
    await page.getByRole('option', { name: /^Add https/ }).click();
    await discard(page);
    await expect(address).toHaveValue('https://elsewhere.example');
    await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();

    await page.keyboard.press('Control+k');
    await search.fill('night trains');
    await page.keyboard.press('Enter');
    await keep(page);
    await expect(page).toHaveURL('/settings/account');
    await page.keyboard.press('Control+k');
    await search.fill('night trains');
    await page.keyboard.press('Enter');
    await discard(page);
    await expect(page).toHaveURL('/search?q=night+trains');
  });
});
