import type { Page } from '@playwright/test';
import { createApi } from '../fixtures/api';
import { expectFitBothWays } from '../fixtures/expect-fit';
import { inEach, screenLooks } from '../fixtures/looks';
import { expect, newGuestRequest, test } from '../fixtures/test';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

test('a space is created, opened, and has a separate library', async ({ page, api }) => {
  await api.call('bookmarks.create', { body: { url: 'https://personal.example/', title: 'Personal page' } });
  const dialog = page.getByRole('dialog', { name: 'New space' });
  await test.step('closing the dialog removes it from the URL', async () => {
    await page.goto('/spaces#create');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/spaces');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('the switcher opens the dialog, on this page and from another', async () => {
    for (const path of ['/spaces', '/collections']) {
      await page.goto(path);
      await page.getByRole('button', { name: 'Switch space, current: Personal' }).click();
      await page.getByRole('menuitem', { name: 'Create space' }).click();
      await expect(dialog).toBeVisible();
      await expect(page).toHaveURL('/spaces');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });
  await page.getByRole('main').getByRole('button', { name: 'New space' }).click();
  await dialog.getByLabel('Name').fill('Work');
  await dialog.getByLabel('Description').fill('Papers and tools');
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Personal')).toContainText('1 bookmark, 1 collection');
  await expect(row(page, 'Work')).toContainText('Papers and tools');

  await row(page, 'Work')
    .getByRole('button', { name: /^Switch/ })
    .click();
  await expect(row(page, 'Work')).toContainText('Current');
  await expect(page.getByRole('button', { name: 'Switch space, current: Work' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('Personal page')).toHaveCount(0);

  const openSwitcher = (from: string) =>
    page.getByRole('button', { name: `Switch space, current: ${from}` }).click();
  await test.step('switching needs a confirmation while a form has changes', async () => {
    await page.goto('/settings/account');
    const name = page.getByLabel('First name', { exact: true });
    await name.fill('Somebody else');
    const { space: work } = await api.call('account.get');
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
    await openSwitcher('Work');
    await page.getByRole('menuitem', { name: 'Personal' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(name).toHaveValue('Somebody else');
    expect((await api.call('account.get')).space).toBe(work);
    await page.keyboard.press('Escape');
    await openSwitcher('Work');
    await page.getByRole('menuitem', { name: 'Personal' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('button', { name: 'Switch space, current: Personal' })).toBeVisible();
  });
  await test.step('a space can still be chosen after the reload was cancelled', async () => {
    // As during an import.
    await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.preventDefault()));
    await openSwitcher('Personal');
    // Handled while the click is pending: the open dialog blocks the page, and the click would not end.
    const stayed = page.waitForEvent('dialog').then((asked) => asked.dismiss());
    await Promise.all([stayed, page.getByRole('menuitem', { name: 'Work' }).click()]);
    await expect(page.getByRole('menuitem', { name: 'Work' })).toBeEnabled();
  });
});

test('a page is loaded in the space that another device switched to', async ({
  page,
  api,
  baseURL,
  useFreshAccount,
}) => {
  const { email, password } = await useFreshAccount();
  await api.call('bookmarks.create', { body: { url: 'https://personal.example/', title: 'Personal page' } });
  const { uuid: work } = await api.call('spaces.create', { body: { name: 'Work' } });
  const origin = baseURL ?? '';
  const phone = await newGuestRequest(origin);
  await phone.post('/v1/auth/login', { data: { email, password }, headers: { origin } });
  await createApi(phone, origin).call('account.update', { body: { space: work } });
  await phone.dispose();

  const renewals: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/session/renew') renewals.push(request.url());
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Switch space, current: Work' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bookmarks', level: 1 })).toBeVisible();
  await expect(page.getByText('Personal page')).toHaveCount(0);
  await page.reload();
  expect(renewals).toHaveLength(1);
});

test('a tab keeps its space when another one switches', async ({ page, api, allowConsole }) => {
  // Calls in a deleted space.
  allowConsole(/status of 404/);
  const addToTrash = async (title: string) => {
    const { uuid } = await api.call('bookmarks.create', {
      body: { url: `https://${title}.example/`, title },
    });
    await api.call('bookmarks.delete', { params: { uuid } });
  };
  const trash = async () =>
    (await api.call('bookmarks.list', { query: { trash: true } })).content.map(({ title }) => title);
  const { space: home } = await api.call('account.get');
  await addToTrash('private');
  const { uuid: work } = await api.call('spaces.create', { body: { name: 'Work' } });
  await page.goto('/?view=trash');
  await expect(page.getByRole('main')).toContainText('private');

  // Shares its cookie with the page, like another tab.
  await api.call('account.update', { body: { space: work } });
  await addToTrash('payroll');
  await page.getByRole('button', { name: 'Empty trash' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).click();
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('1 bookmark');
  await expect(page.getByRole('button', { name: 'Switch space, current: Personal' })).toBeVisible();
  expect(await trash()).toEqual(['payroll']);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Switch space, current: Work' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('payroll');

  await test.step('a page whose space was deleted shows the current one', async () => {
    await api.call('account.update', { body: { space: home } });
    await api.call('spaces.delete', { params: { uuid: work }, query: {} });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('link', { name: /Favorites/ }).click();
    await expect(page.getByRole('button', { name: 'Switch space, current: Personal' })).toBeVisible();
  });
  expect(await trash()).toEqual([]);
});

test('a space is renamed, described and made the default one', async ({ page, api }) => {
  const { uuid } = await api.call('spaces.create', { body: { name: 'Work' } });
  await page.goto('/spaces');
  await page.getByRole('button', { name: 'More options for Work' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit space' });
  await dialog.getByLabel('Name').fill('University');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'University')).toBeVisible();

  await page.getByRole('button', { name: 'More options for University' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await expect(row(page, 'University')).toContainText('Default');
  await expect(row(page, 'Personal')).not.toContainText('Default');
  await expect.poll(async () => (await api.call('account.get')).preferences.defaultSpace).toBe(uuid);
});

test('a third space on the free plan shows a message, and keeps the form input', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/status of 402/);
  await page.goto('/spaces');
  await page.getByRole('main').getByRole('button', { name: 'New space' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Third');
  // Another device creates the space first.
  await api.call('spaces.create', { body: { name: 'Work' } });
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await expect(dialog.getByRole('alert')).toContainText('includes 2 spaces');
  await expect(dialog.getByLabel('Name')).toHaveValue('Third');
  await dialog.getByRole('link', { name: 'compare plans' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/settings/subscription?plan=pro');

  await test.step('the limit of the plan is shown before a form is filled in', async () => {
    await page.goto('/spaces');
    await page.getByRole('main').getByRole('button', { name: 'New space' }).click();
    await expect(dialog).toContainText('includes 2 spaces');
    await expect(dialog.getByLabel('Name')).toHaveCount(0);
  });
});

test('a space needs a name, and one that another space has warns', async ({ page, api }) => {
  const { content } = await api.call('spaces.list', {});
  const name = content[0]?.name ?? '';
  await page.goto('/spaces#create');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Enter a name for the space.');
  await dialog.getByLabel('Name').fill(name.toUpperCase());
  await expect(dialog.getByRole('alert')).toHaveText(`You already have a space called “${name}”.`);
  await dialog.getByLabel('Name').fill(`${name} 2`);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('the list and its dialog are accessible and fit the screen', async ({ page, api, baseURL }) => {
  await api.call('spaces.create', {
    body: {
      name: 'Work at the university',
      description: 'Papers, tools, and everything for the courses I teach',
    },
  });
  await inEach(page, baseURL, screenLooks, async () => {
    await page.goto('/spaces');
    await expectFitBothWays(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: /New space|Novo espaço/ })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFitBothWays(page);
  });
});
