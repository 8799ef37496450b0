import fs from 'node:fs';
import zlib from 'node:zlib';
import type { Response } from '@playwright/test';
import { expect, test } from '../fixtures/test';

interface EmptyPage {
  /** Measured version of the framework. */
  next: string;
  /** Brotli bytes of the scripts of its empty page. */
  bytes: number;
}

const read = (path: string): unknown => JSON.parse(fs.readFileSync(path, 'utf8'));
const budgetBytes = 100_000;

// Guarantee: the download before the first page is interactive stays small, whatever is added later.
test('the scripts of the first load stay within their budget above an empty page', async ({ page }) => {
  const empty = read('bench/floor/empty-page.json') as EmptyPage;
  const installed = (read('node_modules/next/package.json') as { version: string }).version;
  expect(empty.next, 'the empty page is measured with "npm run bench -- load"').toBe(installed);

  const scripts = new Map<string, Promise<Buffer>>();
  const record = (response: Response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
  };
  page.on('response', record);
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  // Excludes scripts that an idle page loads; their responses would be cut off by the end of the test.
  page.off('response', record);
  const bodies = await Promise.all(scripts.values());
  const bytes = bodies.reduce((sum, body) => sum + zlib.brotliCompressSync(body).length, 0);
  expect(scripts.size).toBeGreaterThan(0);
  expect(bytes - empty.bytes).toBeLessThanOrEqual(budgetBytes);
});

// Guarantee: the service and its packages are in the memory of the server once (decisions 46 and 47).
test('the bundles of the server contain the service once, without its packages', () => {
  const sizes = fs.globSync('.next/server/**/*.js').map((file) => fs.statSync(file).size);
  expect(sizes.filter((size) => size > 500_000)).toHaveLength(1);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000_000);
});
