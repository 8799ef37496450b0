import fs from 'node:fs';
import { scriptBytesAboveEmptyPage } from '../fixtures/script-bytes';
import { expect, test } from '../fixtures/test';

// Guarantee: the download before the first page is interactive stays small, whatever is added later.
test('the scripts of the first load stay within their budget above an empty page', async ({ page }) => {
  expect(await scriptBytesAboveEmptyPage(page, '/')).toBeLessThanOrEqual(106_500);
});

// Guarantee: the service and its packages are in the memory of the server once (decisions 46 and 47).
test('the bundles of the server contain the service once, without its packages', () => {
  const sizes = fs.globSync('.next/server/**/*.js').map((file) => fs.statSync(file).size);
  expect(sizes.filter((size) => size > 500_000)).toHaveLength(1);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000_000);
});

// Guarantee: the server sends what the first screen shows, and each fact at most twice: as markup and as data.
test('the start page stays within its budget of HTML', async ({ api, page, useFreshAccount }) => {
  await useFreshAccount();
  for (let index = 0; index < 30; index += 1) {
    const title = `A page with an ordinary title, number ${index}`;
    await api.call('bookmarks.create', { body: { url: `https://site-${index}.example/ordinary`, title } });
  }
  const html = await (await page.request.get('/')).text();
  expect(html.match(/data-row=/g)?.length).toBeGreaterThanOrEqual(25);
  expect(html.length).toBeLessThanOrEqual(110_000);
  // Of a dialog, whose messages are loaded with its code.
  expect(html).not.toContain('addHeading');
});
