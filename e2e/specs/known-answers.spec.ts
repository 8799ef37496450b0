import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import type { Page } from '@playwright/test';
import type { Vector } from '@/lib/crypto/testing/vectors';
import { signUpAs } from '../fixtures/account-id';
import type { Api } from '../fixtures/api';
import { titleOf } from '../fixtures/rows';
import { expect, test } from '../fixtures/test';

// Guarantee: the production build decrypts what another program encrypted by docs/security.md, with the cryptography of
// a browser, in the worker of the app and in the exported page; and another program decrypts what the browser encrypts.

// Each key is derived separately, one with more than three times the iterations; under load that takes minutes.
test.setTimeout(400_000);
const derivationTimeout = { timeout: 120_000 };

const vectors = JSON.parse(fs.readFileSync('lib/crypto/testing/vectors.json', 'utf8')) as readonly Vector[];
const byAccount = [...Map.groupBy(vectors, ({ account }) => account)];

/** Saves the envelopes, each with its own hint: vectors with the same passphrase have different salts. */
const save = (api: Api, encrypted: readonly Vector[]) =>
  api.call('bookmarks.createEncrypted', {
    body: { items: encrypted.map(({ uuid, envelope, name }) => ({ uuid, cipher: envelope, hint: name })) },
  });

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Unlock bookmarks' });

async function unlock(page: Page, { name, passphrase }: Pick<Vector, 'name' | 'passphrase'>): Promise<void> {
  await page.getByRole('button', { name: `Unlock “${name}”` }).click();
  await dialogOf(page).getByLabel('Encryption key').fill(passphrase);
  await dialogOf(page).getByRole('button', { name: 'Unlock', exact: true }).click();
}

/** Returns all unlocked bookmarks from a JSON export. */
async function readDecrypted(page: Page): Promise<unknown[]> {
  await page.getByRole('radio', { name: /^JSON/ }).check();
  await page.getByRole('checkbox', { name: 'Include unlocked bookmarks as plain text' }).check();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download JSON' }).click();
  const text = fs.readFileSync(await (await started).path(), 'utf8');
  return (JSON.parse(text) as { bookmarks: unknown[] }).bookmarks;
}

/** Navigates by a link of the app: a reload would lock the keys. */
async function navigateTo(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).first().click();
}

for (const [account, encrypted] of byAccount) {
  test(`the worker in the browser decrypts the envelopes of another program: account ${account.slice(-4)}`, async ({
    page,
    context,
    api,
    baseURL,
  }) => {
    const person = await signUpAs(account, baseURL ?? '');
    await context.clearCookies();
    await context.addCookies(person.storageState.cookies);
    await save(api, encrypted);
    await page.goto('/settings/security');
    for (const vector of encrypted) {
      await test.step(vector.name, async () => {
        await unlock(page, { ...vector, passphrase: `${vector.passphrase}.` });
        await expect(dialogOf(page).getByText(/^Incorrect key/)).toBeVisible(derivationTimeout);
        await page.keyboard.press('Escape');
        await unlock(page, vector);
        await expect(dialogOf(page)).toBeHidden(derivationTimeout);
        await expect(page.getByRole('button', { name: `Unlock “${vector.name}”` })).toHaveCount(0);
      });
    }
    await navigateTo(page, 'Import and export');
    const read = await readDecrypted(page);
    expect(read).toHaveLength(encrypted.length);
    for (const { uuid, secret } of encrypted) {
      expect(read).toContainEqual(expect.objectContaining({ uuid, ...secret }));
    }
    await navigateTo(page, 'Bookmarks');
    for (const { secret } of encrypted.filter(({ secret: { title } }) => title !== '')) {
      await expect(titleOf(page, secret.title)).toHaveAttribute('href', secret.url);
    }
  });
}

