import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFitBothWays } from '../fixtures/expect-fit';
import { inEach, screenLooks } from '../fixtures/looks';
import { siteUrl } from '../fixtures/sites';
import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const sentence = 'Sleeper trains are coming back, slowly and a little late, as sleeper trains do. ';
const article = [sentence.repeat(8), 'The last stop is Oslo, by noon.', 'Bring your own tea.'].join('|');

const entries = (page: Page) => page.getByRole('main').getByRole('link', { name: /^(The last|Bring|What)/ });

test('annotations are listed, filtered, edited with tags, and exported', async ({ page, api }) => {
  const { uuid: trains } = await api.call('collections.create', { body: { name: 'Trains' } });
  const create = (title: string, collections: string[]) =>
    api.call('bookmarks.create', { body: { url: siteUrl(`/${title}`, { article }), title, collections } });
  const annotate = (uuid: string, quote: string, body = {}) =>
    api.call('highlights.create', { params: { uuid }, body: { quote, ...body } });
  const { uuid: first } = await create('Night trains', [trains]);
  const { uuid: second } = await create('Packing list', []);
  await annotate(first, 'The last stop is Oslo', { color: 'blue', note: 'Book early' });
  await annotate(second, 'Bring your own tea', { tags: 'packing' });
  await annotate(second, 'What the page had before', { color: 'red' });
  await page.goto('/annotations');
  const all = ['What the page had before', 'Bring your own tea', 'The last stop is Oslo'];
  await expect(entries(page)).toHaveText(all);
  await expectAccessible(page);

  await test.step('by words, color, collection and tag', async () => {
    const search = page.getByRole('searchbox', { name: 'Search annotations' });
    await search.fill('book');
    await expect(entries(page)).toHaveText(['The last stop is Oslo']);
    await search.fill('nowhere');
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
    await search.clear();
    await page.getByRole('button', { name: 'Red' }).click();
    await expect(entries(page)).toHaveText(['What the page had before']);
    await page.getByRole('button', { name: 'All colors' }).click();
    await page.getByRole('button', { name: '#packing' }).click();
    await expect(entries(page)).toHaveText(['Bring your own tea']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove the filter by tag packing' }).click();
    await expect(entries(page)).toHaveText(all);
    await page.getByRole('combobox', { name: 'Collection' }).click();
    await page.getByRole('option', { name: 'Trains' }).click();
    await expect(entries(page)).toHaveText(['The last stop is Oslo']);
  });

  await test.step('one is opened in its text, and gets a tag', async () => {
    await entries(page).click();
    await expect(page).toHaveURL(`/read/${first}#annotation-${(await of(first)).uuid}`);
    const toolbar = page.getByRole('group', { name: 'Annotation', exact: true });
    await toolbar.getByRole('button', { name: 'Note' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Book in May');
    const tags = page.getByRole('combobox', { name: 'Tags' });
    await tags.fill('travel, north');
    await tags.press('Backspace');
    await expectAccessible(page);
    await tags.fill('Norway');
    // A tag that is not ended yet is kept.
    await toolbar.getByRole('button', { name: 'Save' }).click();
    await expect(toolbar).toHaveCount(0);
    await expect.poll(() => of(first)).toMatchObject({ note: 'Book in May', tags: 'travel,Norway' });
    await expect(page.getByRole('list', { name: 'Tags' })).toHaveText('#travel#Norway');
  });

  await test.step('the list shows it, and is downloaded in each format', async () => {
    await page.goto('/annotations');
    await expect(page.getByRole('button', { name: '#Norway' })).toBeVisible();
    for (const [name, ending, found] of [
      ['Markdown', 'md', '> The last stop is Oslo\n\nBook in May\n\n#travel #Norway'],
      ['CSV (Readwise)', 'csv', '.travel .Norway Book in May'],
      ['JSON', 'json', '"tags":"travel,Norway"'],
    ] as const) {
      const started = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name }).click();
      const file = await started;
      expect(file.suggestedFilename()).toMatch(new RegExp(`\\.annotations\\.${ending}$`));
      expect(await fs.readFile(await file.path(), 'utf8')).toContain(found);
    }
  });

  async function of(uuid: string) {
    const [one] = (await api.call('highlights.ofBookmark', { params: { uuid } })).content;
    if (one === undefined) throw new Error('no annotation');
    return one;
  }
});

test('annotations fit the screen', async ({ page, api, baseURL }) => {
  const long = `A_title_without_a_space_${'that_goes_on'.repeat(8)}`;
  const { uuid } = await api.call('bookmarks.create', { body: { url: siteUrl('/long'), title: long } });
  const body = {
    quote: `${sentence.repeat(3)}${'unbroken'.repeat(30)}`,
    note: `${sentence}\n${'n'.repeat(120)}`,
    tags: `two words,${'t'.repeat(64)},Ação`,
  };
  await api.call('highlights.create', { params: { uuid }, body });
  await inEach(page, baseURL, screenLooks, async () => {
    await page.goto('/annotations');
    const tag = page.getByRole('button', { name: /two words$/ });
    await expect(tag).toBeVisible();
    await expectFitBothWays(page);
    await tag.click();
    await expect(page.getByRole('button', { name: /two words$/ })).toHaveCount(2);
    await expectFitBothWays(page);
  });
  await page.goto('/annotations');
  await page.getByRole('searchbox').fill('nothing at all');
  await expect(page.getByRole('heading', { name: /^(No matches|Nada encontrado)$/ })).toBeVisible();
  await expectFitBothWays(page);
});
