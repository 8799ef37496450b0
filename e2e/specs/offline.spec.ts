import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { findCanaries, readBrowser, readIndexedDb } from '../fixtures/canary';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFitBothWays } from '../fixtures/expect-fit';
import { desktop, inEach, screenLooks } from '../fixtures/looks';
import {
  database,
  databases,
  expectStored,
  rowCalled,
  rows,
  save,
  searchField,
  visitOffline,
} from '../fixtures/offline';
import { goInstalled, test } from '../fixtures/relay';
import { titleOf } from '../fixtures/rows';
import { saveEncrypted } from '@/e2e/fixtures/encrypted';
import { siteUrl } from '../fixtures/sites';
import { expect } from '../fixtures/test';
import { unlockDialog, unlock } from '../fixtures/unlocking';

const key = 'ZKCANARY-KEY under the doormat';
const secret = { title: 'ZKCANARY-TITLE of the jettyside', tags: 'zkcanary-tag' };

test.use({ serviceWorkers: 'allow' });

test.beforeEach(({ allowConsole }) => {
  // Messages of Chromium about requests while the server is unreachable.
  allowConsole(/Failed to load resource|ERR_|NetworkError|Failed to fetch/);
});

async function expectOfflinePage(tab: Page): Promise<void> {
  await expect(tab.getByRole('heading', { name: 'Can’t reach Markwell', level: 1 })).toBeVisible();
}

test('a cold start without a network shows the library, which can be searched and unlocked', async ({
  page: tab,
  context,
  relay,
  api,
  useFreshAccount,
}) => {
  test.slow();
  await useFreshAccount();
  const { space } = await api.call('account.get');
  const { uuid: work } = await api.call('spaces.create', { body: { name: 'Work' } });
  await api.call('account.update', { body: { space: work } });
  await save(api, 'Minutes of Monday');
  await api.call('account.update', { body: { space } });
  const { uuid: boats } = await api.call('collections.create', { body: { name: 'Boats' } });
  await save(api, 'Night train', { tags: 'rail', favorite: true });
  await save(api, 'Night ferry', { collections: [boats] });
  await saveEncrypted(api, key, [secret], 'Under the doormat');

  await test.step('the copy is created and contains envelopes', async () => {
    await goInstalled(tab, relay);
    await expectStored(tab, 'Night train');
    const stored = await readIndexedDb(tab);
    expect(stored.what).toContain('mw1.');
    expect(stored.what).toContain('Minutes of Monday');
    expect(findCanaries(await readBrowser(tab), ['ZKCANARY', 'jettyside'])).toEqual([]);
  });
  await test.step('a change is copied too', async () => {
    await save(api, 'Late coffee');
    await titleOf(tab, 'Night ferry').focus();
    await tab.keyboard.press('f');
    await expectStored(tab, 'Late coffee');
  });

  relay.isCut = true;
  await tab.close();
  const cold = await context.newPage();

  await test.step('a cold start', async () => {
    await visitOffline(cold, relay);
    for (const title of ['Night train', 'Night ferry', 'Late coffee', 'Minutes of Monday']) {
      await expect(rowCalled(cold, title)).toBeVisible();
    }
    await expect(rows(cold).getByRole('button', { name: /^Encrypted bookmark/ })).toBeVisible();
    await expect(cold.getByText(/copy on this device from/)).toBeVisible();
  });
  await test.step('the search has the same grammar', async () => {
    await cold.keyboard.press('ControlOrMeta+K');
    await expect(searchField(cold)).toBeFocused();
    await searchField(cold).fill('night -#rail');
    await expect(rows(cold).getByRole('listitem')).toHaveCount(1);
    await expect(rowCalled(cold, 'Night ferry')).toBeVisible();
    await searchField(cold).fill('nihgt is:favorite #rail');
    await expect(rowCalled(cold, 'Night train')).toBeVisible();
    await expect(rows(cold).getByRole('listitem')).toHaveCount(1);
    await searchField(cold).fill('@boats OR minutes');
    await expect(rows(cold).getByRole('listitem')).toHaveCount(2);
    await searchField(cold).fill('');
    await cold.getByRole('button', { name: /^Boats/ }).click();
    await expect(rows(cold).getByRole('listitem')).toHaveCount(1);
    await cold.getByRole('button', { name: /^All spaces/ }).click();
  });
  await test.step('an encrypted bookmark is unlocked without a network, found, and locked again', async () => {
    await rows(cold)
      .getByRole('button', { name: /^Encrypted bookmark/ })
      .click();
    await unlock(cold, 'another key');
    await expect(unlockDialog(cold)).toContainText('Incorrect key');
    await unlock(cold, key);
    await expect(unlockDialog(cold)).toBeHidden();
    await searchField(cold).fill('jettyside #zkcanary-tag');
    await expect(rowCalled(cold, secret.title)).toBeVisible();
    await cold.getByRole('button', { name: 'Lock', exact: true }).click();
    await expect(cold.getByText('Nothing found for')).toBeVisible();
    expect(findCanaries([await readIndexedDb(cold)], ['ZKCANARY', 'jettyside'])).toEqual([]);
  });
  await test.step('the URL selects the first view', async () => {
    await visitOffline(cold, relay, `/collections/${boats}`);
    await expect(rows(cold).getByRole('listitem')).toHaveCount(1);
    await expect(rowCalled(cold, 'Night ferry')).toBeVisible();
    await visitOffline(cold, relay, '/search?q=minutes');
    await expect(searchField(cold)).toHaveValue('minutes');
    await expect(rowCalled(cold, 'Minutes of Monday')).toBeVisible();
  });
  await test.step('in every look', async () => {
    await inEach(cold, relay.url, screenLooks.toReversed(), async ({ locale }) => {
      await visitOffline(cold, relay);
      await expect(cold.getByText('Night train').first()).toBeVisible();
      await expect(cold.locator('html')).toHaveAttribute('lang', locale);
      await expectFitBothWays(cold);
    });
    await cold.setViewportSize(desktop);
  });
  await test.step('it returns to the app once the server can be reached', async () => {
    await visitOffline(cold, relay, '/collections');
    await cold.getByRole('button', { name: 'Try again' }).click();
    await expect(cold.getByText('Still can’t reach Markwell.')).toBeVisible();
    relay.isCut = false;
    await expect(cold).toHaveURL(`${relay.url}/collections`);
    await expect(cold.getByRole('heading', { name: 'Collections', level: 1 })).toBeVisible();
  });
});

