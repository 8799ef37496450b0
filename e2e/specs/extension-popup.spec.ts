import type { browser } from 'wxt/browser';
import { setPlan } from '../fixtures/account-row';
import { saveEncrypted } from '../fixtures/encrypted';
import { expect, test } from '../fixtures/extension';
import { siteUrl } from '../fixtures/sites';
import { keyOf } from '@/lib/vault/decrypt-text';

// Global in the pages of the extension.
declare const chrome: typeof browser;
declare const letPageAnswer: () => void;

test('a page is saved in the popup, shown as saved, edited, deleted and restored', async ({ extension }) => {
  await extension.connect();
  const url = siteUrl('ferry', { title: 'Ferry', description: 'Timetable of the ferry' });
  await (await extension.context.newPage()).goto(url);
  const saved = async () => (await extension.api.call('bookmarks.list')).content;

  const first = await extension.openPopup(url);
  await expect(first.getByRole('heading', { name: 'Save to Markwell' })).toBeVisible();
  await first.getByRole('textbox', { name: 'Notes' }).fill('Take the early one');
  await first.getByRole('button', { name: 'Favorite' }).click();
  await first.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(first.getByRole('heading', { name: 'Saved' })).toBeVisible();
  expect(await saved()).toMatchObject([{ url, title: 'Ferry', notes: 'Take the early one', favorite: true }]);
  await first.close();

  const second = await extension.openPopup(url);
  await expect(second.getByRole('heading', { name: 'Saved' })).toBeVisible();
  await second.getByRole('textbox', { name: 'Title' }).fill('Ferry to the island');
  await second.getByRole('button', { name: 'Done' }).click();
  await expect.poll(async () => (await saved()).map(({ title }) => title)).toEqual(['Ferry to the island']);

  const third = await extension.openPopup(url);
  await third.getByRole('button', { name: 'Delete' }).click();
  await third.getByRole('button', { name: 'Undo' }).click();
  await expect(third.getByRole('heading', { name: 'Saved' })).toBeVisible();
  expect(await saved()).toHaveLength(1);
});

test('the popup shows its form with what is known by itself, and how soon is noted', async ({
  extension,
}, testInfo) => {
  await extension.connect();
  const { context } = extension;
  const url = siteUrl('jetty', { title: 'Jetty' });
  await (await context.newPage()).goto(url);
  await context.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('input') === null) return;
      observer.disconnect();
      performance.mark('usable');
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  extension.relay.isCut = true;
  // The first popup loads the code, later ones find it compiled.
  for (const round of ['first', 'second', 'third']) {
    const popup = await extension.openPopup(url);
    await expect(popup.getByRole('textbox', { name: 'Title' })).toHaveValue('Jetty');
    const ms = await popup.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime ?? -1);
    testInfo.annotations.push({ type: `popup usable, ${round}`, description: `${Math.round(ms)} ms` });
    await popup.close();
  }
});

test('the popup shows its form before any request or timer ends, for a new page and a saved one', async ({
  extension,
}) => {
  await extension.connect();
  const { context, relay } = extension;
  const [saved, other] = [siteUrl('strait', { title: 'Strait' }), siteUrl('sound', { title: 'Sound' })];
  for (const url of [saved, other]) await (await context.newPage()).goto(url);
  const first = await extension.openPopup(saved);
  await first.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(first.getByRole('heading', { name: 'Saved' })).toBeVisible();
  await first.close();
  relay.isHanging = true;
  await context.addInitScript(() => Object.assign(globalThis, { setTimeout: () => 0 }));
  const edited = await extension.openPopup(saved);
  await expect(edited.getByRole('heading', { name: 'Saved' })).toBeVisible();
  await expect(edited.getByRole('textbox', { name: 'Title' })).toHaveValue('Strait');
  const popup = await extension.openPopup(other);
  await expect(popup.getByRole('textbox', { name: 'Title' })).toHaveValue('Sound');
});

test('what was typed in the form is there after a search', async ({ extension }) => {
  await extension.connect();
  const url = siteUrl('cove', { title: 'Cove' });
  await (await extension.context.newPage()).goto(url);
  const popup = await extension.openPopup(url);
  await popup.getByRole('textbox', { name: 'Notes' }).fill('Sheltered from the west');
  await popup.getByRole('button', { name: 'Search' }).click();
  await popup.getByRole('combobox').press('Escape');
  await expect(popup.getByRole('textbox', { name: 'Notes' })).toHaveValue('Sheltered from the west');
});

test('the popup finds bookmarks of the library, on this device alone without a network', async ({
  extension,
}) => {
  for (const title of ['Lighthouse of Alexandria', 'Harbor master']) {
    const url = `https://${title.split(' ')[0]?.toLowerCase()}.example/`;
    await extension.api.call('bookmarks.create', { body: { url, title } });
  }
  await extension.connect();
  const url = siteUrl('quay', { title: 'Quay' });
  await (await extension.context.newPage()).goto(url);
  const popup = await extension.openPopup(url);
  await popup.getByRole('button', { name: 'Search' }).click();
  const field = popup.getByRole('combobox');
  await field.fill('lighthouse');
  await expect(popup.getByRole('option', { name: /Lighthouse of Alexandria/ })).toBeVisible();
  extension.relay.isCut = true;
  await field.fill('harbor');
  await expect(popup.getByRole('option', { name: /Harbor master/ })).toBeVisible();
});

