import type { Locator, Page } from '@playwright/test';
import type { Input } from '@/lib/contract/index';
import type { Api } from '../fixtures/api';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { dialogLooks, inEach, screenLooks, phone } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const groupOf = (page: Page, title: string): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`^${title}`) }) });
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ });

type Body = Input<'bookmarks.create'>['body'];
const save = (api: Api, body: Body) => api.call('bookmarks.create', { body: { ...body, force: true } });

const titles = async (api: Api, trash = false): Promise<(string | null)[]> =>
  (await api.call('bookmarks.list', { query: { trash } })).content.map(({ title }) => title).sort();

/** Saves one page three times with different URLs. */
async function saveTrains(api: Api): Promise<void> {
  const { uuid } = await api.call('collections.create', { body: { name: 'Travel' } });
  await save(api, { url: 'http://www.trains.example/map/', title: 'Old map', tags: 'Rail' });
  await save(api, {
    url: 'https://trains.example/map?utm_source=mail',
    title: 'Map from a mail',
    tags: 'rail,slow',
    collections: [uuid],
  });
  await save(api, { url: 'https://trains.example/map', title: 'The map', favorite: true });
}

test('duplicates are shown side by side with the best one selected, are merged, and the merge is undone', async ({
  page,
  api,
}) => {
  await saveTrains(api);
  await page.goto('/duplicates');
  const group = groupOf(page, 'The map');
  await expect(group.getByRole('heading')).toHaveText('The map, saved 3 times');
  await expect(group.getByRole('radio', { checked: true })).toHaveAccessibleName(
    'Keep https://trains.example/map',
  );
  await expect(group).toContainText('http://www.trains.example/map/');
  await expectAccessible(page);
  await group.getByRole('button', { name: 'Merge 3 into one' }).click();
  await expect(page.getByRole('heading', { name: 'No duplicates' })).toBeVisible();
  await expect(toasts(page)).toContainText('Merged into The map');
  const [merged] = (await api.call('bookmarks.list')).content;
  expect(merged).toMatchObject({ title: 'The map', url: 'https://trains.example/map', favorite: true });
  expect(merged?.tags.toLowerCase().split(',').sort()).toEqual(['rail', 'slow']);
  expect(merged?.collections.map(({ name }) => name)).toEqual(['Travel']);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(group.getByRole('heading')).toHaveText('The map, saved 3 times');
  expect(await titles(api)).toEqual(['Map from a mail', 'Old map', 'The map']);
});

test('the bookmark to keep, its title, tags and collections are chosen by keyboard', async ({
  page,
  api,
}) => {
  await saveTrains(api);
  await page.goto('/duplicates');
  const group = page.getByRole('main').getByRole('listitem').first();
  await group.getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(group.getByRole('radio', { checked: true })).toHaveAccessibleName(/utm_source=mail/);
  const adjust = group.getByRole('button', { name: 'Choose what to keep' });
  await adjust.focus();
  await page.keyboard.press('Enter');
  await expect(adjust).toHaveAttribute('aria-expanded', 'true');
  await group.getByRole('group', { name: 'Title' }).getByRole('radio', { name: 'Old map' }).focus();
  await page.keyboard.press('Space');
  await group.getByRole('button', { name: 'slow' }).focus();
  await page.keyboard.press('Space');
  await group.getByRole('button', { name: 'Travel' }).focus();
  await page.keyboard.press('Enter');
  await expect(group).toContainText('Uncategorized only');
  await expectAccessible(page);
  await group.getByRole('button', { name: 'Merge 3 into one' }).focus();
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('Merged into Old map');
  const [merged] = (await api.call('bookmarks.list')).content;
  expect(merged).toMatchObject({
    title: 'Old map',
    url: 'https://trains.example/map?utm_source=mail',
    tags: expect.stringMatching(/^rail$/i),
    collections: [{ name: 'Uncategorized' }],
  });
});

test('a group is skipped, and the focus moves to the next one', async ({ page, api }) => {
  for (const name of ['one', 'two']) {
    await save(api, { url: `https://${name}.example/`, title: name });
    await save(api, { url: `http://${name}.example/`, title: name });
  }
  await page.goto('/duplicates');
  const groups = page.getByRole('main').getByRole('listitem');
  await expect(groups).toHaveCount(2);
  await groups.first().getByRole('button', { name: 'Skip' }).click();
  await expect(groups.nth(1).getByRole('button', { name: 'Merge 2 into one' })).toBeFocused();
  await expect(groups.first()).toContainText('Skipped:');
  await groups.first().getByRole('button', { name: 'Show again' }).click();
  await expect(groups.first().getByRole('button', { name: 'Merge 2 into one' })).toBeVisible();
  expect(await titles(api)).toHaveLength(4);
});

