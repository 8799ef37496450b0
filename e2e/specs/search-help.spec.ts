import type { Page } from '@playwright/test';
import { expectFitBothWays } from '../fixtures/expect-fit';
import { inEach, screenLooks } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

const dialog = (page: Page) => page.getByRole('dialog');

test('the help explains the search by examples that run', async ({ page, api, baseURL, useFreshAccount }) => {
  await useFreshAccount();
  const rows = page.getByRole('main').getByRole('list', { name: 'Results' }).getByRole('listitem');
  for (const number of [1, 2]) {
    await api.call('bookmarks.create', {
      body: { url: `https://vimeo.com/${number}`, title: `Night trains, part ${number}` },
    });
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Search or ask anything' }).click();
  await dialog(page).getByRole('link', { name: 'How search works' }).click();
  await expect(page).toHaveURL('/help/search');
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'night trains', exact: true }).click();
  await expect(page).toHaveURL('/search?q=night+trains');
  await expect(rows.first()).toContainText('Night trains, part 2');
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('?');
  await dialog(page).getByRole('link', { name: 'How search works' }).click();
  await expect(page).toHaveURL('/help/search');
  await inEach(page, baseURL, screenLooks, async ({ locale }) => {
    await page.goto('/help/search');
    const heading = page.getByRole('heading', { name: wordsOf(locale)('SearchHelp.title') });
    await expect(heading).toBeVisible();
    await expectFitBothWays(page);
  });
});
