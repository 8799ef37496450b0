import type { Page } from '@playwright/test';
import { saveData } from '../fixtures/hydration';
import { phone } from '../fixtures/looks';
import { bar, focusOn, greek, rowOf, save, titleOf } from '../fixtures/rows';
import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

/** Delays every script until the returned function is called. */
async function delayScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<undefined>();
  await page.route('**/_next/static/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  return () => held.resolve(undefined);
}

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => search(page).getByRole('combobox', { name: 'Search' });

// Guarantee: a key is not lost because the code that handles it is still loading.
test.describe('while code loads', () => {
  test.beforeEach(({ page }) => saveData(page));

  test('the first key after the first selection acts on it', async ({ page, api }) => {
    await save(api, greek);
    await page.goto('/');
    const release = await delayScripts(page);
    await titleOf(page, 'Alpha').focus();
    await page.keyboard.press('x');
    await page.keyboard.press('f');
    await page.keyboard.press('j');
    await expect(titleOf(page, 'Beta')).toBeFocused();
    release();
    await expect(rowOf(page, 'Alpha').getByRole('img', { name: 'Favorite' })).toBeVisible();
  });

  test('typed text reaches the search, and does not act on the rows below', async ({ page, api }) => {
    await save(api, greek);
    await page.goto('/');
    const release = await delayScripts(page);
    await titleOf(page, 'Alpha').focus();
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('fx gamm');
    await page.keyboard.press('Backspace');
    release();
    await expect(field(page)).toHaveValue('fx gam');
    await page.keyboard.type('ma');
    await expect(field(page)).toHaveValue('fx gamma');
    await page.keyboard.press('Escape');
    await expect(search(page)).toBeHidden();
    await expect(bar(page)).toBeHidden();
    await expect(rowOf(page, 'Alpha').getByRole('img', { name: 'Favorite' })).toBeHidden();
  });

  test('code that could not be loaded is requested again by the same key', async ({ page, allowConsole }) => {
    allowConsole(/Failed to load resource|ChunkLoadError|Failed to load chunk/);
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    await page.route('**/_next/static/**', (route) => route.abort());
    const failures = page.getByRole('alert').filter({ hasText: 'Couldn’t load part of this page.' });
    await page.keyboard.press('ControlOrMeta+K');
    await expect(failures).toBeVisible();
    await page.unroute('**/_next/static/**');
    await page.keyboard.press('ControlOrMeta+K');
    await expect(field(page)).toBeFocused();
    await expect(failures).toBeHidden();
  });
});

test('what keys and clicks open is loaded before it is needed', async ({ page, api, allowConsole }) => {
  // The code of the toasts is loaded with the first one.
  allowConsole(/Failed to load resource|ChunkLoadError|Failed to load chunk/);
  await save(api, greek);
  await page.goto('/');
  await focusOn(page, 'Alpha');
  await page.waitForFunction(() => performance.getEntriesByName('preloaded').length > 0);
  await page.route('**/_next/static/**', (route) => route.abort());
  await page.keyboard.press('x');
  await page.keyboard.press('f');
  await expect(rowOf(page, 'Alpha').getByRole('img', { name: 'Favorite' })).toBeVisible();
  await page.keyboard.press('Escape');
  for (const keys of ['ControlOrMeta+K', 'ControlOrMeta+B', 'ControlOrMeta+U', '?']) {
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog'), keys).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog'), keys).toBeHidden();
  }
});

// Guarantee: on a phone, Back leaves the page below an open dialog as it is.
test.describe('Back on a phone', () => {
  test.use({ viewport: phone });

  test('closes the open dialog first, then changes the page', async ({ page, api }) => {
    await save(api, greek);
    await page.goto('/');
    await page.getByRole('link', { name: 'Favorites' }).first().click();
    await expect(page).toHaveURL(/view=favorites/);
    const add = page.getByRole('dialog', { name: 'Add bookmark' });

    await test.step('the search', async () => {
      await page.keyboard.press('ControlOrMeta+K');
      await expect(field(page)).toBeFocused();
      await page.goBack();
      await expect(search(page)).toBeHidden();
      await expect(page).toHaveURL(/view=favorites/);
    });
    await test.step('a dialog that was closed in another way leaves no entry behind', async () => {
      await page.keyboard.press('ControlOrMeta+B');
      await expect(add).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(add).toBeHidden();
      await expect
        .poll(() => page.evaluate(() => Object.keys(window.history.state as object)))
        .not.toContain('openDialogs');
    });
    await test.step('a form with unsaved text asks, and stays open with its entry', async () => {
      await page.keyboard.press('ControlOrMeta+B');
      await add.getByRole('textbox', { name: 'Title' }).fill('Kept');
      await page.goBack();
      const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
      await expect(question).toBeVisible();
      await page.goBack();
      await expect(question).toBeHidden();
      await expect(add.getByRole('textbox', { name: 'Title' })).toHaveValue('Kept');
      await page.goBack();
      await question.getByRole('button', { name: 'Discard' }).click();
      await expect(add).toBeHidden();
      await expect(page).toHaveURL(/view=favorites/);
    });
    await test.step('then the page before', async () => {
      await expect
        .poll(() => page.evaluate(() => Object.keys(window.history.state as object)))
        .not.toContain('openDialogs');
      await page.goBack();
      await expect(page).toHaveURL('/');
    });
  });
});
