import type { Page } from '@playwright/test';
import { expectFitBothWays } from '../fixtures/expect-fit';
import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const inMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: new RegExp(name) });

test('a collection is created by keyboard, gets a color, and appears in the menu immediately', async ({
  page,
  api,
}) => {
  await page.goto('/collections');
  await page.keyboard.press('Control+u');
  const dialog = page.getByRole('dialog', { name: 'New collection' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Night trains');
  await dialog.getByRole('textbox', { name: 'Custom color' }).fill('22c55e');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(inMenu(page, 'Night trains')).toBeVisible();
  // The entry is shown before the response arrives.
  const created = async () =>
    (await api.call('collections.list')).content.find(({ name }) => name === 'Night trains');
  await expect.poll(async () => (await created())?.color).toBe('22c55e');
});

test('a dialog opened while a collection is being saved waits for the response, and a refused form reopens', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/422/);
  const saved = Promise.withResolvers<undefined>();
  await page.route('**/v1/collections/create', async (route) => {
    await saved.promise;
    await route.continue();
  });
  await page.goto('/collections#create');
  const dialog = page.getByRole('dialog', { name: 'New collection' });
  const add = page.getByRole('main').getByRole('button', { name: 'New', exact: true });
  await dialog.getByLabel('Name').fill('First');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(inMenu(page, 'First')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await add.click();
  saved.resolve(undefined);
  await expect(dialog.getByLabel('Name')).toHaveValue('');
  await dialog.getByLabel('Name').fill('Second');

  const refused = Promise.withResolvers<undefined>();
  await page.route('**/v1/collections/create', async (route) => {
    await refused.promise;
    await route.fulfill({
      status: 422,
      json: { code: 'VALIDATION_FAILED', message: 'Not this one', errors: [] },
    });
  });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(inMenu(page, 'Second')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await add.click();
  refused.resolve(undefined);
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Second');
});

test('a name that another collection has warns at the field, and can be saved', async ({ page, api }) => {
  await api.call('collections.create', { body: { name: 'Receitas de pão' } });
  await page.goto('/collections#create');
  const dialog = page.getByRole('dialog', { name: 'New collection' });
  await dialog.getByLabel('Name').fill('RECEITAS de Pao');
  await expect(dialog.getByRole('alert')).toHaveText(
    'You already have a collection called “Receitas de pão” in this space.',
  );
  await dialog.getByLabel('Name').fill('Receitas de bolo');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByLabel('Name').fill('receitas de pão');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const names = async () => (await api.call('collections.list')).content.map(({ name }) => name);
  await expect.poll(names).toContain('receitas de pão');
  await expect(inMenu(page, 'eceitas de pão')).toHaveCount(2);
});

test('the menu follows the order of the screen of collections', async ({ page, api }) => {
  for (const name of ['Part 10', 'Part 9']) await api.call('collections.create', { body: { name } });
  const own = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link')
    .filter({ hasText: /Part|Uncategorized/ });
  await page.goto('/collections');
  await expect(own).toHaveText([/Part 9/, /Part 10/, /Uncategorized/]);
  await page.getByRole('button', { name: /^Sort by/ }).click();
  await page.getByRole('menuitemradio', { name: /Z.*A/ }).click();
  await expect(own).toHaveText([/Uncategorized/, /Part 10/, /Part 9/]);
});

test('the default collection exists from the start, is translated, and cannot be deleted', async ({
  page,
  api,
}) => {
  await page.goto('/collections');
  const collection = page.getByRole('main').locator('a[href^="/collections/"]');
  await expect(collection).toHaveText('Uncategorized');
  await page.context().addCookies([{ name: 'markwell-locale', value: 'pt-BR', url: page.url() }]);
  await page.reload();
  await expect(collection).toHaveText('Sem categoria');
  expect((await api.call('collections.list')).content).toMatchObject([{ isDefault: true }]);
});

test('a collection is renamed on its own page', async ({ page, api }) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Before' } });
  await page.goto(`/collections/${uuid}`);
  await expect(page).toHaveTitle('Before · Markwell');
  await page.getByRole('main').getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit collection' });
  await dialog.getByLabel('Name').fill('After');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'After', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('After · Markwell');
  await expect(inMenu(page, 'After')).toBeVisible();
});

test('a collection is deleted, and its bookmarks are kept or move to the trash', async ({ page, api }) => {
  const count = async (trash: boolean) =>
    (await api.call('bookmarks.list', { query: { trash } })).pagination.total;
  for (const [fate, inLibrary, inTrash] of [
    ['Keep the bookmarks', 1, 0],
    ['Move them to trash', 1, 1],
  ] as const) {
    await test.step(fate, async () => {
      const { uuid } = await api.call('collections.create', { body: { name: 'Doomed' } });
      await api.call('bookmarks.create', {
        body: { url: `https://doomed.example/${inTrash}`, title: 'Inside', collections: [uuid] },
      });
      await page.goto(`/collections/${uuid}`);
      await page.getByRole('main').getByRole('button', { name: /^More/ }).first().click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
      await dialog.getByRole('radio', { name: new RegExp(fate) }).check();
      await expectFitBothWays(page);
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect(page).toHaveURL('/collections');
      await expect(inMenu(page, 'Doomed')).toHaveCount(0);
      await expect.poll(() => count(false)).toBe(inLibrary);
      await expect.poll(() => count(true)).toBe(inTrash);
    });
  }
});

/** Deletes the first collection of the screen by its menu. */
async function deleteFirst(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: /^More/ }).first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Delete' })
    .click();
}

