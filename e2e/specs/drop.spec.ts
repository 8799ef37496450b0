import type { Locator, Page } from '@playwright/test';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { siteUrl } from '../fixtures/sites';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

interface Held {
  /** What another window or program hands over, by its form. */
  data?: Record<string, string>;
  file?: { name: string; content: string };
}

/** Lets something from outside go over an element, as a drag from another window does. */
async function dropOn(target: Locator, { data = {}, file }: Held): Promise<void> {
  await target.evaluate(
    (element, held) => {
      const dataTransfer = new DataTransfer();
      for (const [type, text] of Object.entries(held.data)) dataTransfer.setData(type, text);
      if (held.file) dataTransfer.items.add(new File([held.file.content], held.file.name));
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
/** The page answers to the pointer once its script has taken the rows over. */
const ready = (page: Page) =>
  expect(page.getByRole('button', { name: 'Add bookmark' }).first()).toBeEnabled();

test('a link from another tab is read, saved and shown, and can be taken back', async ({ page, api }) => {
  await page.goto('/');
  await ready(page);
  await test.step('what is no link is reported', async () => {
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

test('a selection with several links goes into the collection that it is let go on, in its order', async ({
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
});

test('a file that a desktop keeps a link in is read on the page of a collection', async ({ page, api }) => {
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

test('a bookmark file shows what will become of it on any screen, and opens the import, where nothing is written', async ({
  page,
  api,
}) => {
  await page.goto('/tags');
  await ready(page);
  await test.step('held over the window it shows what will become of it, and a field does not open it', async () => {
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
  await dropOn(main(page), { file: { name: 'bookmarks.html', content: bookmarkFile } });
  await expect(page).toHaveURL('/settings/data');
  await expect(page.getByText('bookmarks.html')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import 2 / })).toBeVisible();
  expect((await api.call('bookmarks.list')).pagination.total).toBe(0);
  // On the screen of the import itself, beside its own target; what is no bookmark file is refused in words there.
  await dropOn(page.getByRole('heading', { level: 1 }), { file: { name: 'other.csv', content: 'a,b' } });
  await expect(page.getByText('other.csv')).toBeVisible();
  await expect(page.getByRole('alert').first()).toBeVisible();
});

test('without a network a link waits to be tried again', async ({ page, context, api, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  await ready(page);
  // What shows dropped links is loaded with the first one.
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
  // The code that knows drags comes with the pointer.
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

test('a row is dragged by its address, its date and its ground, and not by its buttons', async ({
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

  for (const part of [row.locator('.row-address'), row.locator('time')]) {
    await row.hover();
    await part.dragTo(entryOf(page, 'Reading'));
    await expect.poll(inside).toBe(1);
    // Right after the drop, whether the toast is up or not.
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(inside).toBe(0);
  }
});

test('all that is selected is dragged along, and stays where it is in the library', async ({ page, api }) => {
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
