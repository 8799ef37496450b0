import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import manifest from '@/package.json' with { type: 'json' };
import { bookmarkFile } from '../fixtures/bookmark-file';
import { startRelay } from '../fixtures/relay';
import { siteUrl } from '../fixtures/sites';
import { wordsOf } from '../fixtures/words';
import type { Engine } from './driver';
import { type Tab, type Target, until } from './tab';

export interface Journey {
  name: string;
  /** Engines that can run it; all by default. */
  engines?: readonly Engine['name'][];
  run: (tab: Tab) => Promise<void>;
}

const words = wordsOf('en');
const main: Target = { role: 'main' };
const dialog = (name: string | RegExp): Target => ({ role: 'dialog', name });
const anyDialog: Target = { role: 'dialog' };
const title = (name: string): Target => ({ role: 'link', name, in: main });
const button = (name: string | RegExp, outer?: Target): Target => ({
  role: 'button',
  name,
  ...(outer && { in: outer }),
});

const password = 'a heron on the weir';
const key = 'seven herons on the weir';

/** Signs up and in on this page's origin. The browser counts as one that was used before, and has consented. */
async function enter(tab: Tab, origin = tab.origin): Promise<string> {
  await tab.open('/signin', origin);
  const email = await register(tab);
  await tab.call('auth.login', { body: { email, password } });
  await tab.driver.run((version) => {
    const consent = {
      necessary: true,
      analytics: true,
      localStorage: true,
      hasConsented: true,
      version: '1.0',
    };
    localStorage.setItem('consent', JSON.stringify(consent));
    for (const name of ['firstAccess', 'hasVisited']) localStorage.setItem(name, '2026-01-01T00:00:00Z');
    for (const name of ['pwaInstalled', 'extensionInstalled']) localStorage.setItem(name, 'true');
    localStorage.setItem('version', version);
  }, manifest.version);
  return email;
}

async function register(tab: Tab): Promise<string> {
  const email = `${randomUUID()}@example.test`;
  await tab.call('auth.register', { body: { firstName: 'Ada', lastName: 'Lovelace', email, password } });
  return email;
}

const save = (tab: Tab, name: string, more: object = {}) =>
  tab.call('bookmarks.create', {
    body: { title: name, url: `https://browsers.example/${encodeURIComponent(name)}`, ...more },
  });

/** Titles of the list, from top to bottom. */
const titles = (tab: Tab): Promise<string[]> =>
  tab.driver.run(() =>
    [...document.querySelectorAll('main [data-focus]')].map((element) => element.textContent.trim()),
  );

const expectTitles = (tab: Tab, expected: readonly string[]) =>
  until(
    `the order ${expected.join()}`,
    () => titles(tab),
    (now) => now.join() === expected.join(),
  );

const storedTitles = async (tab: Tab) => (await tab.call('bookmarks.list')).content.map((one) => one.title);

/** Opens a list in manual order and waits for the code that sorts it. */
async function openSorted(tab: Tab): Promise<void> {
  await enter(tab);
  for (const name of ['Gamma', 'Beta', 'Alpha']) await save(tab, name);
  await tab.call('account.updatePreferences', { body: { bookmarkSort: 'order-ASC' } });
  await tab.open('/');
  await expectTitles(tab, ['Alpha', 'Beta', 'Gamma']);
  await until('the sorting', () => tab.driver.run(() => document.querySelector('#sort-hint') !== null));
}

async function expectOrder(tab: Tab, expected: readonly string[]): Promise<void> {
  await expectTitles(tab, expected);
  const query = { sortField: 'order', sortOrder: 'ASC' };
  await until(
    `the stored order ${expected.join()}`,
    async () => (await tab.call('bookmarks.list', { query })).content.map((one) => one.title).join(),
    (stored) => stored === expected.join(),
  );
  await tab.open('/');
  await expectTitles(tab, expected);
}

