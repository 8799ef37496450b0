import type { Page } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { dialogLooks, inEach, screenLooks } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const form = (page: Page) => page.getByRole('dialog', { name: 'New collection' });

/** Chooses an option in a select. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Creates the bookmarks that the rules of these journeys match. */
async function fill(api: Api): Promise<void> {
  for (const [title, tags] of [
    ['Night trains', 'trains'],
    ['Day trains', 'trains,slow'],
    ['Rust book', 'rust'],
  ] as const) {
    const url = `https://${title.toLowerCase().replace(' ', '-')}.example/`;
    await api.call('bookmarks.create', { body: { title, tags, url } });
  }
}

test('a smart collection is created from rules or text, and shows the matches', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount('pro');
  await fill(api);
  await page.goto('/collections');
  await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click();
  const dialog = form(page);
  await dialog.getByLabel('Name').fill('On rails');
  await dialog.getByRole('radio', { name: /^Smart/ }).check();
  await expect(dialog.getByRole('status')).toHaveText('Add at least one rule.');

  await choose(page, 'Rule 1: field', 'Tag');
  await dialog.getByRole('combobox', { name: 'Rule 1: value' }).fill('trains');
  await expect(dialog.getByRole('status')).toHaveText('2 bookmarks match right now');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Rule 2: field' })).toBeFocused();
  await choose(page, 'Rule 2: condition', 'does not contain');
  await dialog.getByRole('textbox', { name: 'Rule 2: value' }).fill('night');
  await expect(dialog.getByRole('status')).toHaveText('1 bookmark matches right now');

  await dialog.getByRole('button', { name: 'Edit as text' }).click();
  await expect(dialog.getByLabel('Search query')).toHaveValue('#trains -night');
  await dialog.getByLabel('Search query').fill('#trains -slow OR #rust');
  await dialog.getByRole('button', { name: 'Edit as rules' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Edit as text' }).click();
  await dialog.getByLabel('Search query').fill('#trains');
  await dialog.getByRole('button', { name: 'Create' }).click();

  const entry = menu(page).getByRole('link', { name: /On rails/ });
  await expect(entry.getByRole('img', { name: 'Smart collection' })).toBeVisible();
  await expect(entry).toContainText('2');
  await entry.click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toContainText('On rails');
  await expect(main.getByText('Tag is trains')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Night trains' })).toBeVisible();
  // As in the other lists, the default collection is not named.
  await expect(main.getByRole('link', { name: 'Uncategorized' })).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test('a smart collection updates automatically, follows changed rules, and accepts no manual additions', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount('pro');
  await fill(api);
  await api.call('collections.create', { body: { name: 'Shelf' } });
  const smart = { query: '#trains' };
  const { uuid } = await api.call('collections.create', { body: { name: 'On rails', smart } });
  await page.goto(`/collections/${uuid}`);
  const main = page.getByRole('main');
  const entry = menu(page).getByRole('link', { name: /On rails/ });
  await expect(entry).toContainText('2');

  // Matching bookmarks appear automatically and disappear when they no longer match.
  const saved = await api.call('bookmarks.create', {
    body: { url: 'https://tram.example/', title: 'Trams', tags: 'trains' },
  });
  await page.reload();
  await expect(main.getByRole('link', { name: 'Trams' })).toBeVisible();
  await expect(entry).toContainText('3');
  await api.call('bookmarks.update', { params: { uuid: saved.uuid }, body: { tags: 'trams' } });

  await main.getByRole('button', { name: 'Edit rules' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit collection' });
  await edit.getByRole('combobox', { name: 'Rule 1: value' }).fill('trams');
  await expect(edit.getByRole('status')).toHaveText('1 bookmark matches right now');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(main.getByText('Tag is trams')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Night trains' })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Trams' })).toBeVisible();

  // It is not offered as a target.
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Add', exact: true }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('combobox', { name: 'Collections' }).fill('s');
  await expect(page.getByRole('option', { name: 'Shelf' })).toBeVisible();
  await expect(page.getByRole('option', { name: /^On rails/ })).toHaveCount(0);
  // Nor is a second one with its name.
  await editor.getByRole('combobox', { name: 'Collections' }).fill('on rails');
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('on the free plan the rules are described, with a link to the subscription', async ({
  page,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await page.goto('/collections#create');
  const dialog = form(page);
  await dialog.getByLabel('Name').fill('Later');
  await dialog.getByRole('radio', { name: /^Smart/ }).check();
  await expect(dialog.getByText('A smart collection keeps itself up to date')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: /^Manual/ }).check();
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeEnabled();
  await dialog.getByRole('radio', { name: /^Smart/ }).check();
  await dialog.getByRole('link', { name: 'See plans' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/settings\/subscription/);
  await expect(dialog).toHaveCount(0);
});

const query = '#trains site:example.com -is:favorite created:30d (type:video OR type:article) visits:>5';

test('the rules and their matches are accessible and fit', async ({
  page,
  api,
  baseURL,
  useFreshAccount,
}) => {
  await useFreshAccount('pro');
  const { uuid } = await api.call('collections.create', { body: { name: 'Rails', smart: { query } } });
  await inEach(page, baseURL, screenLooks, async () => {
    await page.goto(`/collections/${uuid}`);
    await expect(page.getByText('trains', { exact: true })).toBeVisible();
    await expectFitBothWays(page);
  });
  await inEach(page, baseURL, dialogLooks, async () => {
    await page.goto(`/collections/${uuid}`);
    await page.getByRole('button', { name: /^(?:Edit rules|Editar regras)$/ }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(6);
    await expectFit(page);
  });
});
