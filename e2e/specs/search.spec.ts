import type { Page } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { dialogLooks, inEach, screenLooks, phone } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page) => dialog(page).getByRole('combobox');
const results = (page: Page) => dialog(page).getByRole('listbox').getByRole('option');
const rows = (page: Page) =>
  page.getByRole('main').getByRole('list', { name: 'Results' }).getByRole('listitem');
const conditions = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Filters' });

async function openModal(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Search or ask anything' }).waitFor();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

/** Saves seven films about trains on two sites, and bookmarks that a question about them must not match. */
async function saveTrains(api: Api): Promise<void> {
  const pages = [
    ...[1, 2, 3, 4, 5].map((number) => [`https://vimeo.com/${number}`, `Night train number ${number}`]),
    ['https://www.youtube.com/watch?v=6', 'A train through the snow'],
    ['https://www.ted.com/talks/7', 'What trains can teach us'],
    ['https://docs.example/trains', 'The timetable of all trains'],
  ] as const;
  for (const [url = '', title = ''] of pages) await api.call('bookmarks.create', { body: { url, title } });
}

test('plain words are understood and corrected, and their results are filtered and sorted', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount('pro');
  await saveTrains(api);
  await openModal(page);
  await field(page).fill('videos about trains, not youtube');
  const understood = dialog(page).getByRole('list', { name: 'Understood as' });
  await expect(understood.getByRole('listitem')).toHaveText(['keywords trains', 'videos', 'not youtube.com']);
  await expect(dialog(page).getByText('Bookmarks, 5 of 6')).toBeVisible();
  await understood.getByRole('button', { name: 'Remove not youtube.com' }).click();
  await expect(field(page)).toHaveValue('type:video trains');
  await expect(field(page)).toBeFocused();
  await expect(dialog(page).getByText('Bookmarks, 5 of 7')).toBeVisible();

  await dialog(page).getByRole('option', { name: 'View all' }).click();
  await expect(page).toHaveURL('/search?q=type%3Avideo+trains');
  await expect(page.getByText('7 results')).toBeVisible();
  await expect(conditions(page).getByRole('listitem')).toHaveText(['videos']);
  const vimeo = page.getByRole('complementary').getByRole('button', { name: /^vimeo\.com/ });
  await expect(vimeo).toHaveAttribute('aria-pressed', 'false');
  await vimeo.click();
  await expect(page).toHaveURL('/search?q=type%3Avideo+trains+site%3Avimeo.com');
  await expect(vimeo).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page)).toHaveCount(5);

  await page
    .getByRole('main')
    .getByRole('button', { name: /Sort by/ })
    .click();
  await page.getByRole('menuitemradio', { name: 'Oldest first' }).click();
  await expect(rows(page).first()).toContainText('Night train number 1');
  await page.reload();
  await expect(rows(page).first()).toContainText('Night train number 1');
  await conditions(page).getByRole('button', { name: 'vimeo.com', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Exclude these' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL('/search?q=type%3Avideo+trains+-site%3Avimeo.com+sort%3Aoldest');
  await page.goBack();
  await expect(rows(page)).toHaveCount(5);
});

test('example questions are based on the library and have results', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount('pro');
  const examples = dialog(page).getByRole('group', { name: 'Examples' }).getByRole('option');
  await test.step('a new account has general ones', async () => {
    await openModal(page);
    await expect(examples).toHaveText([
      'Saved last week',
      'My favorites',
      'Links from GitHub',
      'Documentation',
      'Videos I saved',
    ]);
  });
  await test.step('a click on one leaves the focus in the field', async () => {
    await examples.first().click();
    await page.keyboard.type(' or today');
    await expect(field(page)).toHaveValue('Saved last week or today');
  });
  await saveTrains(api);
  await openModal(page);
  await expect(examples).toHaveText([
    'videos, newest first',
    'what did I save this week',
    'links from vimeo.com that I never opened',
    'Saved last week',
    'My favorites',
  ]);
  await examples.nth(2).click();
  await expect(dialog(page).getByText('Bookmarks, 5 of 5')).toBeVisible();
});