test('the form opens before the page answers, whose texts then fill what was not typed', async ({
  extension,
}) => {
  await extension.connect();
  const { context } = extension;
  const url = siteUrl('pier', { title: 'Pier', description: 'Tides at the pier' });
  const site = await context.newPage();
  await site.goto(url);
  await site.evaluate(() => getSelection()?.selectAllChildren(document.body));
  await context.addInitScript(() => {
    if (!('scripting' in chrome)) return;
    const run = chrome.scripting.executeScript;
    const answered = new Promise<void>((resolve) => Object.assign(globalThis, { letPageAnswer: resolve }));
    Object.assign(chrome.scripting, {
      executeScript: async (injection: Parameters<typeof run>[0]) => answered.then(() => run(injection)),
    });
  });
  const popup = await extension.openPopup(url);
  await expect(popup.getByRole('textbox', { name: 'Title' })).toHaveValue('Pier');
  await popup.getByRole('textbox', { name: 'Notes' }).fill('Low at noon');
  await popup.getByRole('button', { name: 'Description' }).click();
  const description = popup.getByRole('textbox', { name: 'Description' });
  await expect(description).toHaveValue('');
  await popup.evaluate(() => letPageAnswer());
  await expect(description).toHaveValue('Tides at the pier');
  await expect(popup.getByRole('textbox', { name: 'Notes' })).toHaveValue('Low at noon');
});

test('the form in the side panel keeps what was typed while another tab is in front', async ({
  extension,
}) => {
  await extension.connect();
  const { context, open } = extension;
  const site = await context.newPage();
  await site.goto(siteUrl('buoy', { title: 'Buoy' }));
  const other = await context.newPage();
  await other.goto(siteUrl('keel', { title: 'Keel' }));
  const panel = await open('sidepanel.html');
  const save = panel.getByRole('button', { name: 'Save this page' });
  await expect(save).toBeVisible();
  await site.bringToFront();
  // Of the tab in front: the panel is a tab of its own here.
  await save.dispatchEvent('click');
  const notes = panel.getByRole('textbox', { name: 'Notes' });
  await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveValue('Buoy');
  await notes.fill('Green, flashing');
  await other.bringToFront();
  await expect(save).toBeVisible();
  await expect(notes).toBeHidden();
  await site.bringToFront();
  await expect(notes).toHaveValue('Green, flashing');
  await expect(save).toBeHidden();
});

test('the page is sent as the browser shows it, and kept with its pictures', async ({
  extension,
  baseURL,
}) => {
  await setPlan(extension.account.email, 'pro');
  await extension.connect();
  const { context, api } = extension;
  const url = siteUrl('paper', { title: 'Paper' });
  const site = await context.newPage();
  await site.goto(url);
  await site.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 200 });
    canvas.getContext('2d')?.fillRect(20, 20, 90, 60);
    const picture = Object.assign(new Image(), { src: canvas.toDataURL(), alt: 'A ferry' });
    await picture.decode();
    const paragraph = () => {
      const text = 'Only subscribers read that the ferry crosses the strait twice a day. ';
      return Object.assign(document.createElement('p'), { textContent: text.repeat(12) });
    };
    const article = document.createElement('article');
    article.append(paragraph(), paragraph(), picture, paragraph());
    document.body.replaceChildren(article);
  });
  const popup = await extension.openPopup(url);
  await popup.getByRole('button', { name: 'Page text' }).click();
  await popup.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(popup.getByRole('heading', { name: 'Saved' })).toBeVisible();
  const [bookmark] = (await api.call('bookmarks.list')).content;
  const params = { uuid: bookmark?.uuid ?? '' };
  expect((await api.call('bookmarks.content', { params })).text).toContain('Only subscribers read');
  const { content } = await api.call('bookmarks.copies', { params });
  expect(content).toMatchObject([{ kind: 'browser', url, pictures: 1 }]);
  await site.goto(`${baseURL}/read/${params.uuid}`);
  const kept = site.getByRole('img', { name: 'A ferry' });
  await expect(kept).toBeVisible();
  await expect.poll(() => kept.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
});

