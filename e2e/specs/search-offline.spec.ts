import { expectFit } from '../fixtures/expect-fit';
import { expect, test } from '../fixtures/test';

test('without a network the search says so, keeps earlier results, and continues with it', async ({
  page,
  api,
  context,
  allowConsole,
  useFreshAccount,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await useFreshAccount();
  for (const title of ['Night train', 'Snow on the rails']) {
    await api.call('bookmarks.create', { body: { url: `https://${title.length}.example/`, title } });
  }
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('combobox');
  const hit = dialog.getByRole('option', { name: /Night train/ });
  const offline = dialog.getByText('Search works again as soon as you’re back online.');
  await page.goto('/');
  await page.getByRole('button', { name: 'Search or ask anything' }).click();
  await field.fill('night');
  await expect(hit).toBeVisible();
  await context.setOffline(true);
  await field.fill('snow');
  await expect(offline).toBeVisible();
  await expect(hit).toBeVisible();
  await expectFit(page);
  await context.setOffline(false);
  await expect(dialog.getByRole('option', { name: /Snow on the rails/ })).toBeVisible();
  await expect(offline).toHaveCount(0);

  await page.goto('/search?q=night');
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('main').getByRole('searchbox').fill('snow');
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('main').getByRole('link', { name: 'Snow on the rails' })).toBeVisible();
});
