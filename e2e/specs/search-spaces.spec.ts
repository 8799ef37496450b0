import type { Page } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page) => dialog(page).getByRole('combobox');
const results = (page: Page) => dialog(page).getByRole('listbox').getByRole('option');
const main = (page: Page) => page.getByRole('main');

/** Saves two bookmarks about trains and a collection in the first space, and one bookmark in the current second one. */
async function saveInTwoSpaces(api: Api): Promise<{ home: string; work: string }> {
  const { content } = await api.call('spaces.list');
  const home = content[0]?.uuid ?? '';
  const { uuid: collection } = await api.call('collections.create', { body: { name: 'Trains at home' } });
  const titles = { 'Night trains': [collection], 'Trains to Vienna': [] };
  for (const [title, collections] of Object.entries(titles)) {
    const url = `https://home.example/${encodeURIComponent(title)}`;
    await api.call('bookmarks.create', { body: { url, title, collections, tags: 'trainspotting' } });
  }
  const { uuid: work } = await api.call('spaces.create', { body: { name: 'Work' } });
  await api.call('account.update', { body: { space: work } });
  await api.call('bookmarks.create', {
    body: { url: 'https://work.example/', title: 'Trains of thought', tags: 'logic' },
  });
  return { home, work };
}

async function openModal(page: Page, label = 'Search or ask anything'): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: label }).waitFor();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('hits of another space follow those of the current one, are labeled and can be opened', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  const { home } = await saveInTwoSpaces(api);
  await openModal(page);
  await test.step('names of all spaces are completed', async () => {
    await field(page).fill('@trains');
    await expect(results(page)).toHaveText([/Trains at home/]);
    await field(page).fill('#');
    await expect(results(page)).toHaveText([/logic/, /trainspotting/]);
  });
  await field(page).fill('train');
  await expect(results(page)).toHaveText([
    /Trains of thought(?!.*Personal)/,
    /Trains to Vienna.*Personal/,
    /Night trains.*Personal/,
    /Trains at home.*Personal/,
  ]);
  await dialog(page)
    .getByRole('button', { name: /All spaces/ })
    .click();
  await page.getByRole('menuitemradio', { name: 'Work' }).click();
  await expect(results(page)).toHaveText([/Trains of thought/]);
  await dialog(page).getByRole('button', { name: /Work/ }).click();
  await page.getByRole('menuitemradio', { name: 'All spaces' }).click();
  await expect(results(page)).toHaveCount(4);

  await results(page)
    .filter({ hasText: /^Trains at home/ })
    .click();
  await expect(page).toHaveURL(/\/collections\//);
  const atHome = page.url();
  await expect(page.getByRole('button', { name: 'Switch space, current: Personal' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Trains at home' })).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Night trains' })).toBeVisible();

  await page.getByRole('button', { name: 'Switch space, current: Personal' }).click();
  await page.getByRole('menuitem', { name: 'Work' }).click();
  await expect(page).toHaveURL('/');
  await expect(main(page).getByRole('link', { name: 'Trains of thought' })).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Night trains' })).toHaveCount(0);

  await test.step('a URL of a collection of another space switches to that space', async () => {
    await page.goto(atHome);
    await expect(page.getByRole('button', { name: 'Switch space, current: Personal' })).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Night trains' })).toBeVisible();
    await expect(page.getByRole('navigation').getByRole('link', { name: /^Trains at home/ })).toBeVisible();
    expect((await api.call('account.get')).space).toBe(home);
  });
});

