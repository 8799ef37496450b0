import type { Page } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach, phone } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount, api }) => {
  await useFreshAccount();
  // The newest is at the top.
  for (const name of ['Delta', 'Gamma', 'Beta', 'Alpha']) {
    await api.call('collections.create', { body: { name } });
  }
});

const inOrder = (api: Api) =>
  api.call('account.updatePreferences', { body: { collectionSort: 'order-ASC' } });
const list = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Collections' });
const row = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name });
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
const announcement = (page: Page) => page.getByRole('main').locator('[aria-live=assertive]');

/** First letters of the names in the displayed order; U is Uncategorized. */
const shown = async (page: Page) =>
  (await list(page).getByRole('link').allTextContents()).map((name) => name.charAt(0)).join('');
const kept = async (api: Api) => {
  const { content } = await api.call('collections.list', {
    query: { sortField: 'order', sortOrder: 'ASC' },
  });
  return content.map(({ name }) => name.charAt(0)).join('');
};

/** Counts the requests that move a collection. */
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
      await expect(announcement(page)).toHaveText(/position 3 of 5\.$/);
      await expect.poll(() => shown(page)).toBe('ABGDU');
    }
    expect(moves()).toBe(0);
  });

  await handle(page, 'Alpha').hover();
  await page.mouse.down();
  await page.mouse.move(300, await middleOf(page, 'Beta', 0.8), { steps: 4 });
  await page.mouse.move(300, await middleOf(page, 'Gamma', 0.8), { steps: 4 });
  await page.mouse.up();
  await expect(announcement(page)).toHaveText('Alpha dropped at position 3 of 5.');
  await expectOrder(page, api, 'BGADU');
  expect(moves()).toBe(1);
});

test('the page scrolls while a row is dragged near the edge of the screen, however long the list is', async ({
  page,
  api,
}) => {
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
  await expect(announcement(page)).toHaveText('Zeta 24 dropped at position 30 of 30.');
  await expect.poll(() => kept(api)).toMatch(/^Z{24}ABGDUZ$/);
});

test('by the keyboard, a row is picked up, moved, dropped or cancelled with announcements, and keeps the focus', async ({
  page,
  api,
}) => {
  const moves = countMoves(page);
  await inOrder(api);
  await page.goto('/collections');
  await test.step('a move is cancelled when the focus leaves the row', async () => {
    await handle(page, 'Beta').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(announcement(page)).toHaveText('Canceled. Beta stays at position 2 of 5.');
    expect(await kept(api)).toBe('ABGDU');
  });

  await handle(page, 'Delta').focus();
  await expect(handle(page, 'Delta')).toHaveAccessibleDescription(/press Space to pick it up/);
  await page.keyboard.press('Space');
  await expect(announcement(page)).toHaveText(/^Picked up Delta, position 4 of 5\./);
  await page.keyboard.press('ArrowUp');
  await expect(announcement(page)).toHaveText('Delta: position 3 of 5.');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(announcement(page)).toHaveText('Delta: position 1 of 5.');
  await page.keyboard.press('Escape');
  await expect(announcement(page)).toHaveText('Canceled. Delta stays at position 4 of 5.');
  await expect.poll(() => shown(page)).toBe('ABGDU');

  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(announcement(page)).toHaveText('Delta dropped at position 2 of 5.');
  await expect.poll(() => shown(page)).toBe('ADBGU');
  await expect(handle(page, 'Delta')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expectOrder(page, api, 'ABGUD');
  expect(moves()).toBe(2);
  await test.step('a drop is undone by the keyboard', async () => {
    await handle(page, 'Beta').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await expect.poll(() => shown(page)).toBe('BAGUD');
    await page.keyboard.press('ControlOrMeta+z');
    await expectOrder(page, api, 'ABGUD');
  });
});

test('a row is moved from its menu, without dragging or shortcuts', async ({ page, api }) => {
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

test('a move that cannot be saved is rolled back with an error message', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await inOrder(api);
  await page.goto('/collections');
  // The list cannot be read again either, so that the displayed order comes from the rollback.
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
    await expect(announcement(page)).toHaveText(
      words('Sorting.moved', { name: 'Beta', position: 3, total: 5 }),
    );
    await expectFit(page);
  });
});