test('the exported page decrypts them too, without the app and without a network', async ({
  context,
  api,
  baseURL,
  browser,
}, info) => {
  const [[account, encrypted] = ['', []]] = byAccount;
  const person = await signUpAs(account, baseURL ?? '');
  await context.clearCookies();
  await context.addCookies(person.storageState.cookies);
  await save(api, encrypted);
  const exported = await context.request.get('/v1/bookmarks/export?format=page&encrypted=true');
  const file = info.outputPath('bookmarks.html');
  fs.writeFileSync(file, await exported.body());
  const alone = await browser.newContext({ offline: true });
  const page = await alone.newPage();
  await page.goto(`file://${file}`);
  const passphrases = new Set(encrypted.map(({ passphrase }) => passphrase));
  let open = 0;
  for (const passphrase of passphrases) {
    open += encrypted.filter((vector) => vector.passphrase === passphrase).length;
    await page.getByLabel('Key').fill(passphrase);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByText(`Unlocked: ${open} of ${encrypted.length}`)).toBeVisible(derivationTimeout);
  }
  for (const { secret } of encrypted.filter(({ secret: { title } }) => title !== '')) {
    const link = page.getByRole('link', { name: secret.title, exact: true });
    await expect(link).toHaveAttribute('href', secret.url);
  }
  await alone.close();
});

test('a key with too few or too many iterations, or of a later version, is rejected before it is derived', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  const [{ envelope, passphrase } = { envelope: '', passphrase: '' }] = vectors;
  const whole = Buffer.from(envelope.slice(4), 'base64url');
  const written = (offset: number, bytes: readonly number[]) => {
    const copy = Buffer.from(whole);
    copy.set(bytes, offset);
    return copy;
  };
  const refused: Record<string, [offset: number, bytes: readonly number[]]> = {
    'one iteration less': [2, [0x00, 0x09, 0x27, 0xbf]],
    'one iteration more': [2, [0x00, 0x1e, 0x84, 0x81]],
    'the next version': [0, [2]],
    'another algorithm': [1, [2]],
  };
  // The service rejects such envelopes, but the browser must not rely on that: the responses are modified here.
  const served = new Map<string, string>();
  const keyOf = (bytes: Buffer) => bytes.subarray(0, 24).toString('base64url');
  const items = Object.entries(refused).map(([hint, [offset, bytes]], at) => {
    const stored = written(6, [at]);
    const hostile = Buffer.from(stored);
    hostile.set(bytes, offset);
    served.set(keyOf(stored), keyOf(hostile));
    return {
      uuid: `0193a5c2-0000-7000-8000-00000000000${at}`,
      cipher: `mw1.${stored.toString('base64url')}`,
      hint,
    };
  });
  await page.route(
    (url) => url.pathname.startsWith('/v1/') || url.pathname === '/settings/security',
    async (route) => {
      const response = await route.fetch();
      let body = await response.text();
      for (const [stored, hostile] of served) body = body.replaceAll(stored, hostile);
      await route.fulfill({ response, body });
    },
  );
  await api.call('bookmarks.createEncrypted', { body: { items } });
  await page.goto('/settings/security');
  for (const name of Object.keys(refused)) {
    await unlock(page, { name, passphrase });
    await expect(dialogOf(page).getByText(/aren’t safe, so it wasn’t tried/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
  }
  for (const { uuid } of items)
    await api.call('bookmarks.delete', { params: { uuid }, query: { permanent: true } });
});

test('the program in the documentation decrypts what the browser encrypts', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  const passphrase = 'Zwölf Fähren – 十二 🚢';
  const secret = {
    title: 'Pão de queijo — “x”',
    url: 'https://browser.example/encrypted?q=%C3%A9#part',
    description: 'Line one\nline two',
    tags: 'café,日本',
  };
  const { uuid } = await api.call('bookmarks.create', { body: secret });
  await page.goto('/');
  const row = page.getByRole('listitem').filter({ has: titleOf(page, secret.title) });
  await row.hover();
  await row.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Encrypt…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Encrypt this bookmark' });
  await dialog.getByLabel('New encryption key').fill(passphrase);
  await dialog.getByLabel('Repeat the key').fill(passphrase);
  await dialog.getByLabel('I have saved the key somewhere safe').check();
  await dialog.getByRole('button', { name: 'Encrypt', exact: true }).click();
  await expect(dialog).toBeHidden();
  const { uuid: account } = await api.call('account.get');
  const encrypted = async () => (await api.call('bookmarks.encrypted')).content;
  await expect.poll(async () => (await encrypted()).length).toBe(1);
  const [saved] = await encrypted();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['docs/examples/open-envelope.mjs', account, uuid, saved?.cipher ?? ''],
    { input: `${passphrase}\n`, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(secret);
});
