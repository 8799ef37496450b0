import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { bookmarkFile } from '../fixtures/bookmark-file';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFit } from '../fixtures/expect-fit';
import { looks, phone, wear } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const list = (page: Page) => page.getByRole('main').getByRole('list');
const rowOf = (page: Page, title: string): Locator =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });
const titleOf = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const boxOf = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
const bar = (page: Page) => page.getByRole('toolbar', { name: 'What to do with the selected bookmarks' });
const notices = (page: Page) => page.getByRole('region', { name: /Notifications/ });

/** Selects a row by the box that stands over its icon while the pointer is on the row. */
async function pick(page: Page, title: string): Promise<void> {
  await pointTo(page, title);
  await boxOf(page, title).click();
}

/** Brings the pointer to a row from elsewhere, and waits until the page answers to it. */
async function pointTo(page: Page, title: string): Promise<void> {
  await page.mouse.move(0, 0);
  await rowOf(page, title).hover();
  await expect(boxOf(page, title)).toBeVisible();
}

/** Puts the keyboard on a row, once the page answers to it: the box of the row is there then. */
async function focusOn(page: Page, title: string): Promise<void> {
  await pointTo(page, title);
  await titleOf(page, title).focus();
}

/** Titles are read from the newest to the oldest, as the list shows them. */
async function save(api: Api, titles: readonly string[], collections: string[] = []): Promise<void> {
  for (const title of [...titles].reverse()) {
    await api.call('bookmarks.create', {
      body: { url: `https://select.example/${encodeURIComponent(title)}`, title, collections },
    });
  }
}

const greek = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'];

/** A library that no screen loads at once. */
async function importMany(page: Page, api: Api, total: number): Promise<void> {
  const { mimeType, buffer } = bookmarkFile(
    Array.from({ length: total }, (_, index) => ({
      url: `https://many.example/${index}`,
      title: `Row number ${index}`,
      attributes: `ADD_DATE="${1_700_000_000 - index}"`,
    })),
  );
  const sent = await page.request.post('/v1/bookmarks/import', {
    headers: { 'content-type': mimeType, origin: process.env['E2E_BASE_URL'] ?? '' },
    data: buffer,
  });
  expect(sent.status(), await sent.text()).toBe(202);
  await expect.poll(() => totalOf(api)).toBe(total);
}

type Filter = NonNullable<Parameters<typeof listOf>[1]>;
const listOf = (
  api: Api,
  query: { trash?: boolean; favorite?: boolean; tag?: string; collection?: string } = {},
) => api.call('bookmarks.list', { query });
const totalOf = async (api: Api, query?: Filter): Promise<number> =>
  (await listOf(api, query)).pagination.total;

