import zlib from 'node:zlib';
import { type Browser, type BrowserContextOptions, expect, type Page, type Response } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { expectFit } from '../fixtures/expect-fit';
import { looks, wear } from '../fixtures/looks';
import { test } from '../fixtures/test';
import { watchPage } from '../fixtures/watch-page';

const scriptBytes = 60_000;
const cipher = `mw1.${'A'.repeat(80)}`;

interface Shelf {
  uuid: string;
  /** Of its page. */
  path: string;
}

async function makeShelf(api: Api, name: string, links: number): Promise<Shelf> {
  const collection = await api.call('collections.create', {
    body: { name, description: 'Sleeping from city to city', security: 1, listed: true },
  });
  const collections = [collection.uuid];
  for (let number = 1; number <= links; number += 1) {
    await api.call('bookmarks.create', {
      body: {
        title: `Train number ${number}`,
        url: `https://trains.example/${collection.slug}/${number}`,
        description: 'A private note',
        tags: 'secret-tag',
        collections,
      },
    });
  }
  return { uuid: collection.uuid, path: new URL(collection.shareUrl ?? '').pathname };
}

/** A page of somebody who is not signed in. */
async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, ...options });
  return context.newPage();
}

const rows = (page: Page) => page.getByRole('list', { name: 'Links' }).getByRole('listitem');

/** Follows the links to older pages to the end, and gives the titles of all rows. */
async function readToTheEnd(page: Page): Promise<string[]> {
  const titles: string[] = [];
  for (;;) {
    titles.push(...(await rows(page).getByRole('link').allTextContents()));
    const older = page.getByRole('link', { name: 'Older' });
    if ((await older.count()) === 0) return titles;
    await older.click();
    await page.waitForLoadState();
  }
}

test('a public collection is complete without JavaScript', async ({ browser, api, useFreshAccount }) => {
  test.slow();
  await useFreshAccount();
  const { uuid, path } = await makeShelf(api, 'Night trains of Europe', 120);
  const collections = [uuid];
  await api.call('bookmarks.create', { body: { encrypted: true, cipher, hint: 'canary-hint', collections } });
  const thrown = await api.call('bookmarks.create', {
    body: { title: 'Thrown away', url: 'https://old.example/', collections },
  });
  await api.call('bookmarks.delete', { params: { uuid: thrown.uuid } });

  const page = await visit(browser, { javaScriptEnabled: false });
  const response = await page.goto(path);
  const html = (await response?.text()) ?? '';
  for (const secret of [
    'A private note',
    'secret-tag',
    cipher,
    'canary-hint',
    '@example.test',
    'Thrown away',
  ]) {
    expect(html).not.toContain(secret);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night trains of Europe');
  await expect(page.getByText('Public collection')).toBeVisible();
  await expect(page.getByText('120 links')).toBeVisible();
  await expect(page.getByText('Ada Lovelace')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create your own collection' })).toHaveAttribute(
    'target',
    '_blank',
  );
  await expect(rows(page)).toHaveCount(50);
  await expect(rows(page).first().getByRole('link')).toHaveAttribute('rel', 'noopener ugc');

  const expected = Array.from({ length: 120 }, (_, index) => `Train number ${120 - index}`);
  expect(await readToTheEnd(page)).toEqual(expected);
  await expect(page.getByRole('link', { name: 'Newer' })).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search in this collection' });
  await search.fill('number 117');
  await search.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('1 link with “number 117”')).toBeVisible();
  await search.fill('zeppelin');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('Nothing found for “zeppelin”')).toBeVisible();
  await page.getByRole('link', { name: 'Show all links' }).click();
  await expect(rows(page)).toHaveCount(50);
});

