import { expect, type Page } from '@playwright/test';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import type { Api } from '../fixtures/api';
import { expectFitBothWays } from '../fixtures/expect-fit';
import { desktop, inEach, screenLooks, phone } from '../fixtures/looks';
import { scriptBytesAboveEmptyPage } from '../fixtures/script-bytes';
import { publishCollection, type Shelf, visit } from '../fixtures/shelf';
import { test } from '../fixtures/test';
import { watchPage } from '../fixtures/watch-page';

const scriptBytes = 25_000;
const cipher = sampleEnvelope();

const rows = (page: Page) => page.getByRole('list', { name: 'Links' }).getByRole('listitem');

/** Follows the pagination links to the last page and returns the titles of all rows. */
async function readToTheEnd(page: Page): Promise<string[]> {
  const titles: string[] = [];
  for (let number = 1; ; number += 1) {
    if (number > 1) await expect(page).toHaveURL(new RegExp(String.raw`\?page=${number}$`));
    await expect(page.getByRole('contentinfo')).toBeVisible();
    titles.push(...(await rows(page).getByRole('link').allTextContents()));
    const older = page.getByRole('link', { name: 'Older' });
    if ((await older.count()) === 0) return titles;
    await older.click();
  }
}

let longShelf: Promise<Shelf & { hidden: readonly string[] }> | undefined;

/** Publishes a collection of 120 with content that must stay hidden; called once per worker. */
async function publishLongCollection(api: Api, useFreshAccount: () => Promise<unknown>) {
  await useFreshAccount();
  const shelf = await publishCollection(api, 'Night trains of Europe', 120);
  const collections = [shelf.uuid];
  await api.call('bookmarks.create', { body: { encrypted: true, cipher, hint: 'canary-hint', collections } });
  const deleted = await api.call('bookmarks.create', {
    body: { title: 'Thrown away', url: 'https://old.example/', collections },
  });
  await api.call('bookmarks.delete', { params: { uuid: deleted.uuid } });
  const hidden = ['A private note', 'secret-tag', cipher, 'canary-hint', '@example.test', 'Thrown away'];
  return { ...shelf, hidden };
}

for (const javaScriptEnabled of [false, true]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('a public collection is complete', async ({ browser, api, useFreshAccount }) => {
      test.slow();
      longShelf ??= publishLongCollection(api, useFreshAccount);
      const { path, hidden } = await longShelf;
      const page = await visit(browser, { javaScriptEnabled });
      const watch = watchPage(page.context());
      const response = await page.goto(path);
      const html = (await response?.text()) ?? '';
      for (const secret of hidden) expect(html).not.toContain(secret);
      // The elements of the rows are in the page once: as data for React, there are only their texts.
      const count = (text: string) => html.split(text).length - 1;
      expect(count('row-date')).toBe(await rows(page).count());
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night trains of Europe');
      await expect(page.getByText('Public collection')).toBeVisible();
      await expect(page.getByText('120 links')).toBeVisible();
      await expect(page.getByText('Ada Lovelace')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Create your own collection' })).toHaveAttribute(
        'target',
        '_blank',
      );
      await expect(rows(page)).toHaveCount(50);
      await expect(rows(page).first().getByRole('link')).toHaveAttribute('rel', 'noopener ugc');

      const expected = Array.from({ length: 120 }, (_, index) => `Train number ${120 - index}`);
      expect(await readToTheEnd(page)).toEqual(expected);
      await expect(page.getByRole('link', { name: 'Newer' })).toBeVisible();

      const search = page.getByRole('searchbox', { name: 'Search this collection' });
      await search.fill('number 117');
      await search.press('Enter');
      await expect(rows(page)).toHaveCount(1);
      await expect(page.getByText('1 link for “number 117”')).toBeVisible();
      await search.fill('zeppelin');
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page.getByText('Nothing found for “zeppelin”')).toBeVisible();
      await page.getByRole('link', { name: 'Show all links' }).click();
      await expect(rows(page)).toHaveCount(50);
      watch.expectSilence();
    });

    for (const viewport of [phone, desktop]) {
      test(`everything on it can be clicked, ${viewport.width} wide`, async ({
        browser,
        api,
        useFreshAccount,
      }) => {
        test.slow();
        longShelf ??= publishLongCollection(api, useFreshAccount);
        const { path } = await longShelf;
        const page = await visit(browser, { javaScriptEnabled, viewport });
        const context = page.context();
        const watch = watchPage(context);
        await context.route('https://trains.example/**', (route) =>
          route.fulfill({ contentType: 'text/html', body: '<title>A train</title>' }),
        );
        await page.goto(path);

        // A click at the end of a row follows its link too.
        const row = rows(page).first();
        const { width = 0 } = (await row.boundingBox()) ?? {};
        const opened = context.waitForEvent('page', { timeout: 60_000 });
        await row.click({ position: { x: width - 12, y: 24 } });
        const popup = await opened;
        await expect(popup).toHaveURL(/^https:\/\/trains\.example\/.+\/120$/);
        await popup.close();

        await page.getByRole('link', { name: viewport === phone ? 'Older' : 'Page 3' }).click();
        await expect(page).toHaveURL(viewport === phone ? /\?page=2$/ : /\?page=3$/);

        await page.getByRole('link', { name: 'Português' }).click();
        await expect(page).toHaveURL(/lang=pt-BR$/);
        await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
        await page.getByRole('searchbox').fill('117');
        await page.getByRole('button', { name: 'Buscar' }).click();
        await expect(page.getByText('1 link para “117”')).toBeVisible();
        await page.getByRole('link', { name: 'English' }).click();
        await expect(page.getByText('1 link for “117”')).toBeVisible();

        await page.locator('summary').click();
        for (const feed of ['RSS', 'Atom', 'JSON Feed']) {
          await expect(page.getByRole('link', { name: feed })).toBeInViewport({ ratio: 1 });
        }
        const feed = page.waitForResponse(/\/rss\.xml$/, { timeout: 60_000 });
        await page.getByRole('link', { name: 'RSS' }).click();
        expect((await feed).status()).toBe(200);

        await page.goto(path);
        await page.getByRole('link', { name: 'Sign up' }).click();
        await expect(page).toHaveURL(/\/register$/);
        watch.expectSilence();
      });
    }
  });
}

