import type { Locator, Page } from '@playwright/test';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { list, toasts, rowOf, save, titleOf } from '../fixtures/rows';
import { saveEncrypted } from '@/e2e/fixtures/encrypted';
import { expect, test } from '../fixtures/test';

// Guarantee: a key decrypts everything it was used for in the tab where it is entered, a wrong one does nothing,
// locking applies to all tabs at once, and a key is changed for all bookmarks or for none.

// Under heavy load, deriving a key takes seconds.
test.slow();

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const key = 'seven herons on the weir';
const hint = 'what we saw that morning';

const masked = (page: Page): Locator => list(page).getByRole('button', { name: /^Encrypted bookmark/ });
const unlockDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Unlock bookmarks' });
const lockButton = (page: Page): Locator => page.getByRole('button', { name: /^Lock \d+ key/ });

async function unlock(page: Page, passphrase: string): Promise<void> {
  await unlockDialog(page).getByLabel('Encryption key').fill(passphrase);
  await unlockDialog(page).getByRole('button', { name: 'Unlock', exact: true }).click();
}

/** Expects that only the sheet with the key is printed, and that it is removed from the page afterwards. */
async function expectSheet(page: Page, dialog: Locator, generated: string): Promise<void> {
  // The print dialog would block the test.
  await page.evaluate('window.print = () => undefined');
  await dialog.getByRole('button', { name: 'Print recovery sheet' }).click();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.recovery-sheet');
  await expect(sheet.getByText(generated, { exact: true })).toBeVisible();
  await expect(sheet).toContainText('Without it, nobody can read the bookmarks');
  await expect(dialog).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(sheet).toBeHidden();
  await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
  await expect(sheet).toHaveCount(0);
}