test('with a script a link is copied and the theme is chosen', async ({
  browser,
  api,
  useFreshAccount,
  baseURL,
}) => {
  await useFreshAccount();
  const { path } = await makeShelf(api, 'Night trains', 1);
  const page = await visit(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const watch = watchPage(page.context());
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await page.goto(path);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status')).toHaveText('The link is copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${path}`);
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const inline = await page.locator('script:not([type])').allTextContents();
  expect(scripts).toEqual([]);
  expect(inline.reduce((sum, text) => sum + zlib.brotliCompressSync(text).length, 0)).toBeLessThan(
    scriptBytes,
  );
  watch.expectSilence();
});

test('what is no longer public is gone with the next request', async ({ browser, api, useFreshAccount }) => {
  await useFreshAccount();
  const { uuid, path } = await makeShelf(api, 'Night trains', 1);
  const page = await visit(browser);
  const addresses = ['', '/rss.xml', '/atom.xml', '/feed.json', '/picture.png'].map(
    (file) => `${path}${file}`,
  );
  const statuses = () =>
    Promise.all(addresses.map(async (address) => (await page.request.get(address)).status()));
  await page.goto(path);
  expect(await statuses()).toEqual(addresses.map(() => 200));
  await api.call('collections.update', { params: { uuid }, body: { security: 0 } });
  const reloaded = await page.reload();
  expect(reloaded?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This collection is not on the shelf');
  expect(await statuses()).toEqual(addresses.map(() => 404));
});

test('programs find what they look for', async ({ browser, api, useFreshAccount, baseURL }) => {
  await useFreshAccount();
  const { path } = await makeShelf(api, 'Night trains', 2);
  const unlisted = await makeShelf(api, 'For those who have the address', 1);
  await api.call('collections.update', { params: { uuid: unlisted.uuid }, body: { listed: false } });
  const { request } = await visit(browser);
  const text = async (address: string) => (await request.get(address)).text();

  expect(await text('/robots.txt')).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const [, part = ''] = /<loc>([^<]+)<\/loc>/.exec(await text('/sitemap.xml')) ?? [];
  const listed = await text(part);
  expect(listed).toContain(`<loc>${baseURL}${path}</loc>`);
  expect(listed).not.toContain(unlisted.uuid);
  expect((await request.get(unlisted.path)).headers()['x-robots-tag']).toBe('noindex');

  const page = await request.get(path);
  const { etag = '', 'content-security-policy': policy } = page.headers();
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-/);
  expect((await request.get(path, { headers: { 'if-none-match': etag } })).status()).toBe(304);
  const head = await request.head(path);
  expect([head.status(), head.headers()['etag'], (await head.body()).length]).toEqual([200, etag, 0]);
  const former = await request.get(path.replace('night-trains', 'former'), { maxRedirects: 0 });
  expect([former.status(), former.headers()['location']]).toEqual([308, path]);
  for (const address of [
    '/public',
    '/public/x',
    '/public/x/y',
    '/public/x/y/z',
    '/public/..%2f..%2fetc%2fpasswd/x',
  ]) {
    expect((await request.get(address)).status(), address).toBe(404);
  }
  expect(await text(`${path}/rss.xml`)).toContain('<title>Train number 2</title>');
  const picture = await request.get(`${path}/picture.png`);
  expect(picture.headers()['content-type']).toBe('image/png');
  expect((await picture.body()).subarray(1, 4).toString()).toBe('PNG');
});

let shelves: Promise<readonly [long: Shelf, empty: Shelf]> | undefined;

/** What all looks are of: made once for each worker. */
async function makeShelves(api: Api, useFreshAccount: () => Promise<unknown>) {
  await useFreshAccount();
  return Promise.all([
    makeShelf(api, 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft', 51),
    makeShelf(api, 'Nothing yet', 0),
  ]);
}

for (const look of looks) {
  test(`public pages: ${look.name}`, async ({ browser, api, useFreshAccount, baseURL }) => {
    test.slow();
    shelves ??= makeShelves(api, useFreshAccount);
    const [{ path }, empty] = await shelves;
    const page = await visit(browser);
    const watch = watchPage(page.context());
    watch.allow(/404/);
    await wear(page, baseURL ?? '', look);
    const addresses = [
      path,
      `${path}?page=2`,
      `${path}?q=train`,
      `${path}?q=zeppelin`,
      empty.path,
      '/public/x/y',
    ];
    for (const address of addresses) {
      await page.goto(address);
      await expectFit(page);
    }
    watch.expectSilence();
  });
}