async function openForm(tab: Tab): Promise<Target> {
  await tab.open('/');
  await tab.driver.press('Control', 'b');
  const form = dialog(words('BookmarkEditor.addHeading'));
  await tab.see(form);
  return form;
}

const handleOf = (name: string) => button(words('Sorting.handle', { name }), main);

/** Journeys through what the engines implement differently: forms, keys, drags, encryption, files, storage. */
export const journeys: readonly Journey[] = [
  {
    name: 'the first sign-in leads to the requested page, which nothing covers after the question for consent',
    run: async (tab) => {
      await tab.open('/collections');
      const email = await register(tab);
      await tab.fill(words('Auth.email'), email);
      await tab.fill(words('Auth.password'), password);
      await tab.click(button(words('Auth.signIn'), main));
      await tab.expectPath('/collections');
      await tab.see({ role: 'heading', name: words('Collections.title') });
      await watchLoading(tab);
      const accept = button(words('Consent.acceptAll'));
      await tab.click(accept);
      // The tour waits until the first minute of the visit has passed.
      await tab.expectGone(accept);
      const signs = await shownLoadingSigns(tab);
      if (signs.length > 0) throw new Error(`A dialog was loading: ${signs.join()}`);
      await tab.click(button(words('Collections.new'), main));
      await tab.see(dialog(words('Collections.createHeading')));
    },
  },
  {
    name: 'a bookmark is saved with the title of its page',
    run: async (tab) => {
      await enter(tab);
      const form = await openForm(tab);
      await tab.fill(words('BookmarkEditor.url'), siteUrl('/saved', { title: 'Night trains' }), form);
      await until(
        'the title of the page',
        async () => (await tab.see({ role: 'field', name: words('BookmarkEditor.title'), in: form })).value,
        (value) => value === 'Night trains',
      );
      await tab.click(button(words('BookmarkEditor.add'), form));
      await tab.expectGone(form);
      await tab.see(title('Night trains'));
    },
  },
  {
    name: 'a bookmark is edited',
    run: async (tab) => {
      await enter(tab);
      await save(tab, 'Alpha');
      await tab.open('/');
      await focusTitle(tab, 'Alpha');
      await tab.driver.press('e');
      const form = dialog(words('BookmarkEditor.editHeading'));
      await tab.fill(words('BookmarkEditor.title'), 'Aleph', form);
      await tab.click(button(words('BookmarkEditor.save'), form));
      await tab.expectGone(form);
      await tab.see(title('Aleph'));
      await until(
        'the stored title',
        () => storedTitles(tab),
        (now) => now.join() === 'Aleph',
      );
    },
  },
  {
    name: 'a bookmark is found with a typo',
    run: async (tab) => {
      await enter(tab);
      await save(tab, 'Kubernetes in production');
      await save(tab, 'Brazilian cheese bread');
      await tab.open('/');
      await tab.driver.press('Control', 'k');
      await tab.see(anyDialog);
      await tab.driver.type('kubernets');
      await until('one result', () =>
        tab.driver.run(() => {
          const options = [...document.querySelectorAll('[role=dialog] [role=option]')];
          return options.some(({ textContent }) => textContent.includes('Kubernetes in production'));
        }),
      );
      await tab.driver.press('Escape');
      await tab.expectGone(anyDialog);
    },
  },
  {
    name: 'a bookmark is dragged to another place',
    run: async (tab) => {
      await openSorted(tab);
      const from = await tab.see(handleOf('Alpha'));
      const to = await tab.see(handleOf('Gamma'));
      const points = [
        { x: from.x, y: from.y },
        { x: from.x, y: from.y + 8 },
        { x: from.x + 20, y: to.y },
        { x: from.x + 20, y: to.y + 12 },
      ];
      await tab.driver.drag(points, () =>
        expectSaid(tab, words('Sorting.moved', { name: 'Alpha', position: '3', total: '3' })),
      );
      await expectOrder(tab, ['Beta', 'Gamma', 'Alpha']);
    },
  },
  {
    name: 'a bookmark is moved to another place by keys',
    run: async (tab) => {
      await openSorted(tab);
      await tab.see(handleOf('Alpha'));
      await tab.driver.run(
        (label) => {
          document.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.focus();
        },
        words('Sorting.handle', { name: 'Alpha' }),
      );
      await tab.driver.press(' ');
      await expectSaid(tab, words('Sorting.picked', { name: 'Alpha', position: '1', total: '3' }));
      await tab.driver.press('ArrowDown');
      await expectSaid(tab, words('Sorting.moved', { name: 'Alpha', position: '2', total: '3' }));
      await tab.driver.press(' ');
      await expectOrder(tab, ['Beta', 'Alpha', 'Gamma']);
    },
  },
  {
    name: 'a bookmark is encrypted, locked and unlocked',
    run: async (tab) => {
      await enter(tab);
      const form = await openForm(tab);
      await tab.fill(words('BookmarkEditor.url'), 'https://secret.example/place', form);
      await tab.fill(words('BookmarkEditor.title'), 'The hidden place', form);
      // In this order, because WebKit scrolls back to a caret that is scrolled out of view.
      await tab.click({ role: 'switch', name: words('BookmarkEditor.encrypt'), in: form });
      await tab.fill(words('Keys.newKey'), key, form);
      await tab.fill(words('Keys.repeat'), key, form);
      await tab.click({ role: 'checkbox', name: words('Keys.understood'), in: form });
      await tab.click(button(words('BookmarkEditor.add'), form));
      await tab.expectGone(form);
      await tab.see(title('The hidden place'));
      await until('an envelope', async () => (await tab.call('bookmarks.list')).content[0]?.cipher);
      await tab.click(button(/^Lock/));
      await tab.click(button(/^Encrypted bookmark/, main));
      const unlocking = dialog(words('Vault.unlockTitle'));
      await tab.fill(words('Vault.key'), key, unlocking);
      await tab.click(button(words('Vault.unlock'), unlocking));
      await tab.expectGone(unlocking);
      await tab.see(title('The hidden place'));
    },
  },
  {
    name: 'a file is previewed and imported',
    run: async (tab) => {
      await enter(tab);
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-browsers-'));
      const file = path.join(folder, 'bookmarks.html');
      const entries = ['one', 'two', 'three'].map((name) => ({
        url: `https://imported.example/${name}`,
        title: name,
      }));
      fs.writeFileSync(file, bookmarkFile(entries).buffer);
      try {
        await tab.open('/settings/data');
        await tab.driver.upload(file);
        await tab.click(button(words('ImportExport.start', { count: 3 })));
        await tab.see({ role: 'heading', name: words('ImportExport.doneTitle', { count: 3 }) });
      } finally {
        fs.rmSync(folder, { recursive: true, force: true });
      }
      await tab.open('/');
      await tab.see(title('three'));
    },
  },
  {
    name: 'without a network the library can be read and searched',
    // WebKitGTK does not register service workers in the ephemeral profile of a WebDriver session.
    engines: ['Firefox'],
    run: async (tab) => {
      const relay = await startRelay(tab.origin);
      try {
        await enter(tab, relay.url);
        await save(tab, 'Night train');
        await save(tab, 'Cheese bread');
        await tab.open('/', relay.url);
        await until('the service worker', () =>
          tab.driver.run(() => navigator.serviceWorker.controller?.state === 'activated'),
        );
        await until('the copy', () => tab.driver.run(isCopied, ['Night train', 'Cheese bread']));
        relay.isCut = true;
        await tab.open('/', relay.url);
        await tab.expectPath('/offline');
        await tab.see({ role: 'link', name: 'Cheese bread' });
        await tab.fill(words('Offline.search'), 'night');
        await tab.see({ role: 'link', name: 'Night train' });
        await tab.expectGone({ role: 'link', name: 'Cheese bread' });
      } finally {
        await relay.close();
      }
    },
  },
  {
    name: 'a public collection is read by a visitor',
    run: async (tab) => {
      await enter(tab);
      const { uuid } = await tab.call('collections.create', { body: { name: 'Maps', security: 1 } });
      await save(tab, 'Night trains', { collections: [uuid] });
      await save(tab, 'City plans', { collections: [uuid] });
      const { collection } = await tab.call('collections.details', { params: { uuid } });
      await tab.call('auth.logout');
      await tab.open(new URL(collection.shareUrl ?? '').pathname);
      await tab.see({ role: 'heading', name: 'Maps' });
      await tab.see({ role: 'link', name: /Night trains/ });
      await tab.fill(words('Public.search'), 'city');
      await tab.driver.press('Enter');
      await tab.see({ role: 'link', name: /City plans/ });
      await tab.expectGone({ role: 'link', name: /Night trains/ });
    },
  },
  {
    name: 'at a width of 390 pixels everything fits, and a bookmark is added from the bottom bar',
    run: async (tab) => {
      await enter(tab);
      await save(tab, 'A title that is long enough to be cut on a narrow screen, whatever the typeface is');
      await tab.driver.resize(390, 844);
      for (const page of ['/collections', '/settings', '/search', '/']) {
        await tab.open(page);
        const width = await tab.driver.run(() => window.innerWidth);
        if (width !== 390) throw new Error(`${page} is ${width} pixels wide`);
        const excess = await tab.driver.run(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        if (excess > 0) throw new Error(`${page} is ${excess} pixels too wide`);
      }
      await tab.click(button(words('Shell.addBookmark')));
      const form = dialog(words('BookmarkEditor.addHeading'));
      await tab.fill(words('BookmarkEditor.url'), siteUrl('/phone', { title: 'From a phone' }), form);
      await tab.click(button(words('BookmarkEditor.add'), form));
      await tab.see(title('From a phone'));
    },
  },
];

async function focusTitle(tab: Tab, name: string): Promise<void> {
  await tab.see(title(name));
  await tab.driver.run((wanted) => {
    const links = [...document.querySelectorAll<HTMLElement>('main a[data-focus]')];
    links.find(({ textContent }) => textContent.trim() === wanted)?.focus();
  }, name);
}

const expectSaid = (tab: Tab, text: string) =>
  until(
    `“${text}” for screen readers`,
    () => tab.driver.run(() => document.querySelector('[aria-live=assertive][role=status]')?.textContent),
    (said) => said === text,
  );

/** Records from now on when the loading sign of a dialog appears and disappears. */
const watchLoading = (tab: Tab): Promise<void> =>
  tab.driver.run(() => {
    const times: string[] = [];
    Object.assign(window, { loadingSigns: times });
    let isShown = false;
    const look = () => {
      if ((document.querySelector('[data-dialog-loading]') !== null) === isShown) return;
      isShown = !isShown;
      times.push(`${isShown ? 'from' : 'to'} ${Math.round(performance.now())} ms`);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    look();
  });

const shownLoadingSigns = (tab: Tab): Promise<string[]> =>
  tab.driver.run(() => (window as unknown as { loadingSigns: string[] }).loadingSigns);

/** Runs in the page. Whether the offline copy contains these texts. */
async function isCopied(texts: string[]): Promise<boolean> {
  const names = await indexedDB.databases();
  if (!names.some(({ name }) => name === 'markwell-offline')) return false;
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    });
  const database = await settled(indexedDB.open('markwell-offline'));
  const stores = [...database.objectStoreNames];
  if (stores.length === 0) return false;
  const transaction = database.transaction(stores);
  const rows = await Promise.all(stores.map((store) => settled(transaction.objectStore(store).getAll())));
  database.close();
  return texts.every((text) => JSON.stringify(rows).includes(text));
}
