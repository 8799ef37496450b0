import type { Page } from '@playwright/test';
import { chromiumArguments } from '@/tooling/test/chromium-arguments';
import { bookmarkFile } from '../fixtures/bookmark-file';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, applyLook } from '../fixtures/looks';
import { save } from '../fixtures/rows';
import { saveEncrypted } from '@/e2e/fixtures/encrypted';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

// Guarantee: over plain http from another machine, where browsers disable Web Crypto, every screen that needs it shows
// an explanation, and nothing is encrypted, decrypted or sent with weaker protection instead.

const executablePath = process.env['E2E_HEADLESS_SHELL'] ?? process.env['E2E_CHROMIUM'];
const host = 'plain.test';

// A host name that resolves to this machine but is not localhost to the browser.
test.use({
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: [...chromiumArguments, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  },
});
test.slow();

const key = 'seven herons on the weir';
const file = bookmarkFile([{ url: 'https://plain-file.example/', title: 'From a file' }]);

for (const look of dialogLooks) {
  test(`screens that need cryptography explain why it is unavailable: ${look.name}`, async ({
    page,
    context,
    api,
    baseURL,
    useFreshAccount,
    allowConsole,
  }) => {
    const { storageState } = await useFreshAccount();
    await saveEncrypted(api, key, ['Alpha'], 'A hint');
    await save(api, ['Beta']);
    const plain = new URL(baseURL ?? '');
    plain.hostname = host;
    await context.addCookies(storageState.cookies.map((cookie) => ({ ...cookie, domain: host })));
    await applyLook(page, plain.origin, look);
    // Chromium reports headers that it ignores over plain http.
    allowConsole(/Cross-Origin-Opener-Policy header has been ignored|Origin-Agent-Cluster/);
    const t = wordsOf(look.locale);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    const dialog = page.getByRole('dialog');
    const why = dialog.getByText(t('Vault.noCrypto'));

    await page.goto(plain.origin);
    expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto])).toEqual([false, false]);

    await test.step('decrypting an encrypted bookmark', async () => {
      await maskedRow(page).click();
      await expect(dialog.getByText(t('Vault.noCryptoTitle'))).toBeVisible();
      await expect(why).toBeVisible();
      await expectFit(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
    await test.step('encrypting a bookmark', async () => {
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Beta' });
      await row.hover();
      await row
        .getByRole('button', { name: /^(?:More|Mais)/ })
        .last()
        .click();
      await page.getByRole('menuitem', { name: /^(?:Encrypt|Criptografar)/ }).click();
      await expect(why).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
    await test.step('encrypting a new bookmark', async () => {
      await page.goto(`${plain.origin}/#add`);
      // Before the address, because the form fetches metadata of an address typed earlier.
      await dialog.getByRole('switch', { name: t('BookmarkEditor.encrypt') }).check();
      await dialog.getByLabel(t('BookmarkEditor.url')).fill('https://plain-canary.example/');
      await dialog.getByLabel(t('Keys.key'), { exact: true }).fill(key);
      await dialog.getByRole('button', { name: t('BookmarkEditor.add'), exact: true }).click();
      await expect(dialog.getByText(t('BookmarkEditor.noCrypto'))).toBeVisible();
      await expectFit(page);
    });
    await test.step('the keys', async () => {
      await page.goto(`${plain.origin}/settings/security`);
      await expect(page.getByText(t('Vault.noCryptoTitle'))).toBeVisible();
      const buttons = page.locator('li', { hasText: 'A hint' }).getByRole('button');
      await expect(buttons).toHaveCount(3);
      for (const button of await buttons.all()) await expect(button).toBeDisabled();
      await expectFit(page);
    });
    await test.step('importing a file as encrypted', async () => {
      await page.goto(`${plain.origin}/settings/data`);
      await page.getByRole('checkbox', { name: t('ImportExport.encrypting.choose') }).check();
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByLabel(t('Keys.key'), { exact: true }).fill(key);
      await page.getByRole('button', { name: t('ImportExport.encrypting.start', { count: 1 }) }).click();
      await expect(page.getByText(t('ImportExport.refusal.NO_CRYPTO'))).toBeVisible();
      await expectFit(page);
    });
    expect(sent.filter((request) => /bookmarks/.test(request))).toEqual([]);
    expect((await api.call('bookmarks.list')).pagination.total).toBe(2);
  });
}

const maskedRow = (page: Page) => page.getByRole('main').getByText('***').first();