// Guarantee: the installed app opens on a connection that hangs, as on phones at the edge of a network.
test('a start on a connection that hangs shows the library', async ({
  page: tab,
  relay,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await save(api, 'Night train');
  await goInstalled(tab, relay);
  await expectStored(tab, 'Night train');
  relay.isHanging = true;
  await visitOffline(tab, relay, '/collections');
  await expect(rowCalled(tab, 'Night train')).toBeVisible();
  relay.isHanging = false;
  await expect(tab).toHaveURL(`${relay.url}/collections`);
  await expect(tab.getByRole('heading', { name: 'Collections', level: 1 })).toBeVisible();
});

test('a text that was read before opens without a network, with its annotations to read', async ({
  page: tab,
  context,
  relay,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  const create = async (title: string) => {
    const url = siteUrl(`/${title}`, {
      article: `${'The last stop is Oslo, by noon. '.repeat(12)}|Bring your own tea.`,
    });
    return (await api.call('bookmarks.create', { body: { url, title } })).uuid;
  };
  const [read, other] = [await create('Trains'), await create('Ferries')];
  const note = 'Book early';
  await api.call('highlights.create', { params: { uuid: read }, body: { quote: 'The last stop', note } });
  await goInstalled(tab, relay);
  await expectStored(tab, 'Ferries');
  await tab.goto(`${relay.url}/read/${read}`);
  await expect(tab.getByText('Bring your own tea.')).toBeVisible();
  await expectStored(tab, 'Bring your own tea.');
  relay.isCut = true;
  await tab.close();
  const cold = await context.newPage();

  await test.step('it is opened from the list', async () => {
    await visitOffline(cold, relay);
    const menuOf = (title: string) =>
      rows(cold)
        .getByRole('listitem')
        .filter({ hasText: title })
        .getByRole('button', { name: 'More', exact: true });
    await menuOf('Ferries').click();
    await expect(cold.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
    await expect(cold.getByRole('menuitem', { name: 'Read text' })).toHaveCount(0);
    await cold.keyboard.press('Escape');
    await menuOf('Trains').click();
    await cold.getByRole('menuitem', { name: 'Read text' }).click();
    await expect(cold.getByRole('heading', { level: 1, name: 'Trains' })).toBeVisible();
    await expect(cold.getByText('Bring your own tea.')).toBeVisible();
    await expect(cold.getByText('Book early').filter({ visible: true }).first()).toBeVisible();
  });
  await test.step('new annotations need the network, and nothing is half done', async () => {
    await cold.locator('article p').first().click({ clickCount: 3 });
    await expect(cold.getByRole('group', { name: 'Selected text' })).toHaveText(/need.* a connection/);
    await expect(
      cold.getByRole('button', { name: /^(Yellow|Delete annotation|Edit|Add note)$/ }),
    ).toHaveCount(0);
    await expectFitBothWays(cold);
  });
  await test.step('what was not read says so', async () => {
    await visitOffline(cold, relay, `/read/${other}`);
    await expect(cold.getByText(/The text of this page isn’t on this device/)).toBeVisible();
    await cold.goBack();
    await expect(cold.getByText('Bring your own tea.')).toBeVisible();
  });
  await test.step('annotations of the pages on this device are listed, and lead to their text', async () => {
    await visitOffline(cold, relay);
    await cold.getByRole('link', { name: 'Annotations' }).click();
    await expect(cold.getByRole('heading', { level: 1, name: 'Annotations' })).toBeVisible();
    await expect(cold.getByText(/^Only annotations of pages that are kept on this device/)).toBeVisible();
    await expectFitBothWays(cold);
    await expectAccessible(cold);
    const search = cold.getByRole('searchbox', { name: 'Search annotations' });
    await search.fill('ferries');
    await expect(cold.getByRole('heading', { name: 'No matches' })).toBeVisible();
    await search.fill('early');
    await cold.getByRole('link', { name: 'The last stop', exact: true }).click();
    await expect(cold.getByRole('group', { name: 'Annotation', exact: true })).toBeVisible();
    await expect(cold.getByText('Bring your own tea.')).toBeVisible();
  });
  await test.step('the live page is back with the network', async () => {
    relay.isCut = false;
    await cold.getByRole('button', { name: 'Try again' }).click();
    await cold.getByRole('button', { name: 'Open Markwell' }).click();
    await expect(cold).toHaveURL(new RegExp(`^${relay.url}/read/${read}`));
    await expect(cold.getByRole('button', { name: 'Mark as read' })).toBeVisible();
  });
});

/** Returns the number of pictures that are kept with the texts. */
const countPictures = (tab: Page) =>
  tab.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('texts').objectStore('texts').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            const texts = reading.result as { pictures: Map<string, Blob> }[];
            resolve(texts.reduce((sum, { pictures }) => sum + pictures.size, 0));
          };
        };
      }),
    database,
  );