test('with JavaScript the link is copied, the theme is chosen, and the feeds menu closes', async ({
  browser,
  api,
  useFreshAccount,
  baseURL,
}) => {
  await useFreshAccount();
  const { path } = await publishCollection(api, 'Night trains', 1);
  const page = await visit(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const watch = watchPage(page.context());
  await page.goto(path);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status')).toHaveText('Link copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${path}`);

  const rss = page.getByRole('link', { name: 'RSS' });
  await page.locator('summary').click();
  await page.keyboard.press('Escape');
  await expect(rss).toBeHidden();
  await expect(page.locator('summary')).toBeFocused();
  await page.locator('summary').click();
  await expect(rss).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(rss).toBeHidden();

  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  watch.expectSilence();
});

// Guarantee: following a shared link downloads little, whatever is added to the app later.
test('the scripts of a public page stay within their budget above an empty page', async ({
  browser,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  const { path } = await publishCollection(api, 'Night trains', 3);
  const page = await visit(browser);
  expect(await scriptBytesAboveEmptyPage(page, path)).toBeLessThanOrEqual(scriptBytes);
});

test('an unpublished collection returns 404 with the next request', async ({
  browser,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  const { uuid, path } = await publishCollection(api, 'Night trains', 1);
  const page = await visit(browser);
  const addresses = ['', '/rss.xml', '/atom.xml', '/feed.json', '/opengraph-image'].map(
    (file) => `${path}${file}`,
  );
  const statuses = () =>
    Promise.all(addresses.map(async (address) => (await page.request.get(address)).status()));
  await page.goto(path);
  expect(await statuses()).toEqual(addresses.map(() => 200));
  await api.call('collections.update', { params: { uuid }, body: { security: 0 } });
  const reloaded = await page.reload();
  expect(reloaded?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t find this collection');
  expect(await statuses()).toEqual(addresses.map(() => 404));
});

test('public pages are accessible and fit the screen', async ({ browser, api, useFreshAccount, baseURL }) => {
  test.slow();
  await useFreshAccount();
  const { path } = await publishCollection(
    api,
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    51,
  );
  const empty = await publishCollection(api, 'Nothing yet', 0);
  const page = await visit(browser);
  const watch = watchPage(page.context());
  watch.allow(/404/);
  const addresses = [
    path,
    `${path}?page=2`,
    `${path}?q=train`,
    `${path}?q=zeppelin`,
    empty.path,
    '/public/x/y',
  ];
  await inEach(page, baseURL, screenLooks, async () => {
    for (const address of addresses) {
      await page.goto(address);
      await expectFitBothWays(page);
    }
  });
  watch.expectSilence();
});