test('the filter by space is in the URL and survives a reload', async ({ page, api, useFreshAccount }) => {
  await useFreshAccount();
  const { home } = await saveInTwoSpaces(api);
  const rows = main(page).getByRole('list', { name: 'Results' }).getByRole('listitem');
  await page.goto('/search?q=train');
  await expect(rows).toHaveText([
    /Trains of thought/,
    /Trains to Vienna.*Personal/,
    /Night trains.*Personal/,
  ]);
  await expect(main(page).getByRole('link', { name: /Trains at home.*Personal/ })).toBeVisible();
  await expect(main(page).getByRole('button', { name: /^trainspotting/ })).toBeVisible();
  const tag = main(page)
    .getByRole('list', { name: 'Tags' })
    .getByRole('link', { name: /trainspotting/ });
  await expect(tag).toHaveAttribute('href', '/search?q=%23trainspotting');

  await main(page)
    .getByRole('button', { name: /All spaces/ })
    .click();
  await page.getByRole('menuitemradio', { name: 'Personal' }).click();
  await expect(page).toHaveURL(`/search?q=train&space=${home}`);
  await expect(rows).toHaveText([/Trains to Vienna/, /Night trains/]);
  await test.step('only names of that space are completed', async () => {
    const words = main(page).getByLabel('What to search for');
    await words.fill('train #');
    await expect(main(page).getByRole('listbox').getByRole('option')).toHaveText([/trainspotting/]);
    await words.fill('train');
    await expect(page).toHaveURL(`/search?q=train&space=${home}`);
  });
  await page.reload();
  await expect(rows).toHaveText([/Trains to Vienna/, /Night trains/]);
  await expect(main(page).getByRole('button', { name: 'Search in: Personal' })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(3);

  const opened = page.context().waitForEvent('page');
  await page.context().route('https://home.example/**', (route) => route.fulfill({ body: 'a page' }));
  await rows.getByRole('link', { name: 'Night trains' }).click();
  expect((await opened).url()).toContain('https://home.example/');
});

test('a hit of another space is edited without switching spaces', async ({ page, api, useFreshAccount }) => {
  await useFreshAccount();
  const { home } = await saveInTwoSpaces(api);
  const rows = main(page).getByRole('list', { name: 'Results' }).getByRole('listitem');
  await page.goto('/search?q=vienna');
  await rows.getByRole('link', { name: 'Trains to Vienna' }).focus();
  await page.keyboard.press('f');
  await expect(rows.getByRole('img', { name: 'Favorite' })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Favorites/ })).not.toContainText('1');
  await expect
    .poll(
      async () => (await api.call('spaces.list')).content.find(({ uuid }) => uuid === home)?.counts.favorites,
    )
    .toBe(1);
  await expect(rows).toContainText('Personal');
  await page.keyboard.press('o');
  const panel = page.getByRole('region', { name: 'Trains to Vienna' });
  await expect(panel.getByRole('link', { name: 'trainspotting' })).toHaveAttribute(
    'href',
    '/search?q=%23trainspotting',
  );
  await expect(panel.getByRole('link', { name: 'Uncategorized' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(dialog(page).getByText('This bookmark is in another space.')).toBeVisible();
});

test('on the Pro plan words and questions are searched by the same form', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount('pro');
  await saveInTwoSpaces(api);
  await openModal(page);
  await field(page).fill('vienna');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=vienna');
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  await openModal(page);
  await field(page).fill('which trains go to vienna');
  await expect(results(page).first()).toHaveText(/Trains to Vienna.*Personal/);
  await field(page).press('Enter');
  await expect(page).toHaveURL('/search?q=which+trains+go+to+vienna');
});

test('results of several spaces are accessible and fit', async ({ page, api, baseURL, useFreshAccount }) => {
  test.slow();
  await useFreshAccount('pro');
  await saveInTwoSpaces(api);
  await inEach(page, baseURL, dialogLooks, async ({ locale, viewport }) => {
    const t = wordsOf(locale);
    await page.goto('/search?q=train');
    await expect(page.getByText(t('Search.resultCount', { count: 3 }))).toBeVisible();
    // On the collection card and both rows, on phones too, and in the facet of its default collection.
    const isWide = viewport.width >= 1024;
    await expect(main(page).getByText('Personal').filter({ visible: true })).toHaveCount(isWide ? 4 : 3);
    if (isWide) {
      // One of each space.
      await expect(main(page).getByRole('button', { name: t('Search.uncategorized') })).toHaveCount(2);
    }
    await expectFit(page);
    await main(page)
      .getByRole('button', { name: new RegExp(t('Search.space.all')) })
      .click();
    await expect(page.getByRole('menuitemradio', { name: 'Work' })).toBeVisible();
    await expectFit(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await field(page).fill('train');
    await expect(results(page)).toHaveCount(4);
    await expectFit(page);
  });
});
