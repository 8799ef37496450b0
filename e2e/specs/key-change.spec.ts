import type { Locator, Page } from '@playwright/test';
import { list, toasts } from '../fixtures/rows';
import { saveEncrypted } from '@/e2e/fixtures/encrypted';
import { expect, test } from '../fixtures/test';
import { masked, unlock, unlockDialog } from '../fixtures/unlocking';

// Guarantee: a key is changed for everything that uses it or for nothing, whatever happens during the change: another
// device changes a bookmark, the page is closed, the network fails.

// Under heavy load, deriving a key takes seconds.
test.slow();

const old = 'seven herons on the weir';
const next = 'nine otters in the reeds';
const hint = 'what we saw that morning';

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Change key' });
const submit = (page: Page): Promise<void> =>
  dialogOf(page).getByRole('button', { name: 'Change key' }).click();

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

/** Fills in the dialog of a key change, without the final click. */
async function prepare(page: Page): Promise<void> {
  await page.goto('/settings/security');
  await page.getByRole('button', { name: `Change key “${hint}”` }).click();
  await unlock(page, old);
  const dialog = dialogOf(page);
  await dialog.getByLabel('New encryption key').fill(next);
  await dialog.getByLabel('Repeat the key').fill(next);
  await dialog.getByLabel('I have saved the key somewhere safe').check();
}

/** Expects that a key decrypts the bookmark with the title after a reload. */
async function expectDecrypts(page: Page, passphrase: string, title: RegExp): Promise<void> {
  await page.goto('/');
  await masked(page).first().click();
  await unlock(page, passphrase);
  await expect(unlockDialog(page)).toBeHidden();
  await expect(list(page).getByRole('link', { name: title }).first()).toBeVisible();
}

test('a concurrent change on another device is reported, nothing is half done, and a retry works', async ({
  page,
  api,
  allowConsole,
}) => {
  const [uuid = ''] = await saveEncrypted(api, old, ['Alpha', 'Beta', 'Gamma'], hint);
  const before = (await api.call('bookmarks.keys')).content;
  allowConsole(/status of 409/);
  let isFirst = true;
  await page.route('**/v1/bookmarks/encrypted', async (route) => {
    // After everything was read and encrypted, and before it is stored.
    if (route.request().method() === 'PUT' && isFirst) {
      isFirst = false;
      await api.call('bookmarks.favorite', { params: { uuid }, body: { favorite: true } });
    }
    await route.continue();
  });
  await prepare(page);
  await submit(page);
  await expect(
    dialogOf(page).getByRole('alert').filter({ hasText: 'has changed, so the old key is still in use' }),
  ).toBeVisible();
  expect((await api.call('bookmarks.keys')).content).toEqual(before);
  await submit(page);
  await expect(toasts(page)).toContainText('3 bookmarks now use the new key');
  expect((await api.call('bookmarks.keys')).content).toMatchObject([{ count: 3 }]);
  await expectDecrypts(page, next, /^Alpha$/);
});

test('more items than one request accepts are sent in parts; closing the page between parts keeps the old key, and a retry works', async ({
  page,
  context,
  api,
  allowConsole,
}) => {
  test.setTimeout(300_000);
  allowConsole(/ERR_CONNECTION_RESET/);
  const total = 5_200;
  const titles = Array.from({ length: total }, (_, at) => `Row ${at}`);
  await saveEncrypted(api, old, titles, hint);
  await test.step('the page is closed after the first part was staged', async () => {
    const closedPage = await context.newPage();
    let parts = 0;
    const second = Promise.withResolvers<undefined>();
    await closedPage.route('**/v1/bookmarks/keys/change/*', async (route) => {
      parts += 1;
      if (parts === 2) second.resolve(undefined);
      else await route.continue();
    });
    await prepare(closedPage);
    await submit(closedPage);
    await second.promise;
    await expect(dialogOf(closedPage).getByRole('status')).toContainText(/[\d,]+ of 5,200/);
    await closedPage.close();
    expect((await api.call('bookmarks.keys')).content).toMatchObject([{ count: total, hint }]);
  });
  await expectDecrypts(page, old, /^Row \d+$/);
  await test.step('the network fails at the end, and the page checks whether the change was applied', async () => {
    let applied = 0;
    await page.route('**/v1/bookmarks/keys/change/*', async (route) => {
      if (route.request().method() === 'POST') {
        applied += 1;
        // The change is applied, but the response is lost.
        if (applied === 1) {
          await route.fetch();
          return route.abort('connectionreset');
        }
      }
      return route.continue();
    });
    await prepare(page);
    await submit(page);
    await expect(toasts(page)).toContainText('5,200 bookmarks now use the new key', { timeout: 120_000 });
    expect(applied).toBe(2);
  });
  expect((await api.call('bookmarks.keys')).content).toMatchObject([{ count: total, hint: null }]);
  await expectDecrypts(page, next, /^Row \d+$/);
});
