import type { Page } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach, phone } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount, api }) => {
  await useFreshAccount();
  // The latest stands on top.
  for (const name of ['Delta', 'Gamma', 'Beta', 'Alpha']) {
    await api.call('collections.create', { body: { name } });
  }
});

const inOrder = (api: Api) =>
  api.call('account.updatePreferences', { body: { collectionSort: 'order-ASC' } });
const list = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Collections' });
const row = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name });
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
const told = (page: Page) => page.getByRole('main').locator('[aria-live=assertive]');

/** The first letters of the names, as the screen shows them: U is Uncategorized. */
const shown = async (page: Page) =>
  (await list(page).getByRole('link').allTextContents()).map((name) => name.charAt(0)).join('');
const kept = async (api: Api) => {
  const { content } = await api.call('collections.list', {
    query: { sortField: 'order', sortOrder: 'ASC' },
  });
  return content.map(({ name }) => name.charAt(0)).join('');
};

/** Counts the calls that place a collection. */
function countMoves(page: Page): () => number {
  let calls = 0;
  page.on('request', (request) => (calls += Number(/\/collections\/[^/]+\/order$/.test(request.url()))));
  return () => calls;
}

async function expectOrder(page: Page, api: Api, order: string): Promise<void> {
  await expect.poll(() => shown(page)).toBe(order);
  await expect.poll(() => kept(api)).toBe(order);
  await page.reload();
  await expect.poll(() => shown(page)).toBe(order);
}

const middleOf = async (page: Page, name: string, part = 0.5) => {
  const box = await row(page, name).boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0) * part;
};

test('manual order is chosen from the menu, and a row is dragged by its handle with one call', async ({
  page,
  api,
}) => {
  const moves = countMoves(page);
  await page.goto('/collections');
  await expect(handle(page, 'Alpha')).toHaveCount(0);
  await page.getByRole('button', { name: /^Sort by/ }).click();
  await page.getByRole('menuitemradio', { name: 'Manual order' }).click();
  await expect(handle(page, 'Alpha')).toBeVisible();
  await expect.poll(() => shown(page)).toBe('ABGDU');

  await test.step('a drag that ends where it began, or is cancelled, sends nothing', async () => {
    for (const end of ['back', 'escape'] as const) {
      await handle(page, 'Gamma').hover();
      await page.mouse.down();
      await page.mouse.move(300, await middleOf(page, 'Alpha', 0.2), { steps: 4 });
      if (end === 'back') await page.mouse.move(300, await middleOf(page, 'Delta', 0.2), { steps: 4 });
      else await page.keyboard.press('Escape');
      await page.mouse.up();
      await expect(told(page)).toHaveText(/position 3 of 5\.$/);
      await expect.poll(() => shown(page)).toBe('ABGDU');
    }
    expect(moves()).toBe(0);
  });

  await handle(page, 'Alpha').hover();
  await page.mouse.down();
  await page.mouse.move(300, await middleOf(page, 'Beta', 0.8), { steps: 4 });
  await page.mouse.move(300, await middleOf(page, 'Gamma', 0.8), { steps: 4 });
  await page.mouse.up();
  await expect(told(page)).toHaveText('Alpha dropped at position 3 of 5.');
  await expectOrder(page, api, 'BGADU');
  expect(moves()).toBe(1);
});

test('near the edge of the screen the page goes along, however long the list is', async ({ page, api }) => {
  test.slow();
  for (let number = 0; number < 25; number += 1) {
    await api.call('collections.create', { body: { name: `Zeta ${number}` } });
  }
  await inOrder(api);
  await page.goto('/collections');
  await handle(page, 'Zeta 24').hover();
  const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await page.mouse.down();
  await page.mouse.move(300, 880, { steps: 4 });
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(end);
  await page.mouse.move(300, await middleOf(page, 'Uncategorized', 0.8), { steps: 4 });
  await page.mouse.up();
  await expect(told(page)).toHaveText('Zeta 24 dropped at position 30 of 30.');
  await expect.poll(() => kept(api)).toMatch(/^Z{24}ABGDUZ$/);
});

test('by the keyboard: taken up, moved, put down or left, told as it goes, and the focus stays', async ({
  page,
  api,
}) => {
  const moves = countMoves(page);
  await inOrder(api);
  await page.goto('/collections');
  await test.step('a row that is taken up is left when the focus goes elsewhere', async () => {
    await handle(page, 'Beta').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(told(page)).toHaveText('Canceled. Beta stays at position 2 of 5.');
    expect(await kept(api)).toBe('ABGDU');
  });

  await handle(page, 'Delta').focus();
  await expect(handle(page, 'Delta')).toHaveAccessibleDescription(/press Space to pick it up/);
  await page.keyboard.press('Space');
  await expect(told(page)).toHaveText(/^Picked up Delta, position 4 of 5\./);
  await page.keyboard.press('ArrowUp');
  await expect(told(page)).toHaveText('Delta: position 3 of 5.');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(told(page)).toHaveText('Delta: position 1 of 5.');
  await page.keyboard.press('Escape');
  await expect(told(page)).toHaveText('Canceled. Delta stays at position 4 of 5.');
  await expect.poll(() => shown(page)).toBe('ABGDU');

  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(told(page)).toHaveText('Delta dropped at position 2 of 5.');
  await expect.poll(() => shown(page)).toBe('ADBGU');
  await expect(handle(page, 'Delta')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expectOrder(page, api, 'ABGUD');
  expect(moves()).toBe(2);
});

test('who can neither drag nor type moves a row from its menu', async ({ page, api }) => {
  await inOrder(api);
  await page.goto('/collections');
  const menu = (name: string) => page.getByRole('button', { name: `More options for ${name}` });
  await menu('Alpha').click();
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeDisabled();
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  await expect.poll(() => shown(page)).toBe('BAGDU');
  await menu('Uncategorized').click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expectOrder(page, api, 'BAGUD');
});

test('a place that cannot be saved is taken back, in words', async ({ page, api, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  await inOrder(api);
  await page.goto('/collections');
  // Nor can the list be read again, so that what is shown comes from nowhere else.
  await page.route(/\/order$|\/collections\/list/, (route) => route.abort());
  await handle(page, 'Alpha').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(
    'The collection is back where it was',
  );
  await expect.poll(() => shown(page)).toBe('ABGDU');
  expect(await kept(api)).toBe('ABGDU');
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: phone });

  test('a finger on the handle moves the row, and the page stays where it is', async ({ page, api }) => {
    await inOrder(api);
    await page.goto('/collections');
    const box = await handle(page, 'Delta').boundingBox();
    const x = (box?.x ?? 0) + 20;
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove', y: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
    await touch('touchStart', (box?.y ?? 0) + 20);
    await touch('touchMove', await middleOf(page, 'Gamma'));
    await touch('touchMove', await middleOf(page, 'Beta', 0.2));
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expectOrder(page, api, 'ADBGU');
  });
});

test('the manual order is accessible and fits', async ({ page, api, baseURL }) => {
  await inOrder(api);
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const words = wordsOf(locale);
    await page.goto('/collections');
    await expectFit(page);
    const name = words('Sorting.handle', { name: 'Beta' });
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(told(page)).toHaveText(words('Sorting.moved', { name: 'Beta', position: 3, total: 5 }));
    await expectFit(page);
  });
});
