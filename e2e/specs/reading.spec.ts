import { expectAccessible } from '../fixtures/expect-accessible';
import { bar, greek, rowOf, save, titleOf } from '../fixtures/rows';
import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

test('pages are kept to be read later, and marked as read', async ({ page, api }) => {
  await save(api, greek);
  await page.goto('/');
  const later = (name: string) => rowOf(page, name).getByRole('img', { name: 'Read later' });

  await test.step('a key adds a bookmark to the list, which the menu opens', async () => {
    await titleOf(page, 'Alpha').focus();
    await page.keyboard.press('l');
    await expect(later('Alpha')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: 'Read later' })
      .click();
    await expect(page).toHaveURL('/?view=later');
    await expect(titleOf(page, 'Alpha')).toBeVisible();
    await expect(titleOf(page, 'Beta')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('a bookmark that was read leaves the list, and has a mark', async () => {
    await titleOf(page, 'Alpha').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Mark as read' }).click();
    await expect(page.getByText('Nothing to read later')).toBeVisible();
    // The list changes before the service has answered.
    const read = async () => (await api.call('bookmarks.list', { query: { read: true } })).pagination.total;
    await expect.poll(read).toBe(1);
    await page.goto('/');
    await expect(rowOf(page, 'Alpha').getByRole('img', { name: 'Read', exact: true })).toBeVisible();
    await expect(later('Alpha')).toHaveCount(0);
  });

  await test.step('a selection is added to the list by the same key', async () => {
    await titleOf(page, 'Beta').focus();
    await page.keyboard.press('x');
    await expect(bar(page)).toBeVisible();
    await page.keyboard.press('l');
    await expect(later('Beta')).toBeVisible();
    const { content } = await api.call('bookmarks.list', { query: { later: true } });
    expect(content.map(({ title }) => title)).toEqual(['Beta']);
  });

  await test.step('the menu counts the list, and the preview marks as read', async () => {
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect(menu.getByRole('link', { name: 'Read later' })).toHaveText(/1$/);
    await titleOf(page, 'Gamma').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('o');
    const panel = page.getByRole('region', { name: 'Gamma', exact: true });
    await panel.getByRole('button', { name: 'Read later' }).click();
    await expect(later('Gamma')).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Read later' })).toHaveText(/2$/);
    await panel.getByRole('button', { name: 'Mark as read' }).click();
    await expect(later('Gamma')).toHaveCount(0);
    await expect(menu.getByRole('link', { name: 'Read later' })).toHaveText(/1$/);
    await page.keyboard.press('Escape');
  });

  await test.step('queries find both', async () => {
    await page.goto('/search?q=is:read');
    await expect(titleOf(page, 'Alpha')).toBeVisible();
    await page.goto('/search?q=is:later');
    await expect(titleOf(page, 'Beta')).toBeVisible();
  });
});
