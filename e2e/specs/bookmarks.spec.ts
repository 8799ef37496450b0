import type { Page } from '@playwright/test';
import { siteUrl } from '../fixtures/sites';
import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') });
const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title });

test('an invalid address warns, one without a scheme gets https, and one that could run code is rejected', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/422/);
  await page.goto('/#add');
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  const saved = async () => (await api.call('bookmarks.list')).content.map(({ url }) => url);
  await test.step('an odd address', async () => {
    await dialog.getByLabel('Address').fill('http://[not an address');
    await expect(dialog.getByText('This doesn’t look like an address.')).toBeVisible();
    await dialog.getByLabel('Title').fill('An odd one');
    await add.click();
    await expect(page.getByRole('main').getByText('An odd one')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'An odd one' })).toHaveCount(0);
  });
  await test.step('no scheme', async () => {
    await page.keyboard.press('Control+b');
    await dialog.getByLabel('Address').fill('plain.example/page');
    await expect(dialog.getByText('Will be saved as https://plain.example/page')).toBeVisible();
    await dialog.getByLabel('Title').fill('Without a scheme');
    await add.click();
    await expect(rowOf(page, 'Without a scheme')).toBeVisible();
    // The row is shown before the response arrives.
    await expect.poll(saved).toContain('https://plain.example/page');
  });
  await test.step('code', async () => {
    await page.keyboard.press('Control+b');
    await dialog.getByLabel('Address').fill('javascript:alert(1)');
    await expect(dialog.getByText('Only web addresses (http or https) can be added.')).toBeVisible();
    await dialog.getByLabel('Title').fill('A bookmarklet');
    await add.click();
    await expect(dialog.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel('Title')).toHaveValue('A bookmarklet');
    expect(await saved()).toHaveLength(2);
  });
});

test('the form stays open until the bookmark is saved, and a rejected one shows the reason until it is discarded', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/422/);
  const saved = Promise.withResolvers<undefined>();
  await page.route('**/v1/bookmarks/create', async (route) => {
    await saved.promise;
    await route.continue();
  });
  await page.goto('/#add');
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
  await dialog.getByLabel('Address').fill('https://first.example/');
  await dialog.getByLabel('Title').fill('The first');
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect(add).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog.getByLabel('Title')).toHaveValue('The first');
  saved.resolve(undefined);
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 'The first')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+b');
  await expect(dialog.getByLabel('Address')).toHaveValue('');
  const second = siteUrl('/second', { title: 'The second' });
  await dialog.getByLabel('Address').fill(second);
  await expect(dialog.getByLabel('Title')).toHaveValue('The second');
  // Within the form, the shortcut does not replace the input.
  await page.keyboard.press('ControlOrMeta+b');
  await expect(dialog.getByLabel('Address')).toHaveValue(second);

  // From now on, no metadata arrives.
  await page.route('**/v1/bookmarks/metadata*', () => undefined);
  await page.route('**/v1/bookmarks/create', (route) =>
    route.fulfill({
      status: 422,
      json: { code: 'VALIDATION_FAILED', message: 'Not this one', errors: [] },
    }),
  );
  await add.click();
  await expect(dialog.getByLabel('Address')).toHaveValue(second);
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('The second');
  // The title was filled in, so it is not kept for another address.
  await dialog.getByLabel('Address').fill('https://another.example/');
  await expect(dialog.getByLabel('Title')).toHaveValue('');

  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await page.unroute('**/v1/bookmarks/create');
  await page.keyboard.press('ControlOrMeta+b');
  await expect(dialog.getByLabel('Address')).toHaveValue('');
  await dialog.getByLabel('Address').fill('https://third.example/');
  await add.click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 'third.example')).toBeVisible();
  // In a dialog, the keys would not undo.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('Undone');
  await expect(dialog).toHaveCount(0);
});

test('Ctrl+Z right after adding removes the bookmark again, also from the trash', async ({ page, api }) => {
  await page.goto('/#add');
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
  await dialog.getByLabel('Address').fill('https://mistaken.example/');
  await dialog.getByLabel('Title').fill('A mistake');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 'A mistake')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('Undone');
  await expect(rowOf(page, 'A mistake')).toHaveCount(0);
  for (const trash of [false, true]) {
    expect((await api.call('bookmarks.list', { query: { trash } })).pagination.total).toBe(0);
  }
});

test('page metadata fills only empty fields, and is not saved with the next address', async ({
  page,
  api,
}) => {
  await page.goto('/#add');
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
  await dialog
    .getByLabel('Address')
    .fill(siteUrl('/first', { title: 'The first page', description: 'First' }));
  await expect(dialog.getByLabel('Title')).toHaveValue('The first page');
  await dialog.getByLabel('Address').fill('https://next.example/');
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const saved = async () =>
    (await api.call('bookmarks.list')).content.map(({ url, title, description }) => [
      url,
      title,
      description,
    ]);
  await expect.poll(saved).toEqual([['https://next.example/', '', '']]);

  await page.keyboard.press('Control+b');
  await dialog.getByLabel('Title').fill('My own title');
  await dialog
    .getByLabel('Address')
    .fill(siteUrl('/filled', { title: 'Theirs', description: 'What it is about' }));
  await expect(dialog.getByLabel('Description')).toHaveValue('What it is about');
  await expect(dialog.getByLabel('Title')).toHaveValue('My own title');
});

test('a bookmark saved before its page was read gets its title in the open list', async ({ page, api }) => {
  await page.goto('/');
  await page.goto('/#add');
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
  await dialog.getByLabel('Address').fill(siteUrl('/late', { title: 'From the form', delayMs: 1_500 }));
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rowOf(page, '/late')).toBeVisible();
  await expect(rowOf(page, 'From the form')).toBeVisible();
  await api.call('bookmarks.create', { body: { url: siteUrl('/api', { title: 'From the API' }) } });
  await page.reload();
  await expect(rowOf(page, 'From the API')).toBeVisible();
});

