import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Api } from '../fixtures/api';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { publishCollection, visit } from '../fixtures/shelf';
import { siteUrl } from '../fixtures/sites';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const draw = (background: string) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
const dialog = (page: Page) => page.getByRole('dialog');
const coverOf = async (api: Api, uuid: string) =>
  (await api.call('bookmarks.details', { params: { uuid } })).cover;

/** Pastes a picture into the page, as from the clipboard. */
const pastePicture = (page: Page, bytes: Buffer) =>
  page.evaluate((text) => {
    const file = new File([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], 'x.png', {
      type: 'image/png',
    });
    const clipboardData = new DataTransfer();
    clipboardData.items.add(file);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, bytes.toString('base64'));

const upload = async (page: Page, path: string, background: string) => {
  const sent = await page.request.put(`/v1/${path}/cover`, {
    data: await draw(background),
    headers: { 'content-type': 'image/png', origin: process.env['E2E_BASE_URL'] ?? '' },
  });
  expect(sent.status(), await sent.text()).toBe(200);
};

test('a cover is chosen from the page, uploaded, pasted and removed', async ({ page, api, allowConsole }) => {
  allowConsole(/status of 422/);
  const url = siteUrl('/trains', { title: 'Night trains', pictures: 3 });
  const { uuid } = await api.call('bookmarks.create', { body: { url, title: 'Night trains' } });
  await page.goto('/');
  await page.getByRole('link', { name: 'Night trains', exact: true }).focus();
  await page.keyboard.press('e');
  const field = dialog(page).getByRole('group', { name: 'Cover' });
  const versions = new Set<string>();
  const changed = async () => {
    await expect.poll(async () => versions.has((await coverOf(api, uuid))?.version ?? '')).toBe(false);
    versions.add((await coverOf(api, uuid))?.version ?? '');
  };

  await test.step('from the pictures of the page, by keys', async () => {
    await field.getByRole('button', { name: 'From the page' }).press('Enter');
    const pictures = field.getByRole('list', { name: 'Pictures on the page' }).getByRole('button');
    await expect(pictures).toHaveCount(3);
    await expectFitBothWays(page);
    await pictures.nth(1).press('Enter');
    await changed();
  });
  await test.step('a file', async () => {
    const file = { name: 'cover.png', mimeType: 'image/png', buffer: await draw('#446688') };
    const choosing = page.waitForEvent('filechooser');
    await field.getByRole('button', { name: 'Upload' }).click();
    await (await choosing).setFiles(file);
    await changed();
    await expect(field.locator('img.cover')).toBeVisible();
  });
  await test.step('from the clipboard', async () => {
    await dialog(page).getByRole('textbox', { name: 'Title' }).focus();
    await pastePicture(page, await draw('#884466'));
    await changed();
  });
  await test.step('what is no picture says so, and changes nothing', async () => {
    const file = { name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    const choosing = page.waitForEvent('filechooser');
    await field.getByRole('button', { name: 'Upload' }).click();
    await (await choosing).setFiles(file);
    await expect(field.getByRole('alert')).not.toBeEmpty();
    expect(versions).toContain((await coverOf(api, uuid))?.version);
  });
  await field.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => coverOf(api, uuid)).toBeNull();
  await expect(field.getByRole('button', { name: 'Remove' })).toHaveCount(0);
});

test('a collection has the cover of one of its bookmarks, or its own', async ({ page, api, baseURL }) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Trips' } });
  const body = { url: 'https://trains.example/', title: 'Night trains', collections: [uuid] };
  const bookmark = (await api.call('bookmarks.create', { body })).uuid;
  await upload(page, `bookmarks/${bookmark}`, '#446688');
  const shown = async () =>
    (await api.call('collections.details', { params: { uuid } })).collection.cover?.bookmark;
  const open = async () => {
    await page.goto(`/collections/${uuid}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  };
  await open();
  const field = dialog(page).getByRole('group', { name: 'Cover' });
  await field.getByRole('button', { name: 'From its bookmarks' }).click();
  await field.getByRole('button', { name: 'Night trains' }).click();
  await expect.poll(shown).toBe(bookmark);
  await expectFitBothWays(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 }).locator('img')).toBeVisible();

  await open();
  const choosing = page.waitForEvent('filechooser');
  await field.getByRole('button', { name: 'Upload' }).click();
  const file = { name: 'cover.png', mimeType: 'image/png', buffer: await draw('#448844') };
  await (await choosing).setFiles(file);
  await expect.poll(shown).toBeNull();
  await field.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(shown).toBeUndefined();

  await upload(page, `collections/${uuid}`, '#aa8844');
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const words = wordsOf(locale);
    await page.goto(`/collections/${uuid}`);
    await expect(page.getByRole('heading', { level: 1 }).locator('img')).toBeVisible();
    await expectFit(page);
    await page.goto('/collections');
    await expect(page.getByRole('heading', { name: words('Collections.title') }).first()).toBeAttached();
    await expect(page.getByRole('main').locator('li img')).toBeVisible();
    await expectFit(page);
  });
});

test('a public page shows its cover, and its bookmarks as cards', async ({ page, api, browser }) => {
  const { uuid, path } = await publishCollection(api, 'Night trains', 3);
  const [first] = (await api.call('collections.details', { params: { uuid } })).bookmarks;
  await upload(page, `bookmarks/${first?.uuid}`, '#446688');
  await upload(page, `collections/${uuid}`, '#aa8844');
  const views = { [uuid]: { layout: 'cards' as const, shows: {} } };
  await api.call('account.updatePreferences', { body: { views } });
  const guest = await visit(browser);
  await guest.goto(path);
  const cards = guest
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: guest.locator('.cover') });
  await expect(cards).toHaveCount(3);
  const loaded = guest.locator('main img[src*="/cover/public"]');
  await expect(loaded).toHaveCount(2);
  for (const image of await loaded.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  }
  await expectFitBothWays(guest);
  await guest.context().close();
});
