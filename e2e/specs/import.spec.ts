import type { Page, Route } from '@playwright/test';
import { bookmarkFile } from '../fixtures/bookmark-file';
import { expectFitBothWays } from '../fixtures/expect-fit';
import { inEach, screenLooks } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';

const file = bookmarkFile(
  [
    { url: 'https://loose.example/', title: 'A loose page' },
    { url: 'javascript:void(0)', title: 'A bookmarklet' },
    { url: '', title: 'Nowhere' },
  ],
  {
    'Night trains': [
      { url: 'https://trains.example/map', title: 'Every route on one map' },
      { url: 'https://trains.example/beds', title: 'How to sleep on a train' },
      { url: 'https://trains.example/map', title: 'Every route on one map, again' },
    ],
    Recipes: [{ url: 'https://bread.example/', title: 'Pão de queijo' }],
  },
);

const choose = (page: Page, chosen = file) => page.locator('input[type=file]').setInputFiles(chosen);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

/** Delays the progress responses of imports until the returned function is called. */
async function holdProgress(page: Page): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<null>();
  const pattern = '**/v1/bookmarks/import/*';
  const hold = async (route: Route) => {
    await released.promise;
    // The requesting page may be closed by now.
    await route.continue().catch(() => undefined);
  };
  await page.route(pattern, hold);
  return async () => {
    released.resolve(null);
    await page.unroute(pattern, hold);
  };
}

test.beforeEach(async ({ page, useFreshAccount }) => {
  await useFreshAccount();
  await page.goto('/settings/data');
});

test('a preview writes nothing; the import creates bookmarks and collections, and is undone completely', async ({
  page,
  api,
}) => {
  await test.step('a preview shows what would be imported and writes nothing', async () => {
    await choose(page);
    await expect(heading(page, '7 bookmarks in this file')).toBeVisible();
    await expect(
      page.getByRole('img', { name: '5 new, 0 already saved, 1 repeated in the file, 1 skipped' }),
    ).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Night trains' })).toContainText('2');
    const odd = page.getByRole('region', { name: '3 entries to review' });
    await expect(odd.getByRole('listitem')).toHaveCount(3);
    await odd.getByRole('button', { name: 'Duplicate in this file' }).click();
    await expect(odd.getByRole('listitem')).toHaveText([/Every route on one map, again/]);
    await button(page, 'Cancel').click();
    await expect(page.getByText('Drop your bookmark file here')).toBeVisible();
    expect((await api.call('bookmarks.list')).pagination.total).toBe(0);
    expect((await api.call('collections.simplified')).content).toHaveLength(1);
  });
  await choose(page);
  await button(page, 'Import 5 bookmarks').click();
  await expect(heading(page, '5 bookmarks imported')).toBeVisible();
  await page.getByRole('link', { name: 'View bookmarks' }).click();
  await expect(page.getByText('How to sleep on a train')).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: /Night trains/ })).toBeVisible();

  await page.goto('/settings/data');
  await button(page, 'Undo import').click();
  await expect(heading(page, 'Import undone')).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: /Night trains/ })).toHaveCount(0);
  expect((await api.call('bookmarks.list')).pagination.total).toBe(0);
  await button(page, 'Choose another file').click();
  await expect(page.getByText('Drop your bookmark file here')).toBeVisible();
});

test('a second import of the same file creates nothing', async ({ page }) => {
  await choose(page);
  await button(page, 'Import 5 bookmarks').click();
  await button(page, 'Choose another file').click();
  await choose(page);
  await expect(page.getByText('Everything in this file is already in your library.')).toBeVisible();
  await expect(
    page.getByRole('img', { name: '0 new, 5 already saved, 1 repeated in the file, 1 skipped' }),
  ).toBeVisible();
  await expect(button(page, /^Import/)).toHaveCount(0);
});

test('a file with additional data shows what existing bookmarks gain, and the import can be undone', async ({
  page,
  api,
}) => {
  const url = 'https://known.example/';
  await api.call('bookmarks.create', { body: { url, title: 'Known' } });
  const { name, mimeType } = file;
  const content = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="${url}" TAGS="more">Other</A></DL>`;
  await choose(page, { name, mimeType, buffer: Buffer.from(content) });
  await expect(page.getByText('Adds tags to 1 bookmark')).toBeVisible();
  await button(page, 'Update 1 bookmark').click();
  await expect(heading(page, '1 bookmark updated')).toBeVisible();
  const tags = async () => (await api.call('bookmarks.list')).content.map((one) => one.tags);
  expect(await tags()).toEqual(['more']);
  await button(page, 'Undo import').click();
  await expect(heading(page, 'Import undone')).toBeVisible();
  expect(await tags()).toEqual(['']);
});

test('a JSON export is imported like any other file', async ({ page, api }) => {
  const bookmarks = [{ url: 'https://json.example/', title: 'From JSON', collections: ['Docs'] }];
  const buffer = Buffer.from(JSON.stringify({ version: 1, bookmarks }));
  await choose(page, { name: 'markwell.json', mimeType: 'application/json', buffer });
  await button(page, 'Import 1 bookmark').click();
  await expect(heading(page, '1 bookmark imported')).toBeVisible();
  const { content } = await api.call('bookmarks.list');
  expect(content.map(({ title, collections }) => [title, collections[0]?.name])).toEqual([
    ['From JSON', 'Docs'],
  ]);
});

const jsonOf = (...spaces: readonly string[]) => ({
  name: 'markwell.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      version: 2,
      bookmarks: spaces.map((space) => ({ title: space, url: `https://${space}.example/`, space })),
    }),
  ),
});

