import type { Locator, Page } from '@playwright/test';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { siteUrl } from '../fixtures/sites';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

interface DraggedItems {
  /** Data of another window or program, by MIME type. */
  data?: Record<string, string>;
  file?: { name: string; content: string };
}

/** Drops items on an element like a drag from another window. */
async function dropOn(target: Locator, { data = {}, file }: DraggedItems): Promise<void> {
  await target.evaluate(
    (element, dragged) => {
      const dataTransfer = new DataTransfer();
      for (const [type, text] of Object.entries(dragged.data)) dataTransfer.setData(type, text);
      if (dragged.file) dataTransfer.items.add(new File([dragged.file.content], dragged.file.name));
      const options = { dataTransfer, bubbles: true, cancelable: true };
      for (const type of ['dragenter', 'dragover', 'drop'] as const) {
        element.dispatchEvent(new DragEvent(type, options));
      }
    },
    { data, file },
  );
}

const main = (page: Page) => page.getByRole('main');
const panel = (page: Page) => page.getByRole('region', { name: 'Dropped links' });
const items = (page: Page) => panel(page).getByRole('listitem');
const rowOf = (page: Page, title: string) => main(page).getByRole('link', { name: title, exact: true });
const entryOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: new RegExp(`^${name}`) });
/** Waits for hydration, after which rows react to the pointer. */
const ready = (page: Page) =>
  expect(page.getByRole('button', { name: 'Add bookmark' }).first()).toBeEnabled();

test('a link from another tab is read, saved and shown, and can be undone', async ({ page, api }) => {
  await page.goto('/');
  await ready(page);
  await test.step('text without links is reported', async () => {
    await dropOn(main(page), { data: { 'text/plain': 'Only words' } });
    await expect(page.getByText('There are no links in what you dropped.')).toBeVisible();
    await expect(panel(page)).toHaveCount(0);
    expect((await api.call('bookmarks.list')).pagination.total).toBe(0);
  });
  const url = siteUrl('/dropped', { title: 'Night trains on one map' });
  await dropOn(main(page), { data: { 'text/uri-list': url, 'text/plain': url } });
  await expect(items(page)).toHaveText([/Night trains on one map.*Saved/]);
  await expect(rowOf(page, 'Night trains on one map')).toBeVisible();
  expect((await api.call('bookmarks.list')).content.map((one) => one.url)).toEqual([url]);

  await panel(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Night trains on one map')).toHaveCount(0);
  await expect.poll(async () => (await api.call('bookmarks.list')).pagination.total).toBe(0);
});

test('a selection with several links is saved in the collection that it is dropped on, in order', async ({
  page,
  api,
}) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Recipes' } });
  const known = siteUrl('/known', { title: 'Already here' });
  await api.call('bookmarks.create', { body: { url: known, title: 'Already here' } });
  await page.goto('/');
  await ready(page);
  const bread = siteUrl('/bread', { title: 'Pão de queijo', delayMs: 300 });
  const soup = siteUrl('/soup', { title: 'Caldo verde' });
  await dropOn(entryOf(page, 'Recipes'), {
    data: {
      'text/html': `<p><a href="${bread}">bread</a>, <a href="${soup}">soup</a> and <a href="${known}">one more</a></p>`,
      'text/plain': 'bread, soup and one more',
    },
  });
  await expect(items(page)).toHaveText([
    /Pão de queijo.*Saved/,
    /Caldo verde.*Saved/,
    /Already here.*Already saved/,
  ]);
  const { bookmarks } = await api.call('collections.details', { params: { uuid } });
  expect(bookmarks.map(({ title }) => title).sort()).toEqual([
    'Already here',
    'Caldo verde',
    'Pão de queijo',
  ]);
  const { content } = await api.call('bookmarks.list');
  expect(content.map(({ title }) => title)).toEqual(['Caldo verde', 'Pão de queijo', 'Already here']);
  await test.step('Ctrl+Z takes the new ones back, and the other one out of the collection', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(
      page.getByText('2 bookmarks moved to trash · 1 bookmark removed from the collection'),
    ).toBeVisible();
    await expect(items(page)).toHaveCount(0);
    const left = await api.call('bookmarks.list');
    expect(left.content.map(({ title }) => title)).toEqual(['Already here']);
    expect((await api.call('collections.details', { params: { uuid } })).bookmarks).toEqual([]);
  });
});

