import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { bar, boxOf, focusOn, greek, rowOf, save, titleOf, toasts, totalOf } from '../fixtures/rows';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const entry = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });

test('the menu of a row moves and tags one bookmark, by the right click and by keys', async ({
  page,
  api,
}) => {
  await save(api, greek);
  const { uuid } = await api.call('collections.create', { body: { name: 'Travel' } });
  await page.goto('/');

  await test.step('a right click opens it at the pointer', async () => {
    await titleOf(page, 'Beta').click({ button: 'right' });
    await expect(entry(page, 'Open in new tab')).toHaveAttribute('href', 'https://select.example/Beta');
    await expectAccessible(page);
    await entry(page, /^Move to…/).click();
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /Travel/ })
      .click();
    await expect(toasts(page)).toContainText('1 bookmark moved to Travel');
    await expect(rowOf(page, 'Beta').getByRole('link', { name: 'Travel' })).toBeVisible();
    await expect.poll(() => totalOf(api, { collection: uuid })).toBe(1);
  });

  await test.step('Shift+F10 opens it, and Escape returns to the row', async () => {
    await focusOn(page, 'Gamma');
    await page.keyboard.press('Shift+F10');
    await expect(entry(page, 'Open in new tab')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(entry(page, 'Open in new tab')).toBeHidden();
    await expect(titleOf(page, 'Gamma')).toBeFocused();
  });

  await test.step('a tag is added from the menu, and from the keyboard', async () => {
    await titleOf(page, 'Gamma').click({ button: 'right' });
    await entry(page, /^Tag…/).click();
    await page.getByRole('dialog').getByRole('combobox').fill('greek');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add tags' }).click();
    await expect.poll(() => totalOf(api, { tag: 'greek' })).toBe(1);
    await focusOn(page, 'Delta');
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByRole('combobox').fill('greek');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add tags' }).click();
    await expect.poll(() => totalOf(api, { tag: 'greek' })).toBe(2);
  });
});

test('a focus that is restored leaves the actions of the row under the pointer, unlike one that is moved by a key', async ({
  page,
  api,
}) => {
  await save(api, greek);
  await page.goto('/');
  const more = (title: string) => rowOf(page, title).getByRole('button', { name: 'More' });
  await focusOn(page, 'Alpha');
  await page.keyboard.press('j');
  await expect(more('Beta')).toBeVisible();
  await rowOf(page, 'Epsilon').hover();
  await expect(more('Epsilon')).toBeVisible();
  // As a dialog does when it has faded out.
  await titleOf(page, 'Alpha').focus();
  await more('Epsilon').click();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('the right click on a selected row acts on the selection, and on another row on that row only', async ({
  page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await save(api, greek);
  await page.goto('/');
  await focusOn(page, 'Alpha');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('2 selected');

  await titleOf(page, 'Beta').click({ button: 'right' });
  await entry(page, 'Copy links').click();
  await expect(toasts(page)).toContainText('2 links copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'https://select.example/Alpha\nhttps://select.example/Beta',
  );

  await titleOf(page, 'Delta').click({ button: 'right' });
  await entry(page, /^Move to trash/).click();
  await expect(rowOf(page, 'Delta')).toBeHidden();
  await expect(bar(page)).toContainText('2 selected');
  await expect(boxOf(page, 'Alpha')).toBeChecked();

  await titleOf(page, 'Alpha').click({ button: 'right' });
  await entry(page, /^Tag…/).click();
  await page.getByRole('dialog').getByRole('combobox').fill('first');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add tags' }).click();
  await expect.poll(() => totalOf(api, { tag: 'first' })).toBe(2);
});

test('the menu of a row fits in each look', async ({ page, api, baseURL }) => {
  await save(api, greek);
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const words = wordsOf(locale);
    await page.goto('/');
    await rowOf(page, 'Alpha').hover();
    await rowOf(page, 'Alpha')
      .getByRole('button', { name: words('Bookmarks.more') })
      .click();
    await expect(entry(page, new RegExp(`^${words('Bookmarks.moveTo')}`))).toBeVisible();
    await expectFit(page);
    await page.keyboard.press('Escape');
  });
});
