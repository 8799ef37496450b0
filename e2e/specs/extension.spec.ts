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