test('a page that does not respond does not delay saving', async ({ page }) => {
  await page.goto('/#add');
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
  await dialog.getByLabel('Address').fill(siteUrl('/slow', { delayMs: 20_000 }));
  await dialog.getByLabel('Title').fill('Slow page');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rowOf(page, 'Slow page')).toBeVisible();
});

test('an existing link is shown, and can be saved twice on purpose', async ({ page, api }) => {
  await api.call('bookmarks.create', { body: { url: 'https://twice.example/', title: 'The first one' } });
  await page.goto('/#add');
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
  await dialog.getByLabel('Address').fill('http://www.twice.example');
  await expect(dialog.getByText('You’ve already saved this link')).toBeVisible();
  const existing = page.getByRole('dialog', { name: 'Edit bookmark' });
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  const editExisting = dialog.getByRole('button', { name: 'Edit it' });
  await test.step('it can be edited instead, which drops other typed text only after a confirmation', async () => {
    await editExisting.click();
    await expect(existing.getByLabel('Title')).toHaveValue('The first one');
    await page.keyboard.press('Escape');
    await expect(existing).toBeHidden();
    await page.keyboard.press('Control+b');
    await dialog.getByLabel('Address').fill('http://www.twice.example');
    await dialog.getByLabel('Title').fill('The second one');
    await editExisting.click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog.getByLabel('Title')).toHaveValue('The second one');
    await editExisting.click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(existing.getByLabel('Title')).toHaveValue('The first one');
    await page.keyboard.press('Escape');
    await expect(existing).toBeHidden();
    await page.keyboard.press('Control+b');
    await dialog.getByLabel('Address').fill('http://www.twice.example');
  });
  await dialog.getByLabel('Title').fill('The second one');
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
  await expect(rowOf(page, 'The second one')).toBeVisible();
  await expect(rowOf(page, 'The first one')).toBeVisible();
});

test('a bookmark is edited: title, collection and tags', async ({ page, api }) => {
  await api.call('collections.create', { body: { name: 'Trains' } });
  await api.call('bookmarks.create', { body: { url: 'https://edit.example/', title: 'Before' } });
  await page.goto('/');
  await rowOf(page, 'Before').hover();
  await rowOf(page, 'Before').getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit bookmark' });
  await dialog.getByLabel('Title').fill('After');
  await dialog.getByRole('combobox', { name: 'Collections' }).fill('Tra');
  await page.getByRole('option', { name: 'Trains' }).click();
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('night,');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(rowOf(page, 'After')).toContainText('Trains');
  await expect
    .poll(async () => (await api.call('bookmarks.list')).content[0])
    .toMatchObject({ title: 'After', tags: 'night', collections: [{ name: 'Trains' }] });
});

test('the sort order is chosen in the list and remembered', async ({ page, api }) => {
  for (const title of ['Beta', 'Alpha', 'Gamma']) {
    await api.call('bookmarks.create', { body: { url: `https://sort.example/${title}`, title } });
  }
  await page.goto('/');
  await expect(rows(page)).toHaveText([/Gamma/, /Alpha/, /Beta/]);
  await page.getByRole('button', { name: /Sort by/ }).click();
  await page.getByRole('menuitemradio', { name: 'Title, A to Z' }).click();
  await expect(rows(page)).toHaveText([/Alpha/, /Beta/, /Gamma/]);
  await page.reload();
  await expect(rows(page)).toHaveText([/Alpha/, /Beta/, /Gamma/]);
});

test('a visit is counted, and the page opens in a new tab', async ({ page, api, context, allowConsole }) => {
  // The opened page has no icon.
  allowConsole(/favicon/);
  await api.call('bookmarks.create', { body: { url: siteUrl('/visited'), title: 'To be visited' } });
  await page.goto('/');
  const opened = context.waitForEvent('page');
  await rowOf(page, 'To be visited').getByRole('link').first().click();
  await (await opened).close();
  await expect.poll(async () => (await api.call('bookmarks.list')).content[0]?.visits).toBe(1);
});

test('the trash restores bookmarks, and deletes permanently only after a confirmation', async ({
  page,
  api,
}) => {
  for (const title of ['Kept', 'Gone']) {
    const { uuid } = await api.call('bookmarks.create', {
      body: { url: `https://trash.example/${title}`, title },
    });
    await api.call('bookmarks.delete', { params: { uuid } });
  }
  await page.goto('/?view=trash');
  await rowOf(page, 'Kept').hover();
  await rowOf(page, 'Kept').getByRole('button', { name: 'Restore' }).click();
  await expect(rowOf(page, 'Kept')).toBeHidden();
  await rowOf(page, 'Gone').hover();
  await rowOf(page, 'Gone').getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(rowOf(page, 'Gone')).toBeHidden();
  await page.goto('/');
  await expect(rows(page)).toHaveText([/Kept/]);
});

test('a search has a URL, ignores case and accents, and matches prefixes of words', async ({ page, api }) => {
  await api.call('bookmarks.create', {
    body: { url: 'https://bread.example/', title: 'Pão de queijo mineiro' },
  });
  for (const q of ['PAO', 'mine', 'quei pão']) {
    await page.goto(`/search?q=${encodeURIComponent(q)}`);
    await expect(page.getByRole('main').getByText('Pão de queijo mineiro')).toBeVisible();
  }
  await page.goto('/search?q=xyzzy');
  await expect(page.getByText('Nothing has the word “xyzzy”')).toBeVisible();
});
