import type { Locator, Page } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { bookmarkFile } from '../fixtures/bookmark-file';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach, phone } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount, api }) => {
  await useFreshAccount();
  await api.call('account.updatePreferences', { body: { bookmarkSort: 'order-ASC' } });
});

const greek = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'];

const list = (page: Page) => page.getByRole('main').getByRole('list');
const titles = (page: Page) => list(page).locator('[data-focus]');
const titleOf = (page: Page, title: string) => list(page).getByRole('link', { name: title, exact: true });
const handleOf = (page: Page, title: string) =>
  list(page).getByRole('button', { name: `Move ${title}`, exact: true });
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ });
const said = (page: Page) => page.locator('[aria-live=assertive][role=status]');

/** Opens a list and waits for the code that sorts it: the description of its handles is part of that code. */
async function open(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await expect(page.locator('#sort-hint')).toBeAttached();
}

/** Creates bookmarks so that the first title is at the top: new bookmarks are first in manual order. */
async function save(api: Api, names: readonly string[] = greek, collections: string[] = []): Promise<void> {
  for (const title of [...names].reverse()) {
    const url = `https://order.example/${encodeURIComponent(title)}`;
    await api.call('bookmarks.create', { body: { url, title, collections } });
  }
}

/** Imports more bookmarks than one screen loads. */
async function importMany(page: Page, api: Api, total: number): Promise<void> {
  const entries = Array.from({ length: total }, (_, index) => ({
    url: `https://many.example/${index}`,
    title: `Row ${index}`,
  }));
  const { mimeType, buffer } = bookmarkFile(entries);
  const headers = { 'content-type': mimeType, origin: process.env['E2E_BASE_URL'] ?? '' };
  const sent = await page.request.post('/v1/bookmarks/import', { headers, data: buffer });
  expect(sent.status(), await sent.text()).toBe(202);
  await expect.poll(async () => (await api.call('bookmarks.list')).pagination.total).toBe(total);
}

/** Titles in the stored order; the screen may be ahead because of optimistic updates. */
async function expectOrder(api: Api, expected: readonly string[]): Promise<void> {
  const query = { sortField: 'order', sortOrder: 'ASC', size: 100 } as const;
  const read = async () => (await api.call('bookmarks.list', { query })).content.map(({ title }) => title);
  await expect.poll(read).toEqual(expected);
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
}

/** Drags a row by its handle over another one, above or below its middle, without dropping it. */
async function hold(page: Page, title: string, over: string, side: 'above' | 'below'): Promise<void> {
  const from = await middleOf(handleOf(page, title));
  const to = await middleOf(handleOf(page, over));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 8);
  await page.mouse.move(from.x + 40, to.y + (side === 'above' ? -12 : 12), { steps: 4 });
  await expect(said(page)).toContainText(`${title}: position`);
}

