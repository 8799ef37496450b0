import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test';

const rows = (page: Page) =>
  page.getByRole('main').getByRole('list', { name: 'Results' }).getByRole('listitem');

test('a search without a complete match lists the closest ones and what they lack, or offers what finds more', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await api.call('bookmarks.create', { body: { url: 'https://snakes.example/', title: 'Learning Python' } });
  const main = page.getByRole('main');
  await page.goto('/search?q=pyhton+is%3Afavorite');
  await expect(main.getByRole('note')).toHaveText(
    'Too few results match “favorites”, so it was ignored. These come closest.',
  );
  await expect(rows(page)).toHaveText([/Learning Python.*similar spelling: python/]);
  await expect(main.getByText('1 close match', { exact: true })).toBeVisible();

  await page.goto('/search?q=python+qwxzk');
  await expect(main.getByRole('note')).toHaveText('No result contains “qwxzk”. These come closest.');
  await expect(rows(page)).toHaveText([/Learning Python/]);

  await page.goto('/search?q=pytoan');
  await expect(main.getByRole('heading', { name: 'Nothing has the word “pytoan”' })).toBeVisible();
  await expect(main.getByRole('note')).toHaveCount(0);
  await main.getByRole('button', { name: 'Did you mean python?' }).click();
  await expect(page).toHaveURL('/search?q=python');
  await expect(rows(page)).toHaveText([/Learning Python/]);

  await page.goto('/search?q=python+-title%3Alearning');
  await main.getByRole('button', { name: 'Search without filters' }).click();
  await expect(page).toHaveURL('/search?q=python');
  await expect(rows(page)).toHaveText([/Learning Python/]);
});
