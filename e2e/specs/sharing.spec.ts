import type { Page } from '@playwright/test';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import type { Api } from '../fixtures/api';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^(Share|Compartilhar) / });
const cipher = sampleEnvelope();

/** Creates a collection with two readable bookmarks and one encrypted bookmark. */
async function fill(api: Api, body: { name?: string; security?: 0 | 1 } = {}): Promise<string> {
  const { uuid } = await api.call('collections.create', {
    body: { name: 'Night trains', color: '22c55e', description: 'From city to city', ...body },
  });
  const inIt = { collections: [uuid] };
  for (const title of ['Nightjet', 'European Sleeper']) {
    const url = `https://${title.toLowerCase().replace(' ', '-')}.example/`;
    await api.call('bookmarks.create', { body: { ...inIt, title, url, description: 'For me alone' } });
  }
  await api.call('bookmarks.create', { body: { ...inIt, encrypted: true, cipher, hint: 'The usual' } });
  return uuid;
}

test('a collection is published, its link copied and opened by a guest, and made private again', async ({
  page,
  api,
  browser,
  context,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const uuid = await fill(api);
  await page.goto(`/collections/${uuid}`);
  await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText('2 bookmarks: title, link and date')).toBeVisible();
  await expect(dialog.getByText('1 encrypted bookmark, including the fact that it exists')).toBeVisible();
  await expect(dialog.getByText(/Descriptions, tags, favorites and visits/)).toBeVisible();

  // Until it is public, the link is plain text that cannot be copied, opened or scanned.
  await expect(dialog.getByText(`/public/${uuid}/night-trains`)).toBeVisible();
  for (const role of ['link', 'textbox'] as const) await expect(dialog.getByRole(role)).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Copy' })).toHaveCount(0);
  const guest = await browser.newContext();
  const visit = async (path = `/public/${uuid}/night-trains`) => (await guest.request.get(path)).status();
  expect(await visit()).toBe(404);

  await dialog.getByRole('button', { name: 'Save and Publish' }).click();
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByText('Link copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toBe(`/public/${uuid}/night-trains`);
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
  await expect(dialog.getByRole('link', { name: 'Open' })).toHaveAttribute('href', link);
  for (const feed of ['RSS', 'Atom', 'JSON Feed']) {
    const href = (await dialog.getByRole('link', { name: feed }).getAttribute('href')) ?? '';
    expect(href.startsWith(`${link}/`)).toBe(true);
    expect(await visit(new URL(href).pathname)).toBe(200);
  }

  const outside = await guest.newPage();
  await outside.goto(new URL(link).pathname);
  await expect(outside.getByText('European Sleeper')).toBeVisible();
  const html = await outside.content();
  for (const hidden of ['For me alone', 'The usual', 'mw1.']) expect(html).not.toContain(hidden);

  await dialog.getByRole('button', { name: 'Make Private' }).click();
  await expect(dialog.getByRole('button', { name: 'Save and Publish' })).toBeFocused();
  await expect.poll(() => visit()).toBe(404);
  expect(await visit(`/public/${uuid}/night-trains/rss.xml`)).toBe(404);
  await guest.close();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('button', { name: 'Share' })).toBeFocused();
});

test('the badge appears with the choice, a QR code can be downloaded, and search engines need a separate choice', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  const uuid = await fill(api);
  const listed = async () => (await api.call('collections.details', { params: { uuid } })).collection.listed;
  await page.goto('/collections');
  // Elements behind a dialog have no role.
  const row = page.locator('main li').filter({ hasText: 'Night trains' });
  await row.getByRole('button', { name: 'More options for Night trains' }).click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Save and Publish' }).click();
  await expect(row.getByTitle('Public collection')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Make Private' })).toBeVisible();
  expect(await listed()).toBe(false);

  const engines = dialog.getByRole('switch', { name: 'Show in search engines' });
  await engines.check();
  await expect.poll(listed).toBe(true);

  await dialog.getByRole('button', { name: 'QR code' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for Night trains' })).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('night-trains-qr.svg');

  await dialog.getByRole('button', { name: 'Make Private' }).click();
  await expect(engines).not.toBeChecked();
  expect(await listed()).toBe(false);
});

test('opening the dialog from the form keeps the form input', async ({ page, api, useFreshAccount }) => {
  await useFreshAccount();
  const uuid = await fill(api);
  await page.goto(`/collections/${uuid}`);
  await page.getByRole('main').getByRole('button', { name: /^More/ }).first().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit collection' });
  await form.getByLabel('Name').fill('Sleepers');
  await form.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog', { name: 'Share Sleepers' })).toBeVisible();
  await expect(dialogOf(page).getByText(`/public/${uuid}/sleepers`)).toBeVisible();
});

test('a change that cannot be saved changes nothing and shows an error', async ({
  page,
  api,
  allowConsole,
  useFreshAccount,
}) => {
  await useFreshAccount();
  allowConsole(/503|Failed to load resource/);
  const uuid = await fill(api);
  await page.goto(`/collections/${uuid}`);
  await page.route('**/v1/collections/*/update', (route) => route.abort());
  await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Save and Publish' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save and Publish' })).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
});

test('sharing is accessible and fits', async ({ page, api, baseURL, useFreshAccount }) => {
  await useFreshAccount();
  const uuid = await fill(api, { name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk' });
  await inEach(page, baseURL, dialogLooks, async () => {
    await api.call('collections.update', { params: { uuid }, body: { security: 0 } });
    await page.goto(`/collections/${uuid}`);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Share|Compartilhar)$/ })
      .click();
    const dialog = dialogOf(page);
    await expect(dialog.getByText(/1 (encrypted|favorito criptografado)/)).toBeVisible();
    await expectFit(page);
    await dialog.getByRole('button', { name: /^(Save and Publish|Salvar e publicar)$/ }).click();
    await dialog.getByRole('button', { name: /^QR code$/ }).click();
    await expect(dialog.getByRole('img', { name: /QR/ })).toBeVisible();
    await expectFit(page);
  });
});