test('a copy that was read before has its pictures without a network', async ({
  page: tab,
  context,
  relay,
  api,
  baseURL,
  useFreshAccount,
}) => {
  await useFreshAccount('pro');
  const body = { url: siteUrl('/pictured', {}), title: 'Pictured' };
  const { uuid } = await api.call('bookmarks.create', { body });
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#446688' } });
  const source = `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`;
  const text = `<p>${'The ferry crosses the strait twice a day, by noon. '.repeat(8)}</p>`.repeat(4);
  const sent = await context.request.put(`/v1/bookmarks/${uuid}/content`, {
    data: `<html lang="en"><title>Pictured</title><article>${text}<img src="${source}" alt="A ferry">${text}</article>`,
    headers: { origin: baseURL ?? '', 'content-type': 'text/html' },
  });
  expect(sent.ok()).toBe(true);
  await goInstalled(tab, relay);
  await expectStored(tab, 'Pictured');
  const ferry = (page: Page) => page.getByRole('img', { name: 'A ferry' });
  await tab.goto(`${relay.url}/read/${uuid}`);
  await expect(ferry(tab)).toBeAttached();
  await expect.poll(() => countPictures(tab)).toBe(1);
  relay.isCut = true;
  await tab.close();

  const cold = await context.newPage();
  await visitOffline(cold, relay, `/read/${uuid}`);
  await ferry(cold).scrollIntoViewIfNeeded();
  await expect(ferry(cold)).toHaveJSProperty('naturalWidth', 400);
});

