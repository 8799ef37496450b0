import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/expect-accessible';
import { greek, listOf, toasts, rowOf, save, titleOf, totalOf } from '../fixtures/rows';
import { expect, test } from '../fixtures/test';

// Guarantee: the focus never returns to the start of the page, and the title names the content.

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const moreOf = (page: Page, title: string) => rowOf(page, title).getByRole('button', { name: 'More' });
const choose = (page: Page, entry: string) =>
  page.getByRole('menuitem', { name: new RegExp(`^${entry}`) }).click();

async function openMenu(page: Page, title: string): Promise<void> {
  await titleOf(page, title).focus();
  await moreOf(page, title).focus();
  await page.keyboard.press('Enter');
}

test.describe('the focus', () => {
  test('goes to the neighbor of a row that leaves its list', async ({ page, api }) => {
    await save(api, greek);
    for (const { uuid } of (await listOf(api)).content) {
      await api.call('bookmarks.favorite', { params: { uuid }, body: { favorite: true } });
    }
    await page.goto('/?view=favorites');
    await openMenu(page, 'Beta');
    await choose(page, 'Move to trash');
    await expect(titleOf(page, 'Beta')).toBeHidden();
    await expect(titleOf(page, 'Gamma')).toBeFocused();
    await page.keyboard.press('f');
    await expect(titleOf(page, 'Gamma')).toBeHidden();
    await expect(titleOf(page, 'Delta')).toBeFocused();
    await titleOf(page, 'Epsilon').focus();
    await page.keyboard.press('f');
    await expect(titleOf(page, 'Delta')).toBeFocused();
    await page.keyboard.press('f');
    await expect(titleOf(page, 'Alpha')).toBeFocused();
    await page.keyboard.press('f');
    await expect(page.getByText('No favorites yet')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('goes to a neighbor after a permanent deletion, and to the page once the trash is empty', async ({
    page,
    api,
  }) => {
    await save(api, greek);
    await api.call('bookmarks.bulk', { body: { action: 'delete', query: {} } });
    await page.goto('/?view=trash');
    await expect(page.getByRole('main')).toContainText('deleted permanently after 30 days');
    await expect(rowOf(page, 'Beta')).toContainText('30 days left');
    await titleOf(page, 'Beta').focus();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).press('Enter');
    await expect(titleOf(page, 'Beta')).toBeHidden();
    await expect(titleOf(page, 'Gamma')).toBeFocused();
    await page.getByRole('button', { name: 'Empty trash' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Empty the trash?' });
    await expect(question).toContainText('4 bookmarks in this space');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Empty trash' })).toBeFocused();
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Empty trash' }).press('Enter');
    await expect(page.getByText('Trash is empty')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await expect(toasts(page)).toContainText('4 bookmarks deleted permanently');
    expect(await totalOf(api, { trash: true })).toBe(0);
  });

  test('comes back to the button that opened the drawer', async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 800 });
    await page.goto('/');
    const button = page.getByRole('button', { name: 'Open menu' });
    for (let time = 0; time < 2; time += 1) {
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(button).toBeFocused();
    }
  });

  test('comes back from a dialog to the button or the row of the menu that opened it', async ({
    page,
    api,
  }) => {
    await save(api, greek);
    await page.goto('/');
    const account = page.getByRole('button', { name: /^Account menu for/ });
    const dialog = page.getByRole('dialog');
    // The code of a dialog is loaded by the second time, so that it opens before its menu has closed.
    for (let time = 0; time < 2; time += 1) {
      await account.click();
      await choose(page, 'Report a Bug');
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(account).toBeFocused();

      await rowOf(page, 'Beta').hover();
      await moreOf(page, 'Beta').click();
      await choose(page, 'Tag…');
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(rowOf(page, 'Beta').locator(':focus')).toHaveCount(1);

      await rowOf(page, 'Gamma').click({ button: 'right' });
      await choose(page, 'Tag…');
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(titleOf(page, 'Gamma')).toBeFocused();
    }
  });

  test('gets past a toast by Tab, and back to its row from a toast that is closed', async ({ page, api }) => {
    await save(api, greek);
    await page.goto('/');
    await titleOf(page, 'Beta').focus();
    await page.keyboard.press('Delete');
    await expect(titleOf(page, 'Gamma')).toBeFocused();
    const undo = toasts(page).getByRole('button', { name: 'Undo' });
    const close = toasts(page).getByRole('button', { name: 'Close' });
    // Hovering keeps it open.
    await undo.hover();
    await close.focus();
    const seen = new Set<string>();
    const press = async () => {
      await page.keyboard.press('Tab');
      seen.add(await page.evaluate(() => document.activeElement?.textContent ?? ''));
    };
    for (let count = 0; count < 6; count += 1) await press();
    expect([...seen]).toContain('Skip to content');
    await close.focus();
    await page.keyboard.press('Enter');
    await expect(close).toBeHidden();
    await expect(page.locator(':focus')).toHaveCount(1);
  });
});

test('the drawer of the menu closes when a link in it is followed, also to another view of the same page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 800 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByRole('link', { name: /^Favorites/ }).click();
  await expect(page).toHaveURL('/?view=favorites');
  await expect(drawer).toHaveCount(0);
});

test('highlights are set by the menu, a key and for a selection, and have a separate view', async ({
  page,
  api,
}) => {
  await save(api, greek);
  await page.goto('/');
  const marked = async () =>
    (await api.call('bookmarks.list', { query: { highlighted: true } })).content.map(({ title }) => title);
  await openMenu(page, 'Alpha');
  await choose(page, 'Highlight');
  await titleOf(page, 'Beta').focus();
  await page.keyboard.press('h');
  await expect.poll(marked).toEqual(['Alpha', 'Beta']);
  await titleOf(page, 'Gamma').focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
  await choose(page, 'Highlight');
  await expect(toasts(page)).toContainText('2 bookmarks highlighted');
  await expect.poll(marked).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta']);
  await page
    .getByRole('navigation', { name: 'Filter bookmarks' })
    .getByRole('link', { name: 'Highlighted' })
    .click();
  await expect(page).toHaveTitle('Highlighted · Markwell');
  await expect(titleOf(page, 'Delta')).toBeVisible();
  await expect(titleOf(page, 'Epsilon')).toBeHidden();
  await titleOf(page, 'Beta').focus();
  await page.keyboard.press('h');
  await expect(titleOf(page, 'Gamma')).toBeFocused();
});

test('titles name the collection, the tag and the search, also while typing', async ({ page, api }) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Recipes' } });
  await api.call('bookmarks.create', {
    body: { url: 'https://bread.example/', title: 'Bread', tags: 'baking', collections: [uuid] },
  });
  await page.goto('/search?q=design+systems');
  await expect(page).toHaveTitle('design systems · Search · Markwell');
  await page.getByRole('search').locator('input').fill('bread');
  await expect(page).toHaveTitle('bread · Search · Markwell');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: /^Recipes/ }).click();
  await expect(page).toHaveTitle('Recipes · Markwell');
  await menu.getByRole('link', { name: 'Tags' }).click();
  await expect(page).toHaveTitle('Tags · Markwell');
  await page.getByRole('main').getByRole('link', { name: 'baking' }).click();
  await expect(page).toHaveTitle(/baking.* · Markwell/);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveTitle('bread · Search · Markwell');
});

