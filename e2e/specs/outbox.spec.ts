import type { BrowserContext, Page, Request } from '@playwright/test';
import { localeCookie } from '@/lib/i18n/locale';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { desktop, inEach, screenLooks } from '../fixtures/looks';
import { bar, toasts, rowOf } from '../fixtures/rows';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

// The service worker provides the chunks that are needed without a network.
test.use({ serviceWorkers: 'allow' });

test.beforeEach(({ allowConsole }) => {
  // Messages of Chromium about requests without a network, and about a conflict.
  allowConsole(/Failed to load resource|ERR_|NetworkError|Failed to fetch/);
});

const indicator = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /not sent yet|needs? your decision/ });
const list = (page: Page) => page.getByRole('dialog', { name: 'Unsent changes' });
const entries = (page: Page) => list(page).getByRole('listitem');

async function goInstalled(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

async function add(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add bookmark' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
  await dialog.getByLabel('Address').fill(`https://outbox.example/${encodeURIComponent(title)}`);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, title)).toBeVisible();
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await rowOf(page, from).hover();
  await rowOf(page, from).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit bookmark' });
  await dialog.getByLabel('Title').fill(to);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(rowOf(page, to)).toBeVisible();
}

async function choose(page: Page, title: string, item: string): Promise<void> {
  await rowOf(page, title).hover();
  await rowOf(page, title).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Idempotency keys of the writes that reached the server, in order. */
function watchKeys(context: BrowserContext): string[] {
  const keys: string[] = [];
  context.on('requestfinished', (request: Request) => {
    const key = request.headers()['idempotency-key'];
    if (key !== undefined) keys.push(key);
  });
  return keys;
}

// Guarantee: changes made without a network are applied on the server exactly once, without a reload.
test('changes made without a network are queued, shown, and sent once it is back', async ({
  page,
  context,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  for (const title of ['To edit', 'To star', 'To delete', 'To move']) {
    await api.call('bookmarks.create', { body: { url: `https://before.example/${title}`, title } });
  }
  const reading = await api.call('collections.create', { body: { name: 'Reading' } });
  await goInstalled(page);
  const keys = watchKeys(context);

  await context.setOffline(true);
  await add(page, 'Written offline');
  await expect(toasts(page)).toContainText('Saved on this device');
  await rename(page, 'Written offline', 'Edited offline');
  await rename(page, 'To edit', 'Edited');
  await choose(page, 'To star', 'Add to favorites');
  await choose(page, 'To delete', 'Move to trash');
  await expect(rowOf(page, 'To delete')).toHaveCount(0);
  await rowOf(page, 'To move').hover();
  await page.getByRole('checkbox', { name: 'Select To move' }).click();
  await bar(page).getByRole('button', { name: 'Move', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Move 1 bookmark' })
    .getByRole('option', { name: 'Reading' })
    .click();
  await expect(indicator(page)).toHaveAccessibleName('6 changes not sent yet');

  await indicator(page).click();
  await expect(entries(page)).toHaveText([
    /Add.*Written offline/,
    /Edit.*Written offline/,
    /Edit.*To edit/,
    /Add to favorites.*To star/,
    /Move to trash.*To delete/,
    /Move to collection.*To move/,
  ]);
  await page.keyboard.press('Escape');
  // Elements behind an open dialog have no role: waits until it is closed.
  await expect(indicator(page)).toBeVisible();
  expect(keys).toEqual([]);

  await context.setOffline(false);
  await expect(indicator(page)).toHaveCount(0);
  expect(new Set(keys).size).toBe(6);
  const { content } = await api.call('bookmarks.list');
  expect(content.map(({ title }) => title).toSorted()).toEqual([
    'Edited',
    'Edited offline',
    'To move',
    'To star',
  ]);
  const find = (title: string) => content.find((one) => one.title === title);
  expect(find('To star')?.favorite).toBe(true);
  expect(find('To move')?.collections.map(({ uuid }) => uuid)).toEqual([reading.uuid]);
  const trash = await api.call('bookmarks.list', { query: { trash: true } });
  expect(trash.content.map(({ title }) => title)).toEqual(['To delete']);
  await expect(rowOf(page, 'Edited offline')).toBeVisible();
});

test('two tabs send the changes of both exactly once', async ({ page, context, api, useFreshAccount }) => {
  await useFreshAccount();
  await goInstalled(page);
  const other = await context.newPage();
  await other.goto('/');
  await other.waitForFunction(() => document.querySelector('[data-hydrating]') === null);
  const keys = watchKeys(context);
  await context.setOffline(true);
  await add(page, 'First');
  await add(other, 'Second');
  await add(page, 'Third');
  await expect(indicator(other)).toHaveAccessibleName('3 changes not sent yet');
  await context.setOffline(false);
  await expect(indicator(page)).toHaveCount(0);
  await expect(indicator(other)).toHaveCount(0);
  expect([keys.length, new Set(keys).size]).toEqual([3, 3]);
  expect((await api.call('bookmarks.list')).content.map(({ title }) => title)).toEqual([
    'Third',
    'Second',
    'First',
  ]);
  // Each tab shows the changes of the other one.
  await expect(rowOf(page, 'Second')).toBeVisible();
  await expect(rowOf(other, 'Third')).toBeVisible();
});

// Guarantee: no change is lost silently, neither of this device nor of another one.
test('a conflict shows both versions, and the user decides', async ({
  page,
  context,
  api,
  baseURL,
  useFreshAccount,
}) => {
  await useFreshAccount();
  const create = (title: string) =>
    api.call('bookmarks.create', { body: { url: `https://conflict.example/${title}`, title } });
  const kept = await create('Kept');
  const dropped = await create('Dropped');
  await goInstalled(page);
  await context.setOffline(true);
  await rename(page, 'Kept', 'Kept, mine');
  await rename(page, 'Dropped', 'Dropped, mine');
  await add(page, 'Later');
  for (const { uuid, title } of [kept, dropped]) {
    await api.call('bookmarks.update', { params: { uuid }, body: { title: `${title ?? ''}, theirs` } });
  }
  await context.setOffline(false);
  await expect(indicator(page)).toHaveAccessibleName('2 changes need your decision');
  // Changes without a conflict are sent.
  await expect.poll(async () => (await api.call('bookmarks.list')).content[0]?.title).toBe('Later');

  await inEach(page, baseURL, screenLooks, async ({ locale }) => {
    const words = wordsOf(locale);
    await page.goto('/');
    await page
      .getByRole('button', { name: words('Outbox.indicatorStuck', { count: 2 }) })
      .filter({ visible: true })
      .click();
    await expect(page.getByRole('dialog').getByText('Kept, theirs')).toBeVisible();
    await expectFitBothWays(page);
  });
  await page.setViewportSize(desktop);
  await context.clearCookies({ name: localeCookie });
  await page.goto('/');
  await indicator(page).click();
  await expect(entries(page).first()).toContainText(
    /Title.*Your version: Kept, mine.*Other version: Kept, theirs/,
  );
  await entries(page).first().getByRole('button', { name: 'Keep mine' }).click();
  await expect(entries(page)).toHaveCount(1);
  await entries(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(list(page)).toContainText('Everything has been sent.');
  const titles = (await api.call('bookmarks.list')).content.map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['Dropped, theirs', 'Kept, mine', 'Later']);
});

// Guarantee: changes of one account are never sent with the session of another one.
test('changes of another account wait until it is signed in again', async ({
  page,
  context,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await goInstalled(page);
  const mine = await context.cookies();
  await context.setOffline(true);
  await add(page, 'Private');
  await useFreshAccount();
  // The page of the first account is still open when the second one is signed in.
  const refused = page.waitForResponse((response) => response.url().endsWith('/v1/bookmarks/create'));
  // Its lists cannot be read by the second account either, so it is reloaded.
  const reloaded = page.waitForEvent('load');
  await context.setOffline(false);
  expect((await refused).status()).toBe(409);
  await reloaded;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(indicator(page)).toHaveCount(0);
  expect((await api.call('bookmarks.list')).pagination.total).toBe(0);

  // An open page would reload when its cookies change, and abort the navigation.
  await page.goto('about:blank');
  await context.clearCookies();
  await context.addCookies(mine);
  await page.goto('/');
  await expect
    .poll(async () => (await api.call('bookmarks.list')).content.map(({ title }) => title))
    .toEqual(['Private']);
});

// With a service worker, Chromium may send requests that bypass the routes of a test.
test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a lost response does not apply a change twice', async ({ page, context, api, useFreshAccount }) => {
    await useFreshAccount();
    const { uuid } = await api.call('bookmarks.create', {
      body: { url: 'https://lost.example/', title: 'Lost' },
    });
    await page.goto('/');
    const keys: (string | undefined)[] = [];
    await context.route('**/v1/bookmarks/*/favorite', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const response = await route.fetch();
      if (keys.length > 1) return route.fulfill({ response });
      // Another client removes the favorite before the page receives the response.
      await api.call('bookmarks.favorite', { params: { uuid }, body: { favorite: false } });
      return route.abort();
    });
    await choose(page, 'Lost', 'Add to favorites');
    await expect.poll(() => keys.length).toBe(2);
    await expect(indicator(page)).toHaveCount(0);
    expect(keys[0]).toBe(keys[1]);
    expect((await api.call('bookmarks.list')).content[0]?.favorite).toBe(false);
  });

  test('signing out with unsent changes asks for confirmation, and leaves no data on the device', async ({
    page,
    context,
    api,
    useFreshAccount,
  }) => {
    const account = await useFreshAccount();
    await page.goto('/');
    await context.route('**/v1/bookmarks/create', (route) => route.abort());
    await add(page, 'Never sent');
    // The row is shown before its request fails, and the change is stored after that.
    await expect(indicator(page)).toBeVisible();
    // Lists loaded while it is queued show it as well.
    await page.reload();
    await expect(rowOf(page, 'Never sent')).toBeVisible();
    const signOut = async () => {
      await page.getByRole('button', { name: /Account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      return page.getByRole('alertdialog', { name: 'Sign out and discard changes?' });
    };
    const question = await signOut();
    await expect(question).toContainText('1 change hasn’t been sent yet');
    await expectFit(page);
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(question).toBeHidden();
    await expect(indicator(page)).toBeVisible();

    await (await signOut()).getByRole('button', { name: 'Sign out and discard' }).click();
    await page.waitForURL('/signin');
    await context.unroute('**/v1/bookmarks/create');
    await page.getByLabel('Email', { exact: true }).fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await api.call('bookmarks.list')).pagination.total).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
  });
});
