import type { Locator, Page } from '@playwright/test';
import { list, save, titleOf } from '../fixtures/rows';
import { expect, test } from '../fixtures/test';

// Guarantee: a bookmark encrypted on the device is masked in every list, works like any other while its key is
// unlocked, and no request contains its plain text. Under heavy load, deriving a key takes seconds.

test.slow();

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const key = 'a long sentence about cats';
const hint = 'the animals in the kitchen';
const secret = { url: 'https://secret.example/hidden/place', title: 'The hidden place' };

const maskedRow = (page: Page): Locator =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Encrypted bookmark/ }) });
const openMasked = (page: Page): Locator =>
  maskedRow(page).getByRole('button', { name: /^Encrypted bookmark/ });

/** Fills in the fields of a new key. */
async function chooseNewKey(dialog: Locator): Promise<void> {
  await dialog.getByLabel('New encryption key').fill(key);
  await dialog.getByLabel('Repeat the key').fill(key);
  await dialog.getByLabel(/^Hint/).fill(hint);
  await dialog.getByLabel('I have saved the key somewhere safe').check();
}

async function addEncrypted(page: Page, { url, title } = secret): Promise<void> {
  await page.keyboard.press('Control+b');
  const form = page.getByRole('dialog', { name: 'Add bookmark' });
  await form.getByRole('switch', { name: 'Encrypt on this device' }).check();
  await form.getByLabel('Address').fill(url);
  await form.getByRole('textbox', { name: 'Title' }).fill(title);
  await chooseNewKey(form);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  // Escape is ignored while the form is being encrypted: a pending save cannot be discarded.
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(page.getByText('Discard changes?')).toHaveCount(0);
}

async function unlock(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Unlock bookmarks' });
  await dialog.getByLabel('Encryption key').fill(key);
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect(dialog).toBeHidden();
}

/** Records the URLs and bodies of all requests of the page from now on. */
function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  return sent;
}

test('a bookmark added encrypted is readable in this tab only, masked after a reload, and unlocked by its key', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Save every page worth keeping' })).toBeVisible();
  const sent = recordRequests(page);
  await addEncrypted(page);
  const link = titleOf(page, secret.title);
  await expect(link).toHaveAttribute('href', secret.url);
  const row = list(page).getByRole('listitem').filter({ has: link });
  await expect(row).toContainText('Encrypted');
  await expect(row.locator('img')).toHaveCount(0);

  await page.reload();
  await expect(openMasked(page)).toHaveText(/^\*{8,23}$/);
  await expect(maskedRow(page).getByText(hint)).toBeHidden();
  await openMasked(page).focus();
  await expect(maskedRow(page).getByText(hint)).toBeVisible();
  await page.keyboard.press('Enter');
  await unlock(page);
  await expect(link).toBeVisible();

  await page.getByRole('button', { name: /^Lock/ }).click();
  await expect(openMasked(page)).toBeVisible();
  await expect(page.getByText(secret.title)).toHaveCount(0);
  expect(sent.filter((one) => /secret\.example|hidden/i.test(one))).toEqual([]);
});

test('the form warns about an address that was sent before encryption was turned on, and sends no other', async ({
  page,
}) => {
  await page.goto('/');
  await page.keyboard.press('Control+b');
  const form = page.getByRole('dialog', { name: 'Add bookmark' });
  const metadataRequest = page.waitForRequest((request) => request.url().includes('/v1/bookmarks/metadata'));
  await form.getByLabel('Address').fill('https://before.invalid/page');
  await metadataRequest;
  await form.getByRole('switch').check();
  await expect(form.getByText(/already sent an address/)).toBeVisible();
  const sent = recordRequests(page);
  await form.getByLabel('Address').fill('https://after.invalid/page');
  await chooseNewKey(form);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(titleOf(page, 'after.invalid/page')).toBeVisible();
  expect(sent.filter((one) => one.includes('after.invalid'))).toEqual([]);
});