// Guarantee: on a shared browser no account sees the library of another one.
test('signing out deletes the copy, and another account never sees it', async ({
  page: tab,
  context,
  relay,
  api,
  useFreshAccount,
}) => {
  test.slow();
  await useFreshAccount();
  await save(api, 'Of the first account');
  await goInstalled(tab, relay);
  await expectStored(tab, 'Of the first account');

  await test.step('signing out', async () => {
    await tab.getByRole('button', { name: /Account menu/ }).click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(tab).toHaveURL(/\/signin/);
    expect(await databases(tab)).not.toContain(database);
    relay.isCut = true;
    await tab.goto(`${relay.url}/`);
    await expectOfflinePage(tab);
    expect(await databases(tab)).not.toContain(database);
    relay.isCut = false;
  });
  await test.step('a session that is replaced without signing out', async () => {
    await useFreshAccount();
    await save(api, 'Of the second account');
    await tab.goto(`${relay.url}/`);
    await expectStored(tab, 'Of the second account');
    await useFreshAccount();
    await save(api, 'Of the third account');
    await tab.goto(`${relay.url}/`);
    await expectStored(tab, 'Of the third account');
    expect((await readIndexedDb(tab)).what).not.toContain('Of the second account');
  });
  await test.step('consent that is withdrawn', async () => {
    await tab.goto(`${relay.url}/settings/preferences`);
    await tab.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = tab.getByRole('dialog', { name: 'Privacy preferences' });
    await dialog.getByRole('switch', { name: 'Remember on this device' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => databases(tab)).not.toContain(database);
    // The next page of a journey grants consent again.
    await tab.goto(`${relay.url}/`);
    await expectStored(tab, 'Of the third account');
  });
  await test.step('a session that ended while the browser was closed', async () => {
    await context.clearCookies();
    await tab.goto(`${relay.url}/`);
    await expect(tab).toHaveURL(/\/signin/);
    await expect.poll(() => databases(tab)).not.toContain(database);
  });
});

// Guarantee: signing out needs no network: no data of the account remains on this device, online or offline.
test('signing out without a network deletes the copy, and ends the session with the next request', async ({
  page: tab,
  context,
  relay,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await save(api, 'Of an account that has left');
  await goInstalled(tab, relay);
  await expectStored(tab, 'Of an account that has left');
  relay.isCut = true;
  await tab.getByRole('button', { name: /Account menu/ }).click();
  await tab.getByRole('menuitem', { name: 'Sign out' }).click();
  await expectOfflinePage(tab);
  expect(await databases(tab)).not.toContain(database);
  await tab.goto(`${relay.url}/collections`);
  await expectOfflinePage(tab);
  relay.isCut = false;
  await expect(tab).toHaveURL(`${relay.url}/signin?redirect=%2Fcollections`);
  const names = async () => (await context.cookies(relay.url)).map(({ name }) => name);
  await expect
    .poll(async () => (await names()).filter((name) => /^markwell(?:-signed-out)?$/.test(name)))
    .toEqual([]);
});
