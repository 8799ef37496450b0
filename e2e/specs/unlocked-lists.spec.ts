import type { Page } from '@playwright/test';
import { bar, importMany, list, titleOf, toasts } from '../fixtures/rows';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { saveEncrypted } from '@/e2e/fixtures/encrypted';
import type { Api } from '../fixtures/api';
import { expect, test } from '../fixtures/test';

// Guarantee: while a key is unlocked, its bookmarks are in every matching list, although the service cannot match them
// and no request contains their data: in a section at the top. Under heavy load, deriving a key takes seconds.

test.slow();

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount('pro');
});

const key = 'a long sentence about cats';
const titles = (page: Page) => list(page).locator('.row-title');
/** Titles and group headings of the list. */
const items = (page: Page) => list(page).locator('.row-title, h2');
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const tagList = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Tags' });

/** Creates plain and encrypted bookmarks with a common tag, oldest first. */
async function fill(api: Api): Promise<void> {
  const save = (title: string, tags: string) =>
    api.call('bookmarks.create', { body: { url: `https://${title}.example/`, title, tags } });
  await save('Alpha', 'trains');
  await saveEncrypted(api, key, [
    { title: 'beta', tags: 'Trains,quiet' },
    { title: 'delta', tags: 'quiet,night walk' },
  ]);
  await save('Gamma', 'trains,slow');
  await save('Epsilon', 'slow');
}

/** Unlocks the masked bookmarks of the list. */
async function unlock(page: Page): Promise<void> {
  await list(page)
    .getByRole('button', { name: /^Encrypted bookmark/ })
    .first()
    .click();
  await unlockWith(page, key);
}

async function unlockWith(page: Page, passphrase: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Unlock bookmarks' });
  await dialog.getByLabel('Encryption key').fill(passphrase);
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect(dialog).toBeHidden();
}

const lock = (page: Page) => page.getByRole('button', { name: /^Lock/ }).click();

async function sortBy(page: Page, name: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /Sort by/ })
    .click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
}

/** Records the URLs and bodies of all requests of the page from now on. */
function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  return sent;
}

test('a tag counts and lists unlocked bookmarks, in every order, and omits them once locked', async ({
  page,
  api,
}) => {
  await fill(api);
  await page.goto('/');
  const sent = recordRequests(page);
  await unlock(page);
  await menu(page).getByRole('link', { name: 'Tags' }).click();
  await expect(tagList(page).getByRole('listitem')).toContainText([
    'trains3',
    'quiet2',
    'slow2',
    'night walk1',
  ]);
  await expectAccessible(page);
  await tagList(page).getByRole('link', { name: 'trains', exact: true }).click();
  await expect(items(page)).toHaveText(['Unlocked', 'beta', 'Today', 'Gamma', 'Alpha']);
  await expect(page.getByText('3 bookmarks')).toBeVisible();
  await sortBy(page, 'Title, A to Z');
  await expect(items(page)).toHaveText(['Unlocked', 'beta', 'Other bookmarks', 'Alpha', 'Gamma']);
  await expect(page.getByText('3 bookmarks')).toBeVisible();
  await sortBy(page, 'Title, Z to A');
  await expect(items(page)).toHaveText(['Unlocked', 'beta', 'Other bookmarks', 'Gamma', 'Alpha']);
  await sortBy(page, 'Oldest first');
  await expect(titles(page)).toHaveText(['beta', 'Alpha', 'Gamma']);
  await lock(page);
  await expect(titles(page)).toHaveText(['Alpha', 'Gamma']);
  await expect(page.getByText('2 bookmarks')).toBeVisible();
  expect(sent.filter((one) => /beta|quiet|encrypted\.example|night/i.test(one))).toEqual([]);
});

test('a tag that only encrypted bookmarks have is listed without a URL, and no request contains it', async ({
  page,
  api,
}) => {
  await fill(api);
  await page.goto('/');
  const sent = recordRequests(page);
  await unlock(page);
  await menu(page).getByRole('link', { name: 'Tags' }).click();
  await tagList(page).getByRole('button', { name: 'quiet', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'quiet', level: 1 })).toBeVisible();
  await expect(titles(page)).toHaveText(['delta', 'beta']);
  await sortBy(page, 'Title, A to Z');
  await expect(items(page)).toHaveText(['Unlocked', 'beta', 'delta']);
  await sortBy(page, 'Title, Z to A');
  await expect(titles(page)).toHaveText(['delta', 'beta']);
  await expectAccessible(page);
  expect(page.url()).not.toContain('quiet');
  await page.getByRole('button', { name: 'All tags' }).click();
  await tagList(page).getByRole('button', { name: 'night walk', exact: true }).click();
  await expect(titles(page)).toHaveText(['delta']);
  await lock(page);
  await expect(tagList(page).getByRole('listitem')).toContainText(['slow2', 'trains2']);
  await expect(page.getByText('quiet')).toHaveCount(0);
  expect(sent.filter((one) => /beta|delta|quiet|encrypted\.example|night/i.test(one))).toEqual([]);
});

