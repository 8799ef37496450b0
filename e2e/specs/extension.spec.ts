import { createHash, randomBytes } from 'node:crypto';
import type { Worker } from '@playwright/test';
import type { browser } from 'wxt/browser';
import { expect, test, type Extension } from '../fixtures/extension';
import { siteUrl } from '../fixtures/sites';

// Global in the background of the extension.
declare const chrome: typeof browser;

/** Dispatches an event of the browser that only a user can cause, for the tab of a page. */
async function dispatch(
  worker: Worker,
  event: 'contextMenus' | 'commands',
  url: string,
  detail: object | string,
): Promise<void> {
  await worker.evaluate(
    async ([kind, address, value]) => {
      const [tab] = await chrome.tabs.query({ url: address });
      const target = kind === 'commands' ? chrome.commands.onCommand : chrome.contextMenus.onClicked;
      (target as unknown as { dispatch: (...values: unknown[]) => void }).dispatch(value, tab);
    },
    [event, url, detail] as const,
  );
}

async function visit({ context }: Extension, title: string): Promise<string> {
  const url = siteUrl(title.toLowerCase(), { title });
  const page = await context.newPage();
  await page.goto(url);
  return page.url();
}

const list = async ({ api }: Extension, query: object = {}) =>
  (await api.call('bookmarks.list', { query: { sortOrder: 'ASC', ...query } })).content;

test('a page is saved by its menu, a selection as its note, and a link and a picture by their addresses', async ({
  extension,
}) => {
  await extension.connect();
  const worker = await extension.worker();
  const url = await visit(extension, 'Harbor');
  const click = (detail: object) => dispatch(worker, 'contextMenus', url, detail);
  await click({ menuItemId: 'page' });
  await expect.poll(() => extension.badge(url)).toBe('✓');
  await click({ menuItemId: 'link', linkUrl: 'https://link.example/' });
  await expect.poll(async () => (await list(extension)).length).toBe(2);
  await click({ menuItemId: 'image', srcUrl: 'https://images.example/cat.png' });
  await expect.poll(async () => (await list(extension)).length).toBe(3);
  const noted = await visit(extension, 'Lighthouse');
  await dispatch(worker, 'contextMenus', noted, { menuItemId: 'selection', selectionText: 'a passage' });
  await expect.poll(async () => (await list(extension)).length).toBe(4);
  expect((await list(extension)).map(({ url: saved, title, notes }) => [saved, title, notes ?? ''])).toEqual([
    [url, 'Harbor', ''],
    ['https://link.example/', '', ''],
    ['https://images.example/cat.png', '', ''],
    [noted, 'Lighthouse', 'a passage'],
  ]);
  await click({ menuItemId: 'page' });
  await expect.poll(() => extension.badge(url)).toBe('✓');
  expect(await list(extension)).toHaveLength(4);
});

test('without a network saves wait on the button, and are sent when it is back', async ({ extension }) => {
  await extension.connect();
  const worker = await extension.worker();
  const url = await visit(extension, 'Tunnel');
  extension.relay.isCut = true;
  await dispatch(worker, 'commands', url, 'save-page');
  await expect.poll(() => extension.badge()).toBe('1');
  const [queued] = await extension.queue();
  expect(queued).toMatchObject({ state: 'waiting', body: { url, title: 'Tunnel' } });
  expect(await list(extension)).toEqual([]);
  extension.relay.isCut = false;
  await worker.evaluate(() => self.dispatchEvent(new Event('online')));
  await expect.poll(() => extension.badge()).toBe('');
  expect((await list(extension)).map(({ uuid }) => uuid)).toEqual([queued?.uuid]);
});

test('the tabs of a window become a collection, which opens as a window again', async ({ extension }) => {
  await extension.connect();
  const first = await visit(extension, 'First');
  const second = await visit(extension, 'Second');
  await visit(extension, 'First');
  const before = await extension.api.call('bookmarks.create', { body: { url: second, title: 'Before' } });
  await dispatch(await extension.worker(), 'contextMenus', second, { menuItemId: 'tabs' });
  await expect.poll(() => extension.badge(second)).toBe('✓');
  const { content } = await extension.api.call('collections.list');
  const tabs = content.find(({ name }) => name.startsWith('Tabs of '));
  const saved = await list(extension, { collection: tabs?.uuid });
  expect(saved.map(({ url }) => url).sort()).toEqual([first, second].sort());
  expect(saved.map(({ uuid }) => uuid)).toContain(before.uuid);
  const address = `${extension.relay.url}/collections/${tabs?.uuid}`;
  await dispatch(await extension.worker(), 'contextMenus', second, {
    menuItemId: 'collection-link',
    linkUrl: address,
  });
  const urlsByWindow = async () =>
    (await extension.worker()).evaluate(async () => {
      const windows = await chrome.windows.getAll({ populate: true });
      return windows.map(({ tabs: open }) => (open ?? []).map(({ url, pendingUrl }) => url || pendingUrl));
    });
  await expect.poll(urlsByWindow).toContainEqual(saved.map(({ url }) => url).reverse());
});

test('a revoked token disconnects; saves wait until the account is connected again', async ({
  extension,
}) => {
  await extension.connect();
  const worker = await extension.worker();
  const url = await visit(extension, 'Gate');
  const { content } = await extension.api.call('account.tokens');
  for (const { uuid } of content) await extension.api.call('account.deleteToken', { params: { uuid } });
  await dispatch(worker, 'contextMenus', url, { menuItemId: 'page' });
  await expect.poll(async () => (await extension.connection()).status).toBe('revoked');
  await expect.poll(() => extension.badge()).toBe('1');
  await extension.connect();
  await expect.poll(() => extension.badge()).toBe('');
  expect((await list(extension)).map((row) => row.url)).toEqual([url]);
});

