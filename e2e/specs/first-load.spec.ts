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
