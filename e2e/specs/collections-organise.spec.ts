import type { Page } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const main = (page: Page) => page.getByRole('main');
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ });
const inMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: new RegExp(name) });

async function createCollection(api: Api, name: string, titles: readonly string[]): Promise<string> {
  const { uuid } = await api.call('collections.create', { body: { name } });
  for (const title of titles) {
    await api.call('bookmarks.create', {
      body: { url: `https://organise.example/${title}`, title, collections: [uuid] },
    });
  }
  return uuid;
}

const titlesIn = async (api: Api, collection: string) =>
  (await api.call('bookmarks.list', { query: { collection } })).content.map(({ title }) => title).sort();

/** Chooses an entry in the menu of a collection in the list. */
async function choose(page: Page, collection: string, entry: string): Promise<void> {
  await main(page)
    .getByRole('button', { name: `More options for ${collection}` })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('two collections are merged: the target is found by typing, and the effect is shown first', async ({
  page,
  api,
}) => {
  const bread = await createCollection(api, 'Bread', ['Rye']);
  await createCollection(api, 'Baking', ['Cake', 'Buns']);
  await createCollection(api, 'Trains', []);
  await page.goto('/collections');
  await choose(page, 'Baking', 'Merge into another collection');
  const dialog = page.getByRole('dialog', { name: 'Merge Baking into another collection' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await expect(dialog.getByRole('option')).toHaveText([/Bread/, /Trains/]);
  await dialog.getByRole('combobox').fill('BRE');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('2 bookmarks will move to Bread, and Baking will be deleted.');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('option', { name: /Bread/ }).click();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(toasts(page)).toContainText('Baking was merged into Bread');
  await expect(inMenu(page, 'Baking')).toHaveCount(0);
  await expect(inMenu(page, 'Bread')).toContainText('3');
  expect(await titlesIn(api, bread)).toEqual(['Buns', 'Cake', 'Rye']);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(`/collections/${bread}`);
});

test('merging a collection on its own page opens the target collection', async ({ page, api }) => {
  const bread = await createCollection(api, 'Bread', []);
  const baking = await createCollection(api, 'Baking', ['Cake']);
  await page.goto(`/collections/${baking}`);
  await main(page).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Merge into another collection' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await expect(page).toHaveURL(`/collections/${bread}`);
  await expect(page.getByRole('link', { name: 'Cake', exact: true })).toBeVisible();
});

test('deleting, merging and moving a collection are undone by Ctrl+Z and by the button', async ({
  page,
  api,
}) => {
  const work = await api.call('spaces.create', { body: { name: 'Work' } });
  await createCollection(api, 'Bread', ['Rye']);
  const baking = await createCollection(api, 'Baking', ['Cake', 'Buns']);
  const { color } = await api.call('collections.update', {
    params: { uuid: baking },
    body: { color: 'aa1122', description: 'Sweet things' },
  });
  await page.goto('/collections');
  const isBack = async () => {
    await expect(toasts(page)).toContainText('Undone');
    await expect(inMenu(page, 'Baking')).toContainText('2');
    expect(await titlesIn(api, baking)).toEqual(['Buns', 'Cake']);
    const { collection } = await api.call('collections.details', { params: { uuid: baking } });
    expect(collection).toMatchObject({ color, description: 'Sweet things' });
    await toasts(page).getByRole('button', { name: 'Close' }).last().click();
  };

  await page.evaluate(() => {
    const fading = new CSSStyleSheet();
    fading.replaceSync('[data-state=closed] { animation-duration: 3600s !important }');
    document.adoptedStyleSheets = [fading];
  });
  await choose(page, 'Baking', 'Delete');
  await page.getByRole('radio', { name: /trash/ }).check();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(inMenu(page, 'Baking')).toHaveCount(0);
  await expect(toasts(page)).toContainText('Baking');
  // The dialog is still fading out.
  await expect(page.locator('[data-scroll-locked] [role=alertdialog][data-state=closed]')).toBeAttached();
  await page.keyboard.press('ControlOrMeta+z');
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  await isBack();

  await choose(page, 'Baking', 'Merge into another collection');
  await page.getByRole('dialog').getByRole('option', { name: /Bread/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await expect(inMenu(page, 'Baking')).toHaveCount(0);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await isBack();

  await choose(page, 'Baking', 'Move to another space');
  await page.getByRole('dialog').getByRole('option', { name: 'Work' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
  await expect(inMenu(page, 'Baking')).toHaveCount(0);
  await expect(toasts(page)).toContainText('Work');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await isBack();
  const { content } = await api.call('spaces.list', {});
  expect(content.find(({ uuid }) => uuid === work.uuid)?.counts.bookmarks).toBe(0);
});

test('a collection whose deletion is undone before the response stays open', async ({ page, api }) => {
  const baking = await createCollection(api, 'Baking', ['Cake']);
  await page.goto(`/collections/${baking}`);
  const released = Promise.withResolvers<undefined>();
  await page.route(`**/v1/collections/${baking}/delete*`, async (route) => {
    await released.promise;
    await route.continue();
  });
  await main(page).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const sent = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await sent;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  released.resolve(undefined);
  await expect(toasts(page)).toContainText('Undone');
  await expect(page).toHaveURL(`/collections/${baking}`);
  await expect(page.getByRole('link', { name: 'Cake', exact: true })).toBeVisible();
});

test('a target that was deleted in the meantime shows an error, and nothing is lost', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const bread = await createCollection(api, 'Bread', []);
  const baking = await createCollection(api, 'Baking', ['Cake']);
  await page.goto('/collections');
  await choose(page, 'Baking', 'Merge into another collection');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('option', { name: /Bread/ }).click();
  await api.call('collections.delete', { params: { uuid: bread } });
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing has changed');
  expect(await titlesIn(api, baking)).toEqual(['Cake']);
});

test('a collection moves to another space, and its bookmarks leave their other collections', async ({
  page,
  api,
}) => {
  const work = await api.call('spaces.create', { body: { name: 'Work' } });
  const papers = await createCollection(api, 'Papers', ['Attention']);
  const reading = await createCollection(api, 'Reading', ['Essay']);
  const { content } = await api.call('bookmarks.list', { query: { collection: papers } });
  await api.call('bookmarks.update', {
    params: { uuid: content[0]?.uuid ?? '' },
    body: { collections: [papers, reading] },
  });
  await page.goto(`/collections/${papers}`);
  await main(page).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move to another space' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move Papers to another space' });
  await dialog.getByRole('option', { name: 'Work' }).click();
  await expect(dialog).toContainText('which will be removed from all other collections of this space.');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page).toHaveURL('/collections');
  await expect(toasts(page)).toContainText('Papers moved to Work');
  await expect(inMenu(page, 'Reading')).toBeVisible();
  await expect(inMenu(page, 'Papers')).toHaveCount(0);
  expect(await titlesIn(api, reading)).toEqual(['Essay']);
  await api.call('account.update', { body: { space: work.uuid } });
  expect(await titlesIn(api, papers)).toEqual(['Attention']);
});

test('the screen of collections protects the default one, and links uncollected bookmarks and a second space', async ({
  page,
  api,
}) => {
  await createCollection(api, 'Papers', ['Attention']);
  await api.call('bookmarks.create', { body: { url: 'https://loose.example/', title: 'Loose leaf' } });
  await page.goto('/collections');
  await test.step('the default collection can be neither merged, moved nor deleted', async () => {
    await main(page).getByRole('button', { name: 'More options for Uncategorized' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Pin to the top', 'Edit', 'Share']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  });
  await test.step('bookmarks in no collection are one step away', async () => {
    await main(page).locator('a[href="/?view=uncollected"]').getByText('Uncategorized').click();
    await expect(page).toHaveURL('/?view=uncollected');
    await expect(page.getByRole('link', { name: 'Loose leaf', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Attention', exact: true })).toHaveCount(0);
  });
  await test.step('with a single space, moving offers to createCollection a second one', async () => {
    await page.goto('/collections');
    await choose(page, 'Papers', 'Move to another space');
    await page.getByRole('dialog').getByRole('link', { name: 'Create space' }).click();
    await expect(page.getByRole('dialog', { name: 'New space' })).toBeVisible();
  });
});

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

test('merging and moving are accessible and fit', async ({ page, api, baseURL }) => {
  await api.call('spaces.create', { body: { name: `Work ${longWord}` } });
  await createCollection(api, 'Bread', ['Rye']);
  await createCollection(api, `Baking ${longWord}`, []);
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const words = wordsOf(locale);
    for (const kind of ['merge', 'move'] as const) {
      await page.goto('/collections');
      await main(page)
        .getByRole('button', { name: words('Collections.moreOf', { name: 'Bread' }) })
        .click();
      await page.getByRole('menuitem', { name: words(`Collections.${kind}`) }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('combobox')).toBeFocused();
      await expectFit(page);
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('button', { name: words(`Collections.${kind}Confirm`) })).toBeFocused();
      await expectFit(page);
    }
  });
});