test('an edit keeps the key and creates a new envelope; a concurrent edit is not overwritten', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/409/);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Save every page worth keeping' })).toBeVisible();
  await addEncrypted(page);
  await expect(titleOf(page, secret.title)).toBeVisible();
  const read = async () => (await api.call('bookmarks.list', {})).content[0];
  // The row is listed before the service has stored it.
  await expect.poll(async () => (await read())?.cipher).toMatch(/^mw1\./);
  const before = await read();

  await titleOf(page, secret.title).focus();
  await page.keyboard.press('e');
  const form = page.getByRole('dialog', { name: 'Edit bookmark' });
  await expect(form.getByLabel('Address')).toHaveValue(secret.url);
  await form.getByRole('textbox', { name: 'Title' }).fill('Another hidden place');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(titleOf(page, 'Another hidden place')).toBeVisible();
  await expect.poll(async () => (await read())?.cipher).not.toBe(before?.cipher);
  const after = await read();
  expect(after?.cipher?.slice(4, 36)).toBe(before?.cipher?.slice(4, 36));
  expect(after).toMatchObject({ title: null, url: null, hint });

  await titleOf(page, 'Another hidden place').focus();
  await page.keyboard.press('e');
  await form.getByRole('textbox', { name: 'Title' }).fill('A third one');
  await api.call('bookmarks.favorite', { params: { uuid: after?.uuid ?? '' }, body: { favorite: true } });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/was changed elsewhere/)).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('A third one');
  expect((await read())?.cipher).toBe(after?.cipher);
  await form.getByRole('button', { name: 'Replace other version' }).click();
  await expect(titleOf(page, 'A third one')).toBeVisible();
});

test('selected bookmarks are encrypted together, shown in the preview while unlocked, and permanently decrypted', async ({
  page,
  api,
}) => {
  await save(api, ['Alpha', 'Beta', 'Gamma']);
  await page.goto('/');
  await titleOf(page, 'Alpha').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Encrypt', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Encrypt 3 bookmarks' });
  await chooseNewKey(dialog);
  await dialog.getByRole('button', { name: 'Encrypt', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(titleOf(page, 'Beta')).toBeVisible();
  const stored = (await api.call('bookmarks.list', {})).content;
  expect(stored.every(({ encrypted, title }) => encrypted && title === null)).toBe(true);

  const sent = recordRequests(page);
  await titleOf(page, 'Beta').focus();
  await page.keyboard.press('o');
  const panel = page.getByRole('region', { name: 'Beta' });
  await expect(panel.getByText('Unlocked on this device only')).toBeVisible();
  expect(sent.filter((one) => one.includes('/content'))).toEqual([]);
  await page.getByRole('button', { name: /^Lock/ }).click();
  const locked = page.getByRole('region', { name: 'Encrypted bookmark' });
  await expect(locked.getByText(hint)).toBeVisible();
  await expect(page.getByText('Beta')).toHaveCount(0);
  await locked.getByRole('button', { name: 'Unlock' }).click();
  await unlock(page);
  await expect(panel).toBeVisible();

  await panel.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit bookmark' });
  await form.getByRole('switch').uncheck();
  await form.getByRole('button', { name: 'Decrypt and save' }).click();
  await expect
    .poll(async () => (await api.call('bookmarks.list', { query: { encrypted: false } })).content)
    .toMatchObject([{ title: 'Beta', encrypted: false }]);
});

test('sorted by title, unlocked bookmarks are a group at the top, and locked ones are last in either direction', async ({
  page,
  api,
}) => {
  await save(api, ['Alpha', 'Gamma', 'Epsilon']);
  await api.call('account.updatePreferences', { body: { bookmarkSort: 'title-ASC' } });
  await page.goto('/');
  await expect(titleOf(page, 'Alpha')).toBeVisible();
  await addEncrypted(page, { ...secret, title: 'beta' });
  const titles = list(page).locator('.row-title');
  await expect(titles).toHaveText(['beta', 'Alpha', 'Epsilon', 'Gamma']);
  await page.reload();
  await expect(titles).toHaveText(['Alpha', 'Epsilon', 'Gamma', /^\*+$/]);
  const sent = recordRequests(page);
  await openMasked(page).click();
  await unlock(page);
  await expect(titles).toHaveText(['beta', 'Alpha', 'Epsilon', 'Gamma']);
  await page.getByRole('button', { name: 'Sort by' }).click();
  await page.getByRole('menuitemradio', { name: 'Title, Z to A' }).click();
  await expect(titles).toHaveText(['beta', 'Gamma', 'Epsilon', 'Alpha']);
  await page.getByRole('button', { name: /^Lock/ }).click();
  await expect(titles).toHaveText(['Gamma', 'Epsilon', 'Alpha', /^\*+$/]);
  expect(sent.filter((one) => /beta|secret\.example/i.test(one))).toEqual([]);
});

