import type { BrowserContext, Locator, Page, Request } from '@playwright/test';
import { readIndexedDb } from '../fixtures/canary';
import { expectFitBothWays } from '../fixtures/expect-fit';
import { desktop, inEach, screenLooks } from '../fixtures/looks';
import {
  database,
  databases,
  expectStored,
  rows,
  save,
  searchField,
  visitOffline,
} from '../fixtures/offline';
import { goInstalled, test } from '../fixtures/relay';
import { titleOf } from '../fixtures/rows';
import { saveEncrypted } from '@/e2e/fixtures/encrypted';
import { expect } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.use({ serviceWorkers: 'allow' });

test.beforeEach(({ allowConsole }) => {
  // Messages of Chromium about requests while the server is unreachable.
  allowConsole(/Failed to load resource|ERR_|NetworkError|Failed to fetch/);
});

const rowWith = (tab: Page, title: string) =>
  tab
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: tab.getByRole('link', { name: title, exact: true }) });
const encryptedRow = (tab: Page) =>
  rows(tab)
    .getByRole('listitem')
    .filter({ has: tab.getByRole('button', { name: /^Encrypted bookmark/ }) });
const waitingButton = (tab: Page) => tab.getByRole('button', { name: /changes? not sent yet/ });
const waitingList = (tab: Page) => tab.getByRole('dialog', { name: 'Unsent changes' });

async function addOffline(tab: Page, title: string): Promise<void> {
  await tab.getByRole('main').getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = tab.getByRole('dialog', { name: 'Add bookmark' });
  await dialog.getByLabel('Address').fill(`https://cold.example/${encodeURIComponent(title)}`);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rowWith(tab, title)).toContainText('Not sent yet');
}

async function chooseOffline(tab: Page, row: Locator, item: string): Promise<void> {
  await row.getByRole('button', { name: 'More' }).click();
  await tab.getByRole('menuitem', { name: item }).click();
}