async function choose(page: Page, row: Locator, entry: string): Promise<void> {
  await row.hover();
  await row.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('a wrong key does nothing, the right one decrypts everything it was used for, and the lock applies to every tab', async ({
  page,
  api,
  context,
}) => {
  await saveEncrypted(api, key, ['Alpha', 'Beta', 'Gamma'], hint);
  await saveEncrypted(api, 'another key of mine', ['Delta']);
  await page.goto('/');
  await expect(masked(page)).toHaveCount(4);
  await masked(page).last().click();
  const dialog = unlockDialog(page);
  await expect(dialog.getByText(`Hint: ${hint}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(dialog.getByText('Enter your key.')).toBeVisible();
  await unlock(page, `${key} `);
  await expect(dialog.getByText(/^Incorrect key/)).toBeVisible();
  await expect(page.getByText(/Alpha|Beta|Gamma/)).toHaveCount(0);
  await unlock(page, key);
  await expect(dialog).toBeHidden();
  for (const title of ['Alpha', 'Beta', 'Gamma']) await expect(titleOf(page, title)).toBeVisible();
  await expect(masked(page)).toHaveCount(1);
  await expect(lockButton(page)).toBeVisible();

  const other = await context.newPage();
  await other.goto('/');
  await masked(other).last().click();
  await unlock(other, key);
  await expect(titleOf(other, 'Beta')).toBeVisible();
  await lockButton(other).click();
  for (const tab of [other, page]) {
    await expect(masked(tab)).toHaveCount(4);
    await expect(tab.getByText('Beta')).toHaveCount(0);
    await expect(lockButton(tab)).toHaveCount(0);
  }
});

test('the stored envelope is shown next to the plain text; after permanent decryption the server can read it again', async ({
  page,
  api,
}) => {
  await saveEncrypted(api, key, ['Alpha']);
  await page.goto('/');
  await masked(page).click();
  await unlock(page, key);
  const row = list(page)
    .getByRole('listitem')
    .filter({ has: titleOf(page, 'Alpha') });
  await choose(page, row, 'What the server sees');
  const stored = page.getByRole('dialog', { name: 'What the server sees' });
  const [saved] = (await api.call('bookmarks.list', {})).content;
  await expect(stored.getByText(saved?.cipher ?? 'none', { exact: true })).toBeVisible();
  await expect(stored.getByText('https://encrypted.example/Alpha')).toHaveCount(1);
  await page.keyboard.press('Escape');

  await choose(page, row, 'Decrypt');
  const question = page.getByRole('alertdialog', { name: 'Decrypt permanently?' });
  await expect(question).toBeVisible();
  await expectFitBothWays(page);
  await question.getByRole('button', { name: 'Decrypt permanently' }).click();
  await expect(toasts(page)).toContainText('The server can read this bookmark again');
  expect((await api.call('bookmarks.list', {})).content).toMatchObject([
    {
      title: 'Alpha',
      url: 'https://encrypted.example/Alpha',
      tags: 'quiet,hidden',
      cipher: null,
      hint: null,
    },
  ]);
});

test('a generated key is shown, a hint that contains it is rejected, and losing a key has a warning', async ({
  page,
  api,
}) => {
  await save(api, ['Alpha']);
  await page.goto('/');
  await choose(
    page,
    list(page)
      .getByRole('listitem')
      .filter({ has: titleOf(page, 'Alpha') }),
    'Encrypt…',
  );
  const dialog = page.getByRole('dialog', { name: 'Encrypt this bookmark' });
  const encrypt = dialog.getByRole('button', { name: 'Encrypt', exact: true });
  await dialog.getByLabel('New encryption key').fill('too short');
  await encrypt.click();
  await expect(
    dialog.getByRole('alert').filter({ hasText: 'Too short: add 3 more characters.' }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Generate strong key' }).click();
  const generated = await dialog.getByRole('code').innerText();
  expect(generated).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
  await expectSheet(page, dialog, generated);
  await dialog.getByLabel('Hint (optional)').fill(`it is ${generated.toLowerCase()}`);
  await encrypt.click();
  await expect(dialog.getByText(/^This hint reveals the key/)).toBeVisible();
  await expect(dialog.getByText('Confirm this first.')).toBeVisible();
  expect((await api.call('bookmarks.keys')).content).toEqual([]);
  await dialog.getByLabel('Hint (optional)').fill('in the blue folder');
  await dialog.getByLabel('I have saved the key somewhere safe').check();
  await encrypt.click();
  await expect(toasts(page)).toContainText('Encrypted');
  expect((await api.call('bookmarks.keys')).content).toMatchObject([
    { count: 1, hint: 'in the blue folder' },
  ]);
});

test('a key is changed for everything that uses it, in the trash too; the old one no longer decrypts anything', async ({
  page,
  api,
}) => {
  const uuids = await saveEncrypted(api, key, ['Alpha', 'Beta', 'Gamma'], hint);
  await api.call('bookmarks.delete', { params: { uuid: uuids[2] ?? '' } });
  await page.goto('/settings/security');
  await page.getByRole('button', { name: `Change key “${hint}”` }).click();
  await unlock(page, key);
  const dialog = page.getByRole('dialog', { name: 'Change key' });
  await dialog.getByLabel('New encryption key').fill('nine otters in the reeds');
  await dialog.getByLabel('Repeat the key').fill('nine otters in the reeds');
  await dialog.getByLabel('I have saved the key somewhere safe').check();
  await dialog.getByRole('button', { name: 'Change key' }).click();
  await expect(toasts(page)).toContainText('3 bookmarks now use the new key');
  expect((await api.call('bookmarks.keys')).content).toMatchObject([{ count: 3, hint: null }]);
  await page.goto('/');
  await masked(page).first().click();
  await unlock(page, key);
  await expect(unlockDialog(page).getByText(/^Incorrect key/)).toBeVisible();
  await unlock(page, 'nine otters in the reeds');
  await expect(titleOf(page, 'Alpha')).toBeVisible();
});

test('everything is locked after signing out', async ({ page, api }) => {
  await saveEncrypted(api, key, ['Alpha']);
  await page.goto('/');
  await masked(page).click();
  await unlock(page, key);
  await expect(titleOf(page, 'Alpha')).toBeVisible();
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/signin/);
  await page.goBack();
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByText('Alpha')).toHaveCount(0);
});

/**
 * Expects attributes that keep browsers and password managers from saving the text of a field or sending it anywhere.
 */
async function expectPrivate(field: Locator): Promise<void> {
  const attributes = {
    autocomplete: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    writingsuggestions: 'false',
  };
  for (const [name, value] of Object.entries(attributes)) await expect(field).toHaveAttribute(name, value);
  for (const manager of ['1p-', 'bw', 'lp'])
    await expect(field).toHaveAttribute(`data-${manager}ignore`, 'true');
}

test('browsers do not save, sync or spell-check text in the fields of a key and of an encrypted bookmark', async ({
  page,
  api,
}) => {
  await saveEncrypted(api, key, ['Alpha']);
  await page.goto('/');
  await masked(page).click();
  const field = unlockDialog(page).getByLabel('Encryption key');
  await expectPrivate(field);
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveCSS('-webkit-text-security', 'disc');
  await unlockDialog(page).getByRole('button', { name: 'Show key' }).click();
  await expect(field).toHaveCSS('-webkit-text-security', 'none');
  await unlockDialog(page).getByRole('button', { name: 'Hide key' }).click();
  await expect(field).toHaveCSS('-webkit-text-security', 'disc');
  await unlock(page, key);
  await expect(titleOf(page, 'Alpha')).toBeVisible();

  await page.keyboard.press('Control+b');
  const form = page.getByRole('dialog', { name: 'Add bookmark' });
  const title = form.getByRole('textbox', { name: 'Title' });
  await expect(title).not.toHaveAttribute('spellcheck');
  await form.getByRole('switch', { name: 'Encrypt on this device' }).check();
  await form.getByLabel('Key', { exact: true }).click();
  await page.getByRole('option', { name: 'A new key' }).click();
  const fields = [
    ...['Address', 'Description', 'New encryption key', 'Repeat the key', 'Hint (optional)'].map((name) =>
      form.getByRole('textbox', { name }),
    ),
    title,
    form.getByRole('combobox', { name: 'Tags' }),
  ];
  for (const one of fields) await expectPrivate(one);
});

test('the dialogs for keys are accessible and fit the screen', async ({ page, api, baseURL }) => {
  await saveEncrypted(api, key, ['Alpha'], hint);
  await inEach(page, baseURL, dialogLooks, async () => {
    await page.goto('/settings/security');
    const keys = page.locator('li', { hasText: hint }).getByRole('button');
    await expectFit(page);
    await keys.nth(0).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox')).toBeVisible();
    await expectFit(page);
    await dialog.getByRole('textbox').fill(key);
    await page.keyboard.press('Enter');
    await expect(keys).toHaveCount(2);
    await keys.nth(0).click();
    await expect(dialog.locator('input[type=checkbox]')).toBeVisible();
    await expectFit(page);
  });
});

test('the dialogs of a bookmark are accessible and fit the screen', async ({ page, api, baseURL }) => {
  await saveEncrypted(api, key, ['Alpha'], hint);
  await save(api, ['Beta']);
  // Creates a duplicate that the dialog asks about.
  await api.call('bookmarks.create', {
    body: { url: 'https://select.example/Beta', title: 'Again', force: true },
  });
  const dialog = page.getByRole('dialog');
  const ask = async (row: Locator, entry: RegExp) => {
    await row.hover();
    await row
      .getByRole('button', { name: /^(?:More|Mais)/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await inEach(page, baseURL, dialogLooks, async () => {
    await page.goto('/');
    await ask(list(page).getByRole('listitem').filter({ hasText: '***' }), /server|servidor/);
    await expect(dialog.getByText(/^mw1\./)).toBeVisible();
    await expectFit(page);
    await page.keyboard.press('Escape');
    await ask(rowOf(page, 'Beta'), /^(?:Encrypt|Criptografar)/);
    await expect(dialog.getByRole('textbox')).toBeVisible();
    await expect(dialog.getByRole('checkbox')).toBeChecked();
    await expectFit(page);
  });
});
