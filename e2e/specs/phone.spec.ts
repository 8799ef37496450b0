import type { Page } from '@playwright/test';
import { saveEncrypted } from '../fixtures/encrypted';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFit } from '../fixtures/expect-fit';
import { phone } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { unlockDialog } from '../fixtures/unlocking';

test.use({ viewport: phone, hasTouch: true, isMobile: true });

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount('pro');
});

const bottomOf = async (page: Page, title: string): Promise<number> => {
  const box = await page.getByRole('link', { name: title }).boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
};

test('search shows the first hit within the first third of the screen', async ({ page, api }) => {
  await api.call('collections.create', { body: { name: 'Night trains' } });
  await api.call('bookmarks.create', {
    body: { url: 'https://trains.example/', title: 'Night trains of Europe', tags: 'night,trains' },
  });
  await api.call('spaces.create', { body: { name: 'Work' } });
  await saveEncrypted(api, 'a key of some length', ['Secret'], 'Under the doormat');
  await page.goto('/search?q=night');
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(1);
  expect(await bottomOf(page, 'Night trains of Europe')).toBeLessThanOrEqual(phone.height / 3);
  await expectAccessible(page);
  await expectFit(page);

  await test.step('the filters and the key are within reach, and its only hint is shown', async () => {
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /Unlock$/ }).click();
    await expect(unlockDialog(page)).toContainText('Under the doormat');
  });
});

test('the drawer leads to favorites, tags and trash, and the list has its order beside its filters', async ({
  page,
}) => {
  await page.goto('/');
  const sort = await page.getByRole('button', { name: /^Sort by/ }).boundingBox();
  const filter = await page.getByRole('link', { name: 'All', exact: true }).boundingBox();
  const middle = (box: typeof sort) => (box?.y ?? 0) + (box?.height ?? 0) / 2;
  expect(Math.abs(middle(sort) - middle(filter))).toBeLessThanOrEqual(2);

  for (const [place, url] of [
    ['Favorites', '/?view=favorites'],
    ['Trash', '/?view=trash'],
    ['Tags', '/tags'],
  ] as const) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: place }).click();
    await expect(page).toHaveURL(url);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('banner').getByText(place, { exact: true })).toBeVisible();
  }
});

test('tags are shown in rows by choice, on every device', async ({ page, api }) => {
  await api.call('bookmarks.create', {
    body: { url: 'https://trains.example/', title: 'Night trains', tags: 'rail,slow travel' },
  });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Night trains' })).toBeVisible();
  await expect(page.getByText('#rail #slow travel')).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Tags' }).click();
  await expect(page.getByText('#rail #slow travel')).toBeVisible();
  const { space, preferences } = await api.call('account.get');
  expect(preferences.views[space]?.shows.list).toContain('tags');
  await page.reload();
  await expect(page.getByText('#rail #slow travel')).toBeVisible();
  await expectAccessible(page);
  await expectFit(page);
});
