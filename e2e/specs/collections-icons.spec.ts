import type { Page } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { publishCollection, visit } from '../fixtures/shelf';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const inSidebar = (page: Page, name: string) =>
  sidebar(page).getByRole('link', { name: new RegExp(`^${name}`) });
/** First letters of the collections in the sidebar; U is Uncategorized. */
const shown = async (page: Page) =>
  (await sidebar(page).locator('a[href^="/collections/"]').allTextContents())
    .map((text) => text.replace(/^\P{L}+/u, '').charAt(0))
    .join('');
const kept = async (api: Api) =>
  (await api.call('collections.simplified')).content
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map(({ name }) => name.charAt(0))
    .join('');
const dialog = (page: Page) => page.getByRole('dialog');
const openMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: `More options for ${name}` }).click();

test('a collection gets a drawn icon or any one emoji, and loses it again', async ({ page, api }) => {
  await api.call('collections.create', { body: { name: 'Trips' } });
  const iconOf = async () =>
    (await api.call('collections.simplified')).content.find(({ name }) => name === 'Trips')?.icon;
  const edit = async () => {
    await openMenu(page, 'Trips');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  };
  const save = async () => {
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page)).toHaveCount(0);
  };
  await page.goto('/collections');

  await test.step('an icon, by keys', async () => {
    await edit();
    await dialog(page).getByRole('button', { name: 'Choose an icon' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(dialog(page).getByRole('radio', { name: 'Book', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(dialog(page).getByRole('radio', { name: 'Open book' })).toBeChecked();
    await save();
    await expect.poll(iconOf).toBe('book-open');
    await expect(inSidebar(page, 'Trips').locator('.i-book-open')).toHaveCSS('mask-image', /^url\(/);
  });

  await test.step('an emoji, and only one', async () => {
    await edit();
    await dialog(page).getByRole('button', { name: 'Change icon' }).click();
    const field = dialog(page).getByRole('textbox', { name: 'Or any emoji' });
    await field.fill('mountain');
    await expect(dialog(page).getByRole('alert')).toHaveText('Type or paste a single emoji.');
    await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeDisabled();
    await field.fill('🏔️🌋');
    await expect(field).toHaveValue('🌋');
    await save();
    await expect.poll(iconOf).toBe('🌋');
    await expect(inSidebar(page, 'Trips')).toContainText('🌋');
  });

  await test.step('none', async () => {
    await edit();
    await dialog(page).getByRole('button', { name: 'Remove icon' }).click();
    await save();
    await expect.poll(iconOf).toBeNull();
    await expect(inSidebar(page, 'Trips').locator('.dot')).toBeVisible();
  });
});

test('pinned collections come first in the sidebar, in an order of their own', async ({ page, api }) => {
  for (const name of ['Delta', 'Gamma', 'Beta', 'Alpha'])
    await api.call('collections.create', { body: { name } });
  await api.call('account.updatePreferences', { body: { collectionSort: 'name-ASC' } });
  await page.goto('/collections');
  await expect.poll(() => shown(page)).toBe('ABDGU');
  for (const name of ['Gamma', 'Delta']) {
    await openMenu(page, name);
    await page.getByRole('menuitem', { name: 'Pin to the top' }).click();
    await expect(page.getByRole('list', { name: 'Pinned' }).getByRole('link', { name })).toBeVisible();
  }
  await expect.poll(() => shown(page)).toBe('GDABU');

  await test.step('with keys', async () => {
    await page.getByRole('button', { name: 'Move Delta' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => shown(page)).toBe('DGABU');
  });
  await expect.poll(() => kept(api)).toBe('DGABU');
  await page.reload();
  await expect.poll(() => shown(page)).toBe('DGABU');

  await test.step('until they are unpinned', async () => {
    await inSidebar(page, 'Delta').click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Unpin' }).click();
    await expect.poll(() => shown(page)).toBe('GABDU');
  });
});

test('the picker and pinned collections fit in both languages, themes and widths', async ({
  page,
  api,
  baseURL,
}) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Trips', icon: 'plane' } });
  await api.call('collections.create', { body: { name: 'Recipes', icon: '🍞' } });
  await api.call('collections.update', { params: { uuid }, body: { pinned: true } });
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const words = wordsOf(locale);
    await page.goto('/collections');
    await expect(page.getByRole('heading', { name: words('Collections.pinned') })).toBeVisible();
    await expectFit(page);
    await page.getByRole('button', { name: words('Collections.moreOf', { name: 'Trips' }) }).click();
    await page.getByRole('menuitem', { name: words('Collections.edit') }).click();
    await dialog(page)
      .getByRole('button', { name: words('Collections.changeIcon') })
      .click();
    await expect(dialog(page).getByRole('radio', { name: words('Collections.icons.plane') })).toBeChecked();
    await expectFit(page);
  });
});

test('a public page has the icon of its collection', async ({ api, browser }) => {
  const { uuid, path } = await publishCollection(api, 'Night trains', 1);
  await api.call('collections.update', { params: { uuid }, body: { icon: '🚂' } });
  const page = await visit(browser);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Night trains', exact: true })).toContainText('🚂');
  await expectFit(page);
  await page.context().close();
});