test.describe('with a mouse', () => {
  test('a box stands over the icon of the row under the pointer, and shift reaches from one to the next', async ({
    page,
    api,
  }) => {
    await save(api, greek);
    await page.goto('/');
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await pick(page, 'Beta');
    await expect(bar(page)).toContainText('1 selected');
    await expect(page.getByRole('checkbox')).toHaveCount(5);
    await boxOf(page, 'Delta').click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('3 selected');
    await expect(boxOf(page, 'Gamma')).toBeChecked();
    await rowOf(page, 'Gamma').click({ modifiers: ['Shift'], position: { x: 400, y: 20 } });
    await expect(bar(page)).toContainText('2 selected');
    await expect(boxOf(page, 'Delta')).not.toBeChecked();
    await bar(page).getByRole('button', { name: 'Clear the selection' }).click();
    await expect(bar(page)).toBeHidden();
    await expect(titleOf(page, 'Beta')).toBeFocused();
  });

  test('a range reaches over rows that were never in sight', async ({ page, api }) => {
    await importMany(page, api, 400);
    await page.goto('/');
    await pick(page, 'Row number 2');
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await boxOf(page, 'Row number 399').click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('398 selected');
    await bar(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(notices(page)).toContainText('398 bookmarks moved to trash');
    expect((await listOf(api)).content.map(({ title }) => title)).toEqual(['Row number 0', 'Row number 1']);
  });

  test('bookmarks are moved to a collection found by typing, and moved back', async ({ page, api }) => {
    const trains = await api.call('collections.create', { body: { name: 'Night trains' } });
    await api.call('collections.create', { body: { name: 'Bread' } });
    await save(api, greek);
    await page.goto('/');
    await pick(page, 'Alpha');
    await boxOf(page, 'Gamma').click();
    await bar(page).getByRole('button', { name: 'Move', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 2 bookmarks' });
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await expect(dialog.getByRole('option').first()).toContainText('Bread');
    await dialog.getByRole('combobox').fill('trai');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(notices(page)).toContainText('2 bookmarks moved to Night trains');
    await expect(rowOf(page, 'Alpha')).toContainText('Night trains');
    await expect(bar(page)).toBeHidden();
    await expect.poll(() => totalOf(api, { collection: trains.uuid })).toBe(2);

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(page, 'Alpha')).not.toContainText('Night trains');
    await expect.poll(() => totalOf(api, { collection: trains.uuid })).toBe(0);

    await pick(page, 'Beta');
    await bar(page).getByRole('button', { name: 'Move', exact: true }).click();
    await expect(page.getByRole('option').first()).toContainText('Night trains');
  });

  test('in a collection bookmarks are copied to a new one, taken out of this one, and moved to another space', async ({
    page,
    api,
  }) => {
    const { uuid } = await api.call('collections.create', { body: { name: 'Trains' } });
    await api.call('spaces.create', { body: { name: 'Work' } });
    await save(api, greek, [uuid]);
    await page.goto(`/collections/${uuid}`);
    await pick(page, 'Alpha');
    await bar(page).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /Copy to a collection/ }).click();
    await page.getByRole('combobox', { name: 'Where to' }).fill('Maps');
    await page.getByRole('option', { name: 'Create “Maps”' }).click();
    await expect(notices(page)).toContainText('1 bookmark copied to Maps');
    await expect(rowOf(page, 'Alpha')).toContainText('Maps');

    await pick(page, 'Beta');
    await bar(page).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Take out of this collection' }).click();
    await expect(rowOf(page, 'Beta')).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, 'Beta')).toBeVisible();

    await pick(page, 'Gamma');
    await page.keyboard.press('m');
    await page.getByRole('combobox', { name: 'Where to' }).fill('wor');
    await page.getByRole('option', { name: /Work/ }).click();
    await expect(notices(page)).toContainText('1 bookmark moved to Work');
    await expect(rowOf(page, 'Gamma')).toBeHidden();
    await expect.poll(() => totalOf(api)).toBe(4);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(rowOf(page, 'Gamma')).toBeVisible();
    await expect.poll(() => totalOf(api, { collection: uuid })).toBe(5);
  });

  test('the trash gives back what is selected, and asks before it erases', async ({ page, api }) => {
    await save(api, greek);
    for (const { uuid } of (await listOf(api)).content) {
      await api.call('bookmarks.delete', { params: { uuid } });
    }
    await page.goto('/?view=trash');
    await pick(page, 'Alpha');
    await bar(page).getByRole('button', { name: 'Restore' }).click();
    await expect(notices(page)).toContainText('1 bookmark restored');
    await expect(rowOf(page, 'Alpha')).toBeHidden();

    await pick(page, 'Beta');
    await page.keyboard.press('Control+a');
    await expect(bar(page)).toContainText('All 4 selected');
    await bar(page).getByRole('button', { name: 'Delete for ever' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete 4 bookmarks for ever?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(bar(page)).toContainText('All 4 selected');
    await bar(page).getByRole('button', { name: 'Delete for ever' }).click();
    await dialog.getByRole('button', { name: 'Delete for ever' }).click();
    await expect(page.getByText('The trash is empty')).toBeVisible();
    await expect.poll(() => totalOf(api, { trash: true })).toBe(0);
    await expect.poll(() => totalOf(api)).toBe(1);
  });

  test('what a search has found is selected by name', async ({ page, api }) => {
    await save(api, [...greek, 'Beta carotene']);
    await page.goto('/search?q=beta');
    await expect(rowOf(page, 'Beta carotene')).toBeVisible();
    await page.keyboard.press('Control+a');
    await expect(bar(page)).toContainText('2 selected');
    await bar(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(notices(page)).toContainText('2 bookmarks moved to trash');
    await expect.poll(() => totalOf(api)).toBe(4);
  });

  test('a change that fails says so in words, and what was selected stays selected', async ({
    page,
    api,
    allowConsole,
  }) => {
    allowConsole(/503|net::ERR_FAILED/);
    await save(api, greek);
    await page.goto('/');
    await pick(page, 'Alpha');
    await page.route('**/v1/bookmarks/bulk', (route) => route.abort());
    await bar(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(notices(page)).toContainText('The service could not be reached.');
    await expect(rowOf(page, 'Alpha')).toBeVisible();
    await expect(bar(page)).toContainText('1 selected');
    await page.unroute('**/v1/bookmarks/bulk');
    await bar(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(rowOf(page, 'Alpha')).toBeHidden();
  });

  test('a change that cannot be made to one of them is refused with the reason', async ({
    page,
    api,
    allowConsole,
  }) => {
    allowConsole(/422/);
    await save(api, greek);
    await api.call('bookmarks.create', { body: { encrypted: true, cipher: 'mw1.abcdef' } });
    await page.goto('/');
    await pick(page, 'Alpha');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('t');
    await page.getByRole('combobox', { name: 'Tags' }).fill('open,');
    await page.getByRole('button', { name: 'Add tags' }).click();
    await expect(notices(page)).toContainText('Nothing was changed, and the bookmarks are still selected.');
    await expect(bar(page)).toContainText('All 6 selected');
    await expect.poll(() => totalOf(api, { tag: 'open' })).toBe(0);
  });

  test('a bookmark that is gone by then is told of, and nothing is changed', async ({
    page,
    api,
    allowConsole,
  }) => {
    allowConsole(/404/);
    await save(api, greek);
    await page.goto('/');
    await pick(page, 'Alpha');
    await boxOf(page, 'Beta').click();
    const gone = (await listOf(api)).content.find(({ title }) => title === 'Beta');
    await api.call('bookmarks.delete', { params: { uuid: gone?.uuid ?? '' }, query: { permanent: true } });
    await bar(page).getByRole('button', { name: 'Favorite', exact: true }).click();
    await expect(notices(page)).toContainText('Some of these bookmarks are no longer there');
    await expect(rowOf(page, 'Beta')).toBeHidden();
    await expect.poll(() => totalOf(api, { favorite: true })).toBe(0);
  });
});

test.describe('by keys', () => {
  test('rows are selected, extended, let go and opened without a mouse', async ({ page, api }) => {
    await save(api, greek);
    await page.goto('/');
    await focusOn(page, 'Alpha');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(boxOf(page, 'Beta')).toBeChecked();
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: '1 selected' })).toHaveCount(1);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(bar(page)).toContainText('3 selected');
    await expect(titleOf(page, 'Delta')).toBeFocused();
    await page.keyboard.press('Shift+ArrowUp');
    await expect(bar(page)).toContainText('2 selected');
    await page.keyboard.press('.');
    await expect(bar(page).getByRole('button', { name: 'Move', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(bar(page).getByRole('button', { name: 'Tag', exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(bar(page)).toBeHidden();
    await expect(titleOf(page, 'Gamma')).toBeFocused();
  });

  test('many are tagged, marked and deleted by one call each, and each is taken back', async ({
    page,
    api,
  }) => {
    await save(api, greek);
    await api.call('bookmarks.create', {
      body: { url: 'https://other.example/', title: 'Zeta', tags: 'Rust' },
    });
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') calls.push(new URL(request.url()).pathname);
    });
    await page.goto('/');
    const selectThree = async () => {
      await focusOn(page, 'Alpha');
      await page.keyboard.press('x');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await expect(bar(page)).toContainText('3 selected');
    };

    await selectThree();
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog', { name: 'Tag 3 bookmarks' });
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('rust,');
    await expect(dialog.getByRole('button', { name: 'Remove the tag Rust' })).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('new,');
    await dialog.getByRole('button', { name: 'Add tags' }).click();
    await expect(notices(page)).toContainText('3 bookmarks tagged');
    await expect(titleOf(page, 'Gamma')).toBeFocused();
    await expect.poll(() => totalOf(api, { tag: 'rust' })).toBe(4);
    await page.keyboard.press('Control+z');
    await expect.poll(() => totalOf(api, { tag: 'rust' })).toBe(1);

    await selectThree();
    await page.keyboard.press('f');
    await expect(rowOf(page, 'Gamma').getByRole('img', { name: 'Favorite' })).toBeVisible();
    await expect(notices(page)).toContainText('3 bookmarks added to favorites');
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, 'Gamma').getByRole('img', { name: 'Favorite' })).toHaveCount(0);

    await selectThree();
    await page.keyboard.press('Delete');
    await expect(rowOf(page, 'Gamma')).toBeHidden();
    await expect(titleOf(page, 'Delta')).toBeFocused();
    await expect.poll(() => totalOf(api, { trash: true })).toBe(3);
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, 'Gamma')).toBeVisible();
    await expect.poll(() => totalOf(api, { trash: true })).toBe(0);
    expect(
      calls.filter((path) => path.startsWith('/v1/bookmarks')).map((path) => path.split('/')[3]),
    ).toEqual(['bulk', 'undo', 'bulk', 'undo', 'bulk', 'undo']);
  });

  test('the whole list is selected beyond what is loaded, but for exceptions', async ({ page, api }) => {
    await importMany(page, api, 1_300);
    await page.goto('/');
    await focusOn(page, 'Row number 1');
    await page.keyboard.press('Control+a');
    await expect(bar(page)).toContainText('All 1,300 selected');
    await page.keyboard.press('x');
    await expect(bar(page)).toContainText('1,299 selected');
    await page.keyboard.press('Delete');
    await expect(notices(page)).toContainText('1,299 bookmarks moved to trash');
    await expect(rowOf(page, 'Row number 1')).toBeVisible();
    await expect(rowOf(page, 'Row number 0')).toBeHidden();
    expect((await listOf(api)).content.map(({ title }) => title)).toEqual(['Row number 1']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(notices(page)).toContainText('Taken back for 1,299 bookmarks');
    await expect(rowOf(page, 'Row number 0')).toBeVisible();
    await expect.poll(() => totalOf(api)).toBe(1_300);
  });

  test('keys mean nothing while somebody types, and all text of a field is what Ctrl+A selects there', async ({
    page,
    api,
  }) => {
    await save(api, greek);
    await page.goto('/search?q=alpha');
    await expect(rowOf(page, 'Alpha')).toBeVisible();
    await page.getByRole('searchbox').press('Control+a');
    await page.keyboard.type('beta?');
    await expect(page.getByRole('searchbox')).toHaveValue('beta?');
    await expect(bar(page)).toBeHidden();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('? lists every key, in the language of the reader, and gives the focus back', async ({
    page,
    api,
  }) => {
    await save(api, greek);
    await page.goto('/');
    await focusOn(page, 'Beta');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog.getByText('Select the whole list')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(titleOf(page, 'Beta')).toBeFocused();
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: /Keyboard shortcuts/ }).click();
    await expect(dialog).toBeVisible();
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: phone });

  /** A finger that stays where it is, as the browser reports one. */
  async function longPress(row: Locator): Promise<void> {
    const box = await row.boundingBox();
    const point = { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 20 };
    const session = await row.page().context().newCDPSession(row.page());
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await expect(bar(row.page())).toBeVisible();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  test('a long press begins, taps go on, and the bar stands above the bar at the bottom', async ({
    page,
    api,
    context,
  }) => {
    await save(api, greek);
    await page.goto('/');
    await longPress(rowOf(page, 'Alpha'));
    await expect(boxOf(page, 'Alpha')).toBeChecked();
    await expect(bar(page)).toContainText('1 selected');
    await titleOf(page, 'Gamma').tap();
    await expect(bar(page)).toContainText('2 selected');
    expect(context.pages()).toHaveLength(1);
    const above = await bar(page).boundingBox();
    const below = await page.getByRole('navigation', { name: 'Main menu' }).last().boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await bar(page).getByRole('button', { name: 'Delete', exact: true }).tap();
    await expect(rowOf(page, 'Alpha')).toBeHidden();
    await expect.poll(() => totalOf(api, { trash: true })).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect(rowOf(page, 'Alpha')).toBeVisible();
  });

  test('the menu of a row begins too, and all of a list is taken from the menu of the bar', async ({
    page,
    api,
  }) => {
    await save(api, greek);
    await page.goto('/');
    await rowOf(page, 'Beta').getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: /Select/ }).tap();
    await expect(bar(page)).toContainText('1 selected');
    await bar(page).getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Select all 5' }).tap();
    await expect(bar(page)).toContainText('All 5 selected');
    await bar(page).getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Favorite', exact: true }).tap();
    await expect.poll(() => totalOf(api, { favorite: true })).toBe(5);
  });
});

for (const look of looks) {
  test(`a selection and what it asks: ${look.name}`, async ({ page, api, baseURL }) => {
    test.slow();
    const t = wordsOf(look.locale);
    await wear(page, baseURL ?? '', look);
    const { uuid } = await api.call('collections.create', {
      body: { name: 'Night trains', color: '22c55e' },
    });
    await save(api, [`Every night train ${randomUUID()}`, ...greek], [uuid]);
    await page.goto(`/collections/${uuid}`);
    await expect(titleOf(page, 'Epsilon')).toBeVisible();
    await page.keyboard.press('Control+a');
    const toolbar = page.getByRole('toolbar', { name: t('BookmarkSelection.bar') });
    await expect(toolbar).toBeVisible();
    await expectFit(page);
    for (const key of ['m', 'c', 't', 'Shift+T']) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectFit(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    await toolbar.getByRole('button', { name: t('BookmarkSelection.more') }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectFit(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: t('Shortcuts.title') })).toBeVisible();
    await expectFit(page);
  });
}
