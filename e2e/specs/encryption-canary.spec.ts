import type { Locator, Page } from '@playwright/test';
import { bookmarkFile } from '../fixtures/bookmark-file';
import {
  dumpDatabase,
  findCanaries,
  readBrowser,
  readDataDir,
  recordTraffic,
  type Trace,
} from '../fixtures/canary';
import { bar, toasts, pick, rowOf, titleOf } from '../fixtures/rows';
import { expect, test } from '../fixtures/test';

const url = 'https://zk-canary-8f3a.example/secret?q=unique';
const title = 'ZKCANARY-TITLE of the harbour';
const edited = 'ZKCANARY-EDITED of the lighthouse';
const description = 'ZKCANARY-DESCRIPTION of the sea';
const key = 'ZKCANARY-KEY under the doormat';

const filed = 'ZKCANARY-FILED on the pier';
const file = bookmarkFile([], {
  'ZKCANARY-FOLDER': [
    { url: 'https://zk-canary-6d21.example/', title: filed, attributes: 'TAGS="zkcanary-tag"' },
  ],
});

/** Contained in all encrypted fields. None is typed into the search box; the adjacent words are. */
const canaries = ['zk-canary', 'ZKCANARY', 'secret?q=unique'];
/** Contained in a bookmark that is not encrypted, to verify that the search for canaries works. */
const control = 'ZKCONTROL-PLAIN';

async function addEncrypted(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
  await page.getByRole('main').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByLabel('Address')).toBeFocused();
  await dialog.getByRole('switch', { name: 'Encrypt on this device' }).check();
  await dialog.getByLabel('New encryption key').fill(key);
  await dialog.getByLabel('Repeat the key').fill(key);
  await dialog.getByLabel('I have saved the key somewhere safe').check();
  await dialog.getByLabel('Address').fill(url);
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await dialog.getByRole('textbox', { name: 'Description' }).fill(description);
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('zkcanary-tag,');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rowOf(page, title)).toContainText('Encrypted');
}

