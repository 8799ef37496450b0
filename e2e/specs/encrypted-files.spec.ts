import fs from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { bookmarkFile } from '../fixtures/bookmark-file';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { titleOf } from '../fixtures/rows';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

// Under heavy load, deriving a key takes seconds.
test.slow();

const key = 'a long sentence about cats';
const canary = 'zqcanary';
const file = bookmarkFile(
  [{ url: `https://${canary}.example/loose`, title: `Loose ${canary}`, description: `About a ${canary}` }],
  {
    [`Folder of ${canary}`]: [
      {
        url: `https://${canary}.example/map?${canary}=1`,
        title: `Map of ${canary}`,
        attributes: `ADD_DATE="1500000000" TAGS="${canary}" FAVORITE="1"`,
      },
      { url: `https://${canary}.example/loose`, title: 'Once more' },
      { url: '', title: `Nowhere ${canary}` },
    ],
  },
  `${canary}.html`,
);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

/** Records the URLs, headers and bodies of all requests of the page from now on. */
function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`),
  );
  return sent;
}

/** Records the height of each list when it appears, before the browser has rendered it. */
async function recordFirstHeights(page: Page): Promise<() => Promise<Record<string, number>>> {
  await page.addInitScript(() => {
    const heights: Record<string, number> = {};
    Object.assign(window, { firstHeights: heights });
    new MutationObserver(() => {
      for (const list of document.querySelectorAll('main ul[aria-label]'))
        heights[list.ariaLabel ?? ''] ??= list.getBoundingClientRect().height;
    }).observe(document, { childList: true, subtree: true });
  });
  return () =>
    page.evaluate(() => (window as unknown as { firstHeights: Record<string, number> }).firstHeights);
}

/** Runs in the page. In the first frame on the screen, the browser may still estimate the height. */
const heightOnScreen = (element: Element) =>
  new Promise<number>((resolve) => {
    const measure = () => resolve(element.getBoundingClientRect().height);
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(measure)));
  });

async function chooseEncrypted(page: Page): Promise<void> {
  await page.goto('/settings/data');
  await page.getByRole('checkbox', { name: 'Encrypt imported bookmarks' }).check();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(heading(page, '4 bookmarks in this file')).toBeVisible();
}

async function importEncrypted(page: Page): Promise<void> {
  await chooseEncrypted(page);
  await page.getByLabel('New encryption key').fill(key);
  await page.getByLabel('Repeat the key').fill(key);
  await page.getByLabel('I have saved the key somewhere safe').check();
  await button(page, 'Encrypt and import 2 bookmarks').click();
  await expect(heading(page, '2 bookmarks imported')).toBeVisible();
}

const textOf = async (download: Download): Promise<string> => fs.readFile(await download.path(), 'utf8');

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

// Guarantee: only the envelopes of an encrypted import leave the browser: no title, link, tag, folder or file name.
test('a file imported as encrypted is parsed and encrypted in the browser, keeps its dates and is readable at once', async ({
  page,
  api,
}) => {
  const sent = recordRequests(page);
  const firstHeights = await recordFirstHeights(page);
  await importEncrypted(page);
  await expect(
    page.getByRole('img', { name: '2 new, 0 already saved, 1 repeated in the file, 1 skipped' }),
  ).toBeVisible();
  await test.step('the buttons below the rows do not move while they are pressed', async () => {
    const name = '2 entries to review';
    const rows = page.getByRole('list', { name });
    await rows.scrollIntoViewIfNeeded();
    await expect(rows).toBeInViewport();
    expect(await rows.evaluate(heightOnScreen)).toBe((await firstHeights())[name]);
  });
  const [worker] = page.workers();
  const called = worker?.evaluate(() => fetch('/v1/health').then(String, () => 'refused by the policy'));
  expect(await called, 'the worker with the keys cannot send requests').toBe('refused by the policy');
  const { content } = await api.call('bookmarks.list');
  expect(content.map(({ encrypted, title, favorite }) => [encrypted, title, favorite]).sort()).toEqual([
    [true, null, false],
    [true, null, true],
  ]);
  expect(content.map(({ createdAt }) => createdAt)).toContain('2017-07-14T02:40:00.000Z');
  await page.getByRole('link', { name: 'View bookmarks' }).click();
  await expect(titleOf(page, `Map of ${canary}`)).toBeVisible();
  expect(sent.filter((request) => request.includes(canary) || request.includes(key))).toEqual([]);
});

test('a second import of the same file detects unlocked duplicates, and asks for the key if none is unlocked', async ({
  page,
  api,
}) => {
  await importEncrypted(page);
  await button(page, 'Choose another file').click();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('There’s nothing new in this file.')).toBeVisible();
  await button(page, 'Choose another file').click();

  await api.call('collections.create', { body: { name: 'Maps' } });
  await page.reload();
  await chooseEncrypted(page);
  await page.getByRole('combobox', { name: 'Destination' }).click();
  await page.getByRole('option', { name: 'Maps' }).click();
  await page.getByLabel('Encryption key').fill('another key that fits none');
  await button(page, 'Encrypt and import 2 bookmarks').click();
  await expect(page.getByText('Incorrect key.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Destination' })).toHaveText('Maps');
  await page.getByLabel('Encryption key').fill(key);
  await button(page, 'Encrypt and import 2 bookmarks').click();
  await expect(heading(page, 'No new bookmarks imported')).toBeVisible();
  expect((await api.call('bookmarks.list')).pagination.total).toBe(2);
});

test('imported bookmarks are moved to the trash by one click', async ({ page, api }) => {
  await importEncrypted(page);
  await button(page, 'Undo import').click();
  await expect(heading(page, 'Import undone')).toBeVisible();
  expect((await api.call('bookmarks.list')).pagination.total).toBe(0);
  expect((await api.call('bookmarks.list', { query: { trash: true } })).pagination.total).toBe(2);
});

test('the exported page of encrypted bookmarks opens from disk, without a network, with only its key', async ({
  page,
  browser,
}, info) => {
  await importEncrypted(page);
  await page.getByRole('radio', { name: /^Offline page/ }).check();
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download page' }).click();
  const saved = info.outputPath('bookmarks.html');
  const download = await started;
  await download.saveAs(saved);
  expect(await fs.readFile(saved, 'utf8')).not.toContain(canary);

  const context = await browser.newContext({ offline: true });
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  const offline = await context.newPage();
  await offline.goto(`file://${saved}`);
  await offline.getByLabel('Key').fill('wrong');
  await offline.getByRole('button', { name: 'Unlock' }).click();
  await expect(offline.getByText('This key doesn’t unlock any of the remaining bookmarks')).toBeVisible();
  await offline.getByLabel('Key').fill(key);
  await offline.getByRole('button', { name: 'Unlock' }).click();
  await expect(offline.getByRole('link', { name: `Map of ${canary}` })).toHaveAttribute(
    'href',
    `https://${canary}.example/map?${canary}=1`,
  );
  expect(asked).toEqual([`file://${saved}`]);
  await context.close();
});

