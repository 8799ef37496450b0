import type { Locator, Page } from '@playwright/test';
import { tagHref } from '@/components/entities/tag-href';
import type { Api } from '../fixtures/api';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { dialogLooks, inEach, screenLooks, phone } from '../fixtures/looks';
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

/** Saves a bookmark for each list of tags. */
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
  await page.getByRole('button', { name: `More options for ${tag}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('the menu leads to all tags, which are counted, searched and sorted', async ({ page, api }) => {
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
  await expect(page.getByText('No tags match “nothing”.')).toBeVisible();
});

test('a tag is renamed by keyboard, and the change is undone', async ({ page, api }) => {
  await save(api, 'bred', 'bred');
  await page.goto('/tags');
  await page.getByRole('button', { name: 'More options for bred' }).focus();
  await page.keyboard.press('ArrowDown');
  const rename = page.getByRole('menuitem', { name: 'Rename' });
  await expect(rename).toBeVisible();
  await page.keyboard.press('Home');
  await expect(rename).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Rename bred' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('bre,ad');
  await expect(dialog.getByRole('alert')).toContainText('Tag names can’t contain commas');
  await expect(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled();
  await dialog.getByLabel('Name').fill('bread');
  await page.keyboard.press('Enter');
  await expect(tagOf(page, 'bread')).toBeVisible();
  await expect.poll(() => counts(api)).toEqual({ bread: 2 });
  await expect(toasts(page)).toContainText('bred renamed to bread');
  await page.keyboard.press('Control+z');
  await expect(tagOf(page, 'bred')).toBeVisible();
  await expect.poll(() => counts(api)).toEqual({ bred: 2 });
});

test('tags are merged, renamed and removed from all bookmarks, and each change is undone', async ({
  page,
  api,
}) => {
  await save(api, 'loaf', 'Bread', 'Bread,loaf', 'other', 'ci/cd', 'ci/cd,other', 'gone,stays', 'gone');
  const before = { loaf: 2, Bread: 2, other: 2, 'ci/cd': 2, gone: 2, stays: 1 };
  const { loaf: _loaf, ...withoutLoaf } = before;
  const { 'ci/cd': _cicd, ...withoutSlash } = before;
  const { gone: _gone, ...withoutGone } = before;
  const undo = (text: string) =>
    toasts(page)
      .getByRole('listitem')
      .filter({ hasText: text })
      .getByRole('button', { name: 'Undo' })
      .click();
  const dialog = page.getByRole('dialog');
  const { uuid } = await api.call('bookmarks.create', {
    body: { url: 'https://trashed.example/', title: 'Trashed', tags: 'gone' },
  });
  await api.call('bookmarks.delete', { params: { uuid } });
  const inTrash = async () =>
    (await api.call('bookmarks.list', { query: { trash: true } })).content.map(({ tags }) => tags);
  await page.goto('/tags');
  await test.step('merged into another one found by typing', async () => {
    await choose(page, 'loaf', 'Merge into another tag');
    const merging = page.getByRole('dialog', { name: 'Merge loaf into another tag' });
    await merging.getByRole('combobox', { name: 'Merge into' }).fill('bre');
    await page.keyboard.press('Enter');
    await expect(toasts(page)).toContainText('loaf merged into Bread');
    expect(await counts(api)).toEqual({ ...withoutLoaf, Bread: 3 });
    await undo('loaf merged into Bread');
    await expect(tagOf(page, 'loaf')).toBeVisible();
    await expect.poll(() => counts(api)).toEqual(before);
  });
  await test.step('renamed, though its name has a slash', async () => {
    await choose(page, 'ci/cd', 'Rename');
    await dialog.getByLabel('Name').fill('builds');
    await page.keyboard.press('Enter');
    await expect(toasts(page)).toContainText('ci/cd renamed to builds');
    expect(await counts(api)).toEqual({ ...withoutSlash, builds: 2 });
    await undo('ci/cd renamed to builds');
    await expect(tagOf(page, 'ci/cd')).toBeVisible();
    await expect.poll(() => counts(api)).toEqual(before);
  });
  await test.step('removed from all bookmarks, including the trash', async () => {
    await choose(page, 'gone', 'Delete');
    await expect(tagOf(page, 'gone')).toBeHidden();
    await expect(toasts(page)).toContainText('gone removed from 2 bookmarks');
    expect(await counts(api)).toEqual(withoutGone);
    expect(await inTrash()).toEqual(['']);
    await undo('gone removed from 2 bookmarks');
    await expect(tagOf(page, 'gone')).toContainText('2');
    await expect.poll(() => counts(api)).toEqual(before);
    await expect.poll(inTrash).toEqual(['gone']);
  });
  await test.step('the name of an existing tag announces a merge', async () => {
    await choose(page, 'loaf', 'Rename');
    await dialog.getByLabel('Name').fill('bread');
    await expect(dialog).toContainText('You already have a tag Bread. The two will be merged.');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(tagOf(page, 'loaf')).toBeHidden();
    await expect.poll(() => counts(api)).toEqual({ ...withoutLoaf, Bread: 3 });
    await expect(tagOf(page, 'Bread')).toContainText('3');
  });
});

test('a tag leads to its bookmarks, where all of them can be selected', async ({ page, api }) => {
  await save(api, 'a/b?&=#c', 'a/b?&=#c,x', 'x');
  await page.goto('/tags');
  await tagOf(page, 'a/b?&=#c').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'a/b?&=#c', level: 1 })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Tag: a/b?&=#c' }).getByRole('listitem');
  await expect(rows).toContainText(['Bookmark 1', 'Bookmark 0']);
  await expect(page.getByText('2 bookmarks')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No bookmarks with this tag')).toBeVisible();
  await expect.poll(() => counts(api)).toEqual({ x: 1 });
});

test('renaming a tag on its own page updates the URL', async ({ page, api }) => {
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

test('only some of thousands of tags are rendered', async ({ page, api }) => {
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

test('the tags are accessible and fit the screen', async ({ page, api, baseURL }) => {
  test.slow();
  await test.step('none', () =>
    inEach(page, baseURL, screenLooks, async ({ locale }) => {
      await page.goto('/tags');
      await expect(page.getByText(wordsOf(locale)('Tags.emptyTitle'))).toBeVisible();
      await expectFitBothWays(page);
    }));
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbea';
  await save(api, `trains,slow food,${long}`, 'trains,ci/cd', 'trains');
  await inEach(page, baseURL, screenLooks, async () => {
    await page.goto('/tags');
    await expect(page.getByRole('link', { name: 'trains', exact: true })).toBeVisible();
    await expectFitBothWays(page);
    await page.goto(tagHref(long));
    await expect(page.getByRole('link', { name: 'Bookmark 0' })).toBeVisible();
    await expectFitBothWays(page);
  });
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const t = wordsOf(locale);
    await page.goto('/tags');
    await page.getByRole('button', { name: t('Tags.moreOf', { name: 'trains' }) }).click();
    await expect(page.getByRole('menuitem', { name: t('Tags.rename') })).toBeVisible();
    await expectFit(page);
    await page.getByRole('menuitem', { name: t('Tags.merge') }).click();
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(3);
    await expectFit(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('Tags.moreOf', { name: 'trains' }) }).click();
    await page.getByRole('menuitem', { name: t('Tags.rename') }).click();
    await page.getByRole('dialog').getByLabel(t('Tags.name')).fill('Slow Food');
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await expectFit(page);
  });
});