test.describe('with a mouse', () => {
  test('a row is dragged to its place by its handle, which is one write, and stays there', async ({
    page,
    api,
  }) => {
    await save(api);
    const before = await api.call('bookmarks.list');
    await open(page);
    await expect(titles(page)).toHaveText(greek);
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${request.postData() ?? ''}`);
    });
    await hold(page, 'Alpha', 'Delta', 'above');
    await page.mouse.up();
    const expected = ['Beta', 'Gamma', 'Alpha', 'Delta', 'Epsilon'];
    await expect(titles(page)).toHaveText(expected);
    await expect(toasts(page)).toContainText('Moved to position 3');
    await expectOrder(api, expected);
    const gamma = before.content.find(({ title }) => title === 'Gamma');
    expect(writes).toEqual([`PUT ${JSON.stringify({ after: gamma?.uuid })}`]);
    await page.reload();
    await expect(titles(page)).toHaveText(expected);
  });

  test('Escape gives a drag up, Ctrl+Z takes one back, and so does a place that cannot be saved', async ({
    page,
    api,
    allowConsole,
  }) => {
    allowConsole(/500/);
    await save(api);
    await open(page);
    await hold(page, 'Epsilon', 'Alpha', 'above');
    await page.keyboard.press('Escape');
    await expect(said(page)).toHaveText('Canceled. Epsilon stays at position 5 of 5.');
    await page.mouse.up();
    await expect(titles(page)).toHaveText(greek);

    await hold(page, 'Epsilon', 'Alpha', 'above');
    await page.mouse.up();
    await expectOrder(api, ['Epsilon', 'Alpha', 'Beta', 'Gamma', 'Delta']);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(titles(page)).toHaveText(greek);
    await expectOrder(api, greek);

    await test.step('a place that cannot be saved is given back, with words', async () => {
      await page.route('**/v1/bookmarks/*/order', (route) => route.fulfill({ status: 500, json: {} }));
      await hold(page, 'Alpha', 'Gamma', 'below');
      await page.mouse.up();
      await expect(toasts(page)).toContainText('Couldn’t save the new position.');
      await expect(titles(page)).toHaveText(greek);
      await expectOrder(api, greek);
    });
  });

  const longList = 'a row is carried through a list that is longer than the screen and than what is loaded';
  test(longList, { tag: '@frames' }, async ({ page, api }) => {
    await importMany(page, api, 300);
    await open(page);
    const first = await titles(page).first().textContent();
    const from = await middleOf(handleOf(page, first ?? ''));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 8);
    await page.mouse.wheel(0, 15_000);
    await expect(titles(page).last()).toHaveText(/^Row 2\d\d$/);
    // At the edge of the screen the page scrolls automatically.
    await page.mouse.move(from.x + 20, 890, { steps: 4 });
    await expect(said(page)).toContainText(/position 300 of 300/);
    // A row beyond the end of the page does not make it longer.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThan(300 * 56 + 1_000);
    await page.mouse.up();
    await expect(titleOf(page, first ?? '')).toBeInViewport();
    await expect(handleOf(page, first ?? '')).toBeFocused();
    const query = { sortField: 'order', sortOrder: 'DESC', size: 1 } as const;
    const last = async () => (await api.call('bookmarks.list', { query })).content[0]?.title;
    await expect.poll(last).toBe(first);
  });

  const farAway =
    'over thousands of rows that are not loaded, by a drag and by keys, but not beside one of them';
  test(farAway, { tag: '@frames' }, async ({ page, api }) => {
    test.slow();
    const total = 5_200;
    await importMany(page, api, total);
    await open(page);
    const first = (await titles(page).first().textContent()) ?? '';
    const handle = handleOf(page, first);
    await handle.focus();
    await page.keyboard.press('Space');

    await test.step('by keys: the end is no place before it is loaded, only where the page goes', async () => {
      await page.keyboard.press('End');
      await expect(titles(page).last()).toHaveText(`Row ${total - 1}`);
      await expect(said(page)).toHaveText(/^Picked up .*, position 1 of 5200\./);
      await page.keyboard.press('End');
      await expect(said(page)).toHaveText(`${first}: position 5200 of 5200.`);
      await page.keyboard.press('Home');
      await expect(said(page)).toHaveText(`${first}: position 1 of 5200.`);
      await expect(titles(page).nth(1)).toBeInViewport();
      await page.keyboard.press('Escape');
    });

    await test.step('by a drag, while the page is scrolled below the row', async () => {
      const from = await middleOf(handle);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y + 8);
      await page.mouse.wheel(0, total * 56);
      await expect(titles(page).last()).toHaveText(`Row ${total - 1}`);
      await page.mouse.move(from.x + 20, 600, { steps: 4 });
      await page.mouse.up();
      await expect(said(page)).toHaveText(/dropped at position 51\d\d of 5200\.$/);
      await expect(titleOf(page, first)).toBeInViewport();
      await expect(handle).toBeFocused();
    });

    await test.step('and back by keys, after a click as screen readers send it', async () => {
      await handle.dispatchEvent('click');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await expect(said(page)).toHaveText(`${first}: position 2 of 5200.`);
      await page.keyboard.press('Space');
      const query = { sortField: 'order', sortOrder: 'ASC', size: 2 } as const;
      const second = async () => (await api.call('bookmarks.list', { query })).content[1]?.title;
      await expect.poll(second).toBe(first);
      await expect(handle).toBeFocused();
      await expect(titleOf(page, first)).toBeInViewport();
    });
  });

  test('in a collection too, while titles are still dragged onto collections', async ({ page, api }) => {
    const { uuid } = await api.call('collections.create', { body: { name: 'Trains' } });
    await api.call('collections.create', { body: { name: 'Bread' } });
    await save(api, greek, [uuid]);
    await open(page, `/collections/${uuid}`);
    await hold(page, 'Delta', 'Alpha', 'below');
    await page.mouse.up();
    await expect(titles(page)).toHaveText(['Alpha', 'Delta', 'Beta', 'Gamma', 'Epsilon']);
    await expectOrder(api, ['Alpha', 'Delta', 'Beta', 'Gamma', 'Epsilon']);
    const bread = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Bread/ });
    await titleOf(page, 'Gamma').dragTo(bread);
    await expect(toasts(page)).toContainText('Bread');
    await expect(titles(page)).toHaveText(['Alpha', 'Delta', 'Beta', 'Epsilon']);
  });

  test('rows have no handles outside the manual order', async ({ page, api }) => {
    await save(api);
    await open(page);
    await page.getByRole('link', { name: 'Favorites', exact: true }).first().click();
    await expect(page).toHaveURL(/view=favorites/);
    await expect(page.getByRole('button', { name: /^Move Alpha/ })).toHaveCount(0);
    await page.goto('/search?q=Alpha');
    await expect(titleOf(page, 'Alpha')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Move Alpha/ })).toHaveCount(0);
  });

  test('two browsers that reorder at once come to one order', async ({ page, api, context }) => {
    await save(api);
    const other = await context.newPage();
    await Promise.all([open(page), open(other)]);
    await hold(page, 'Alpha', 'Epsilon', 'below');
    await other.bringToFront();
    await hold(other, 'Epsilon', 'Alpha', 'below');
    await Promise.all([page.mouse.up(), other.mouse.up()]);
    const uuids = async () => {
      const query = { sortField: 'order', sortOrder: 'ASC' } as const;
      return (await api.call('bookmarks.list', { query })).content.map(({ title }) => title ?? '');
    };
    await expect.poll(async () => (await uuids()).slice(0, 2)).not.toEqual(['Alpha', 'Beta']);
    await Promise.all([page.waitForLoadState('networkidle'), other.waitForLoadState('networkidle')]);
    await Promise.all([open(page), open(other)]);
    const order = await uuids();
    expect([...order].sort()).toEqual([...greek].sort());
    await expect(titles(page)).toHaveText(order);
    await expect(titles(other)).toHaveText(order);
  });
});

test.describe('by keyboard', () => {
  test('Space grabs a row, arrows move it, Space drops it, Escape cancels; each step is announced', async ({
    page,
    api,
  }) => {
    await save(api);
    await open(page);
    await handleOf(page, 'Beta').focus();
    await page.keyboard.press('Space');
    await expect(said(page)).toContainText('Picked up Beta, position 2 of 5.');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(said(page)).toHaveText('Beta: position 4 of 5.');
    await page.keyboard.press('Space');
    await expect(said(page)).toHaveText('Beta dropped at position 4 of 5.');
    const expected = ['Alpha', 'Gamma', 'Delta', 'Beta', 'Epsilon'];
    await expect(titles(page)).toHaveText(expected);
    await expect(handleOf(page, 'Beta')).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('Home');
    await page.keyboard.press('Escape');
    await expect(said(page)).toHaveText('Canceled. Beta stays at position 4 of 5.');
    await expectOrder(api, expected);
  });

  test('Alt and an arrow move the row that has the focus, step by step, and back in one', async ({
    page,
    api,
  }) => {
    await save(api);
    await open(page);
    await titleOf(page, 'Alpha').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(titles(page).first()).toHaveText('Beta');
    await page.keyboard.press('Alt+ArrowDown');
    const expected = ['Beta', 'Gamma', 'Alpha', 'Delta', 'Epsilon'];
    await expect(titles(page)).toHaveText(expected);
    await expect(titleOf(page, 'Alpha')).toBeFocused();
    await expect(toasts(page)).toContainText('Moved to position 3');
    await expectOrder(api, expected);
    await page.keyboard.press('Alt+ArrowUp');
    await expect(titleOf(page, 'Alpha')).toBeFocused();
    await expectOrder(api, ['Beta', 'Alpha', 'Gamma', 'Delta', 'Epsilon']);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(titles(page)).toHaveText(greek);
    await expectOrder(api, greek);
  });
});

for (const [layout, columns] of Object.entries({ cards: 4, moodboard: 5 })) {
  test(`in ${layout}, a drag and arrow keys move a card in two dimensions`, async ({ page, api }) => {
    const all = [...greek, 'Zeta', 'Eta', 'Theta'];
    await save(api, all);
    await open(page);
    await page.keyboard.press(layout === 'cards' ? '3' : '5');
    await expect(list(page)).toHaveAttribute('data-columns', String(columns));
    await handleOf(page, 'Beta').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(said(page)).toHaveText(`Beta: position ${columns + 2} of 8.`);
    await page.keyboard.press('ArrowLeft');
    await expect(said(page)).toHaveText(`Beta: position ${columns + 1} of 8.`);
    await page.keyboard.press('Space');
    const others = all.filter((title) => title !== 'Beta');
    const below = others.toSpliced(columns, 0, 'Beta');
    await expect(titles(page)).toHaveText(below);
    await expect(handleOf(page, 'Beta')).toBeFocused();
    await expectOrder(api, below);

    await titleOf(page, 'Beta').focus();
    await page.keyboard.press('Alt+ArrowUp');
    const above = ['Beta', ...others];
    await expect(titles(page)).toHaveText(above);
    await expect(titleOf(page, 'Beta')).toBeFocused();
    await expectOrder(api, above);

    const card = list(page).getByRole('listitem').filter({ hasText: 'Gamma' });
    const [start, end] = [await middleOf(handleOf(page, 'Theta')), await middleOf(card)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x, start.y + 8);
    await page.mouse.move(end.x, end.y, { steps: 4 });
    await expect(said(page)).toHaveText('Theta: position 3 of 8.');
    // Within the list, so not always below the pointer vertically.
    expect(Math.abs((await middleOf(handleOf(page, 'Theta'))).x - end.x)).toBeLessThan(4);
    await page.mouse.up();
    await expectOrder(api, above.slice(0, -1).toSpliced(2, 0, 'Theta'));
    await page.keyboard.press('ControlOrMeta+z');
    await expect(titles(page)).toHaveText(above);
  });
}

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: phone });

  test('a finger on the handle moves the row and neither the page nor the selection', async ({
    page,
    api,
  }) => {
    await save(api);
    await open(page);
    const from = await middleOf(handleOf(page, 'Epsilon'));
    const to = await middleOf(handleOf(page, 'Beta'));
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove', y: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: from.x, y }] });
    await touch('touchStart', from.y);
    for (const part of [0.1, 0.4, 0.7, 1]) {
      await touch('touchMove', from.y + (to.y - 16 - from.y) * part);
    }
    await expect(said(page)).toHaveText('Epsilon: position 2 of 5.');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const expected = ['Alpha', 'Epsilon', 'Beta', 'Gamma', 'Delta'];
    await expect(titles(page)).toHaveText(expected);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expectOrder(api, expected);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(titles(page)).toHaveText(greek);
  });
});

test('a list in manual order is accessible and fits the screen', async ({ page, api, baseURL }) => {
  await save(api, [...greek, 'A bookmark with a title that is rather long for the place that it has']);
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const words = wordsOf(locale);
    await open(page);
    const handle = list(page).getByRole('button', { name: `${words('Bookmarks.move')} Beta`, exact: true });
    await expect(handle).toBeVisible();
    await expectFit(page);
    await handle.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expectFit(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('3');
    await expect(list(page)).toHaveAttribute('data-columns');
    await expect(handle).toBeVisible();
    await expectFit(page);
    await page.keyboard.press('1');
    await expect(list(page)).not.toHaveAttribute('data-columns');
    await api.call('account.get');
  });
});