async function edit(page: Page, change: (dialog: Locator) => Promise<void>): Promise<void> {
  await titleOf(page, title).focus();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Edit bookmark' });
  await expect(dialog.getByLabel('Address')).toHaveValue(url);
  await change(dialog);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function move(page: Page, name: string, to: string): Promise<void> {
  await pick(page, name);
  await bar(page).getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('dialog').getByRole('combobox').fill(to);
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText(`1 bookmark moved to ${to}`);
}

async function unlock(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Unlock bookmarks' });
  await dialog.getByLabel('Encryption key').fill(key);
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/**
 * Records everything that an error reporter could read in a page: console messages with their arguments, error events,
 * unhandled rejections, violations of the content security policy, and the names of performance entries.
 */
async function recordErrors(page: Page): Promise<() => Promise<Trace[]>> {
  const seen: Promise<Trace>[] = [];
  page.on('console', (message) => {
    const values = Promise.all(
      message.args().map((value) => value.evaluate((recorded) => describe(recorded)).catch(() => '')),
    );
    seen.push(
      values.then((recorded) => ({
        where: `console.${message.type()}`,
        what: [message.text(), ...recorded].join('\n'),
      })),
    );
  });
  page.on('pageerror', (error) =>
    seen.push(
      Promise.resolve({ where: 'an uncaught error', what: `${error.message}\n${error.stack ?? ''}` }),
    ),
  );
  await page.addInitScript(() => {
    const recorded: string[] = [];
    const write = (value: unknown): string => {
      try {
        return value === undefined ? 'undefined' : JSON.stringify(value);
      } catch {
        return String(value);
      }
    };
    const describe = (value: unknown): string => {
      if (!(value instanceof Error)) return write(value);
      return [value.name, value.message, value.stack, JSON.stringify(value), describe(value.cause)].join(
        '\n',
      );
    };
    Object.assign(globalThis, { recorded, describe });
    addEventListener(
      'error',
      (event) => recorded.push(`error ${event.message} ${describe(event.error)}`),
      true,
    );
    addEventListener('unhandledrejection', ({ reason }) => recorded.push(`rejection ${describe(reason)}`));
    addEventListener('securitypolicyviolation', (event) =>
      recorded.push(`policy ${event.blockedURI} ${event.sourceFile} ${event.sample}`),
    );
  });
  return async () => {
    const events = await page.evaluate(() => recorded.join('\n'));
    const measured = await page.evaluate(() =>
      performance
        .getEntries()
        .map(({ name }) => name)
        .join('\n'),
    );
    return [
      ...(await Promise.all(seen)),
      { where: 'events of the window', what: events },
      { where: 'what was measured', what: measured },
    ];
  };
}

// Defined in the page by `recordErrors`.
declare const recorded: string[];
declare const describe: (value: unknown) => string;

test('errors with decrypted bookmarks on the screen contain none of their text', async ({
  page,
  useFreshAccount,
  allowConsole,
  words,
}) => {
  test.slow();
  await useFreshAccount();
  const complaints = await recordErrors(page);
  // This test provokes all errors on purpose.
  allowConsole(/./);
  await page.goto('/');
  await addEncrypted(page);
  await test.step('a change that is rejected, one that fails on the server, and one that never arrives', async () => {
    await page.route('**/v1/bookmarks/*/update', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await titleOf(page, title).focus();
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Edit bookmark' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill(edited);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('alert').first()).toBeVisible();
    await page.route('**/v1/bookmarks/*/update', (route) => route.abort('connectionreset'));
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(titleOf(page, edited)).toBeVisible();
    const unsent = page.getByRole('banner').getByRole('button', { name: /not sent yet/ });
    await expect(unsent).toBeVisible();
    await page.unroute('**/v1/bookmarks/*/update');
    await expect(unsent).toBeHidden();
    await page.route('**/v1/bookmarks/*/favorite', (route) => route.fulfill({ status: 500, body: '{' }));
    await titleOf(page, edited).focus();
    await page.keyboard.press('f');
    await expect(toasts(page)).toContainText('Couldn’t update the favorite');
  });
  await test.step('the page throws, and rejects a promise without a handler', async () => {
    await page.evaluate(() => {
      // Errors unrelated to the app, as control.
      setTimeout(() => {
        throw new Error('ZKCONTROL-THROWN');
      });
      void Promise.reject(new Error('ZKCONTROL-REJECTED'));
      console.warn('printed', { inside: 'ZKCONTROL-PRINTED' });
    });
  });
  await test.step('rendering the list fails, and the error screen replaces it', async () => {
    await page.unroute('**/v1/bookmarks/*/favorite');
    await page.route('**/v1/bookmarks/list*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { content: object[] };
      const content = body.content.map((bookmark) => ({ ...bookmark, collections: null, createdAt: null }));
      await route.fulfill({ response, json: { ...body, content } });
    });
    await titleOf(page, edited).focus();
    await page.keyboard.press('f');
    await expect(page.getByRole('heading', { name: words('Errors.errorTitle') })).toBeVisible();
  });
  const screen = { where: 'the error screen', what: `${await page.title()} ${await page.content()}` };
  const everything = [...(await complaints()), screen];
  expect(findCanaries(everything, canaries), 'what a reporter of errors would get').toEqual([]);
  const caught = findCanaries(everything, [
    'ZKCONTROL-THROWN',
    'ZKCONTROL-REJECTED',
    'ZKCONTROL-PRINTED',
  ]).join('\n');
  for (const where of ['an uncaught error', 'events of the window', 'console.warning'])
    expect(caught).toContain(where);
});

test('no plain text of an encrypted bookmark is in requests, browser storage or any file of the server', async ({
  page,
  context,
  api,
  useFreshAccount,
}) => {
  // Under load, deriving keys and searching every file of the database take seconds.
  test.setTimeout(240_000);
  await useFreshAccount();
  for (const name of ['Bread', 'Boats']) await api.call('collections.create', { body: { name } });
  const traffic = recordTraffic(context);
  const visited = new Set<string>();
  page.on('framenavigated', (frame) => visited.add(frame.url()));

  await test.step('a plain bookmark is added', async () => {
    await page.goto('/#add');
    const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill(control);
    await dialog.getByLabel('Address').fill('plain.example/page');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(titleOf(page, control)).toBeVisible();
  });
  await test.step('an encrypted bookmark is added, marked as favorite, moved, trashed and restored', async () => {
    await addEncrypted(page);
    await move(page, title, 'Boats');
    await titleOf(page, title).focus();
    await page.keyboard.press('f');
    await titleOf(page, title).focus();
    await page.keyboard.press('Delete');
    const notice = toasts(page).getByRole('listitem').filter({ hasText: 'Moved to trash' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect(titleOf(page, title)).toBeVisible();
    await titleOf(page, title).focus();
    await page.keyboard.press('o');
    await expect(page.getByRole('region', { name: title })).toContainText(description);
    await page.keyboard.press('Escape');
  });
  await test.step('it is found by a word of its title, which is highlighted', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('harbour');
    await expect(page.getByRole('option', { name: title })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search/);
    await expect(page.getByRole('main').getByText('1 result')).toBeVisible();
    await expect(page.locator('mark').filter({ hasText: 'harbour' })).toBeVisible();
  });
  await test.step('it is edited where it was found', async () => {
    await edit(page, async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Title' }).fill(edited);
    });
    await page.goto('/search?q=lighthouse');
  });
  await test.step('after a reload it is locked, and unlocked with its key', async () => {
    await expect(page.getByText('Encrypted bookmarks are locked and not searched.').first()).toBeVisible();
    await expect(page.getByText(edited)).toHaveCount(0);
    await page.getByRole('button', { name: 'Unlock', exact: true }).first().click();
    await unlock(page);
    await expect(titleOf(page, edited)).toBeVisible();
  });
  await test.step('a file is imported as encrypted, under the same key', async () => {
    await page.goto('/settings/data');
    await page.getByRole('checkbox', { name: 'Encrypt imported bookmarks' }).check();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByLabel('Encryption key', { exact: true }).fill(key);
    await page.getByRole('button', { name: 'Encrypt and import 1 bookmark' }).click();
    await expect(page.getByRole('heading', { name: '1 bookmark imported' })).toBeVisible();
    await page.getByRole('link', { name: 'View bookmarks' }).click();
    await expect(titleOf(page, filed)).toBeVisible();
  });
  await test.step('the exports contain its envelope', async () => {
    for (const format of ['html', 'json', 'csv', 'page']) {
      const file = await page.request.get(`/v1/bookmarks/export?format=${format}&encrypted=true`);
      expect(file.ok(), `${format} returned ${file.status()}`).toBe(true);
      expect(findCanaries([{ where: format, what: await file.text() }], canaries)).toEqual([]);
    }
  });
  await test.step('locking removes its plain text from the page', async () => {
    await page.getByRole('button', { name: /^Lock \d+ key/ }).click();
    await expect(titleOf(page, edited)).toHaveCount(0);
    const seen = { where: 'the page', what: `${await page.title()} ${await page.content()}` };
    expect(findCanaries([seen], canaries)).toEqual([]);
  });

  const browser = [...(await readBrowser(page)), { where: 'addresses', what: [...visited].join('\n') }];
  const server = [...(await dumpDatabase()), ...readDataDir()];
  const everything = [...(await traffic()), ...browser, ...server];
  expect(findCanaries(everything, canaries), 'what only the device may know').toEqual([]);
  // Verifies that the search covers every place where the plain bookmark is stored.
  const foundControls = findCanaries(everything, [control]).join('\n');
  expect(foundControls).toContain('POST ');
  expect(foundControls).toContain('table public.bookmarks');
  expect(foundControls).toContain('postgres/data/pg_wal');
});
