import type { Page } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ });
const switchSpace = (api: Api, space: string) => api.call('account.update', { body: { space } });

/** Creates a second space with two bookmarks, one in a collection, and a third in the trash; the first is current. */
async function createWorkSpace(api: Api): Promise<string> {
  const { space: home } = await api.call('account.get');
  const { uuid } = await api.call('spaces.create', { body: { name: 'Work' } });
  await switchSpace(api, uuid);
  const papers = await api.call('collections.create', { body: { name: 'Papers' } });
  const save = (title: string, collections: string[] = []) =>
    api.call('bookmarks.create', { body: { url: `https://work.example/${title}`, title, collections } });
  await save('Attention', [papers.uuid]);
  await save('Payroll');
  const thrown = await save('Old');
  await api.call('bookmarks.delete', { params: { uuid: thrown.uuid } });
  await switchSpace(api, home);
  return uuid;
}

async function askToDelete(page: Page, name: string) {
  await page.getByRole('button', { name: `More options for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  return page.getByRole('alertdialog', { name: `Delete ${name}?` });
}

const spaceNames = async (api: Api) => (await api.call('spaces.list')).content.map(({ name }) => name);
const titles = async (api: Api, trash = false) =>
  (await api.call('bookmarks.list', { query: { trash } })).content.map(({ title }) => title).sort();

test('a space is deleted, and its content moves to the other one', async ({ page, api }) => {
  await api.call('bookmarks.create', { body: { url: 'https://home.example/', title: 'Home' } });
  await createWorkSpace(api);
  await page.goto('/spaces');
  const dialog = await askToDelete(page, 'Work');
  await expect(dialog).toContainText('It contains 2 bookmarks (and 1 in the trash) and 2 collections.');
  const move = dialog.getByRole('radio', { name: /^Move everything to Personal/ });
  await expect(move).toBeChecked();
  // A choice does not confirm.
  await move.press('Enter');
  await dialog.getByRole('button', { name: 'Move and delete' }).click();
  await expect(toasts(page)).toContainText('Work deleted. Its 2 bookmarks are now in Personal.');
  await expect(row(page, 'Work')).toHaveCount(0);
  await expect(row(page, 'Personal')).toContainText('3 bookmarks, 2 collections');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toContainText('Papers');
  expect(await spaceNames(api)).toEqual(['Personal']);
  expect(await titles(api)).toEqual(['Attention', 'Home', 'Payroll']);
  expect(await titles(api, true)).toEqual(['Old']);
});

test('a space is deleted with its content, and the other one keeps its own', async ({ page, api }) => {
  await api.call('bookmarks.create', { body: { url: 'https://home.example/', title: 'Home' } });
  await createWorkSpace(api);
  await page.goto('/spaces');
  const dialog = await askToDelete(page, 'Work');
  await dialog.getByRole('radio', { name: /^Delete everything/ }).check();
  await expect(dialog).toContainText('This can’t be undone.');
  const name = dialog.getByLabel('Type “Work” to confirm');
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('This isn’t the name of the space.');
  await name.fill('Work');
  await name.press('Enter');
  await expect(toasts(page)).toContainText('Work deleted');
  await expect(row(page, 'Work')).toHaveCount(0);
  expect(await spaceNames(api)).toEqual(['Personal']);
  expect(await titles(api)).toEqual(['Home']);
});

test('deleting an unused space needs only a confirmation', async ({ page, api }) => {
  await api.call('spaces.create', { body: { name: 'Work' } });
  await page.goto('/spaces');
  let dialog = await askToDelete(page, 'Work');
  await expect(dialog).toContainText('This space is empty.');
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Work')).toBeVisible();
  dialog = await askToDelete(page, 'Work');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'Work')).toHaveCount(0);
});

test('the current space and the default one cannot be deleted, and their menus state the reason', async ({
  page,
  api,
}) => {
  await switchSpace(api, await createWorkSpace(api));
  await page.goto('/spaces');
  await test.step('each row shows recent activity as a chart with an accessible name', async () => {
    const chart = (name: string) => row(page, name).getByRole('img');
    await expect(chart('Work')).toHaveAccessibleName(/^[23] bookmarks saved in the last 30 days$/);
    await expect(chart('Personal')).toHaveAccessibleName('No bookmarks saved in the last 30 days');
  });
  for (const [name, reason] of [
    ['Work', 'This is your current space. Switch to another one first.'],
    ['Personal', 'This is the default space. Make another one the default first.'],
  ] as const) {
    await page.getByRole('button', { name: `More options for ${name}` }).click();
    const entry = page.getByRole('menuitem', { name: 'Delete' });
    await expect(entry).toBeDisabled();
    await expect(entry).toContainText(reason);
    // Focusable by keyboard, so that screen readers announce the reason.
    await page.keyboard.press('End');
    await expect(entry).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
});

test('a space that another device just made current or default is not deleted, with an error message', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const { space: home } = await api.call('account.get');
  const uuid = await createWorkSpace(api);
  await page.goto('/spaces');
  const dialog = await askToDelete(page, 'Work');
  await switchSpace(api, uuid);
  await dialog.getByRole('button', { name: 'Move and delete' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This space is in use here or on another device');
  await switchSpace(api, home);
  await page.goto('/spaces');
  await askToDelete(page, 'Work');
  await api.call('spaces.setDefault', { params: { uuid } });
  await dialog.getByRole('button', { name: 'Move and delete' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This is now the default space');
  expect(await spaceNames(api)).toHaveLength(2);
});

test('deleting is accessible and fits the screen', async ({ page, api, baseURL }) => {
  await createWorkSpace(api);
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const words = wordsOf(locale);
    await page.goto('/spaces');
    await expect(page.getByText(locale === 'en' ? /includes 2 spaces/ : /inclui 2 espaços/)).toBeVisible();
    await expectFit(page);
    const more = (name: string) => page.getByRole('button', { name: words('Spaces.more', { name }) });
    await more(locale === 'en' ? 'Personal' : 'Pessoal').click();
    await expect(page.getByText(words('Spaces.neededCurrent'))).toBeVisible();
    await expectFit(page);
    await page.keyboard.press('Escape');
    await more('Work').click();
    await page.getByRole('menuitem', { name: words('Spaces.delete') }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectFit(page);
  });
});