test('going back does not lead to a deleted collection', async ({ page, api }) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Doomed' } });
  await page.goto('/tags');
  await inMenu(page, 'Doomed').click();
  await expect(page.getByRole('heading', { name: 'Doomed', level: 1 })).toBeVisible();
  await deleteFirst(page);
  await expect(page).toHaveURL('/collections');
  await page.goBack();
  await expect(page).toHaveURL('/tags');
  expect((await api.call('collections.list')).content.map((one) => one.uuid)).not.toContain(uuid);
});

test('a collection deleted on another device shows the not-found page', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/404/);
  const { uuid } = await api.call('collections.create', { body: { name: 'Doomed' } });
  await page.goto('/collections');
  await expect(inMenu(page, 'Doomed')).toBeVisible();
  await api.call('collections.delete', { params: { uuid } });
  await inMenu(page, 'Doomed').click();
  await expect(page.getByText('404 · Page not found')).toBeVisible();
  await expect(page).toHaveTitle(/^Page not found/);
  await expect(inMenu(page, 'Doomed')).toHaveCount(0);
  await inMenu(page, 'Uncategorized').click();
  await expect(page.getByRole('heading', { name: 'Uncategorized', level: 1 })).toBeVisible();
});

test('a collection that was deleted and restored opens again', async ({ page, api, allowConsole }) => {
  allowConsole(/404/);
  await api.call('collections.create', { body: { name: 'Doomed' } });
  await page.goto('/collections');
  await inMenu(page, 'Doomed').click();
  await expect(page.getByRole('heading', { name: 'Doomed', level: 1 })).toBeVisible();
  await page.goBack();
  await deleteFirst(page);
  await expect(page.getByText(/deleted/)).toBeVisible();
  await page.goForward();
  await expect(page.getByText('404 · Page not found')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await inMenu(page, 'Uncategorized').click();
  await inMenu(page, 'Doomed').click();
  await expect(page.getByRole('heading', { name: 'Doomed', level: 1 })).toBeVisible();
});

test('an unknown collection shows the not-found page', async ({ page, allowConsole }) => {
  allowConsole(/404/);
  await page.goto('/collections/01900000-0000-7000-8000-000000000000');
  await expect(page.getByText('404 · Page not found')).toBeVisible();
});

test('the buttons of a dialog do not cover its fields, however low the screen is', async ({ page }) => {
  const forms = [
    {
      address: '/collections#create',
      heading: 'New collection',
      submit: 'Create',
      fields: ['Name', 'Description'],
    },
    {
      address: '/#add',
      heading: 'Add bookmark',
      submit: 'Add',
      fields: ['Address', 'Title', 'Description', 'Collections', 'Tags'],
    },
  ];
  for (const { name, viewport } of [
    { name: 'with the keyboard of a phone open', viewport: { width: 390, height: 330 } },
    { name: 'at 400% zoom', viewport: { width: 320, height: 256 } },
  ]) {
    await test.step(name, async () => {
      await page.setViewportSize(viewport);
      for (const { address, heading, submit, fields } of forms) {
        await page.goto(address);
        const dialog = page.getByRole('dialog', { name: heading });
        const button = dialog.getByRole('button', { name: submit, exact: true });
        for (const label of fields) {
          const field = dialog.getByLabel(label, { exact: true });
          await field.focus();
          const [box, covering] = [await field.boundingBox(), await button.boundingBox()];
          expect(box?.height).toBeGreaterThan(0);
          expect((box?.y ?? 0) + (box?.height ?? 0), label).toBeLessThanOrEqual(covering?.y ?? Infinity);
        }
        await button.scrollIntoViewIfNeeded();
        await expect(button).toBeInViewport();
      }
    });
  }
});

test('a dialog whose code cannot be loaded is tried again, and the page stays', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|ChunkLoadError|Failed to load chunk/);
  await page.goto('/tags');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));
  await page.route('**/_next/static/**', (route) => route.abort());
  await page.keyboard.press('ControlOrMeta+U');
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load part of this page.' });
  await expect(alert).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tags', level: 1 })).toBeVisible();
  await page.unroute('**/_next/static/**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'New collection' })).toBeVisible();
  await expect(page.locator('html[data-same-page]')).toHaveCount(1);
});