test('a search that is closed by Ctrl+K is empty when it is opened again', async ({ page }) => {
  await page.goto('/');
  const field = page.getByRole('dialog').getByPlaceholder('Search or ask anything');
  await page.keyboard.press('Control+k');
  await field.fill('night trains');
  await page.keyboard.press('Control+k');
  await expect(field).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(field).toHaveValue('');
});

test('an error in one part of the screen leaves the others working', async ({ page, api, allowConsole }) => {
  allowConsole(/./);
  await save(api, ['Alpha']);
  await page.goto('/');
  // A name that cannot be rendered, as caused by a defect of the service.
  await page.route('**/v1/collections/simplified', async (route) => {
    const reply = await route.fetch();
    const { content } = (await reply.json()) as { content: object[] };
    await route.fulfill({
      json: { content: content.map((one) => ({ ...one, isDefault: false, name: {} })) },
    });
  });
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong here' });
  const star = rowOf(page, 'Alpha').getByRole('img', { name: 'Favorite' });
  await titleOf(page, 'Alpha').focus();
  await page.keyboard.press('f');
  await expect(alert).toBeVisible();
  await expect(menu).toBeHidden();
  await expect(star).toBeVisible();
  await page.unroute('**/v1/collections/simplified');
  const sound = page.waitForResponse('**/v1/collections/simplified');
  await page.keyboard.press('f');
  await expect(star).toBeHidden();
  await (await sound).finished();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(menu).toBeVisible();
});