test('the spaces of an export are restored, within the plan, and the import is undone with them', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/status of 402/);
  const keep = page.getByRole('button', { name: 'Into spaces of the same name' });
  const here = page.getByRole('button', { name: 'Into this space' });
  const namesOfSpaces = async () => (await api.call('spaces.list')).content.map(({ name }) => name);

  await test.step('more spaces than the plan holds are refused before anything is imported', async () => {
    await choose(page, jsonOf('Personal', 'Work', 'Garden'));
    await expect(page.getByText('The 3 spaces in this file: Personal, Work, and Garden')).toBeVisible();
    await keep.click();
    await expect(page.getByRole('alert').filter({ hasText: 'room for all the spaces' })).toBeVisible();
    await expect(here).toHaveAttribute('aria-pressed', 'true');
    await button(page, 'Cancel').click();
  });

  await choose(page, jsonOf('Personal', 'Work'));
  await keep.click();
  const spaces = page.getByRole('region', { name: 'Into 2 spaces' });
  await expect(spaces.getByRole('listitem')).toHaveText([/Personal.*1 new/, /Work.*New.*1 new/]);
  await expect(page.getByRole('combobox', { name: 'Destination' })).toBeHidden();
  expect(await namesOfSpaces()).toEqual(['Personal']);
  await button(page, 'Import 2 bookmarks').click();
  await expect(heading(page, '2 bookmarks imported')).toBeVisible();
  await expect(spaces.getByRole('listitem')).toHaveCount(2);
  expect(await namesOfSpaces()).toEqual(['Personal', 'Work']);
  await button(page, 'Undo import').click();
  await expect(heading(page, 'Import undone')).toBeVisible();
  expect(await namesOfSpaces()).toEqual(['Personal']);
  expect((await api.call('bookmarks.list')).pagination.total).toBe(0);
});

test('everything can go into one collection', async ({ page, api }) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'From the old machine' } });
  await page.reload();
  await choose(page);
  await page.getByRole('combobox', { name: 'Destination' }).click();
  await page.getByRole('option', { name: 'From the old machine' }).click();
  await expect(page.getByText('new collections')).toBeHidden();
  await button(page, 'Import 5 bookmarks').click();
  await expect(heading(page, '5 bookmarks imported')).toBeVisible();
  const { content } = await api.call('collections.simplified');
  expect(content.map(({ name }) => name).sort()).toEqual(['From the old machine', 'Uncategorized']);
  expect(content.find((collection) => collection.uuid === uuid)?.count).toBe(5);
});

test('an invalid file is rejected with an error message, and another one can be chosen', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/status of 4(15|22)/);
  for (const [name, mimeType, content, words] of [
    ['notes.txt', 'text/plain', 'Some notes', 'isn’t a file of bookmarks that Markwell knows'],
    ['really-json.html', 'text/html', '{"bookmarks":[]}', 'There are no bookmarks in'],
    ['page.html', 'text/html', '<!doctype html><title>Home</title><p>Hello</p>', 'There are no bookmarks in'],
    ['empty.html', 'text/html', '', 'There are no bookmarks in'],
    ['damaged.html', 'text/html', '\u0000\u0001\u0002\u0000\u0003\u0000\u0004', 'Couldn’t read'],
  ] as const) {
    await test.step(name, async () => {
      await choose(page, { name, mimeType, buffer: Buffer.from(content) });
      await expect(page.getByRole('alert').filter({ hasText: name })).toContainText(words);
      await expect(page.getByText('Drop your bookmark file here')).toBeVisible();
    });
  }
  expect((await api.call('bookmarks.list')).pagination.total).toBe(0);
  await choose(page);
  await expect(heading(page, '7 bookmarks in this file')).toBeVisible();
});