test('all groups are merged into the oldest or the newest bookmarks after a confirmation, and undone', async ({
  page,
  api,
}) => {
  test.slow();
  // More than one page of groups.
  for (let index = 0; index < 25; index += 1) {
    await save(api, { url: `https://many.example/${index}`, title: `first ${index}` });
    await save(api, { url: `https://many.example/${index}/`, title: `second ${index}` });
  }
  await page.goto('/duplicates');
  for (const [way, kept] of [
    ['oldest', 'first'],
    ['newest', 'second'],
  ] as const) {
    await test.step(way, async () => {
      await expect(page.getByText('25 pages saved more than once')).toBeVisible();
      await page.getByRole('button', { name: 'Merge all' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Merge all 25 groups?' });
      await dialog.getByRole('radio', { name: new RegExp(`^${way}`, 'i') }).check();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Merge all' }).click();
      const toast = toasts(page)
        .getByRole('listitem')
        .filter({ hasText: 'Merged: 25 bookmarks moved to trash' });
      await expect(toast).toBeVisible();
      await expect(page.getByRole('heading', { name: 'No duplicates' })).toBeVisible();
      const left = await titles(api);
      expect(left).toHaveLength(25);
      expect(left.every((title) => title?.startsWith(kept))).toBe(true);
      await toast.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('25 pages saved more than once')).toBeVisible();
      expect(await titles(api, true)).toEqual([]);
    });
  }
});

test('further groups are loaded while scrolling', { tag: '@frames' }, async ({ page, api }) => {
  test.slow();
  for (let index = 0; index < 45; index += 1) {
    await save(api, { url: `https://many.example/${index}`, title: `Many ${index}` });
    await save(api, { url: `https://many.example/${index}/`, title: `Many ${index}` });
  }
  await page.goto('/duplicates');
  const groups = page.getByRole('main').getByRole('listitem');
  await expect(groups).toHaveCount(20);
  const scrollDown = () => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await test.step('also when a write cancels the loading', async () => {
    const next = '**/v1/bookmarks/duplicates?*cursor=*';
    await page.route(next, () => undefined, { times: 1 });
    const pending = page.waitForRequest(next);
    await scrollDown();
    await pending;
    await page.keyboard.press('Control+b');
    const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
    await dialog.getByLabel('Address').fill('https://other.example/');
    await dialog.getByLabel('Title').fill('Another one');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(groups).toHaveCount(40);
  });
  await expect(async () => {
    await scrollDown();
    await expect(groups).toHaveCount(45, { timeout: 500 });
  }).toPass();
});

test('on a phone they are reached from the collections and from the settings', async ({ page, api }) => {
  await page.setViewportSize(phone);
  await saveTrains(api);
  await page.goto('/collections');
  await page.getByRole('main').getByRole('link', { name: 'Duplicates' }).click();
  await expect(groupOf(page, 'The map')).toBeVisible();
  await page.goto('/settings/data');
  await page.getByRole('link', { name: 'Find duplicates' }).click();
  await groupOf(page, 'The map').getByRole('button', { name: 'Merge 3 into one' }).click();
  await expect(toasts(page)).toContainText('Merged into The map');
});

test('the duplicates are accessible and fit the screen', async ({ page, api, baseURL }) => {
  test.slow();
  await test.step('none', () =>
    inEach(page, baseURL, screenLooks, async ({ locale }) => {
      await page.goto('/duplicates');
      await expect(page.getByText(wordsOf(locale)('Duplicates.emptyTitle'))).toBeVisible();
      await expectFitBothWays(page);
    }));
  await saveTrains(api);
  const long = `https://sub.${'sub.'.repeat(20)}example.org/${'path'.repeat(20)}`;
  await save(api, { url: long, title: 'x'.repeat(120) });
  await save(api, { url: `${long}/`, title: '' });
  await inEach(page, baseURL, screenLooks, async ({ locale }) => {
    const t = wordsOf(locale);
    await page.goto('/duplicates');
    await expect(groupOf(page, 'The map')).toBeVisible();
    await groupOf(page, 'The map')
      .getByRole('button', { name: t('Duplicates.adjust') })
      .click();
    await expectFitBothWays(page);
  });
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    await page.goto('/duplicates');
    await page.getByRole('button', { name: wordsOf(locale)('Duplicates.mergeAll') }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectFit(page);
  });
});