test('a condition without results is dropped, and understood words can be searched as they are, or saved', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount('pro');
  await api.call('bookmarks.create', {
    body: { url: 'https://films.example/', title: 'Videos of my holiday' },
  });
  await api.call('bookmarks.create', {
    body: { url: 'https://stars.example/', title: 'With a star', favorite: true },
  });
  await api.call('bookmarks.create', {
    body: { url: 'https://list.example/', title: 'My favorites of a year' },
  });
  await openModal(page);
  await field(page).fill('videos of my holiday');
  await expect(results(page)).toHaveText([/Videos of my holiday/]);
  await expect(dialog(page).getByText('Bookmarks, 1 of 1')).toBeVisible();
  await expect(dialog(page).getByRole('note')).toHaveCount(0);
  await field(page).fill('videos about a holiday');
  await expect(dialog(page).getByRole('note')).toHaveText(
    'Too few results match “videos”, so it was ignored.',
  );
  await expect(dialog(page).getByRole('group', { name: 'Closest matches' })).toBeVisible();
  await expect(results(page)).toHaveText([/Videos of my holiday/]);
  await field(page).fill('my favorites');
  await expect(results(page).first()).toContainText('With a star');
  await dialog(page).getByRole('button', { name: 'Search as keywords' }).click();
  await expect(results(page).first()).toContainText('My favorites of a year');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=my+favorites&mode=keyword');
  await expect(rows(page).first()).toContainText('My favorites of a year');
  await test.step('typed text is understood again', async () => {
    await page.getByRole('main').getByRole('searchbox').fill('favorites');
    await expect(page).toHaveURL('/search?q=favorites');
    await expect(rows(page)).toHaveText([/With a star/]);
  });
  await page.keyboard.press('Control+k');
  await field(page).fill('my favorites');
  await dialog(page).getByRole('button', { name: 'Save as smart collection' }).click();
  await expect(page.getByRole('dialog', { name: 'New collection' })).toContainText('Smart');
});

test('the closest results of a question are narrowed without losing them', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount('pro');
  for (const [host, title] of [
    ['knives', 'Sharpening a kitchen knife'],
    ['stones', 'Which stone to sharpen a knife with'],
  ]) {
    await api.call('bookmarks.create', { body: { url: `https://${host}.example/`, title } });
  }
  await page.goto('/search?q=how+do+I+sharpen+a+kitchen+knife+at+home');
  await expect(page.getByRole('note')).toContainText('These come closest.');
  const facet = page.getByRole('complementary').getByRole('button', { name: /^knives\.example/ });
  await facet.click();
  await expect(facet).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page)).toHaveText([/Sharpening a kitchen knife/]);
  await page
    .getByRole('main')
    .getByRole('button', { name: /Sort by/ })
    .click();
  await page.getByRole('menuitemradio', { name: 'Oldest first' }).click();
  await expect(conditions(page).getByRole('listitem')).not.toHaveCount(0);
  await expect(rows(page)).toHaveText([/Sharpening a kitchen knife/]);
});

test('on the free plan filters are shown, and what Pro understands', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await api.call('bookmarks.create', {
    body: { url: 'https://stars.example/', title: 'With a star', favorite: true },
  });
  await api.call('bookmarks.create', { body: { url: 'https://stars.example/none', title: 'Without one' } });
  await openModal(page);
  await expect(dialog(page).getByText('Ask in your own words')).toBeVisible();
  await dialog(page)
    .getByRole('option', { name: /is:favorite/ })
    .click();
  await expect(field(page)).toHaveValue('is:favorite');
  await expect(results(page)).toHaveText([/With a star/]);

  await field(page).fill('what did I save yesterday');
  await expect(results(page).filter({ hasText: 'created:last-week' })).toBeVisible();
  await dialog(page).getByRole('option', { name: 'Ask in your own words with Pro' }).click();
  await expect(page).toHaveURL('/settings/subscription?plan=pro');

  await test.step('a link to a question of an earlier version searches for its words', async () => {
    await page.goto('/search?q=star&mode=ask');
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByRole('note')).toHaveCount(0);
  });
});

test('a typed address without results can be added', async ({ page, useFreshAccount }) => {
  await useFreshAccount();
  await openModal(page);
  await field(page).fill('nowhere.example/page');
  await dialog(page).getByRole('option', { name: 'Add https://nowhere.example/page' }).click();
  await expect(dialog(page).getByLabel('Address')).toHaveValue('https://nowhere.example/page');
});

test('typed text is requested once, after a pause of 300 ms', async ({ page, api, useFreshAccount }) => {
  await useFreshAccount();
  await saveTrains(api);
  await page.clock.install();
  await openModal(page);
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/v1/search') asked.push(searchParams.get('q'));
  });
  await page.clock.pauseAt(Date.now() + 600_000);
  await page.keyboard.type('night');
  await page.clock.runFor(299);
  await page.keyboard.type('s');
  await page.keyboard.press('Backspace');
  await page.clock.runFor(299);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual(['night']);
  await page.clock.resume();
  await expect(dialog(page).getByText('Bookmarks, 5 of 5')).toBeVisible();
  expect(asked).toEqual(['night']);
});