test('an import continues while another page is open, and its end is announced there', async ({ page }) => {
  await choose(page);
  await expect(button(page, 'Import 5 bookmarks')).toBeVisible();
  const release = await holdProgress(page);
  await button(page, 'Import 5 bookmarks').click();
  await expect(page.getByText('You can leave this page')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: /^Bookmarks/ })
    .click();
  await expect(page).toHaveURL('/');
  await release();
  await expect(page.getByText('5 bookmarks imported')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Pão de queijo' })).toBeVisible();
});

test('an import is found again after a reload', async ({ page }) => {
  await choose(page);
  await expect(button(page, 'Import 5 bookmarks')).toBeVisible();
  const release = await holdProgress(page);
  await button(page, 'Import 5 bookmarks').click();
  await expect(page.getByText('You can leave this page')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Importing')).toBeVisible();
  await release();
  await expect(heading(page, '5 bookmarks imported')).toBeVisible();
  await expect(button(page, 'Undo import')).toBeVisible();
});

test('an import that is cancelled while it runs leaves nothing behind', async ({
  page,
  api,
  allowConsole,
}) => {
  // The service rejects the cancellation while it processes the file; the app retries at the end.
  allowConsole(/status of 409 .*bookmarks\/import/);
  await choose(page);
  await expect(button(page, 'Import 5 bookmarks')).toBeVisible();
  const release = await holdProgress(page);
  await button(page, 'Import 5 bookmarks').click();
  await expect(page.getByText('You can leave this page')).toBeVisible();
  await button(page, 'Cancel').click();
  await release();
  await expect(
    heading(page, 'Import undone').or(page.getByText('Drop your bookmark file here')),
  ).toBeVisible();
  await expect.poll(async () => (await api.call('bookmarks.list')).pagination.total).toBe(0);
});

test('without a network or free disk space nothing is lost, and the import can be started again', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|status of 507/);
  await choose(page);
  await expect(button(page, 'Import 5 bookmarks')).toBeVisible();
  await context.setOffline(true);
  await button(page, 'Import 5 bookmarks').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Can’t reach' })).toBeVisible();
  await context.setOffline(false);
  const problem = { status: 507, code: 'DISK_FULL', message: 'The service does not show this', errors: [] };
  await page.route('**/v1/bookmarks/import?*', (route) => route.fulfill({ status: 507, json: problem }), {
    times: 1,
  });
  await button(page, 'Import 5 bookmarks').click();
  await expect(page.getByRole('alert').filter({ hasText: 'disk' })).toHaveText(
    'The disk is full. Nothing was imported, and your existing bookmarks are safe. Free up some space and try again.',
  );
  await button(page, 'Import 5 bookmarks').click();
  await expect(heading(page, '5 bookmarks imported')).toBeVisible();
});

test('the import works by keyboard only, and the focus is never lost', async ({ page }) => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('Choose file').focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(file);
  await expect(page.getByRole('group', { name: '7 bookmarks in this file' })).toBeVisible();
  await button(page, 'Import 5 bookmarks').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: '5 bookmarks imported' })).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[role=group]') !== null)).toBe(true);
});

/** Files that can mean several things, with a choice that their previews show. */
const choices: readonly (readonly [text: string, shown: RegExp])[] = [
  [
    'title,url,time_added,tags,status\r\nLong read,https://pocket.example/,1700000000,,archive\r\n',
    /^(Leave as others|Deixar como os outros)$/,
  ],
  [
    'Quelle;Worum\r\nhttps://table.example/;Brot\r\n',
    /^(What do the columns mean|O que significam as colunas)\?$/,
  ],
  [
    jsonOf('Personal', 'Work').buffer.toString(),
    /^(Into spaces of the same name|Para espaços do mesmo nome)$/,
  ],
];

test('every step is accessible and fits the screen', async ({ page, baseURL, allowConsole }) => {
  test.slow();
  allowConsole(/status of 415/);
  await inEach(page, baseURL, screenLooks, async () => {
    await page.goto('/settings/data');
    await choose(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await expect(page.getByRole('alert')).toBeVisible();
    await expectFitBothWays(page);
    await choose(page);
    await expect(heading(page, /^7 (bookmarks|favoritos)/)).toBeVisible();
    await expectFitBothWays(page);
    await button(page, /^(Import|Importar) 5/).click();
    await expect(heading(page, /^5 (bookmarks|favoritos)/)).toBeVisible();
    await expectFitBothWays(page);
    await button(page, /^(Undo import|Desfazer)/).click();
    await expect(heading(page, /Import undone|Importação desfeita/)).toBeVisible();
    await expectFitBothWays(page);
    await button(page, /^(Choose another|Escolher outro)/).click();
    for (const [text, shown] of choices) {
      await choose(page, { name: 'export', mimeType: '', buffer: Buffer.from(text) });
      await expect(page.getByText(shown, { exact: true })).toBeVisible();
      await expectFitBothWays(page);
      await button(page, /^Cancel/).click();
    }
  });
});