/** Puts the extension into the state after the click that connects, and returns the code of the server's page. */
async function beginConnecting({ account, api, relay, worker }: Extension, state: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const { code } = await api.call('account.approveConnect', {
    body: {
      client: 'extension',
      name: 'Chromium',
      scope: 'write',
      challenge: createHash('sha256').update(verifier).digest('base64url'),
      expiresAt: null,
      currentPassword: account.password,
    },
  });
  const pending = { origin: relay.url, verifier, state, tabId: -1 };
  await (
    await worker()
  ).evaluate((value) => chrome.storage.local.set({ connection: value }), {
    status: 'pending',
    pending,
  });
  return code;
}

test('the address of the finished connection gives the extension its token, and only with its own state', async ({
  extension,
}) => {
  const { api, context, relay } = extension;
  await api.call('bookmarks.create', { body: { url: 'https://copied.example/', title: 'Copied harbor' } });
  const code = await beginConnecting(extension, 'right');
  const page = await context.newPage();
  const done = (state: string) =>
    page.goto(`${relay.url}/connect/done?${new URLSearchParams({ code, state })}`);
  await done('wrong');
  expect((await extension.connection()).status).toBe('pending');
  await done('right');
  await expect.poll(extension.connection).toMatchObject({
    status: 'connected',
    connection: { origin: relay.url, account: { email: extension.account.email } },
  });
  expect((await api.call('account.tokens')).content).toMatchObject([
    { name: 'Chromium', client: 'extension' },
  ]);
  await page.goto(relay.url);
  expect(await page.evaluate(() => localStorage.getItem('extensionInstalled'))).toBe('true');
  // The library is copied after connecting: words find it in the address bar.
  await expect
    .poll(() => suggestionsFor(extension, 'harbor'))
    .toEqual([
      { content: 'https://copied.example/', description: 'Copied harbor <url>https://copied.example/</url>' },
    ]);
});

/** Types after `mw` in the address bar and returns the suggestions, or none if there are none within a second. */
const suggestionsFor = async ({ worker }: Extension, text: string) =>
  (await worker()).evaluate(
    (typed) =>
      new Promise((resolve) => {
        setTimeout(() => resolve([]), 1_000);
        const event = chrome.omnibox.onInputChanged as unknown as {
          dispatch: (text: string, suggest: (found: unknown) => void) => void;
        };
        event.dispatch(typed, resolve);
      }),
    text,
  );

/** Whether the local copy is complete. Suggestions do not tell: the server has them as well. */
const isCopied = async (extension: Extension): Promise<boolean> =>
  (await extension.worker()).evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('library')) return false;
    return new Promise<boolean>((resolve, reject) => {
      const opening = indexedDB.open('library');
      opening.onerror = reject;
      opening.onsuccess = () => {
        const reading = opening.result.transaction('state').objectStore('state').get('copy');
        reading.onerror = reject;
        reading.onsuccess = () => {
          opening.result.close();
          resolve(typeof (reading.result as { cursor: unknown } | undefined)?.cursor === 'string');
        };
      };
    });
  });

test('a mark shows on saved pages, of which only the copy on the device knows', async ({ extension }) => {
  const url = siteUrl('marked', { title: 'Marked' });
  await extension.api.call('bookmarks.create', { body: { url } });
  await extension.set({ marks: true });
  await extension.connect();
  await expect.poll(() => isCopied(extension)).toBe(true);
  extension.relay.isCut = true;
  await visit(extension, 'Marked');
  await expect.poll(() => extension.badge(url)).toBe('✓');
  await visit(extension, 'Other');
  expect(await extension.badge(siteUrl('other', { title: 'Other' }))).toBe('');
});

test('the bookmarks of the browser are imported after a preview, which saves nothing', async ({
  extension,
}) => {
  await extension.connect();
  await (
    await extension.worker()
  ).evaluate(async () => {
    const folder = await chrome.bookmarks.create({ title: 'Islands' });
    const bookmark = { parentId: folder.id, title: 'Ferry', url: 'https://ferry.example/' };
    await chrome.bookmarks.create(bookmark);
  });
  const saved = async () => (await extension.api.call('bookmarks.list')).content;
  const options = await extension.open('options.html');
  await options.getByRole('button', { name: 'Preview import' }).click();
  await expect(options.getByText('1 bookmark will be added.')).toBeVisible();
  expect(await saved()).toEqual([]);
  await options.getByRole('button', { name: 'Import 1 bookmark' }).click();
  await expect(options.getByText('1 bookmark imported.')).toBeVisible();
  expect((await saved()).map(({ title, collections }) => [title, collections[0]?.name])).toEqual([
    ['Ferry', 'Islands'],
  ]);
});

test('disconnecting erases the copy, and the app offers the extension again', async ({ extension }) => {
  await extension.api.call('bookmarks.create', { body: { url: 'https://gone.example/', title: 'Gone' } });
  await extension.connect();
  await expect.poll(() => suggestionsFor(extension, 'gone')).toHaveLength(1);
  const page = await extension.context.newPage();
  await page.goto(extension.relay.url);
  const mark = () => page.evaluate(() => localStorage.getItem('extensionInstalled'));
  expect(await mark()).toBe('true');
  await (
    await extension.worker()
  ).evaluate(() => chrome.storage.local.set({ connection: { status: 'disconnected', failure: null } }));
  await expect.poll(mark).toBeNull();
  await extension.connect();
  expect(await suggestionsFor(extension, 'nothing')).toEqual([]);
});
