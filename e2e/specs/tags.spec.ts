import type { Locator, Page } from '@playwright/test';
import { tagHref } from '@/components/entities/tag-href';
import type { Api } from '../fixtures/api';
import { expectFit } from '../fixtures/expect-fit';
import { looks, phone, wear } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const list = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Tags' });
const tagOf = (page: Page, name: string): Locator =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ });

/** Bookmarks with these tags each. */
async function save(api: Api, ...tags: string[]): Promise<void> {
  for (const [index, own] of tags.entries()) {
    await api.call('bookmarks.create', {
      body: { url: `https://tags.example/${index}`, title: `Bookmark ${index}`, tags: own },
    });
  }
}

const counts = async (api: Api): Promise<Record<string, number>> =>
  Object.fromEntries((await api.call('tags.list')).content.map(({ name, count }) => [name, count]));

async function choose(page: Page, tag: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${tag}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('the menu leads to all tags, which are counted, found and put in order', async ({ page, api }) => {
  await save(api, 'zebra,bread', 'zebra,Ácido', 'zebra,bread');
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Tags' }).click();
  await expect(page.getByRole('heading', { name: 'Tags', level: 1 })).toBeVisible();
  await expect(list(page).getByRole('listitem')).toContainText(['zebra3', 'bread2', 'Ácido1']);
  await page
    .getByRole('main')
    .getByRole('button', { name: /Sort by/ })
    .click();
  await page.getByRole('menuitemradio', { name: 'Name, A to Z' }).click();
  await expect(list(page).getByRole('listitem')).toContainText(['Ácido', 'bread', 'zebra']);
  await page.getByRole('searchbox', { name: 'Find a tag' }).fill('aci');
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Find a tag' }).fill('nothing');
  await expect(page.getByText('No tag has “nothing” in its name.')).toBeVisible();
});

test('a tag is renamed by keys, and the renaming is taken back', async ({ page, api }) => {
  await save(api, 'bred', 'bred');
  await page.goto('/tags');
  await page.getByRole('button', { name: 'More about bred' }).focus();
  await page.keyboard.press('ArrowDown');
  const rename = page.getByRole('menuitem', { name: 'Rename' });
  await expect(rename).toBeVisible();
  await page.keyboard.press('Home');
  await expect(rename).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Rename the tag bred' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('bre,ad');
  await expect(dialog.getByRole('alert')).toContainText('A comma stands between tags');
  await expect(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled();
  await dialog.getByLabel('Name').fill('bread');
  await page.keyboard.press('Enter');
  await expect(tagOf(page, 'bread')).toBeVisible();
  await expect.poll(() => counts(api)).toEqual({ bread: 2 });
  await expect(toasts(page)).toContainText('bred is now bread');
  await page.keyboard.press('Control+z');
  await expect(tagOf(page, 'bred')).toBeVisible();
  await expect.poll(() => counts(api)).toEqual({ bred: 2 });
});

test('a name that another tag has says that the two become one', async ({ page, api }) => {
  await save(api, 'loaf', 'Bread', 'Bread,loaf');
  await page.goto('/tags');
  await choose(page, 'loaf', 'Rename');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('bread');
  await expect(dialog).toContainText('There is a tag Bread already. The two become one.');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(tagOf(page, 'loaf')).toBeHidden();
  await expect.poll(() => counts(api)).toEqual({ Bread: 3 });
  await expect(tagOf(page, 'Bread')).toContainText('3');
});

test('a tag is merged into another one that is found by typing', async ({ page, api }) => {
  await save(api, 'loaf', 'Bread', 'other');
  await page.goto('/tags');
  await choose(page, 'loaf', 'Merge into another tag');
  const dialog = page.getByRole('dialog', { name: 'Merge the tag loaf' });
  await dialog.getByRole('combobox', { name: 'Into which tag' }).fill('bre');
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('loaf became part of Bread');
  expect(await counts(api)).toEqual({ Bread: 2, other: 1 });
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(tagOf(page, 'loaf')).toBeVisible();
  await expect.poll(() => counts(api)).toEqual({ Bread: 1, loaf: 1, other: 1 });
});

test('a tag whose name has a slash is renamed and taken back too', async ({ page, api }) => {
  await save(api, 'ci/cd', 'ci/cd,other');
  await page.goto('/tags');
  await choose(page, 'ci/cd', 'Rename');
  await page.getByRole('dialog').getByLabel('Name').fill('builds');
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('ci/cd is now builds');
  expect(await counts(api)).toEqual({ builds: 2, other: 1 });
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(tagOf(page, 'ci/cd')).toBeVisible();
  await expect.poll(() => counts(api)).toEqual({ 'ci/cd': 2, other: 1 });
});

test('a tag is taken off all bookmarks, and put back', async ({ page, api }) => {
  await save(api, 'gone,stays', 'gone');
  await page.goto('/tags');
  await choose(page, 'gone', 'Delete');
  await expect(tagOf(page, 'gone')).toBeHidden();
  await expect(toasts(page)).toContainText('The tag gone was taken off 2 bookmarks');
  expect(await counts(api)).toEqual({ stays: 1 });
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(tagOf(page, 'gone')).toContainText('2');
  await expect.poll(() => counts(api)).toEqual({ gone: 2, stays: 1 });
});

test('a tag leads to its bookmarks, where all of them can be selected', async ({ page, api }) => {
  await save(api, 'a/b?&=#c', 'a/b?&=#c,x', 'x');
  await page.goto('/tags');
  await tagOf(page, 'a/b?&=#c').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'a/b?&=#c', level: 1 })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Tag a/b?&=#c' }).getByRole('listitem');
  await expect(rows).toContainText(['Bookmark 1', 'Bookmark 0']);
  await expect(page.getByText('2 bookmarks')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No bookmark has this tag')).toBeVisible();
  await expect.poll(() => counts(api)).toEqual({ x: 1 });
});

test('a tag that is renamed on its own page takes the address along', async ({ page, api }) => {
  await save(api, 'before');
  await page.goto('/tags?name=before');
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('after');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/tags?name=after');
  await expect(page.getByRole('heading', { name: 'after', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Bookmark 0' })).toBeVisible();
});

test('thousands of tags are a list of which only some is drawn', async ({ page, api }) => {
  for (let index = 0; index < 20; index += 1) {
    const tags = Array.from({ length: 100 }, (_, number) => `tag ${index * 100 + number}`);
    await api.call('bookmarks.create', {
      body: { url: `https://many.example/${index}`, title: `Many ${index}`, tags: tags.join(',') },
    });
  }
  await page.goto('/tags');
  await expect(page.getByText('2,000 tags')).toBeVisible();
  await expect.poll(() => list(page).getByRole('listitem').count()).toBeLessThan(60);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByRole('link', { name: 'tag 1999', exact: true })).toBeVisible();
});

test('on a phone tags are reached from the collections', async ({ page, api }) => {
  await page.setViewportSize(phone);
  await save(api, 'bread');
  await page.goto('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Collections' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Tags' }).click();
  await expect(page.getByRole('banner').getByText('Tags')).toBeVisible();
  await tagOf(page, 'bread').getByRole('link').click();
  await expect(page.getByRole('link', { name: 'Bookmark 0' })).toBeVisible();
});

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  for (const path of ['/tags', '/duplicates']) {
    test(`is led from ${path} to the sign-in and back`, async ({ context, page }) => {
      await context.clearCookies();
      await page.goto(path);
      await expect(page).toHaveURL(`/signin?redirect=${encodeURIComponent(path)}`);
    });
  }
});

for (const look of looks) {
  test(`the tags: ${look.name}`, async ({ page, api, baseURL }) => {
    test.slow();
    const t = wordsOf(look.locale);
    await wear(page, baseURL ?? '', look);
    await page.goto('/tags');
    await expect(page.getByText(t('Tags.emptyTitle'))).toBeVisible();
    await expectFit(page);
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbea';
    await save(api, `trains,slow food,${long}`, 'trains,ci/cd', 'trains');
    await page.goto('/tags');
    await expect(page.getByRole('link', { name: 'trains', exact: true })).toBeVisible();
    await expectFit(page);
    await page.getByRole('button', { name: t('Tags.moreOf', { name: 'trains' }) }).click();
    await expect(page.getByRole('menuitem', { name: t('Tags.rename') })).toBeVisible();
    await expectFit(page);
    await page.getByRole('menuitem', { name: t('Tags.rename') }).click();
    await page.getByRole('dialog').getByLabel(t('Tags.name')).fill('Slow Food');
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await expectFit(page);
    await page.goto(tagHref(long));
    await expect(page.getByRole('link', { name: 'Bookmark 0' })).toBeVisible();
    await expectFit(page);
  });
}