test('a link file of a desktop is read on the page of a collection', async ({ page, api }) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Travel' } });
  await page.goto(`/collections/${uuid}`);
  await ready(page);
  const url = siteUrl('/shortcut', { title: 'From the desktop' });
  const file = { name: 'trains.url', content: `[InternetShortcut]\r\nURL=${url}\r\n` };
  await dropOn(page.getByRole('heading', { name: 'Travel' }), { file });
  await expect(items(page)).toHaveText([/From the desktop.*Saved/]);
  await expect(rowOf(page, 'From the desktop')).toBeVisible();
});

const bookmarkFile = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p><DT><A HREF="https://dropped.example/one">First</A><DT><A HREF="https://dropped.example/two">Second</A></DL>`;

test('a bookmark file dropped on any screen shows a hint and opens the import, which writes nothing yet', async ({
  page,
  api,
  allowConsole,
}) => {
  // The file that is no bookmark file.
  allowConsole(/status of 415/);
  await page.goto('/tags');
  await ready(page);
  await test.step('a hint is shown while it is over the window, and a text field does not accept it', async () => {
    const over = (target: Locator, type: string) =>
      target.evaluate((element, mime) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['x'], 'some.file', { type: mime }));
        const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
        element.dispatchEvent(event);
        return event.defaultPrevented;
      }, type);
    await expect(async () => {
      await over(main(page), 'text/html');
      await expect(page.getByText('Drop to import the bookmark file')).toBeVisible({ timeout: 250 });
    }).toPass();
    await page.keyboard.press('ControlOrMeta+u');
    const field = page.getByRole('dialog').getByLabel('Name');
    await expect(field).toBeVisible();
    expect(await over(field, 'text/html')).toBe(true);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  const file = { name: 'bookmarks.html', content: bookmarkFile };
  await test.step('it leaves a page with typed text only after a confirmation', async () => {
    await page.goto('/settings/account');
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Tags' }).waitFor();
    const name = page.getByLabel('First name', { exact: true });
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
    await name.fill('Somebody else');
    await dropOn(main(page), { file });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(name).toHaveValue('Somebody else');
    await dropOn(main(page), { file });
    await question.getByRole('button', { name: 'Discard' }).click();
  });
  await expect(page).toHaveURL('/settings/data');
  await expect(page.getByText('bookmarks.html')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import 2 / })).toBeVisible();
  expect((await api.call('bookmarks.list')).pagination.total).toBe(0);
  // On the import screen, outside its drop target; another file is rejected with an error message.
  await dropOn(page.getByRole('heading', { level: 1 }), { file: { name: 'other.csv', content: 'a,b' } });
  await expect(page.getByText('other.csv')).toBeVisible();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await test.step('a file that is to be encrypted stays on this device, also when it replaces another one', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.getByRole('checkbox', { name: 'Encrypt imported bookmarks' }).check();
    for (const name of ['secret.html', 'another.html']) {
      await dropOn(page.getByRole('heading', { level: 1 }), { file: { name, content: bookmarkFile } });
      await expect(page.getByText(name)).toBeVisible();
      await expect(page.getByRole('button', { name: /^Encrypt and import 2 / })).toBeVisible();
    }
    expect(sent.filter((request) => /bookmarks\/import|dropped\.example/.test(request))).toEqual([]);
  });
});

test('without a network a link can be retried later', async ({ page, context, api, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  await ready(page);
  // The panel of dropped links is loaded with the first drop.
  await dropOn(main(page), { data: { 'text/plain': 'Only words' } });
  await expect(page.getByText('There are no links in what you dropped.')).toBeVisible();
  await context.setOffline(true);
  const url = siteUrl('/later', { title: 'Later' });
  await dropOn(main(page), { data: { 'text/uri-list': url } });
  await expect(items(page)).toHaveText([/Not saved · Couldn’t reach Markwell/]);
  await context.setOffline(false);
  await items(page).getByRole('button', { name: 'Try again' }).click();
  await expect(items(page)).toHaveText([/Later.*Saved/]);
  expect((await api.call('bookmarks.list')).content.map((one) => one.url)).toEqual([url]);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toHaveCount(0);
});

test('a row is dragged from the page of one collection onto another, and back by undo', async ({
  page,
  api,
}) => {
  const { uuid: from } = await api.call('collections.create', { body: { name: 'Inbox' } });
  const { uuid: to } = await api.call('collections.create', { body: { name: 'Reading' } });
  await api.call('bookmarks.create', {
    body: { url: 'https://drag.example/', title: 'To be dragged', collections: [from] },
  });
  const inside = async (uuid: string) =>
    (await api.call('collections.details', { params: { uuid } })).bookmarks.length;
  await page.goto(`/collections/${from}`);
  const title = page.getByRole('link', { name: 'To be dragged', exact: true });
  // The drag code is loaded on hover.
  await title.hover();
  await expect(page.getByRole('checkbox', { name: 'Select To be dragged' })).toBeVisible();
  await title.dragTo(entryOf(page, 'Reading'));
  await expect(page.getByText('Added to Reading')).toBeVisible();
  await expect(title).toHaveCount(0);
  expect([await inside(from), await inside(to)]).toEqual([0, 1]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(title).toBeVisible();
  await expect.poll(async () => [await inside(from), await inside(to)]).toEqual([1, 0]);
});

test('a card is dragged onto a collection by its picture, in cards and in a moodboard', async ({
  page,
  api,
}) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Reading' } });
  await api.call('bookmarks.create', { body: { url: 'https://drag.example/page', title: 'To be dragged' } });
  const inside = async () => (await api.call('collections.details', { params: { uuid } })).bookmarks.length;
  const card = main(page).getByRole('listitem').filter({ hasText: 'To be dragged' });
  await page.goto('/');
  for (const key of ['3', '5']) {
    await page.keyboard.press(key);
    await card.hover();
    await expect(card.getByRole('checkbox', { name: 'Select To be dragged' })).toBeVisible();
    await card.dragTo(entryOf(page, 'Reading'), { sourcePosition: { x: 60, y: 30 } });
    await expect.poll(inside).toBe(1);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(inside).toBe(0);
  }
});

test('a row is dragged by its address, its date and its background, and not by its buttons', async ({
  page,
  api,
}) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Reading' } });
  await api.call('bookmarks.create', { body: { url: 'https://drag.example/page', title: 'To be dragged' } });
  const inside = async () => (await api.call('collections.details', { params: { uuid } })).bookmarks.length;
  const row = main(page).getByRole('listitem').filter({ hasText: 'To be dragged' });
  await page.goto('/');
  await row.hover();
  const box = row.getByRole('checkbox', { name: 'Select To be dragged' });
  await expect(box).toBeVisible();

  await box.dragTo(entryOf(page, 'Reading'));
  await row.getByRole('button', { name: 'Edit' }).first().dragTo(entryOf(page, 'Reading'));
  await page.keyboard.press('Escape');
  expect(await inside()).toBe(0);

  // Above the text.
  const background = { x: 300, y: 4 };
  const isEmpty = await row.evaluate((element, { x, y }) => {
    const { left, top } = element.getBoundingClientRect();
    return document.elementFromPoint(left + x, top + y) === element;
  }, background);
  expect(isEmpty).toBe(true);
  for (const [part, sourcePosition] of [
    [row.locator('.row-address')],
    [row.locator('time')],
    [row, background],
  ] as const) {
    await row.hover();
    await part.dragTo(entryOf(page, 'Reading'), { ...(sourcePosition && { sourcePosition }) });
    await expect.poll(inside).toBe(1);
    // Right after the drop, whether or not the toast is visible.
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(inside).toBe(0);
  }
});

test('all selected rows are dragged together, and stay in the library', async ({ page, api }) => {
  const { uuid } = await api.call('collections.create', { body: { name: 'Reading' } });
  for (const name of ['one', 'two', 'three']) {
    await api.call('bookmarks.create', {
      body: { url: `https://drag.example/${name}`, title: `Page ${name}` },
    });
  }
  await page.goto('/');
  const boxOf = (title: string) => page.getByRole('checkbox', { name: `Select ${title}` });
  await rowOf(page, 'Page one').hover();
  await boxOf('Page one').click();
  await boxOf('Page two').click();
  await expect(page.getByRole('toolbar')).toContainText('2 selected');
  await rowOf(page, 'Page two').dragTo(entryOf(page, 'Reading'));
  await expect(page.getByText('2 bookmarks added to Reading')).toBeVisible();
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  const inside = async () =>
    (await api.call('collections.details', { params: { uuid } })).bookmarks.map(({ title }) => title).sort();
  expect(await inside()).toEqual(['Page one', 'Page two']);
  await expect(rowOf(page, 'Page two')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(inside).toEqual([]);
});

test('dropped links are accessible and fit the screen', async ({ page, baseURL }) => {
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const words = wordsOf(locale);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    const urls = ['one', 'two', 'three'].map((name) =>
      siteUrl(`/${locale}/${name}`, {
        title: `A page called ${name}, with a title that is rather long for its place`,
      }),
    );
    await expect(async () => {
      await dropOn(main(page), { data: { 'text/uri-list': urls.join('\n') } });
      await expect(page.getByRole('region', { name: words('Drop.panel') })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByText(words('Drop.status.saved'), { exact: true })).toHaveCount(3);
    await expectFit(page);
  });
});