test('an encrypted page is recognized while it is unlocked, and edited, moved and deleted without its address', async ({
  extension,
}) => {
  await extension.connect();
  const { api, context } = extension;
  const url = siteUrl('lagoon', { title: 'Lagoon' });
  await (await context.newPage()).goto(url);
  const passphrase = 'seven herons on the weir';
  await saveEncrypted(api, passphrase, [
    { title: 'Hidden lagoon', tags: 'quiet', url: `${url}&utm_source=mail` },
  ]);
  const [before] = (await api.call('bookmarks.encrypted')).content;
  await api.call('collections.create', { body: { name: 'Harbors' } });
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.url().startsWith(extension.relay.url)) sent.push(request.url() + (request.postData() ?? ''));
  });

  const popup = await extension.openPopup(url);
  const title = popup.getByRole('textbox', { name: 'Title' });
  const saved = popup.getByRole('heading', { name: 'Saved' });
  await expect(popup.getByRole('heading', { name: 'Save to Markwell' })).toBeVisible();
  const unlock = async (page: typeof popup) => {
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByLabel('Encryption key').fill(passphrase);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByLabel('Encryption key')).toBeHidden();
    await page.getByRole('combobox').press('Escape');
  };
  await unlock(popup);
  await expect(saved).toBeVisible();
  await expect(title).toHaveValue('Hidden lagoon');
  await expect(popup.getByText('Only your key unlocks this bookmark.')).toBeVisible();

  await popup.getByRole('button', { name: 'Delete' }).click();
  await expect(popup.getByRole('heading', { name: 'Moved to trash' })).toBeVisible();
  await expect(popup.getByText('Hidden lagoon')).toBeVisible();
  const [trashed] = (await api.call('bookmarks.encrypted')).content;
  expect(trashed?.deletedAt).not.toBeNull();
  await popup.getByRole('button', { name: 'Undo' }).click();
  await expect(saved).toBeVisible();
  await expect(title).toHaveValue('Hidden lagoon');

  const [restored] = (await api.call('bookmarks.encrypted')).content;
  await title.fill('Hidden lagoon at low tide');
  await popup.getByRole('combobox', { name: 'Collections' }).fill('Harbors');
  await popup.getByRole('option', { name: /^Harbors/ }).click();
  await popup.getByRole('button', { name: 'Done' }).click();
  const read = async () => (await api.call('bookmarks.encrypted')).content[0];
  await expect.poll(async () => (await read())?.updatedAt).not.toBe(restored?.updatedAt);
  const edited = await read();
  expect(edited).toMatchObject({ uuid: before?.uuid, encrypted: true, title: null, url: null });
  expect(edited?.cipher).not.toBe(before?.cipher);
  expect(keyOf(edited?.cipher ?? null)).toBe(keyOf(before?.cipher ?? null));
  expect(edited?.collections.map(({ name }) => name)).toContain('Harbors');
  await popup.close();

  const again = await extension.openPopup(url);
  await expect(again.getByRole('heading', { name: 'Save to Markwell' })).toBeVisible();
  await unlock(again);
  await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue('Hidden lagoon at low tide');
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((request) => /lagoon/i.test(decodeURIComponent(request)))).toEqual([]);
});

test('the side panel recognizes an encrypted page while it is unlocked, and forgets it when it is locked', async ({
  extension,
}) => {
  await extension.connect();
  const { api, context, open } = extension;
  const url = siteUrl('fjord', { title: 'Fjord' });
  const site = await context.newPage();
  await site.goto(url);
  const passphrase = 'nine seals on the skerry';
  const secret = { title: 'Hidden fjord', tags: 'cold', url };
  await saveEncrypted(api, passphrase, [secret]);
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.url().startsWith(extension.relay.url)) sent.push(request.url() + (request.postData() ?? ''));
  });

  const panel = await open('sidepanel.html');
  const search = panel.getByRole('combobox');
  await panel.getByRole('button', { name: 'Unlock' }).click();
  await panel.getByLabel('Encryption key').fill('a wrong key');
  await panel.getByRole('button', { name: 'Unlock' }).click();
  await expect(panel.getByText('Incorrect key', { exact: false })).toBeVisible();
  await panel.getByLabel('Encryption key').fill(passphrase);
  await panel.getByRole('button', { name: 'Unlock' }).click();
  await expect(panel.getByLabel('Encryption key')).toBeHidden();
  await search.fill('hidden');
  await expect(panel.getByRole('option', { name: /Hidden fjord/ })).toBeVisible();

  await site.bringToFront();
  // Of the tab in front: the panel is a tab of its own here.
  await panel.getByRole('button', { name: 'Save this page' }).dispatchEvent('click');
  await expect(panel.getByRole('heading', { name: 'Saved' })).toBeVisible();
  const title = panel.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('Hidden fjord');
  await title.fill('Hidden fjord in winter');
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(panel.getByRole('button', { name: 'Save this page' })).toBeVisible();
  await expect(panel.getByRole('option', { name: /Hidden fjord in winter/ })).toBeVisible();
  expect((await api.call('bookmarks.encrypted')).content).toMatchObject([
    { encrypted: true, title: null, url: null },
  ]);

  // The keys are in the memory of the page alone.
  await panel.reload();
  await search.fill('hidden');
  await expect(panel.getByText('Nothing found for “hidden”')).toBeVisible();
  await expect(panel.getByRole('option')).toHaveCount(0);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((request) => /fjord/i.test(decodeURIComponent(request)))).toEqual([]);
});
