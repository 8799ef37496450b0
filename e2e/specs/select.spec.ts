import { randomUUID } from 'node:crypto';
import {
  rowOf,
  titleOf,
  boxOf,
  bar,
  toasts,
  focusOn,
  save,
  greek,
  importMany,
  listOf,
  totalOf,
} from '../fixtures/rows';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFit } from '../fixtures/expect-fit';
import { wordsOf } from '../fixtures/words';
import type { Locator } from '@playwright/test';
import { dialogLooks, inEach, phone } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

test.describe('by keys', () => {
  test('rows are selected, extended, deselected and opened without a mouse', async ({ page, api }) => {
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

  test('keys act one after another, also before the selection bar is loaded', async ({ page, api }) => {
    await save(api, greek);
    await page.goto('/');
    const held = Promise.withResolvers<undefined>();
    await page.route('**/_next/static/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await titleOf(page, 'Alpha').focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(boxOf(page, 'Gamma')).toBeChecked();
    await expect(titleOf(page, 'Gamma')).toBeFocused();
    held.resolve(undefined);
    await expect(bar(page)).toContainText('3 selected');
    await expect(titleOf(page, 'Gamma')).toBeFocused();
  });

  test('many are tagged, marked and deleted by one call each, and each change is undone', async ({
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
    await expect(dialog.getByRole('button', { name: 'Remove tag Rust' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog.getByRole('button', { name: 'Remove tag Rust' })).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('new,');
    await dialog.getByRole('button', { name: 'Add tags' }).click();
    await expect(toasts(page)).toContainText('3 bookmarks tagged');
    await expect(titleOf(page, 'Gamma')).toBeFocused();
    await expect.poll(() => totalOf(api, { tag: 'rust' })).toBe(4);
    await page.keyboard.press('Control+z');
    await expect.poll(() => totalOf(api, { tag: 'rust' })).toBe(1);

    await selectThree();
    await page.keyboard.press('f');
    await expect(rowOf(page, 'Gamma').getByRole('img', { name: 'Favorite' })).toBeVisible();
    await expect(toasts(page)).toContainText('3 bookmarks added to favorites');
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

  test('the whole list is selected beyond the loaded rows, with exceptions', async ({ page, api }) => {
    await importMany(page, api, 1_300);
    await page.goto('/');
    await focusOn(page, 'Row number 1');
    await page.keyboard.press('Control+a');
    await expect(bar(page)).toContainText('All 1,300 selected');
    await page.keyboard.press('x');
    await expect(bar(page)).toContainText('1,299 selected');
    await page.keyboard.press('Delete');
    // Under the pointer the toast stays, however long the following takes.
    await toasts(page).getByText('1,299 bookmarks moved to trash').hover();
    await expect(rowOf(page, 'Row number 1')).toBeVisible();
    await expect(rowOf(page, 'Row number 0')).toBeHidden();
    expect((await listOf(api)).content.map(({ title }) => title)).toEqual(['Row number 1']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(toasts(page)).toContainText('Undone for 1,299 bookmarks');
    await expect(rowOf(page, 'Row number 0')).toBeVisible();
    await expect.poll(() => totalOf(api)).toBe(1_300);
  });

  test('shortcuts are off while typing, and Ctrl+A in a field selects its text', async ({ page, api }) => {
    await save(api, greek);
    await page.goto('/search?q=alpha');
    await expect(rowOf(page, 'Alpha')).toBeVisible();
    await page.getByRole('searchbox').press('Control+a');
    await page.keyboard.type('beta?');
    await expect(page.getByRole('searchbox')).toHaveValue('beta?');
    await expect(bar(page)).toBeHidden();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('? lists every shortcut, in the language of the user, and restores the focus', async ({
    page,
    api,
  }) => {
    await save(api, greek);
    await page.goto('/');
    await focusOn(page, 'Beta');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog.getByText('Select all')).toBeVisible();
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

  /** Sends the touch events of a long press. */
  async function longPress(row: Locator): Promise<void> {
    const box = await row.boundingBox();
    const point = { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 20 };
    const session = await row.page().context().newCDPSession(row.page());
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await expect(bar(row.page())).toBeVisible();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  test('a long press starts a selection, taps extend it, and the selection bar is above the bottom navigation', async ({
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

  test('the menu of a row starts a selection too, and the menu of the bar selects the whole list', async ({
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

test('a selection and its dialogs are accessible and fit', async ({ page, api, baseURL }) => {
  test.slow();
  const { uuid } = await api.call('collections.create', {
    body: { name: 'Night trains', color: '22c55e' },
  });
  await save(api, [`Every night train ${randomUUID()}`, ...greek], [uuid]);
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const t = wordsOf(locale);
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
});