async function renameOffline(tab: Page, from: string, to: string): Promise<void> {
  await chooseOffline(tab, rowWith(tab, from), 'Edit');
  const dialog = tab.getByRole('dialog', { name: 'Edit bookmark' });
  await dialog.getByLabel('Title').fill(to);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(rowWith(tab, to)).toContainText('Not sent yet');
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

// Guarantee: changes made after a cold start without a network are applied exactly once, and shown until then.
test('changes after a cold start are queued, shown, and sent by the app', async ({
  page: tab,
  context,
  relay,
  api,
  useFreshAccount,
}) => {
  test.slow();
  await useFreshAccount();
  const { uuid: reading } = await api.call('collections.create', { body: { name: 'Reading' } });
  for (const title of ['To edit', 'To star', 'To delete', 'To move']) await save(api, title);
  await saveEncrypted(api, 'under the doormat', ['Locked']);
  await goInstalled(tab, relay);
  await expectStored(tab, 'To move');
  const keys = watchKeys(context);
  relay.isCut = true;
  await tab.close();
  const cold = await context.newPage();
  await visitOffline(cold, relay);

  await test.step('write', async () => {
    await cold.getByRole('main').getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = cold.getByRole('dialog', { name: 'Add bookmark' });
    await expect(dialog.getByText('Encrypt on this device')).toHaveCount(0);
    await dialog.getByLabel('Address').fill('cold.example/start');
    await dialog.getByLabel('Title').fill('Written cold');
    await dialog.getByLabel('Tags').fill('winter,');
    await dialog.getByLabel('Collections').fill('Unknown');
    await expect(cold.getByRole('option')).toHaveCount(0);
    await dialog.getByLabel('Collections').fill('Read');
    await cold.getByRole('option', { name: 'Reading' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(rowWith(cold, 'Written cold')).toContainText('Not sent yet');
    await expect(rowWith(cold, 'Written cold')).toContainText('Reading');
    await renameOffline(cold, 'Written cold', 'Edited cold');
    await renameOffline(cold, 'To edit', 'Edited');
    await chooseOffline(cold, rowWith(cold, 'To star'), 'Add to favorites');
    await expect(rowWith(cold, 'To star').getByRole('img', { name: 'Favorite' })).toBeVisible();
    await chooseOffline(cold, rowWith(cold, 'To delete'), 'Move to trash');
    await expect(rowWith(cold, 'To delete')).toHaveCount(0);
    await chooseOffline(cold, rowWith(cold, 'To move'), 'Move to collection…');
    await cold
      .getByRole('dialog', { name: 'Move 1 bookmark' })
      .getByRole('option', { name: 'Reading' })
      .click();
    await expect(rowWith(cold, 'To move')).toContainText('Reading');
  });
  await test.step('changes to an encrypted bookmark that need no key are possible', async () => {
    await encryptedRow(cold).getByRole('button', { name: 'More' }).click();
    await expect(cold.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
    await cold.getByRole('menuitem', { name: 'Add to favorites' }).click();
    await expect(encryptedRow(cold)).toContainText('Not sent yet');
  });
  await test.step('the changes are listed, and found', async () => {
    await waitingButton(cold).click();
    await expect(waitingList(cold).getByRole('listitem')).toHaveText([
      /Add.*Written cold/,
      /Edit.*Written cold/,
      /Edit.*To edit/,
      /Add to favorites.*To star/,
      /Move to trash.*To delete/,
      /Move to collection.*To move/,
      /Add to favorites.*Bookmark/,
    ]);
    await expect(waitingList(cold).getByRole('button', { name: 'Send now' })).toHaveCount(0);
    await cold.keyboard.press('Escape');
    await searchField(cold).fill('edited #winter @reading');
    await expect(rows(cold).getByRole('listitem')).toHaveCount(1);
    await expect(rowWith(cold, 'Edited cold')).toBeVisible();
  });
  await test.step('they survive the page, in every look', async () => {
    await inEach(cold, relay.url, screenLooks.toReversed(), async ({ locale }) => {
      await visitOffline(cold, relay);
      await expect(rowWith(cold, 'Edited cold')).toContainText(wordsOf(locale)('Offline.waiting'));
      await expectFitBothWays(cold);
    });
    await cold.setViewportSize(desktop);
    await visitOffline(cold, relay);
    await expect(waitingButton(cold)).toHaveAccessibleName('7 changes not sent yet');
    expect(keys).toEqual([]);
  });
  await test.step('a shared link opens the form', async () => {
    await cold.goto(`${relay.url}/?view=favorites#add?url=https%3A%2F%2Fshared.example%2Fpage`);
    const dialog = cold.getByRole('dialog', { name: 'Add bookmark' });
    await expect(dialog.getByLabel('Address')).toHaveValue('https://shared.example/page');
    await cold.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await visitOffline(cold, relay);
  });
  await test.step('they are sent once the server can be reached', async () => {
    relay.isCut = false;
    await expect(cold).toHaveURL(`${relay.url}/`);
    // The edit of the new bookmark is sent twice with one key: first with the version assigned by this device.
    await expect.poll(() => new Set(keys).size).toBe(7);
    await expect(waitingButton(cold)).toHaveCount(0);
    const { content } = await api.call('bookmarks.list');
    const find = (title: string | null) => content.find((one) => one.title === title);
    expect(content.map(({ title }) => title ?? '').toSorted()).toEqual([
      '',
      'Edited',
      'Edited cold',
      'To move',
      'To star',
    ]);
    expect(find('Edited cold')).toMatchObject({ tags: 'winter', collections: [{ uuid: reading }] });
    expect([find('To star')?.favorite, find(null)?.favorite]).toEqual([true, true]);
    expect(find('To move')?.collections.map(({ uuid }) => uuid)).toEqual([reading]);
    const trash = await api.call('bookmarks.list', { query: { trash: true } });
    expect(trash.content.map(({ title }) => title)).toEqual(['To delete']);
  });
  await test.step('the next copy has them', async () => {
    const sent = keys.length;
    await expectStored(cold, 'Edited cold');
    relay.isCut = true;
    await visitOffline(cold, relay);
    await expect(rowWith(cold, 'Edited cold')).toBeVisible();
    await expect(rows(cold).getByText('Not sent yet')).toHaveCount(0);
    expect(keys).toHaveLength(sent);
  });
});

test('two tabs that started without a network have each change sent exactly once', async ({
  page: tab,
  context,
  relay,
  api,
  useFreshAccount,
}) => {
  test.slow();
  await useFreshAccount();
  await save(api, 'From before');
  await goInstalled(tab, relay);
  await expectStored(tab, 'From before');
  const keys = watchKeys(context);
  relay.isCut = true;
  await visitOffline(tab, relay);
  const other = await context.newPage();
  await visitOffline(other, relay);
  await addOffline(tab, 'First');
  // The search query keeps this tab on the offline page.
  await searchField(other).fill('cold.example');
  await expect(rowWith(other, 'First')).toContainText('Not sent yet');
  await addOffline(other, 'Second');
  await addOffline(tab, 'Third');
  await expect(waitingButton(other)).toHaveAccessibleName('3 changes not sent yet');

  relay.isCut = false;
  await expect(tab).toHaveURL(`${relay.url}/`);
  await expect.poll(() => keys.length).toBe(3);
  await expect(waitingButton(tab)).toHaveCount(0);
  await expect(waitingButton(other)).toHaveCount(0);
  // The tab shows them although its copy does not contain them.
  for (const title of ['First', 'Second', 'Third']) await expect(rowWith(other, title)).toBeVisible();
  await expect(rows(other).getByText('Not sent yet')).toHaveCount(0);

  // Its further changes are sent by the tab that runs the app.
  await other.getByRole('main').getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = other.getByRole('dialog', { name: 'Add bookmark' });
  await dialog.getByLabel('Address').fill('https://cold.example/fourth');
  await dialog.getByLabel('Title').fill('Fourth');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => keys.length).toBe(4);
  await expect(titleOf(tab, 'Fourth')).toBeVisible();
  await expect(other).toHaveURL(/\/offline/);
  expect(new Set(keys).size).toBe(4);
  expect((await api.call('bookmarks.list')).content.map(({ title }) => title)).toEqual([
    'Fourth',
    'Third',
    'Second',
    'First',
    'From before',
  ]);
});

test('signing out deletes the changes made after a cold start', async ({
  page: tab,
  context,
  relay,
  api,
  useFreshAccount,
}) => {
  const { email, password } = await useFreshAccount();
  await save(api, 'From before');
  await goInstalled(tab, relay);
  await expectStored(tab, 'From before');
  // A proxy blocks the request.
  relay.replaced.set('/v1/bookmarks/create', null);
  relay.isCut = true;
  await visitOffline(tab, relay);
  const other = await context.newPage();
  await visitOffline(other, relay);
  await searchField(other).fill('never');
  await addOffline(tab, 'Never sent');
  await expect(rowWith(other, 'Never sent')).toBeVisible();
  relay.isCut = false;
  await expect(tab).toHaveURL(`${relay.url}/`);
  await tab.getByRole('button', { name: /Account menu/ }).click();
  await tab.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = tab.getByRole('alertdialog', { name: 'Sign out and discard changes?' });
  await question.getByRole('button', { name: 'Sign out and discard' }).click();
  await expect(tab).toHaveURL(/\/signin/);
  await expect(other.getByText('No copy on this device')).toBeVisible();
  expect(await databases(tab)).not.toContain(database);
  expect((await readIndexedDb(tab)).what).not.toContain('Never sent');
  await tab.getByLabel('Email', { exact: true }).fill(email);
  await tab.getByLabel('Password', { exact: true }).fill(password);
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(rowWith(tab, 'From before')).toBeVisible();
  expect((await api.call('bookmarks.list')).pagination.total).toBe(1);
});