test('a character typed while the URL is applied stays in the field', async ({ page, useFreshAccount }) => {
  await useFreshAccount();
  await page.goto('/search?q=tra');
  const input = page.getByRole('main').getByRole('searchbox');
  await input.evaluate((field) => {
    const { history } = window;
    const replace = history.replaceState.bind(history);
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    history.replaceState = (...entry) => {
      replace(...entry);
      history.replaceState = replace;
      value?.set?.call(field, 'train');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
  });
  await input.press('End');
  await page.keyboard.type('i');
  await expect(page).toHaveURL('/search?q=train');
  await expect(input).toHaveValue('train');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Tags' }).click();
  await expect(page).toHaveURL('/tags');
  await page.goBack();
  await expect(input).toHaveValue('train');
});

test('results are selected by arrow keys, and Enter searches for the text after it changed', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await saveTrains(api);
  await openModal(page);
  await field(page).fill('night');
  await expect(results(page)).toHaveCount(5);
  const ready = results(page).and(page.locator('[aria-selected=true]'));
  await expect(ready).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await expect(ready).toHaveText(/number 1/);
  await page.keyboard.press('ArrowDown');
  await expect(ready).toHaveText(/number 5/);
  const id = await ready.getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
  await page.keyboard.type(' ');
  await expect(ready).toHaveCount(0);
  await expect(field(page)).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=night');
});

test('names after @ and # are completed by keys, anywhere in the text', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  const { uuid } = await api.call('collections.create', { body: { name: 'Night trains', color: '22c55e' } });
  await api.call('bookmarks.create', {
    body: { url: 'https://map.example/', title: 'One map', collections: [uuid], tags: 'slow travel,maps' },
  });
  await api.call('bookmarks.create', { body: { url: 'https://map.example/2', title: 'Another map' } });
  await openModal(page);
  await field(page).fill('map @nig');
  await expect(results(page)).toHaveText([/Night trains/]);
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('map @"Night trains" ');
  await expect(results(page)).toHaveText([/One map/]);
  await page.keyboard.press('Home');
  await page.keyboard.type('#slow ');
  await page.keyboard.press('ArrowLeft');
  await expect(results(page)).toHaveText([/slow travel/]);
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('#"slow travel" map @"Night trains" ');
  await expect(results(page)).toHaveText([/One map/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=/);
  await expect(conditions(page).getByRole('listitem')).toHaveText(['#slow travel', 'in Night trains']);
});

test('a text of any length fits, and is searched for', async ({ page, api, useFreshAccount }) => {
  await useFreshAccount();
  const word = 'x'.repeat(200);
  await api.call('bookmarks.create', {
    body: { url: `https://long.example/${word}`, title: word, tags: 'y'.repeat(60) },
  });
  await page.setViewportSize(phone);
  await page.goto(`/search?q=${word}+%23${'y'.repeat(60)}`);
  await expect(rows(page)).toHaveCount(1);
  await expectFit(page);
  const words = Array.from({ length: 2_000 }, (_, index) => `word${index}`);
  await page.getByRole('searchbox').fill(words.join(' '));
  await expect(page.getByRole('heading', { name: /Nothing found for “word0 word1/ })).toBeVisible();
  await expectFit(page);
});

test('the search is accessible and fits the screen', async ({ page, api, baseURL, useFreshAccount }) => {
  test.slow();
  await useFreshAccount('pro');
  await saveTrains(api);
  await inEach(page, baseURL, screenLooks, async ({ locale }) => {
    const t = wordsOf(locale);
    await page.goto('/search?q=train+type%3Avideo');
    await expect(page.getByText(t('Search.resultCount', { count: 7 }))).toBeVisible();
    await expectFitBothWays(page);
    await page.goto('/search?q=trains+type%3Apdf');
    await expect(page.getByRole('main').getByRole('note')).toBeVisible();
    await expectFitBothWays(page);
  });
  await inEach(page, baseURL, dialogLooks, async ({ locale, viewport }) => {
    const t = wordsOf(locale);
    await page.goto('/search?q=train+type%3Avideo');
    if (viewport.width === phone.width) {
      await page.getByRole('button', { name: t('Search.facets.open') }).click();
      await expect(dialog(page).getByRole('button', { name: /vimeo\.com/ })).toBeVisible();
      await expectFit(page);
      await page.keyboard.press('Escape');
    } else await expect(page.getByRole('button', { name: /vimeo\.com/ })).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('button', { name: t('QueryWords.types.video'), exact: true })
      .click();
    await expect(page.getByRole('menuitem', { name: t('Search.edit.negate') })).toBeVisible();
    await expectFit(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(dialog(page).getByText(t('Search.askHeading'))).toBeVisible();
    await expectFit(page);
    await field(page).fill('xyzzy');
    await expect(
      dialog(page).getByText(t('Search.nothingHas', { count: 1, words: '“xyzzy”' })),
    ).toBeVisible();
    await expectFit(page);
  });
});