const refuseCopiesOnce = (page: Page) =>
  page.route('**/v1/bookmarks/encrypted/copies', (route) => route.fulfill({ status: 413, json: {} }), {
    times: 1,
  });

/** Expects that nothing can be encrypted before it is known what stays readable. */
async function retryCopies(dialog: Locator, action: string): Promise<void> {
  await expect(
    dialog.getByText('Couldn’t check whether other bookmarks with this address stay readable.'),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: action, exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Try again' }).click();
}

test('encrypting offers the readable bookmarks with the same address too, and clears cached icons', async ({
  page,
  api,
  allowConsole,
}) => {
  // The test reads only from the cache.
  allowConsole(/ERR_CACHE_MISS|status of 413/);
  const url = 'https://twice.example/page';
  for (const title of ['First', 'Second']) {
    await api.call('bookmarks.create', { body: { url, title, force: true } });
  }
  await page.goto('/');
  const icon = `/v1/preview/favicon?url=${encodeURIComponent('https://twice.example')}`;
  const isCached = () =>
    page.evaluate(
      (path) =>
        fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          ({ ok }) => ok,
          () => false,
        ),
      icon,
    );
  await expect.poll(isCached).toBe(true);
  const row = list(page)
    .getByRole('listitem')
    .filter({ has: titleOf(page, 'First') });
  await row.hover();
  await row.getByRole('button', { name: 'More', exact: true }).click();
  await refuseCopiesOnce(page);
  await page.getByRole('menuitem', { name: 'Encrypt…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Encrypt this bookmark' });
  await retryCopies(dialog, 'Encrypt');
  await expect(
    dialog.getByText(/^Otherwise the server can still read 1 bookmark with this address/),
  ).toBeVisible();
  await expect(
    dialog.getByRole('checkbox', { name: 'Also encrypt 1 other bookmark with the same address' }),
  ).toBeChecked();
  await chooseNewKey(dialog);
  await dialog.getByRole('button', { name: 'Encrypt', exact: true }).click();
  await expect(dialog).toBeHidden();
  const { content } = await api.call('bookmarks.list', {});
  expect(content.map(({ encrypted, title }) => [encrypted, title])).toEqual([
    [true, null],
    [true, null],
  ]);
  await expect.poll(isCached).toBe(false);
});

test('the form warns that others with the address stay readable, and leads to encrypting them', async ({
  page,
  context,
  api,
  allowConsole,
}) => {
  allowConsole(/status of 413|ERR_INTERNET_DISCONNECTED/);
  const url = 'https://twice.example/page';
  for (const title of ['First', 'Second']) {
    await api.call('bookmarks.create', { body: { url, title, force: true } });
  }
  await page.goto('/');
  const row = list(page)
    .getByRole('listitem')
    .filter({ has: titleOf(page, 'First') });
  await row.hover();
  await row.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit bookmark' });
  // Without a network, the code of the form could not be loaded any more.
  await expect(form.getByRole('switch', { name: 'Encrypt on this device' })).toBeVisible();
  await refuseCopiesOnce(page);
  await context.setOffline(true);
  await form.getByRole('switch', { name: 'Encrypt on this device' }).check();
  await expect(form.getByText(/^Couldn’t check whether other bookmarks/)).toBeVisible();
  await context.setOffline(false);
  await retryCopies(form, 'Save');
  await expect(form.getByText(/^1 other bookmark with this address remains readable/)).toBeVisible();
  await chooseNewKey(form);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Encrypt it', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Encrypt this bookmark' })
    .getByRole('button', { name: 'Encrypt', exact: true })
    .click();
  const readable = async () => (await api.call('bookmarks.list', {})).content.filter((one) => !one.encrypted);
  await expect.poll(readable).toEqual([]);
});
