import type { Locator, Page } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach, phone } from '../fixtures/looks';
import { siteUrl, type Site } from '../fixtures/sites';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const sentence = 'Sleeper trains are coming back, slowly and a little late, as sleeper trains do. ';
const article = [sentence.repeat(8), sentence.repeat(6), 'The last stop is Oslo.'].join('|');

const panel = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });
const titleOf = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true });

interface Saved extends Site {
  tags?: string;
  collections?: string[];
}

/** Saves a page of the local test sites. */
const save = (api: Api, title: string, { tags, collections, ...site }: Saved = {}) =>
  api.call('bookmarks.create', {
    body: {
      url: siteUrl(`/${encodeURIComponent(title)}`, site),
      title,
      ...(tags !== undefined && { tags }),
      ...(collections !== undefined && { collections }),
    },
  });

async function openByMenu(page: Page, title: string): Promise<void> {
  const row = page.getByRole('listitem').filter({ has: titleOf(page, title) });
  await row.hover();
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /Preview/ }).click();
}

test('a bookmark is shown next to the list with the text of its page, and closed by Escape', async ({
  page,
  api,
}) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Trains' } });
  await save(api, 'Night trains', { article, tags: 'rail,slow travel', collections: [uuid] });
  await page.goto('/');
  await openByMenu(page, 'Night trains');
  const shown = panel(page, 'Night trains');
  await expect(shown.getByText('The last stop is Oslo.')).toBeVisible();
  await expect(shown.getByRole('link', { name: 'Trains' })).toHaveAttribute('href', `/collections/${uuid}`);
  await expect(shown.getByRole('link', { name: 'slow travel' })).toHaveAttribute(
    'href',
    '/tags?name=slow%20travel',
  );
  await expect(shown).toContainText('Never');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(shown).toBeHidden();
  await expect(titleOf(page, 'Night trains')).toBeFocused();
});

test('keys open it, move between bookmarks, and close it at the current bookmark', async ({ page, api }) => {
  for (const title of ['Third', 'Second', 'First']) await save(api, title, { article });
  await page.goto('/');
  await titleOf(page, 'First').focus();
  await page.keyboard.press('o');
  await expect(panel(page, 'First').getByText('The last stop is Oslo.')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(panel(page, 'Second')).toBeVisible();
  await page.keyboard.press('j');
  await expect(panel(page, 'Third')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(panel(page, 'Third').getByRole('status').first()).toHaveText('Third, 3 of 3');
  await page.keyboard.press('k');
  await page.keyboard.press('Escape');
  await expect(titleOf(page, 'Second')).toBeFocused();

  await page.keyboard.press('Space');
  await expect(panel(page, 'Second')).toBeVisible();
  await titleOf(page, 'Second').focus();
  await page.keyboard.press('ArrowDown');
  await expect(panel(page, 'Third')).toBeVisible();
  await expect(titleOf(page, 'Third')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(panel(page, 'Third')).toBeHidden();
  await expect(page).toHaveURL('/');
});

test('a highlight is shown on the row, and trashing a bookmark shows the next one', async ({ page, api }) => {
  await save(api, 'Second', { article });
  const { uuid } = await save(api, 'First', { article });
  await page.goto('/');
  await titleOf(page, 'First').focus();
  await page.keyboard.press('o');
  await panel(page, 'First').getByRole('button', { name: 'Highlight' }).click();
  const row = page.getByRole('listitem').filter({ has: titleOf(page, 'First') });
  await expect(row.getByRole('img', { name: 'Highlighted' })).toBeVisible();
  const isHighlighted = async () =>
    (await api.call('bookmarks.list', { query: { highlighted: true } })).content.map((one) => one.uuid);
  await expect.poll(isHighlighted).toEqual([uuid]);
  await titleOf(page, 'First').focus();
  await page.keyboard.press('Delete');
  await expect(panel(page, 'Second')).toBeVisible();
});

test('its edge is moved by keys and by the pointer, and keeps its position', async ({ page, api }) => {
  await save(api, 'First', { article });
  await page.goto('/');
  await openByMenu(page, 'First');
  const edge = page.getByRole('slider', { name: 'Preview width' });
  await expect(edge).toHaveAttribute('aria-valuenow', '400');
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', '424');
  const box = await edge.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 4, 400);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) - 96, 400, { steps: 4 });
  await page.mouse.up();
  const width = await edge.getAttribute('aria-valuenow');
  expect(Number(width)).toBeGreaterThan(500);
  await page.reload();
  await openByMenu(page, 'First');
  await expect(edge).toHaveAttribute('aria-valuenow', width ?? '');
});

test('a page that cannot be read here is explained, with a link to it', async ({ page, api }) => {
  const silent = [
    ['It refuses programs', { status: 403 }, 'This site can’t be read here'],
    ['It is gone', { status: 404 }, 'The page isn’t there'],
    ['It fails', { status: 500 }, 'The site has a problem'],
    ['It has no article', {}, 'No text found'],
  ] as const;
  for (const [name, site] of silent) await save(api, name, site);
  await api.call('bookmarks.create', { body: { url: siteUrl('/icon.png'), title: 'A picture' } });
  await page.goto('/');
  for (const [name, , title] of silent) {
    await test.step(name, async () => {
      await openByMenu(page, name);
      const shown = panel(page, name);
      await expect(shown.getByRole('heading', { name: title })).toBeVisible();
      const link = shown.getByRole('link', { name: 'Open page in a new tab' });
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
      await expectAccessible(page);
    });
  }
  await openByMenu(page, 'A picture');
  await expect(panel(page, 'A picture').getByRole('heading', { name: 'Nothing to read here' })).toBeVisible();
});

