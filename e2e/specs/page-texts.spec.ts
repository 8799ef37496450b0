import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { bar, pick, rowOf, titleOf, toasts } from '../fixtures/rows';
import { siteUrl } from '../fixtures/sites';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const trains = { title: 'Night trains of Europe', description: 'Every route, with its sleepers.' };
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function openByMenu(page: Page, title: string): Promise<void> {
  await rowOf(page, title).hover();
  await rowOf(page, title).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Fetch title again' }).click();
}

test('title and description of one bookmark are fetched again, shown, applied and undone', async ({
  page,
  api,
}) => {
  const body = { url: siteUrl('/trains', trains), title: 'trains.example', description: '' };
  await api.call('bookmarks.create', { body });
  await page.goto('/');
  await openByMenu(page, 'trains.example');
  const shown = dialog(page, 'Fetch title and description again');
  await expect(shown.getByRole('deletion')).toHaveText('trains.example');
  await expect(shown.getByRole('insertion')).toHaveText([trains.title, trains.description]);
  await shown.getByRole('checkbox', { name: 'Description' }).uncheck();
  await expect(shown.getByRole('insertion')).toHaveText([trains.title]);
  await shown.getByRole('button', { name: 'Update 1 bookmark' }).click();
  await expect(titleOf(page, trains.title)).toBeVisible();
  const list = async () => (await api.call('bookmarks.list')).content;
  expect(await list()).toMatchObject([{ title: trains.title, description: '' }]);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(titleOf(page, 'trains.example')).toBeVisible();
});

test('a selection is fetched again: each change can be left out, and what cannot be read is counted', async ({
  page,
  api,
}) => {
  const pages = {
    Alpha: siteUrl('/a', { title: 'New alpha' }),
    Beta: siteUrl('/b', { title: 'New beta' }),
    Gamma: siteUrl('/c', { title: 'Gamma' }),
    Delta: siteUrl('/d', { status: 500 }),
  };
  for (const [title, url] of Object.entries(pages)) {
    await api.call('bookmarks.create', { body: { url, title } });
  }
  await page.goto('/');
  for (const title of Object.keys(pages)) await pick(page, title);
  await bar(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Fetch titles again' }).click();
  const shown = dialog(page, 'Fetch titles and descriptions again');
  await expect(shown.getByText('1 page is unchanged.')).toBeVisible();
  await expect(shown.getByText('1 page couldn’t be read now.')).toBeVisible();
  await shown.getByRole('checkbox', { name: 'Replace the texts of Beta' }).uncheck();
  await shown.getByRole('button', { name: 'Update 1 bookmark' }).click();
  await expect(titleOf(page, 'New alpha')).toBeVisible();
  await expect(titleOf(page, 'Beta')).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

test('without a connection it says so, and continues when there is one', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await api.call('bookmarks.create', { body: { url: siteUrl('/trains', trains), title: 'Old' } });
  await page.goto('/');
  await page.route('**/v1/bookmarks/metadata/read', (route) => route.abort('internetdisconnected'));
  await openByMenu(page, 'Old');
  const shown = dialog(page, 'Fetch title and description again');
  await expect(shown.getByRole('alert')).toContainText('Can’t connect to Markwell');
  await expect(shown.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await page.unroute('**/v1/bookmarks/metadata/read');
  await shown.getByRole('button', { name: 'Try again' }).click();
  await expect(shown.getByRole('insertion').first()).toHaveText(trains.title);
  await page.keyboard.press('Escape');
  await expect(titleOf(page, 'Old')).toBeFocused();
});

test('the dialog is accessible and fits the screen', async ({ page, api, baseURL }) => {
  const long = 'Eine sehr lange Überschrift, die in eine Zeile nicht hineinpasst, wie lang sie auch sein mag';
  await api.call('bookmarks.create', {
    body: {
      url: siteUrl('/trains', { title: long, description: long }),
      title: 'Old',
      description: 'Old text',
    },
  });
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const t = wordsOf(locale);
    await page.goto('/');
    await rowOf(page, 'Old').hover();
    await rowOf(page, 'Old')
      .getByRole('button', { name: t('Bookmarks.more') })
      .click();
    await page.getByRole('menuitem', { name: t('Bookmarks.fetchTitle') }).click();
    const shown = dialog(page, t('PageTexts.title', { count: 1 }));
    await expect(shown.getByRole('insertion').first()).toHaveText(long);
    await expectAccessible(page);
    await expectFit(page);
  });
});