test('a decrypted export asks for the key, contains plain text only on request, and can be tried again', async ({
  page,
  allowConsole,
}) => {
  await importEncrypted(page);
  await page.reload();
  await page.getByRole('radio', { name: /^JSON/ }).check();
  const encrypted = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download JSON' }).click();
  expect(await textOf(await encrypted)).not.toContain(canary);

  await page.getByRole('checkbox', { name: 'Include unlocked bookmarks as plain text' }).check();
  await button(page, 'Download JSON').click();
  const dialog = page.getByRole('dialog', { name: 'Unlock bookmarks' });
  await dialog.getByLabel('Encryption key').fill(key);
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect(dialog).toBeHidden();
  for (const format of ['JSON', 'HTML', 'CSV']) {
    await page.getByRole('radio', { name: new RegExp(`^${format}`) }).check();
    const readable = page.waitForEvent('download');
    await button(page, `Download ${format}`).click();
    const text = await textOf(await readable);
    expect(text).toContain(`Map of ${canary}`);
    expect(text).toContain(`https://${canary}.example/loose`);
    expect(text).not.toContain('mw1.');
  }

  allowConsole(/net::ERR_FAILED/);
  await page.route('**/v1/bookmarks/export*', (route) => route.abort(), { times: 1 });
  await button(page, 'Download CSV').click();
  const retried = page.waitForEvent('download');
  await button(page, 'Try again').click();
  expect(await textOf(await retried)).toContain(`Map of ${canary}`);
});

test('choosing the key of an import fits a phone and a desk, in both languages', async ({
  page,
  baseURL,
}) => {
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const t = wordsOf(locale);
    await page.goto('/settings/data');
    await page.getByRole('checkbox', { name: t('ImportExport.encrypting.choose') }).check();
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByLabel(t('Keys.newKey'))).toBeVisible();
    await expectFit(page);
  });
});