// Guarantee: no content of a page is executed or fetched while it is read.
test('a hostile page is shown as text', async ({ page, api }) => {
  const hostile = `${article}|<script>document.title='owned'</script><img src=x onerror=alert(1)>`;
  await save(api, 'Hostile', { article: hostile });
  await page.goto('/');
  await openByMenu(page, 'Hostile');
  await expect(panel(page, 'Hostile').getByText('The last stop is Oslo.')).toBeVisible();
  await expect(page).not.toHaveTitle('owned');
  await expect(panel(page, 'Hostile').locator('.reader :is(script, img)')).toHaveCount(0);
});

test('on a phone it is a sheet, opened by a touch and closed by its button', async ({ page, api }) => {
  await page.setViewportSize(phone);
  await save(api, 'Second', { article });
  await save(api, 'First', { article });
  await page.goto('/');
  const row = page.getByRole('listitem').filter({ has: titleOf(page, 'First') });
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /Preview/ }).click();
  const sheet = page.getByRole('dialog', { name: 'First' });
  await expect(sheet.getByText('The last stop is Oslo.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Next bookmark' }).click();
  const second = page.getByRole('dialog', { name: 'Second' });
  await expect(second.getByText('The last stop is Oslo.')).toBeVisible();
  await second.getByRole('button', { name: 'Close preview' }).click();
  await expect(second).toBeHidden();
  await expect(titleOf(page, 'Second')).toBeFocused();
});

test('the view of broken links explains its purpose', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Broken links' }).click();
  await expect(page).toHaveURL('/?view=broken');
  await expect(page.getByRole('heading', { name: 'No broken links' })).toBeVisible();
  await expectAccessible(page);
});

test('the preview is accessible and fits the screen', async ({ page, api, baseURL }) => {
  await save(api, 'Refused', { status: 403 });
  const { uuid } = await save(api, 'Night trains of Europe, filmed window by window', {
    article,
    tags: 'rail,slow',
  });
  const notes =
    '# Plan\n\n1. **Book** the `sleeper`\n\n> A [map](https://map.example/)\n\n```\ncode\n```\n\n---';
  await api.call('bookmarks.update', { params: { uuid }, body: { notes, later: true } });
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const t = wordsOf(locale);
    await page.goto('/');
    const row = page
      .getByRole('listitem')
      .filter({ has: titleOf(page, 'Night trains of Europe, filmed window by window') });
    await row.hover();
    await row.getByRole('button', { name: t('Bookmarks.more'), exact: true }).click();
    await page.getByRole('menuitem', { name: t('Bookmarks.preview') }).click();
    await expect(page.getByText('The last stop is Oslo.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Plan' })).toBeVisible();
    await expectFit(page);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText(t('Preview.state.refused.title'))).toBeVisible();
    await expectFit(page);
  });
});

test.describe('its address', () => {
  test('opens the bookmark again after a reload, and Back closes it', async ({ page, api }) => {
    const { uuid } = await save(api, 'Night trains', { article });
    const { uuid: other } = await save(api, 'Harbors', { article });
    await page.goto('/');
    await openByMenu(page, 'Night trains');
    await expect(page).toHaveURL(`/?preview=${uuid}`);
    await page.reload();
    await expect(panel(page, 'Night trains')).toBeVisible();
    await page.keyboard.press('k');
    await expect(panel(page, 'Harbors')).toBeVisible();
    await expect(page).toHaveURL(`/?preview=${other}`);
    await panel(page, 'Harbors').getByRole('button', { name: 'Close preview' }).click();
    await expect(page).toHaveURL('/');

    await openByMenu(page, 'Night trains');
    await expect(page).toHaveURL(`/?preview=${uuid}`);
    await page.goBack();
    await expect(panel(page, 'Night trains')).toBeHidden();
    await expect(page).toHaveURL('/');
    await page.goForward();
    await expect(panel(page, 'Night trains')).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'Bookmarks' }).first().click();
    await expect(panel(page, 'Night trains')).toBeHidden();
  });

  test('is removed by closing, so that Back leaves the list', async ({ page, api }) => {
    await save(api, 'Night trains', { article });
    await page.goto('/tags');
    await page.getByRole('navigation').getByRole('link', { name: 'Bookmarks' }).first().click();
    await openByMenu(page, 'Night trains');
    await expect(panel(page, 'Night trains')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page, 'Night trains')).toBeHidden();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page).toHaveURL('/tags');
  });

  test('works from a list that does not contain the bookmark, and says when there is none', async ({
    page,
    api,
    baseURL,
    allowConsole,
  }) => {
    allowConsole(/status of 404.*\/details/);
    const { uuid } = await save(api, 'Night trains', { article });
    for (const list of ['/?view=favorites&', '/tags?name=rail&', '/search?q=harbor&']) {
      await page.goto(`${list}preview=${uuid}`);
      await expect(panel(page, 'Night trains').getByText('The last stop is Oslo.')).toBeVisible();
    }
    const missing = uuid.replace(/....$/, '0000');
    await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
      const words = wordsOf(locale);
      await page.goto(`/?preview=${missing}`);
      await expect(page.getByRole('heading', { name: words('Preview.lookup.missing') })).toBeVisible();
      await expectAccessible(page);
      await page
        .getByRole('alert')
        .getByRole('button', { name: words('Preview.close') })
        .click();
      await expect(page).toHaveURL('/');
    });
  });
});
