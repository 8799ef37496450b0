import { text } from 'node:stream/consumers';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import {
  rowOf,
  titleOf,
  boxOf,
  bar,
  toasts,
  pick,
  save,
  focusOn,
  list,
  greek,
  importMany,
  listOf,
  totalOf,
} from '../fixtures/rows';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

test.describe('with a mouse', () => {
  test('the hovered row shows a checkbox over its icon, and Shift selects a range', async ({ page, api }) => {
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
    await bar(page).getByRole('button', { name: 'Clear selection' }).click();
    await expect(bar(page)).toBeHidden();
    await expect(titleOf(page, 'Beta')).toBeFocused();

    await test.step('the selection is exported to a file, and stays selected', async () => {
      await pick(page, 'Beta');
      await boxOf(page, 'Delta').click({ modifiers: ['Shift'] });
      const download = page.waitForEvent('download');
      await bar(page).getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Export as HTML' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^markwell-.*\.html$/);
      const html = await text(await file.createReadStream());
      const titles = [...html.matchAll(/<A HREF[^>]*>([^<]*)/g)].map(([, title]) => title ?? '');
      expect(titles.sort()).toEqual(['Beta', 'Delta', 'Gamma']);
      await expect(bar(page)).toContainText('3 selected');
    });
  });

  test('keys that scroll keep the actions at the focused row, until the pointer moves', async ({
    page,
    api,
  }) => {
    await importMany(page, api, 60);
    await page.goto('/');
    await focusOn(page, 'Row number 3');
    const hovered = list(page).locator('[data-row]:hover');
    const before = (await hovered.getAttribute('data-row')) ?? '';
    for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press('j');
    await expect(titleOf(page, 'Row number 33')).toBeFocused();
    // The browser notices some time after the scrolling that another row is under the pointer.
    await expect(hovered).not.toHaveAttribute('data-row', before);
    const edit = list(page).getByRole('button', { name: 'Edit' });
    await expect(rowOf(page, 'Row number 33').getByRole('button', { name: 'Edit' })).toBeVisible();
    await expect(edit).toHaveCount(1);
    await expect(boxOf(page, 'Row number 33')).toBeVisible();

    const box = await hovered.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 20);
    await expect(hovered.getByRole('button', { name: 'Edit' })).toBeVisible();
    await expect(edit).toHaveCount(1);
  });

  test('a range includes rows that were never visible', async ({ page, api }) => {
    await importMany(page, api, 400);
    await page.goto('/');
    await pick(page, 'Row number 2');
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await boxOf(page, 'Row number 399').click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('398 selected');
    await bar(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(toasts(page)).toContainText('398 bookmarks moved to trash');
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
    await expect(toasts(page)).toContainText('2 bookmarks moved to Night trains');
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

  test('in a collection bookmarks are copied to a new one, removed from this one, and moved to another space', async ({
    page,
    api,
  }) => {
    const { uuid } = await api.call('collections.create', { body: { name: 'Trains' } });
    await api.call('spaces.create', { body: { name: 'Work' } });
    await save(api, greek, [uuid]);
    await page.goto(`/collections/${uuid}`);
    await pick(page, 'Alpha');
    await bar(page).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /Copy to collection/ }).click();
    await page.getByRole('combobox', { name: 'Destination' }).fill('Maps');
    await page.getByRole('option', { name: 'Create “Maps”' }).click();
    await expect(toasts(page)).toContainText('1 bookmark copied to Maps');
    await expect(rowOf(page, 'Alpha')).toContainText('Maps');

    await pick(page, 'Beta');
    await bar(page).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Remove from this collection' }).click();
    await expect(rowOf(page, 'Beta')).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, 'Beta')).toBeVisible();

    await pick(page, 'Gamma');
    await page.keyboard.press('m');
    await page.getByRole('combobox', { name: 'Destination' }).fill('wor');
    await page.getByRole('option', { name: /Work/ }).click();
    await expect(toasts(page)).toContainText('1 bookmark moved to Work');
    await expect(rowOf(page, 'Gamma')).toBeHidden();
    await expect.poll(() => totalOf(api)).toBe(4);
    const moved = toasts(page).getByRole('listitem').filter({ hasText: '1 bookmark moved to Work' });
    await moved.getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(page, 'Gamma')).toBeVisible();
    await expect.poll(() => totalOf(api, { collection: uuid })).toBe(5);
  });

  test('the trash restores the selection, and asks for confirmation before permanent deletion', async ({
    page,
    api,
  }) => {
    await save(api, greek);
    for (const { uuid } of (await listOf(api)).content) {
      await api.call('bookmarks.delete', { params: { uuid } });
    }
    await page.goto('/?view=trash');
    await pick(page, 'Alpha');
    await bar(page).getByRole('button', { name: 'Restore' }).click();
    await expect(toasts(page)).toContainText('1 bookmark restored');
    await expect(rowOf(page, 'Alpha')).toBeHidden();

    await pick(page, 'Beta');
    await page.keyboard.press('Control+a');
    await expect(bar(page)).toContainText('All 4 selected');
    await bar(page).getByRole('button', { name: 'Delete permanently' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete 4 bookmarks permanently?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(bar(page)).toContainText('All 4 selected');
    await bar(page).getByRole('button', { name: 'Delete permanently' }).click();
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(page.getByText('Trash is empty')).toBeVisible();
    await expect.poll(() => totalOf(api, { trash: true })).toBe(0);
    await expect.poll(() => totalOf(api)).toBe(1);
  });

  test('search results are selected individually', async ({ page, api }) => {
    await save(api, [...greek, 'Beta carotene']);
    await page.goto('/search?q=beta');
    await expect(rowOf(page, 'Beta carotene')).toBeVisible();
    await page.keyboard.press('Control+a');
    await expect(bar(page)).toContainText('2 selected');
    await bar(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(toasts(page)).toContainText('2 bookmarks moved to trash');
    await expect.poll(() => totalOf(api)).toBe(4);
  });

  test('a change that fails, or that is not allowed for one of them, shows an error and changes nothing', async ({
    page,
    api,
    allowConsole,
  }) => {
    allowConsole(/422|404|net::ERR_FAILED/);
    await save(api, greek);
    await api.call('bookmarks.create', { body: { encrypted: true, cipher: sampleEnvelope() } });
    await test.step('without the service the selection is kept', async () => {
      await page.goto('/');
      await pick(page, 'Alpha');
      const highlight = async () => {
        await bar(page).getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: /^Highlight/ }).click();
      };
      // Unlike a deletion, it does not wait for the network.
      await page.route('**/v1/bookmarks/bulk', (route) => route.abort());
      await highlight();
      await expect(toasts(page)).toContainText('Couldn’t reach the server.');
      await expect(rowOf(page, 'Alpha')).toBeVisible();
      await expect(bar(page)).toContainText('1 selected');
      await page.unroute('**/v1/bookmarks/bulk');
      await highlight();
      await expect(toasts(page)).toContainText('1 bookmark highlighted');
    });
    await test.step('a change that is not allowed for one of them is rejected with the reason', async () => {
      await page.goto('/');
      await pick(page, 'Alpha');
      await page.keyboard.press('Control+a');
      await expect(bar(page)).toContainText('All 6 selected');
      await page.keyboard.press('t');
      await page.getByRole('combobox', { name: 'Tags' }).fill('open,');
      await page.getByRole('button', { name: 'Add tags' }).click();
      await expect(toasts(page)).toContainText('Nothing was changed, and the bookmarks are still selected.');
      await expect(bar(page)).toContainText('All 6 selected');
      await expect.poll(() => totalOf(api, { tag: 'open' })).toBe(0);
    });
    await test.step('a bookmark deleted in the meantime is reported', async () => {
      await page.goto('/');
      await pick(page, 'Alpha');
      await boxOf(page, 'Beta').click();
      const gone = (await listOf(api)).content.find(({ title }) => title === 'Beta');
      await api.call('bookmarks.delete', { params: { uuid: gone?.uuid ?? '' }, query: { permanent: true } });
      await bar(page).getByRole('button', { name: 'Favorite', exact: true }).click();
      await expect(toasts(page)).toContainText('Some of these bookmarks no longer exist');
      await expect(rowOf(page, 'Beta')).toBeHidden();
      await expect.poll(() => totalOf(api, { favorite: true })).toBe(0);
    });
  });
});