test('a smart collection has the unlocked bookmarks that match, in a section at the top', async ({
  page,
  api,
}) => {
  await fill(api);
  const body = { name: 'On rails', smart: { query: '#trains OR title:delta' } };
  await api.call('collections.create', { body });
  await page.goto('/');
  const sent = recordRequests(page);
  await unlock(page);
  await menu(page)
    .getByRole('link', { name: /On rails/ })
    .click();
  await expect(titles(page)).toHaveText(['delta', 'beta', 'Gamma', 'Alpha']);
  await expect(page.getByRole('main').getByText('4 bookmarks', { exact: true })).toBeVisible();
  await sortBy(page, 'Title, A to Z');
  await expect(titles(page)).toHaveText(['beta', 'delta', 'Alpha', 'Gamma']);
  await expect(page.getByRole('main').getByText('4 bookmarks', { exact: true })).toBeVisible();
  await sortBy(page, 'Title, Z to A');
  await expect(titles(page)).toHaveText(['delta', 'beta', 'Gamma', 'Alpha']);
  await lock(page);
  await expect(titles(page)).toHaveText(['Gamma', 'Alpha']);
  await expect(page.getByRole('main').getByText('2 bookmarks', { exact: true })).toBeVisible();
  expect(sent.filter((one) => /beta|quiet|encrypted\.example/i.test(one))).toEqual([]);
});

test('a smart collection shows encrypted matches of the service last when sorted by title', async ({
  page,
  api,
}) => {
  await fill(api);
  await api.call('account.updatePreferences', { body: { bookmarkSort: 'title-DESC' } });
  const { uuid } = await api.call('collections.create', {
    body: { name: 'Lately', smart: { query: 'created:today' } },
  });
  await page.goto(`/collections/${uuid}`);
  await expect(titles(page)).toHaveText(['Gamma', 'Epsilon', 'Alpha', /^\*+$/, /^\*+$/]);
  await unlock(page);
  // It sorts them by the uuid, as it cannot read their titles.
  await expect(titles(page)).toHaveText(['Gamma', 'Epsilon', 'Alpha', 'delta', 'beta']);
  await expect(page.getByRole('main').getByText('5 bookmarks', { exact: true })).toBeVisible();
});

test('by title, the group of unlocked bookmarks works like the rest of a long list', async ({
  page,
  api,
}, info) => {
  await importMany(page, api, 130);
  await saveEncrypted(api, key, ['zulu', 'yankee']);
  await saveEncrypted(api, 'another long sentence about dogs', ['locked for good']);
  await api.call('account.updatePreferences', { body: { bookmarkSort: 'title-ASC' } });
  await page.goto('/?view=encrypted');
  const sent = recordRequests(page);
  await list(page)
    .getByRole('button', { name: /^Encrypted bookmark/ })
    .first()
    .click();
  await unlockWith(page, key);
  await expect(items(page)).toHaveText(['Unlocked', 'yankee', 'zulu', 'Other bookmarks', /^\*+$/]);
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Unlocked', level: 2 })).toBeVisible();
  await expect(page.getByText('133 in Personal')).toBeVisible();
  await expect(titles(page).first()).toHaveText('yankee');
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('by-title.png') });

  // Keys and the preview move across the end of the group.
  await titleOf(page, 'zulu').focus();
  await page.keyboard.press('j');
  await expect(titleOf(page, 'Row number 0')).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('o');
  const panel = page.getByRole('region', { name: 'zulu' });
  await expect(panel).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('region', { name: 'Row number 0' })).toBeVisible();
  await page.keyboard.press('Escape');

  // A range from the group to the end of the list contains the rows between, and the locked one.
  await titleOf(page, 'zulu').focus();
  await page.keyboard.press('x');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const masked = titles(page).filter({ hasText: /^\*+$/ });
  await expect(masked).toHaveCount(1);
  await expect(titles(page).last()).toHaveText(/^\*+$/);
  await masked.click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('132');
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.scrollTo(0, 0));
  await titleOf(page, 'yankee').focus();
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('133');
  await page.keyboard.press('Escape');

  // Trashing removes a row from the group, and undo restores it.
  await titleOf(page, 'yankee').focus();
  await page.keyboard.press('Delete');
  await expect(titles(page).first()).toHaveText('zulu');
  await expect(page.getByText('132 in Personal')).toBeVisible();
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(titles(page).first()).toHaveText('yankee');

  await lock(page);
  await expect(page.getByRole('heading', { name: 'Unlocked' })).toHaveCount(0);
  await expect(titles(page).first()).toHaveText('Row number 0');
  await expect(page.getByText(/yankee|zulu/)).toHaveCount(0);
  expect(sent.filter((one) => /yankee|zulu|encrypted\.example/i.test(one))).toEqual([]);
});

test('a whole list with unlocked bookmarks is selected individually', async ({ page, api }) => {
  await fill(api);
  await page.goto('/');
  await unlock(page);
  await menu(page).getByRole('link', { name: 'Tags' }).click();
  await tagList(page).getByRole('link', { name: 'trains', exact: true }).click();
  await titleOf(page, 'beta').focus();
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('3');
  await page.keyboard.press('f');
  await expect
    .poll(async () => (await api.call('bookmarks.list', { query: { favorite: true } })).pagination.total)
    .toBe(3);
});

test('unlocked tags are accessible and fit', async ({ page, api, baseURL }) => {
  await fill(api);
  await inEach(page, baseURL, dialogLooks, async () => {
    await page.goto('/');
    await titles(page).filter({ hasText: /^\*+$/ }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input').first().fill(key);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    // Navigates like a link: a reload would lock the keys.
    await page.evaluate(() => {
      const { next } = window as unknown as { next: { router: { push: (path: string) => void } } };
      next.router.push('/tags');
    });
    const encrypted = page.getByRole('main').getByRole('button', { name: 'quiet', exact: true });
    await expect(encrypted).toBeVisible();
    await expectFit(page);
    await encrypted.click();
    await expect(titles(page)).toHaveCount(2);
    await expectFit(page);
  });
});
