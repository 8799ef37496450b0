import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expect, test } from '../fixtures/test';

const button = (page: Page, name: string) => page.getByRole('button', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

test.beforeEach(async ({ page, useFreshAccount }) => {
  await useFreshAccount();
  await page.goto('/settings/data');
});
test('a library is read over the API of another product, also while the user is elsewhere, and imported', async ({
  page,
  api,
}) => {
  // The service would read the real product; its part is tested with a server that speaks the API.
  const service = { read: null as Record<string, unknown> | null, discards: 0 };
  const change = (changes: object) => {
    service.read = { ...service.read, ...changes };
  };
  await page.route('**/v1/bookmarks/import/read', async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fulfill({ json: { read: service.read } });
    if (request.method() === 'DELETE') {
      service.read = null;
      service.discards += 1;
      return route.fulfill({ status: 204 });
    }
    const { product, token } = request.postDataJSON() as { product: string; token: string };
    const startedAt = new Date().toISOString();
    const started = { product, status: 'reading', count: 0, refusal: null, startedAt };
    service.read = started;
    if (token === 'wrong') change({ status: 'failed', refusal: 'PRODUCT_TOKEN_INVALID' });
    return route.fulfill({ status: 202, json: started });
  });
  await page.route('**/v1/bookmarks/import/read/file', (route) =>
    route.fulfill({
      contentType: 'application/octet-stream',
      body: JSON.stringify({
        collections: [{ _id: 7, title: 'Rain' }],
        items: [{ link: 'https://drop.example/', title: 'A drop', collectionId: 7 }],
      }),
    }),
  );
  await page.getByText('Read it over the API').click();
  const token = page.getByLabel('Raindrop.io token');
  await token.fill('wrong');
  await button(page, 'Read bookmarks').click();
  await expect(page.getByText('Raindrop.io doesn’t accept this token')).toBeVisible();
  await token.fill('right');
  await button(page, 'Read bookmarks').click();
  await button(page, 'Stop').click();
  await expect(heading(page, 'Reading Raindrop.io')).toBeHidden();
  await token.fill('right');
  await button(page, 'Read bookmarks').click();
  await expect(heading(page, 'Reading Raindrop.io')).toBeVisible();
  change({ count: 50, refusal: 'PRODUCT_BUSY' });
  await expect(page.getByText('50 bookmarks read')).toBeVisible();
  await expect(page.getByText('Raindrop.io asks to wait')).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(heading(page, 'Reading Raindrop.io')).toBeVisible();
  change({ status: 'read', count: 51, refusal: null });
  await expect(heading(page, 'Raindrop.io has been read')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Show preview').click();
  await expect(heading(page, 'From Raindrop.io, 1 bookmark')).toBeVisible();
  expect(service.discards).toBe(1);
  await button(page, 'Import 1 bookmark').click();
  await expect(heading(page, '1 bookmark imported')).toBeVisible();
  await expect.poll(() => service.discards).toBe(2);
  const { content } = await api.call('bookmarks.list');
  expect(content.map(({ title, collections }) => [title, collections[0]?.name])).toEqual([
    ['A drop', 'Rain'],
  ]);
});
